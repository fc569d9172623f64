// SPDX-License-Identifier: MIT
#include "oldham/core/counted.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

TEST(Counted, OneIsSingular) {
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(std::size_t{12}, "power bond"), "12 power bonds");
}

}  // namespace
}  // namespace oldham
