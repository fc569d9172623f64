// SPDX-License-Identifier: MIT
#include "oldham/core/multiprecision.hpp"

#include <mpfr.h>

#include <algorithm>
#include <ostream>
#include <vector>

namespace oldham {

static_assert(sizeof(mp_limb_t) == sizeof(unsigned long) && GMP_NUMB_BITS == 64);
static_assert(MPFR_ZERO_KIND == 2, "what a number is that nobody has set");

/// A number as MPFR sees it, in place. Once written through it is put together again by keep().
class MultiprecisionView {
 public:
  explicit MultiprecisionView(Multiprecision& of) : of_(of) { look(of, of.limbs_.data()); }
  // functions of MPFR do not write what they take as const
  explicit MultiprecisionView(const Multiprecision& of) : of_(const_cast<Multiprecision&>(of)) {
    look(of, of_.limbs_.data());
  }
  void keep() {
    of_.kind_ = mpfr_custom_get_kind(number_);
    of_.exponent_ = mpfr_regular_p(number_) ? mpfr_custom_get_exp(number_) : 0;
  }
  operator mpfr_ptr() { return number_; }

 private:
  void look(const Multiprecision& of, unsigned long* limbs) {
    mpfr_custom_init_set(number_, of.kind_, of.exponent_, Multiprecision::bits, limbs);
  }
  Multiprecision& of_;
  mpfr_t number_;
};

namespace {

using View = MultiprecisionView;

/// What somebody writes into a number of MPFR.
template <class Function>
Multiprecision written_by(Function function) {
  Multiprecision result;
  View view(result);
  function(view);
  view.keep();
  return result;
}

/// What a function of MPFR writes into its first argument.
template <class Function, class... Arguments>
Multiprecision result_of(Function function, Arguments... arguments) {
  return written_by([&](mpfr_ptr number) { function(number, arguments..., MPFR_RNDN); });
}

template <class Function>
Multiprecision of_one(Function function, const Multiprecision& x) {
  return result_of(function, static_cast<mpfr_srcptr>(View(x)));
}

template <class Function>
Multiprecision of_two(Function function, const Multiprecision& x, const Multiprecision& y) {
  return result_of(function, static_cast<mpfr_srcptr>(View(x)), static_cast<mpfr_srcptr>(View(y)));
}

}  // namespace

Multiprecision::Multiprecision(long value) { *this = result_of(mpfr_set_si, value); }
Multiprecision::Multiprecision(unsigned long value) { *this = result_of(mpfr_set_ui, value); }
Multiprecision::Multiprecision(double value) { *this = result_of(mpfr_set_d, value); }
Multiprecision::Multiprecision(const char* decimals) {
  View view(*this);
  if (mpfr_set_str(view, decimals, 10, MPFR_RNDN) != 0) mpfr_set_nan(view);
  view.keep();
}

Multiprecision::operator double() const { return mpfr_get_d(View(*this), MPFR_RNDN); }

std::string Multiprecision::str(int digits) const {
  View view(*this);
  std::vector<char> text(static_cast<std::size_t>(std::max(digits, 0)) + 32);  // sign, point, exponent
  const int length = mpfr_snprintf(text.data(), text.size(), "%.*Rg", digits, static_cast<mpfr_ptr>(view));
  return std::string(text.data(), static_cast<std::size_t>(length));
}

std::ostream& operator<<(std::ostream& stream, const Multiprecision& value) {
  return stream << value.str(static_cast<int>(stream.precision()));
}

Multiprecision Multiprecision::operator-() const { return of_one(mpfr_neg, *this); }
Multiprecision operator+(const Multiprecision& a, const Multiprecision& b) { return of_two(mpfr_add, a, b); }
Multiprecision operator-(const Multiprecision& a, const Multiprecision& b) { return of_two(mpfr_sub, a, b); }
Multiprecision operator*(const Multiprecision& a, const Multiprecision& b) { return of_two(mpfr_mul, a, b); }
Multiprecision operator/(const Multiprecision& a, const Multiprecision& b) { return of_two(mpfr_div, a, b); }

std::partial_ordering operator<=>(const Multiprecision& a, const Multiprecision& b) {
  View left(a), right(b);
  if (mpfr_unordered_p(left, right)) return std::partial_ordering::unordered;
  return mpfr_cmp(left, right) <=> 0;
}

Multiprecision abs(const Multiprecision& x) { return of_one(mpfr_abs, x); }
Multiprecision sqrt(const Multiprecision& x) { return of_one(mpfr_sqrt, x); }
Multiprecision cbrt(const Multiprecision& x) { return of_one(mpfr_cbrt, x); }
Multiprecision exp(const Multiprecision& x) { return of_one(mpfr_exp, x); }
Multiprecision log(const Multiprecision& x) { return of_one(mpfr_log, x); }
Multiprecision log2(const Multiprecision& x) { return of_one(mpfr_log2, x); }
Multiprecision log10(const Multiprecision& x) { return of_one(mpfr_log10, x); }
Multiprecision sin(const Multiprecision& x) { return of_one(mpfr_sin, x); }
Multiprecision cos(const Multiprecision& x) { return of_one(mpfr_cos, x); }
Multiprecision tan(const Multiprecision& x) { return of_one(mpfr_tan, x); }
Multiprecision asin(const Multiprecision& x) { return of_one(mpfr_asin, x); }
Multiprecision acos(const Multiprecision& x) { return of_one(mpfr_acos, x); }
Multiprecision atan(const Multiprecision& x) { return of_one(mpfr_atan, x); }
Multiprecision atan2(const Multiprecision& y, const Multiprecision& x) { return of_two(mpfr_atan2, y, x); }
Multiprecision pow(const Multiprecision& base, const Multiprecision& exponent) {
  return of_two(mpfr_pow, base, exponent);
}
Multiprecision hypot(const Multiprecision& x, const Multiprecision& y) { return of_two(mpfr_hypot, x, y); }
Multiprecision floor(const Multiprecision& x) { return of_one(mpfr_rint_floor, x); }
Multiprecision ceil(const Multiprecision& x) { return of_one(mpfr_rint_ceil, x); }
Multiprecision round(const Multiprecision& x) { return of_one(mpfr_rint_round, x); }
Multiprecision ldexp(const Multiprecision& x, int exponent) {
  return result_of(mpfr_mul_2si, static_cast<mpfr_srcptr>(View(x)), static_cast<long>(exponent));
}
bool isfinite(const Multiprecision& x) { return mpfr_number_p(View(x)) != 0; }
bool isnan(const Multiprecision& x) { return mpfr_nan_p(View(x)) != 0; }
bool isinf(const Multiprecision& x) { return mpfr_inf_p(View(x)) != 0; }

}  // namespace oldham

using oldham::Multiprecision;
using Limits = std::numeric_limits<Multiprecision>;

Multiprecision Limits::epsilon() { return ldexp(Multiprecision(1), 1 - digits); }
Multiprecision Limits::infinity() { return Multiprecision(std::numeric_limits<double>::infinity()); }
Multiprecision Limits::quiet_NaN() { return Multiprecision(std::numeric_limits<double>::quiet_NaN()); }
Multiprecision Limits::min() {
  return oldham::written_by([](mpfr_ptr number) {
    mpfr_set_zero(number, 1);
    mpfr_nextabove(number);
  });
}
Multiprecision Limits::max() {
  return oldham::written_by([](mpfr_ptr number) {
    mpfr_set_inf(number, 1);
    mpfr_nextbelow(number);
  });
}
