// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

// FMUs that were told the end of the simulation may refuse whatever passes it, if only by a rounding: 9999 · H + H.

namespace oldham::fmi {

/// How far apart two times may be that only rounding tells apart, in s.
inline double rounding_of(double t) { return 16 * std::numeric_limits<double>::epsilon() * std::abs(t); }

/// The time, or the end where it passes that by a rounding.
inline double within_stop(const std::optional<double>& stop, double t) {
  return stop && t > *stop && t - *stop <= rounding_of(*stop) ? *stop : t;
}

/// The length of a step from there on that does not pass the end by a rounding.
inline double length_within_stop(const std::optional<double>& stop, double from, double length) {
  const double to = within_stop(stop, from + length);
  if (to == from + length) return length;
  length = to - from;
  while (length > 0 && from + length > to) length = std::nextafter(length, 0.0);
  return length;
}

}  // namespace oldham::fmi
