// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <type_traits>

#include "oldham/core/multiprecision.hpp"

namespace oldham {

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
