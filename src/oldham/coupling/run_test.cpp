// SPDX-License-Identifier: MIT
#include "oldham/coupling/run.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

TEST(Run, AStepThatDividesTheEndGivesWholeSteps) {
  const RunSettings settings{.start = 0, .end = 1, .step = 0.1};  // ten times 0.1 is not 1 in binary
  EXPECT_EQ(step_count(settings), 10);
  EXPECT_EQ(communication_point(settings, 10), 1.0);
}

TEST(Run, AStepThatDoesNotDivideTheEndIsFollowedByAShorterOne) {
  const RunSettings settings{.start = 0, .end = 1, .step = 0.3};
  EXPECT_EQ(step_count(settings), 4);
  EXPECT_DOUBLE_EQ(communication_point(settings, 3), 0.9);
  EXPECT_EQ(communication_point(settings, 4), 1.0);
}

TEST(Run, AStepLongerThanTheRunIsCutToIt) {
  EXPECT_EQ(step_count({.start = 0, .end = 0.5, .step = 1}), 1);
  EXPECT_EQ(communication_point({.start = 0, .end = 0.5, .step = 1}, 1), 0.5);
}

}  // namespace
}  // namespace oldham
