// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <concepts>

namespace oldham {

/// A value on a curve with its first and second derivative along it: automatic differentiation, forward, second order.
///
///   x(s) = value + first s + second s²/2 + …,   f(x)' = f_x x',   f(x)'' = f_xx x'² + f_x x''
///
/// Written here because the libraries at hand do not serve: Boost.Math's autodiff 1.74 does not compile with MPFR
/// numbers, and Eigen's AutoDiffScalar reaches second order only nested, with n² entries where one direction is asked.
template <class T>
struct Jet {
  T value = T(0), first = T(0), second = T(0);

  Jet() = default;
  template <class Number>
  requires std::convertible_to<Number, T> Jet(const Number& constant)
      : value(constant) {}  // NOLINT: implicit on purpose, formulas mix jets and numbers
  Jet(T x, T x1, T x2) : value(std::move(x)), first(std::move(x1)), second(std::move(x2)) {}

  friend Jet operator-(const Jet& a) { return {-a.value, -a.first, -a.second}; }
  friend Jet operator+(const Jet& a, const Jet& b) {
    return {a.value + b.value, a.first + b.first, a.second + b.second};
  }
  friend Jet operator-(const Jet& a, const Jet& b) {
    return {a.value - b.value, a.first - b.first, a.second - b.second};
  }
  friend Jet operator*(const Jet& a, const Jet& b) {
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + 2 * a.first * b.first + a.value * b.second};
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    // from a = c b
    const T c = a.value / b.value, c1 = (a.first - c * b.first) / b.value;
    return {c, c1, (a.second - 2 * c1 * b.first - c * b.second) / b.value};
  }
  Jet& operator+=(const Jet& b) { return *this = *this + b; }
  Jet& operator-=(const Jet& b) { return *this = *this - b; }
  Jet& operator*=(const Jet& b) { return *this = *this * b; }
  Jet& operator/=(const Jet& b) { return *this = *this / b; }

  friend bool operator<(const Jet& a, const Jet& b) { return a.value < b.value; }
  friend bool operator>(const Jet& a, const Jet& b) { return a.value > b.value; }

  friend Jet sin(const Jet& x) {
    using std::cos;
    using std::sin;
    const T s = sin(x.value);
    return chain(x, s, cos(x.value), -s);
  }
  friend Jet cos(const Jet& x) {
    using std::cos;
    using std::sin;
    const T c = cos(x.value);
    return chain(x, c, -sin(x.value), -c);
  }
  friend Jet tan(const Jet& x) { return sin(x) / cos(x); }
  friend Jet exp(const Jet& x) {
    using std::exp;
    const T e = exp(x.value);
    return chain(x, e, e, e);
  }
  friend Jet log(const Jet& x) {
    using std::log;
    const T r = 1 / x.value;
    return chain(x, log(x.value), r, -r * r);
  }
  friend Jet sqrt(const Jet& x) {
    using std::sqrt;
    const T root = sqrt(x.value), slope = 1 / (2 * root);
    return chain(x, root, slope, -slope / (2 * x.value));
  }
  friend Jet asin(const Jet& x) {
    using std::asin;
    using std::sqrt;
    const T square = 1 - x.value * x.value, slope = 1 / sqrt(square);
    return chain(x, asin(x.value), slope, x.value * slope / square);
  }
  friend Jet acos(const Jet& x) {
    using std::acos;
    const Jet turned = -asin(x);
    return {acos(x.value), turned.first, turned.second};
  }
  friend Jet atan2(const Jet& y, const Jet& x) {
    using std::atan2;
    // α' = (x y' − y x') / r²; (r²)' = 2 (x x' + y y')
    const T r2 = x.value * x.value + y.value * y.value;
    const T slope = (x.value * y.first - y.value * x.first) / r2;
    const T r2_rate = 2 * (x.value * x.first + y.value * y.first);
    return {atan2(y.value, x.value), slope, (x.value * y.second - y.value * x.second - slope * r2_rate) / r2};
  }
  friend Jet atan(const Jet& x) { return atan2(x, Jet(1)); }
  friend Jet abs(const Jet& x) { return x.value < 0 ? -x : x; }

 private:
  static Jet chain(const Jet& x, T f, const T& f_x, const T& f_xx) {
    return {std::move(f), f_x * x.first, f_xx * x.first * x.first + f_x * x.second};
  }
};

}  // namespace oldham
