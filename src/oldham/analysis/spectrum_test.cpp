// SPDX-License-Identifier: MIT
#include "oldham/analysis/spectrum.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

TEST(Spectrum, OfACompanionMatrixAreTheRootsOfItsPolynomial) {
  // (μ − 2)(μ² + 9) = μ³ − 2μ² + 9μ − 18
  const auto all = compute_eigenvalues<double>({2, -9, 18, 1, 0, 0, 0, 1, 0}, 3);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NEAR(all[0].modulus(), 3, 1e-13);
  EXPECT_NEAR(all[1].modulus(), 3, 1e-13);
  EXPECT_NEAR(all[0].imaginary, -all[1].imaginary, 1e-13);
  EXPECT_NEAR(all[2].real, 2, 1e-13);
}

TEST(Spectrum, OfABadlyScaledMatrixIsFoundAfterBalancing) {
  // similar to diag(1, 0.5) plus coupling, by D = diag(1, 1e12)
  const auto all = compute_eigenvalues<double>({1, 1e-12, 1e11, 0.5}, 2);
  // μ² − 1.5 μ + 0.5 − 0.1 = 0
  EXPECT_NEAR(all[0].real, 0.75 + std::sqrt(0.5625 - 0.4), 1e-14);
}

TEST(Spectrum, OfAShiftRegisterIsExactlyZeroBesideItsRoots) {
  // x' = x/2 + y, y' = x/4 with a memory of three past values of x: a Jordan block of zeros, of which an iteration
  // would make eps^{1/3}
  const auto all = compute_eigenvalues<double>({0.5,  1, 0, 0, 0,  //
                                                0.25, 0, 0, 0, 0,  //
                                                1,    0, 0, 0, 0,  //
                                                0,    0, 1, 0, 0,  //
                                                0,    0, 0, 1, 0},
                                               5);
  ASSERT_EQ(all.size(), 5u);
  // μ² − μ/2 − 1/4 = 0
  EXPECT_NEAR(all[0].real, (1 + std::sqrt(5)) / 4, 1e-15);
  EXPECT_NEAR(all[1].real, (1 - std::sqrt(5)) / 4, 1e-15);
  for (int i : {2, 3, 4}) EXPECT_EQ(all[i].modulus(), 0);
  // a triangular matrix has nothing but its diagonal
  EXPECT_EQ(compute_eigenvalues<double>({3, 0, 0, 5, -7, 0, 1, 2, 0.1}, 3)[0].real, -7);
}

TEST(Spectrum, InMultiprecisionHasAllItsDigits) {
  // golden ratio
  const auto all = compute_eigenvalues<Multiprecision>({1, 1, 1, 0}, 2);
  const Multiprecision golden = (1 + sqrt(Multiprecision(5))) / 2;
  EXPECT_LT(to_double(Multiprecision(abs(Multiprecision(all[0].real - golden)))), 1e-155);
}

TEST(Spectrum, RefusesEntriesThatAreNotFinite) {
  EXPECT_THROW(compute_eigenvalues<double>({std::numeric_limits<double>::quiet_NaN()}, 1), Error);
}

TEST(Spectrum, OfAnEmptyMapHasRadiusZero) { EXPECT_EQ(spectral_radius(compute_eigenvalues<double>({}, 0)), 0); }

}  // namespace
}  // namespace oldham
