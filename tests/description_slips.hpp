// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/violations.hpp"

// Descriptions that are read from a text, and slips in them.

namespace oldham::fmi {

inline ModelDescription read(std::string text) { return read_description(std::move(text), "modelDescription.xml"); }

inline std::vector<Violation> violations_of(const std::string& text) { return find_violations(read(text)); }

inline std::vector<std::string> texts_of(const std::vector<Violation>& violations) {
  std::vector<std::string> texts;
  for (const Violation& violation : violations) texts.push_back(text_of(violation));
  return texts;
}

/// A change of a text that keeps the rules, and what must then be told.
struct Slip {
  const char *text, *from, *to, *expected;
};

}  // namespace oldham::fmi
