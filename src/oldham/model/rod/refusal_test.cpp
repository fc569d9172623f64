// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/model/rod/statics.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using testing::HasSubstr;

template <class Change>
std::string refusal(const Change& change) {
  RodDescription description = test::rubber_cable(20);
  change(description);
  return message_of([&] { const Rod<double> rod(description); });
}

TEST(RodDescription, ThatMakesNoSenseIsRefused) {
  EXPECT_THAT(refusal([](RodDescription& d) { d.length = 0; }), HasSubstr("the length is 0"));
  EXPECT_THAT(refusal([](RodDescription& d) { d.length = std::nan(""); }), HasSubstr("the length is nan"));
  EXPECT_THAT(refusal([](RodDescription& d) { d.edges = 0; }), HasSubstr("a rod of 0 edges"));
  EXPECT_THAT(refusal([](RodDescription& d) { d.strain_retardation = -1; }), HasSubstr("a retardation time is -1"));
  EXPECT_THAT(refusal([](RodDescription& d) { d.section = GeneralSection{}; }), HasSubstr("GA or EA is 0"));
  EXPECT_THAT(refusal([](RodDescription& d) { d.section = CircularSection{0.1, 1, 1, 0.7, {}}; }), HasSubstr("0.7"));
  EXPECT_THAT(refusal([](RodDescription& d) { d.start.rotation[0] = {1, 1, 0}; }), HasSubstr("no rotation"));
  EXPECT_THAT(refusal([](RodDescription& d) {
                d.end.rotation = {{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
              }),
              HasSubstr("no rotation"));
  EXPECT_THAT(refusal([](RodDescription& d) { d.natural_curvature = {0, 40, 0}; }), HasSubstr("more edges"));
}

std::string reason(const RodDescription& description) {
  const Rod<double> rod(description);
  std::vector<double> state = rod.natural_state();
  return follow_equilibrium(rod, default_path(rod), state).outcome.reason;
}

/// An edge passes on a moment of E I/l at most; ten edges of this cable would have to pass on more.
TEST(RodStatics, GridTooCoarseForItsMomentsSaysSo) {
  EXPECT_THAT(reason(test::hanging_cable(10)), HasSubstr("take more"));
  EXPECT_EQ(reason(test::hanging_cable(20)), "");
}

TEST(RodStatics, EndThatMakesHalfATurnNeedsAPointBetween) {
  RodDescription description = test::hanging_cable(20);
  description.end.rotation = {{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}};
  EXPECT_THAT(reason(description), HasSubstr("half a turn"));
}

}  // namespace
}  // namespace oldham::rod
