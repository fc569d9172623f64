// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <string>
#include <type_traits>

namespace oldham {

/// Decimal digits of the multiprecision scalar; `--digits` may ask for `offered_digits`, the rest guards them.
inline constexpr int multiprecision_digits = 160;
inline constexpr int offered_digits = 150;

/// The one multiprecision scalar. Fixed size and on the stack: no thread-local precision to set, no allocation.
using Multiprecision = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<multiprecision_digits, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;

/// The number the user wrote. A double is the shortest decimal that rounds to it, so 0.1 means one tenth
/// in multiprecision, not the binary neighbour of one tenth.
template <class T>
T from_decimal(double value) {
  if constexpr (std::is_same_v<T, double>)
    return value;
  else
    return T(fmt::format("{}", value));
}

template <class T>
T pi() {
  using std::acos;
  return acos(T(-1));
}

template <class T>
double to_double(const T& value) {
  return static_cast<double>(value);
}

}  // namespace oldham
