// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace oldham {

/// A unit as the product of powers of base units, with the conversion of its values:
/// value in SI = factor * value + offset. The radian is a base unit, so an angle and a plain ratio differ.
struct Unit {
  std::array<std::int8_t, 8> exponents{};  // of kg m s A K mol cd rad
  double factor = 1;
  double offset = 0;
  std::string text = "1";  // as written

  double to_si(double value) const { return factor * value + offset; }
  double from_si(double value) const { return (value - offset) / factor; }
};

/// Reads "N.s/m", "N*s/m", "m/s2", "m/s^2", "l/min", "J/(kg.K)", "1/s"; "" and "1" are dimensionless. A division
/// takes the next factor only. An offset unit inside a product is a difference: W/degC is W/K.
Unit parse_unit(std::string_view text);

bool same_dimensions(const Unit& a, const Unit& b);

/// "kg.m.s^-2", or "1" when dimensionless.
std::string dimension_text(const Unit& unit);

}  // namespace oldham
