// SPDX-License-Identifier: MIT

// Models exist in multiprecision too, for verdicts; an FMU is run in double precision only. The functions of that
// library are called by nobody here, except to set up constants that nobody reads: they do nothing, and the library,
// which cannot become part of a shared one, stays out.

#define OLDHAM_ABSENT(name) \
  extern "C" int name() { return 0; }

OLDHAM_ABSENT(mpfr_abs)
OLDHAM_ABSENT(mpfr_acos)
OLDHAM_ABSENT(mpfr_add)
OLDHAM_ABSENT(mpfr_asin)
OLDHAM_ABSENT(mpfr_atan)
OLDHAM_ABSENT(mpfr_atan2)
OLDHAM_ABSENT(mpfr_cbrt)
OLDHAM_ABSENT(mpfr_cmp3)
OLDHAM_ABSENT(mpfr_cos)
OLDHAM_ABSENT(mpfr_div)
OLDHAM_ABSENT(mpfr_exp)
OLDHAM_ABSENT(mpfr_get_d)
OLDHAM_ABSENT(mpfr_hypot)
OLDHAM_ABSENT(mpfr_log)
OLDHAM_ABSENT(mpfr_log10)
OLDHAM_ABSENT(mpfr_log2)
OLDHAM_ABSENT(mpfr_mul)
OLDHAM_ABSENT(mpfr_mul_2si)
OLDHAM_ABSENT(mpfr_neg)
OLDHAM_ABSENT(mpfr_nextabove)
OLDHAM_ABSENT(mpfr_nextbelow)
OLDHAM_ABSENT(mpfr_number_p)
OLDHAM_ABSENT(mpfr_pow)
OLDHAM_ABSENT(mpfr_rint_ceil)
OLDHAM_ABSENT(mpfr_rint_floor)
OLDHAM_ABSENT(mpfr_rint_round)
OLDHAM_ABSENT(mpfr_set_d)
OLDHAM_ABSENT(mpfr_set_inf)
OLDHAM_ABSENT(mpfr_set_nan)
OLDHAM_ABSENT(mpfr_set_si)
OLDHAM_ABSENT(mpfr_set_str)
OLDHAM_ABSENT(mpfr_set_ui)
OLDHAM_ABSENT(mpfr_set_zero)
OLDHAM_ABSENT(mpfr_sin)
OLDHAM_ABSENT(mpfr_snprintf)
OLDHAM_ABSENT(mpfr_sqrt)
OLDHAM_ABSENT(mpfr_sub)
OLDHAM_ABSENT(mpfr_tan)
OLDHAM_ABSENT(mpfr_unordered_p)
