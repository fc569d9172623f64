// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace oldham::test {

/// A slip in a system file that is in order otherwise.
struct Slip {
  const char* claim;
  std::string right, wrong;       // what the file should say, and what it says
  std::string at;                 // the message gives the line where this begins; empty: it gives none
  std::vector<std::string> says;  // what is wrong, and what to do
  int exit_code = 2;
};
inline void PrintTo(const Slip& slip, std::ostream* stream) { *stream << slip.wrong; }

/// The name of a test, by what it claims.
inline constexpr auto claim_of = [](const auto& info) { return std::string(info.param.claim); };

}  // namespace oldham::test
