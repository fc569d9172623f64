// SPDX-License-Identifier: MIT
#include "oldham/interface/bushing.hpp"

#include <gtest/gtest.h>

#include <array>

namespace oldham {
namespace {

// two directions that act on each other
const Bushing<double> bushing(2, {100, 5, -5, 200}, {1, 0.25, 0.5, 2});

TEST(Bushing, PullsTheSecondPointTowardsTheFirst) {
  // p_a = (3, 1), ṗ_a = (10, 0), p_b = (1, 2), ṗ_b = (0, 4): apart (2, −1), growing by (10, −4)
  const std::array<double, 8> y = {3, 10, 1, 0, 1, 0, 2, 4};
  std::array<double, 2> w{};
  bushing.evaluate(y.data(), w.data());
  EXPECT_DOUBLE_EQ(w[0], 100 * 2 + 5 * -1 + 1 * 10 + 0.25 * -4);
  EXPECT_DOUBLE_EQ(w[1], -5 * 2 + 200 * -1 + 0.5 * 10 + 2 * -4);
}

TEST(Bushing, TellsItsOwnDerivative) {
  ASSERT_EQ(bushing.argument_count(), 8);
  std::array<double, 16> J{};
  bushing.jacobian(nullptr, J.data());
  for (int a = 0; a < 8; ++a) {
    std::array<double, 8> y{};
    y[a] = 1;  // exact: the law is linear and zero at zero
    std::array<double, 2> w{};
    bushing.evaluate(y.data(), w.data());
    for (int v = 0; v < 2; ++v) EXPECT_EQ(J[8 * v + a], w[v]) << v << ' ' << a;
  }
}

}  // namespace
}  // namespace oldham
