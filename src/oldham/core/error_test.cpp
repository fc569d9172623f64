// SPDX-License-Identifier: MIT
#include "oldham/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oldham {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NearMisses, AreSlipsAndWordsThatContainTheWord) {
  EXPECT_THAT(near_misses("ordre", {"order", "step", "border"}), ElementsAre("order", "border"));
  EXPECT_THAT(near_misses("step", {"micro_step", "stop", "inner_micro_step"}),
              ElementsAre("stop", "micro_step", "inner_micro_step"));
  EXPECT_THAT(near_misses("x", {"velocity"}), IsEmpty());
}

TEST(NearMisses, AreNotLookedForInWholePages) {
  // counting the edits of these would take hours
  const std::string page(1'000'000, 'a');
  EXPECT_THAT(near_misses(page, {std::string(1'000'000, 'b'), "a"}), IsEmpty());
  EXPECT_THAT(near_misses("aaa", {page}), ElementsAre(page));
}

}  // namespace
}  // namespace oldham
