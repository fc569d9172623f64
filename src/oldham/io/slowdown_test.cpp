// SPDX-License-Identifier: MIT
#include "oldham/io/slowdown.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

TEST(Slowdown, IsTheTimeWithWaitingByTheTimeWithout) {
  EXPECT_DOUBLE_EQ(slowdown_from("2000000000 3000000000 17\n"), 2.5);
  EXPECT_DOUBLE_EQ(slowdown_from("2000000000 0 17\n"), 1);
}

TEST(Slowdown, IsNoneWhereNothingIsKnown) {
  EXPECT_DOUBLE_EQ(slowdown_from(""), 1);
  EXPECT_DOUBLE_EQ(slowdown_from("none"), 1);
  EXPECT_DOUBLE_EQ(slowdown_from("1000 999999 1\n"), 1);  // a microsecond tells nothing
  EXPECT_DOUBLE_EQ(read_slowdown("/nowhere/schedstat"), 1);
}

TEST(Slowdown, IsToldOfThisThread) { EXPECT_GE(read_slowdown(schedstat_file()), 1); }

}  // namespace
}  // namespace oldham
