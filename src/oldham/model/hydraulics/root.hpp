// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace oldham::hydraulics {

/// The root law of orifices, straightened where the pressure drop is small:
///   φ(x) = x / (x² + δ²)^(1/4),   φ → sign(x) √|x|  for |x| ≫ δ
template <class T>
T regularised_root(const T& x, const T& width_squared) {
  using std::sqrt;
  return x / T(sqrt(T(sqrt(T(x * x + width_squared)))));
}

/// φ with φ' = (1 − x²/(2(x² + δ²))) / (x² + δ²)^(1/4).
template <class T>
struct RootWithSlope {
  RootWithSlope(const T& x, const T& width_squared) {
    using std::sqrt;
    const T square = x * x + width_squared;
    const T inverse = 1 / T(sqrt(T(sqrt(square))));
    value = x * inverse;
    slope = inverse * (1 - x * x / (2 * square));
  }
  T value, slope;
};

}  // namespace oldham::hydraulics
