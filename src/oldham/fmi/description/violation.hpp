// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace oldham::fmi {

enum class Severity {
  information,  // good to know; nothing is wrong
  warning,      // against the standard, but it is clear what is meant
  error,        // what is meant is in doubt, or cannot work
};

/// A rule of the standard that a description does not keep.
struct Violation {
  Severity severity = Severity::error;
  std::string_view rule;  // a fixed short name, for filters: "missing-start"
  int line = 0;           // of modelDescription.xml; 0: of none
  std::string where;      // "variable 'x'"
  std::string what;       // with what was expected
};

std::string_view word_of(Severity severity);

/// "modelDescription.xml:12: error: variable 'x': needs a start value ... [missing-start]"
std::string text_of(const Violation& violation);

}  // namespace oldham::fmi
