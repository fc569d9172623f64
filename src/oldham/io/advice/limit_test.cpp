// SPDX-License-Identifier: MIT
#include "oldham/io/advice/limit.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace oldham::advice {
namespace {

Limit limit_of(double largest) {
  Limit limit;
  limit.is_predicted = true;
  limit.largest = largest;
  return limit;
}

TEST(Limit, TheSmallestAlongARunHoldsAndUpToTheLargestItIsTooCloseToCall) {
  Limit limit = limit_of(3e-3);
  limit.is_whole_range = true;
  narrow(limit, {.smallest = 1e-3, .largest = 5e-3, .time_of_smallest = 2, .is_complete = true});
  EXPECT_EQ(limit.largest, 1e-3);
  EXPECT_EQ(limit.undecided_to, 5e-3);
  EXPECT_FALSE(limit.is_whole_range);
  EXPECT_FALSE(limit.is_local);

  Limit first_is_smallest = limit_of(1e-3);
  narrow(first_is_smallest, {.smallest = 2e-3, .largest = 4e-3});
  EXPECT_EQ(first_is_smallest.largest, 1e-3);
  EXPECT_EQ(first_is_smallest.undecided_to, 4e-3);
}

TEST(Limit, OneThatStaysTheSameLeavesNothingOpen) {
  Limit limit = limit_of(2e-3);
  narrow(limit, {.smallest = 1.99e-3, .largest = 2e-3});
  EXPECT_EQ(limit.largest, 1.99e-3);
  EXPECT_FALSE(limit.undecided_to);

  Limit alone = limit_of(2e-3);
  narrow(alone, {});  // time ran out before any was found
  EXPECT_TRUE(alone.is_local);
  EXPECT_EQ(alone.largest, 2e-3);
  EXPECT_FALSE(alone.undecided_to);
}

TEST(Limit, ARunThatFailsBelowItPutsItInDoubt) {
  Limit limit = limit_of(19e-3);
  doubt(limit, 5e-3, 10e-3);
  EXPECT_EQ(limit.largest, 5e-3);
  EXPECT_EQ(limit.undecided_to, 19e-3);
  EXPECT_NE(limit.undecided_because.find("0.01 s"), std::string::npos);

  Limit none_ran = limit_of(19e-3);
  doubt(none_ran, {}, 10e-3);
  EXPECT_FALSE(none_ran.largest);
  EXPECT_EQ(none_ran.undecided_to, 19e-3);
}

TEST(Limit, RunsThatFailBeyondItSayNothingNew) {
  Limit limit = limit_of(19e-3);
  doubt(limit, 5e-3, 20e-3);
  doubt(limit, 15e-3, std::numeric_limits<double>::infinity());
  EXPECT_EQ(limit.largest, 19e-3);
  EXPECT_FALSE(limit.undecided_to);
}

}  // namespace
}  // namespace oldham::advice
