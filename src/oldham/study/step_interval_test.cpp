// SPDX-License-Identifier: MIT
#include "oldham/study/step_interval.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

TEST(StepInterval, IsTheOneThatHoldsTheStep) {
  LargestStep found;
  found.largest_stable_step = 3e-4;
  found.crossings = {{3e-4, true}, {3e-3, false}, {5e-2, true}};
  const std::vector<StepInterval> all = step_intervals(found, {1e-4, 1, 40});
  ASSERT_EQ(all.size(), 4u);
  const std::optional<StepInterval> about = interval_about(0.01, all);
  ASSERT_TRUE(about);
  EXPECT_TRUE(about->stable);
  EXPECT_EQ(about->from, 3e-3);
  EXPECT_EQ(about->to, 5e-2);
  EXPECT_FALSE(interval_about(1e-3, all)->stable);
  EXPECT_FALSE(interval_about(0.5, all)->stable);
  EXPECT_FALSE(interval_about(2, all)) << "beyond the scan";
}

TEST(StepInterval, IsTheWholeScanWithoutCrossings) {
  LargestStep stable, unstable;
  stable.largest_stable_step = 1;
  stable.stable_throughout = true;
  EXPECT_TRUE(interval_about(0.01, step_intervals(stable, {1e-4, 1, 40}))->stable);
  EXPECT_FALSE(interval_about(0.01, step_intervals(unstable, {1e-4, 1, 40}))->stable);
  unstable.is_left_open = true;
  EXPECT_FALSE(interval_about(0.01, step_intervals(unstable, {1e-4, 1, 40})));
}

}  // namespace
}  // namespace oldham
