// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/violation.hpp"

#include <fmt/format.h>

namespace oldham::fmi {

std::string_view word_of(Severity severity) {
  switch (severity) {
    case Severity::information:
      return "information";
    case Severity::warning:
      return "warning";
    case Severity::error:
      break;
  }
  return "error";
}

std::string text_of(const Violation& violation) {
  const std::string place =
      violation.line > 0 ? fmt::format("modelDescription.xml:{}: ", violation.line) : std::string();
  return fmt::format("{}{}: {}: {} [{}]", place, word_of(violation.severity), violation.where, violation.what,
                     violation.rule);
}

}  // namespace oldham::fmi
