// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/stop_time.hpp"

#include <gtest/gtest.h>

namespace oldham::fmi {
namespace {

// 4999 · 2·10⁻⁵ + 2·10⁻⁵ is more than 0.1 in binary numbers
constexpr double H = 2e-5, begin = 4999 * H;

TEST(StopTime, IsNotPassedByARounding) {
  ASSERT_GT(begin + H, 0.1);
  EXPECT_EQ(within_stop(0.1, begin + H), 0.1);
  const double length = length_within_stop(0.1, begin, H);
  EXPECT_LE(begin + length, 0.1);
  EXPECT_NEAR(length, H, 1e-16);
}

TEST(StopTime, LeavesEveryOtherStepAsItIs) {
  EXPECT_EQ(length_within_stop(0.1, 0.05, H), H);
  EXPECT_EQ(length_within_stop({}, begin, H), H);
  EXPECT_EQ(length_within_stop(0.1, 0.1, H), H);  // who goes on behind the end means it
  EXPECT_EQ(within_stop(0.1, 0.1 + 1e-12), 0.1 + 1e-12);
  EXPECT_EQ(length_within_stop(0.0, -H, H), H);
}

}  // namespace
}  // namespace oldham::fmi
