// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/conversion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"

namespace oldham::fmi::ssp {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

NamedUnit named(const std::string& name) { return {name, parse_unit(name)}; }

TEST(SspConversion, FollowsUnits) {
  std::vector<std::string> notes;
  const auto between = [&](const NamedUnit& from, const NamedUnit& to) {
    return unit_conversion(from, to, "x", notes);
  };
  EXPECT_DOUBLE_EQ(between(named("km/h"), named("m/s"))(36), 10);
  EXPECT_DOUBLE_EQ(between(named("degC"), named("degF"))(100), 212);
  EXPECT_TRUE(between(named("mm"), named("mm")).is_identity()) << "not even rounded";
  EXPECT_TRUE(between({}, named("mm")).is_identity());
  EXPECT_TRUE(between(named("mm"), {}).is_identity());
  // the radian is a unit for some tools and none for others
  EXPECT_DOUBLE_EQ(between(named("rpm"), named("1/s"))(60), 2 * M_PI);
  EXPECT_THAT(notes, SizeIs(0));
  EXPECT_TRUE(between({"furlong", {}}, named("m")).is_identity());
  EXPECT_TRUE(between(named("m"), {"furlong", {}}).is_identity());
  EXPECT_TRUE(between({"smoot", {}}, {"smoot", {}}).is_identity());
  EXPECT_THAT(notes, SizeIs(1)) << "once for every unit";
  EXPECT_THAT(message_of([&] { between(named("m"), named("rad")); }),
              HasSubstr("x: 'm' (m) cannot be converted to 'rad'"));
}

TEST(SspConversion, IsChained) {
  const Conversion doubled{.scale = 2, .offset = 1}, third{.scale = 3, .offset = -1};
  EXPECT_EQ(chained(doubled, third, "x")(5), 32);
  const Conversion first{.table = {{1, 2}, {3, 4}}}, second{.table = {{2, 7}, {5, 6}}};
  const Conversion both = chained(first, second, "x");
  for (const auto& [from, to] : {std::pair(1., 7.), {3., 4.}, {2., 7.}, {5., 6.}, {9., 9.}})
    EXPECT_EQ(both(from), to) << from;
  EXPECT_EQ(chained(first, doubled, "x")(1), 5);
  EXPECT_THROW(chained(doubled, first, "x"), Error);
}

}  // namespace
}  // namespace oldham::fmi::ssp
