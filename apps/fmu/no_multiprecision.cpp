// SPDX-License-Identifier: MIT

// Models exist in multiprecision too, for verdicts; an FMU is run in double precision only. The functions of that
// library are called by nobody here, except to set up constants that nobody reads: they do nothing, and the library,
// which cannot become part of a shared one, stays out.

#define OLDHAM_ABSENT(name) \
  extern "C" int name() { return 0; }

OLDHAM_ABSENT(mpfr_acos)
OLDHAM_ABSENT(mpfr_add)
OLDHAM_ABSENT(mpfr_add_ui)
OLDHAM_ABSENT(mpfr_atan2)
OLDHAM_ABSENT(mpfr_cbrt)
OLDHAM_ABSENT(mpfr_cmp3)
OLDHAM_ABSENT(mpfr_cmp_si_2exp)
OLDHAM_ABSENT(mpfr_cos)
OLDHAM_ABSENT(mpfr_div)
OLDHAM_ABSENT(mpfr_div_2ui)
OLDHAM_ABSENT(mpfr_div_ui)
OLDHAM_ABSENT(mpfr_exp)
OLDHAM_ABSENT(mpfr_fits_ulong_p)
OLDHAM_ABSENT(mpfr_free_cache)
OLDHAM_ABSENT(mpfr_get_d)
OLDHAM_ABSENT(mpfr_get_emax)
OLDHAM_ABSENT(mpfr_get_emin)
OLDHAM_ABSENT(mpfr_get_ui)
OLDHAM_ABSENT(mpfr_integer_p)
OLDHAM_ABSENT(mpfr_mul)
OLDHAM_ABSENT(mpfr_mul_2ui)
OLDHAM_ABSENT(mpfr_mul_ui)
OLDHAM_ABSENT(mpfr_neg)
OLDHAM_ABSENT(mpfr_pow)
OLDHAM_ABSENT(mpfr_set4)
OLDHAM_ABSENT(mpfr_set_d)
OLDHAM_ABSENT(mpfr_set_inf)
OLDHAM_ABSENT(mpfr_set_nan)
OLDHAM_ABSENT(mpfr_set_si)
OLDHAM_ABSENT(mpfr_set_str)
OLDHAM_ABSENT(mpfr_set_ui)
OLDHAM_ABSENT(mpfr_sin)
OLDHAM_ABSENT(mpfr_sqr)
OLDHAM_ABSENT(mpfr_sqrt)
OLDHAM_ABSENT(mpfr_sub)
OLDHAM_ABSENT(mpfr_sub_ui)
OLDHAM_ABSENT(mpfr_tan)
OLDHAM_ABSENT(mpfr_ui_div)
