// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <iosfwd>
#include <limits>
#include <string>

#include <Eigen/Core>

namespace oldham {

/// Decimal digits of the multiprecision scalar; `--digits` may ask for `offered_digits`, the rest guards them.
inline constexpr int multiprecision_digits = 160;
inline constexpr int offered_digits = 150;

/// The one multiprecision scalar: a number of MPFR, of fixed size and its own bytes. No precision to set, no
/// allocation.
///
/// All that it does is compiled once, beside MPFR: templates instantiated for it are calls, not copies of another
/// library.
class Multiprecision {
 public:
  Multiprecision() = default;  // zero
  // every arithmetic type by itself, so that none is ambiguous
  Multiprecision(int value) : Multiprecision(static_cast<long>(value)) {}
  Multiprecision(long value);
  Multiprecision(long long value) : Multiprecision(static_cast<long>(value)) {}
  Multiprecision(unsigned value) : Multiprecision(static_cast<unsigned long>(value)) {}
  Multiprecision(unsigned long value);
  Multiprecision(unsigned long long value) : Multiprecision(static_cast<unsigned long>(value)) {}
  Multiprecision(double value);
  /// As written in decimals, rounded once; what is no number becomes not-a-number.
  explicit Multiprecision(const char* decimals);
  explicit Multiprecision(const std::string& decimals) : Multiprecision(decimals.c_str()) {}

  explicit operator double() const;
  /// This many significant digits, without zeros at the end.
  std::string str(int digits) const;

  Multiprecision operator-() const;
  Multiprecision operator+() const { return *this; }
  Multiprecision& operator+=(const Multiprecision& other) { return *this = *this + other; }
  Multiprecision& operator-=(const Multiprecision& other) { return *this = *this - other; }
  Multiprecision& operator*=(const Multiprecision& other) { return *this = *this * other; }
  Multiprecision& operator/=(const Multiprecision& other) { return *this = *this / other; }

  friend Multiprecision operator+(const Multiprecision& a, const Multiprecision& b);
  friend Multiprecision operator-(const Multiprecision& a, const Multiprecision& b);
  friend Multiprecision operator*(const Multiprecision& a, const Multiprecision& b);
  friend Multiprecision operator/(const Multiprecision& a, const Multiprecision& b);
  friend bool operator==(const Multiprecision& a, const Multiprecision& b) { return (a <=> b) == 0; }
  friend std::partial_ordering operator<=>(const Multiprecision& a, const Multiprecision& b);
  friend std::ostream& operator<<(std::ostream& stream, const Multiprecision& value);

  // by the names of <cmath>
  friend Multiprecision abs(const Multiprecision& x);
  friend Multiprecision fabs(const Multiprecision& x) { return abs(x); }
  friend Multiprecision sqrt(const Multiprecision& x);
  friend Multiprecision cbrt(const Multiprecision& x);
  friend Multiprecision exp(const Multiprecision& x);
  friend Multiprecision log(const Multiprecision& x);
  friend Multiprecision log2(const Multiprecision& x);
  friend Multiprecision log10(const Multiprecision& x);
  friend Multiprecision sin(const Multiprecision& x);
  friend Multiprecision cos(const Multiprecision& x);
  friend Multiprecision tan(const Multiprecision& x);
  friend Multiprecision asin(const Multiprecision& x);
  friend Multiprecision acos(const Multiprecision& x);
  friend Multiprecision atan(const Multiprecision& x);
  friend Multiprecision atan2(const Multiprecision& y, const Multiprecision& x);
  friend Multiprecision pow(const Multiprecision& base, const Multiprecision& exponent);
  friend Multiprecision hypot(const Multiprecision& x, const Multiprecision& y);
  friend Multiprecision floor(const Multiprecision& x);
  friend Multiprecision ceil(const Multiprecision& x);
  friend Multiprecision round(const Multiprecision& x);
  friend Multiprecision ldexp(const Multiprecision& x, int exponent);
  friend bool isfinite(const Multiprecision& x);
  friend bool isnan(const Multiprecision& x);
  friend bool isinf(const Multiprecision& x);

  static constexpr int bits = 533;  // of the significand: what the decimal digits need

 private:
  friend class MultiprecisionView;
  // as MPFR's custom interface takes a number apart; kind 2 is a zero
  std::array<unsigned long, (bits + 63) / 64> limbs_{};
  long exponent_ = 0;
  int kind_ = 2;
};

}  // namespace oldham

template <>
class std::numeric_limits<oldham::Multiprecision> {
 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = false;
  static constexpr bool is_bounded = true, is_modulo = false, is_iec559 = false, traps = false, tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = oldham::Multiprecision::bits;
  static constexpr int digits10 = oldham::multiprecision_digits, max_digits10 = digits10 + 3;
  static oldham::Multiprecision epsilon();
  static oldham::Multiprecision round_error() { return 0.5; }
  static oldham::Multiprecision min();
  static oldham::Multiprecision max();
  static oldham::Multiprecision lowest() { return -max(); }
  static oldham::Multiprecision infinity();
  static oldham::Multiprecision quiet_NaN();
};

template <>
struct Eigen::NumTraits<oldham::Multiprecision> : Eigen::GenericNumTraits<oldham::Multiprecision> {
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 10,
    AddCost = 40,
    MulCost = 80
  };
  static oldham::Multiprecision dummy_precision() { return 1000 * epsilon(); }
};
