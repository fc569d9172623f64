// SPDX-License-Identifier: MIT
#include "oldham/signal/polynomial_fit.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace oldham {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

const std::vector<double> theta = {0, 0.1, 0.35, 0.65, 0.9, 1};

template <class Function>
std::vector<double> sample(const Function& f) {
  std::vector<double> samples;
  for (const double at : theta)
    for (const double value : f(at)) samples.push_back(value);
  return samples;
}

TEST(PolynomialFit, FindsThePolynomialAndItsDegree) {
  std::vector<double> c;
  const auto f = [](double s) { return std::vector<double>{1 - 2 * s + 3 * s * s, 5 + 7 * s}; };
  EXPECT_EQ(fit_polynomials(theta, sample(f), c), 2);
  const double e = 1e-12;  // second differences over a tenth make eighty times of the rounding of 12
  EXPECT_THAT(c, ElementsAre(DoubleNear(1, e), DoubleNear(5, e), DoubleNear(-2, e), DoubleNear(7, e), DoubleNear(3, e),
                             DoubleNear(0, e)));
}

TEST(PolynomialFit, LeavesWhatDoesNotChangeAsItIs) {
  std::vector<double> c;
  const double odd = 0.1 + 0.2;
  EXPECT_EQ(fit_polynomials(theta, sample([&](double) { return std::vector<double>{odd, 1e300, 0}; }), c), 0);
  EXPECT_THAT(c, ElementsAre(odd, 1e300, 0));
}

TEST(PolynomialFit, PassesThroughSamplesOfAnything) {
  std::vector<double> c;
  const auto f = [](double s) { return std::vector<double>{s < 0.5 ? 0.0 : 1.0}; };
  EXPECT_EQ(fit_polynomials(theta, sample(f), c), 5);
  for (const double at : theta) {
    double value = 0;
    for (std::size_t p = c.size(); p-- > 0;) value = value * at + c[p];
    EXPECT_NEAR(value, f(at)[0], 1e-12) << at;  // coefficients reach a hundred, of which rounding is left
  }
}

TEST(PolynomialFit, TakesASingleSampleAndNoInputs) {
  std::vector<double> c;
  const double zero = 0, two = 2;
  EXPECT_EQ(fit_polynomials({&zero, 1}, {&two, 1}, c), 0);
  EXPECT_THAT(c, ElementsAre(2));
  EXPECT_EQ(fit_polynomials(theta, {}, c), 0);
  EXPECT_TRUE(c.empty());
}

}  // namespace
}  // namespace oldham
