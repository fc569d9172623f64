// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace oldham {

/// Few digits, and none of them an exponent where a number is of a size that people read: "40000", not "4e+04".
inline std::string few_digits(double number, int digits) {
  const double size = std::abs(number);
  return size >= std::pow(10, digits) && size < 1e7 ? fmt::format("{:.0f}", number)
                                                    : fmt::format("{:.{}g}", number, digits);
}

}  // namespace oldham
