// SPDX-License-Identifier: MIT
#include "oldham/subsystem/linear_subsystem.hpp"

#include <gtest/gtest.h>

#include <array>

#include "black_box.hpp"

namespace oldham {
namespace {

TEST(LinearSubsystem, HasEqualSnapshotsInEqualStatesWhateverTheNumberOfSteps) {
  // a state that stays where it is, and an input that no output shows
  const LinearEquations<double> still{{0}, {0}, {1}, {0}, {3}};
  LinearSubsystem<double> subsystem("it", plain_boundary(1, 1, false), still);
  const std::array<double, 2> ends = {0, 1};
  const double u = 5;
  subsystem.initialize(0);
  subsystem.apply_inputs(std::span(&u, 1));
  std::array<Snapshot<double>, 3> after;
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(subsystem.advance({0.1 * k, 0.1}, {1, 0, ends, &u}).is_accepted());
    subsystem.save(after[k]);
    EXPECT_EQ(after[k].values, after[0].values) << k;
  }
}

}  // namespace
}  // namespace oldham
