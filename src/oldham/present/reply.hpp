// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/io/json.hpp"

namespace oldham {

/// What a command or a function answers: an object for --json and for Python, text for people, and the exit code of the
/// program.
struct Reply {
  Json json = Json::object();
  std::string text;
  int exit_code = 0;
};

/// The reason in an answer that Ctrl-C cut short.
inline constexpr const char* interruption = "interrupted; what was finished is kept";

}  // namespace oldham
