// SPDX-License-Identifier: MIT
#include "oldham/subsystem/matrix_exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

TEST(MatrixExponential, OfARotationIsSineAndCosine) {
  const double angle = 7.5;
  const auto E = matrix_exponential<double>({0, angle, -angle, 0}, 2);
  // five squarings each double the rounding of the series: 32 · 8 ulp
  EXPECT_NEAR(E[0], std::cos(angle), 6e-14);
  EXPECT_NEAR(E[1], std::sin(angle), 6e-14);
  EXPECT_NEAR(E[2], -std::sin(angle), 6e-14);
}

TEST(MatrixExponential, KeepsItsDigitsForAStiffOscillator) {
  // entries 1 and −1e8 with eigenvalues ±1e4 i: unbalanced, the scaling would square 27 times instead of 14
  const double w = 1e4;
  const auto E = matrix_exponential<double>({0, 1, -w * w, 0}, 2);
  EXPECT_NEAR(E[0], std::cos(w), 2e-11);  // the argument 1e4 itself is known to 1e-12
  EXPECT_NEAR(E[1] * w, std::sin(w), 2e-11);
}

TEST(MatrixExponential, OfZeroIsTheIdentity) {
  EXPECT_EQ(matrix_exponential<double>({0, 0, 0, 0}, 2), (std::vector<double>{1, 0, 0, 1}));
}

TEST(Propagator, IntegratesPolynomialInputsOfTheSingleIntegrator) {
  // x' = u with u = θ^p over h: x(h) = h/(p + 1)
  const auto P = compute_propagator<double>({0}, {1}, 1, 1, 0.5, 3);
  EXPECT_DOUBLE_EQ(P.phi[0], 1);
  for (int p = 0; p <= 3; ++p) EXPECT_NEAR(P.gamma[p], 0.5 / (p + 1), 1e-16);
}

TEST(Propagator, KeepsTheDigitsOfEveryAnswerHoweverShortTheStep) {
  // x'' = u with u = θ^p over h: x(h) = h²/((p + 1)(p + 2)), far below 1 and yet all that moves a position
  for (double h : {1e-2, 1e-5, 1e-9}) {
    const auto P = compute_propagator<double>({0, 1, -100, -10}, {0, 1}, 2, 1, h, 3);
    const auto exact = compute_propagator<Multiprecision>(
        {Multiprecision(0), Multiprecision(1), Multiprecision(-100), Multiprecision(-10)},
        {Multiprecision(0), Multiprecision(1)}, 2, 1, Multiprecision(h), 3);
    for (std::size_t i = 0; i < P.gamma.size(); ++i)
      EXPECT_NEAR(P.gamma[i] / to_double(exact.gamma[i]), 1, 1e-13) << h << " " << i;  // a series of twenty roundings
  }
}

TEST(Propagator, AgreesWithTheClosedFormOfARelaxation) {
  // x' = −a x + u: ∫ e^{−a(h−τ)} dτ = (1 − e^{−ah})/a and ∫ e^{−a(h−τ)} τ/h dτ = (ah − 1 + e^{−ah})/(a² h)
  const double a = 3, h = 0.7, e = std::exp(-a * h);
  const auto P = compute_propagator<double>({-a}, {1}, 1, 1, h, 1);
  EXPECT_NEAR(P.phi[0], e, 1e-16);
  EXPECT_NEAR(P.gamma[0], (1 - e) / a, 2e-16);
  EXPECT_NEAR(P.gamma[1], (a * h - 1 + e) / (a * a * h), 4e-16);
}

TEST(Propagator, IsExactInEveryDigitOfMultiprecision) {
  using T = Multiprecision;
  const T a = 3, h = T(7) / 10, e = exp(T(-a * h));
  const auto P = compute_propagator<T>({-a}, {T(1)}, 1, 1, h, 1);
  EXPECT_LT(to_double(T(abs(T(P.phi[0] - e)))), 1e-155);
  EXPECT_LT(to_double(T(abs(T(P.gamma[1] - (a * h - 1 + e) / (a * a * h))))), 1e-155);
}

}  // namespace
}  // namespace oldham
