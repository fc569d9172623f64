// SPDX-License-Identifier: MIT
#include "oldham/analysis/crossing_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

TEST(CrossingFit, FindsWhereAPowerOfTheStepIsOne) {
  std::vector<StepRadius> values;
  for (int n = -4; n <= 4; ++n) values.push_back({0.02 * (1 + 0.01 * n), std::pow(1 + 0.01 * n, 0.3)});
  const auto found = fit_crossing(values);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->step, 0.02, 1e-14);  // ln ρ = 0.3 ln(H / 0.02) is a line
  EXPECT_LT(found->error, 1e-14);
}

TEST(CrossingFit, TellsItsErrorByTheScatter) {
  // ± 0.003 in turn about a line with a slope of 0.3: 1 % each, of ten values 0.3 %
  std::vector<StepRadius> values;
  for (int n = 0; n < 10; ++n) {
    const double x = 0.01 * (n - 4.5);
    values.push_back({0.02 * std::exp(x), std::exp(0.3 * x + (n % 2 == 0 ? 3e-3 : -3e-3))});
  }
  const auto found = fit_crossing(values);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->error, 0.02 * 0.01 / std::sqrt(8.0), 0.05 * found->error);  // ten values less two unknowns
  EXPECT_NEAR(found->step, 0.02, 2 * found->error);
}

TEST(CrossingFit, IsNoneOutsideOfTheValuesOrOfFewOfThem) {
  std::vector<StepRadius> values;
  for (int n = 0; n < 9; ++n) values.push_back({0.02 + 1e-3 * n, 0.5 + 0.01 * n});
  EXPECT_FALSE(fit_crossing(values));
  EXPECT_FALSE(fit_crossing({{1, 0.9}, {2, 1.1}}));
}

}  // namespace
}  // namespace oldham
