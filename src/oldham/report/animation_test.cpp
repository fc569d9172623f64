// SPDX-License-Identifier: MIT
#include "oldham/report/animation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "message_of.hpp"
#include "not_a_number.hpp"
#include "oldham/report/animation_data.hpp"
#include "oldham/report/packing.hpp"
#include "unpacked.hpp"

namespace oldham {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

using std::numbers::pi;

Animation::Pose turned(double x, double y, double angle) {
  return {.position = {x, y, 0}, .orientation = {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}};
}

/// A bar that turns about the origin while its centre goes round.
Animation pendulum(int frames = 5) {
  Animation animation{.title = "Pendulum", .planar = true, .down = {0, -9.81, 0}};
  Animation::Body bar{.name = "bar", .lines = {{.points = {{-0.5, 0, 0}, {0.5, 0, 0}}}}};
  for (int i = 0; i < frames; ++i) {
    animation.times.push_back(0.25 * i);
    bar.poses.push_back(turned(0.5 * std::cos(0.1 * i), 0.5 * std::sin(0.1 * i), 0.1 * i));
  }
  animation.bodies = {bar};
  animation.joints = {{.name = "pivot", .second = {.body = 0, .point = {-0.5, 0, 0}}}};
  animation.links = {{.name = "spring", .first = {.point = {0, 1, 0}}, .second = {.body = 0, .point = {0.5, 0, 0}}}};
  animation.traces = {{.name = "tip", .at = {.body = 0, .point = {0.5, 0, 0}}}};
  return animation;
}

/// A rod along x that rises; its director goes from y to z along it.
Animation cable(int frames = 3) {
  Animation animation{.title = "Cable"};
  Animation::Rod rod{.name = "cable", .radius = 0.01, .stations = {0, 0.25, 1}};
  rod.start.kind = Animation::RodEndKind::clamped;
  for (int i = 0; i < frames; ++i) {
    const double z = 0.5 * i;
    animation.times.push_back(0.1 * i);
    rod.shapes.push_back(
        {.nodes = {{0, 0, z}, {0.25, 0, z}, {1, 0, z}}, .directors = {{0, 2, 0}, {0, 1, 1}, {0, 0, 1}}});
    rod.start.forces.push_back({0, 0, -1.0 - i});
  }
  animation.rods = {rod};
  return animation;
}

json json_of(const Animation& animation, std::size_t most = 1000) {
  return json::parse(animation_json(animation, {.max_frames = most}));
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Packing, WritesLittleEndianBytesAsBase64) {
  // 1.0 is 3f800000 in 4 bytes and 3ff0000000000000 in 8
  EXPECT_EQ(packed(std::vector<float>{1.0F}), "AACAPw==");
  EXPECT_EQ(packed(std::vector<float>{1.0F, 1.0F, 1.0F}), "AACAPwAAgD8AAIA/");
  EXPECT_EQ(packed(std::vector<double>{1.0}), "AAAAAAAA8D8=");
  EXPECT_EQ(packed(std::vector<double>{}), "");
  EXPECT_EQ(packed(std::vector<std::int8_t>{127, -1, -128}), "f/+A");  // 7f ff 80
}

TEST(Animation, KeepsTimesAndPosesAsGiven) {
  const Animation animation = pendulum();
  const json data = json_of(animation);
  EXPECT_EQ(unpacked<double>(data["times"]), animation.times);
  const json& motion = data["bodies"][0]["motion"];
  const auto x = unpacked<float>(motion[0]), angle = unpacked<float>(motion[5]);
  ASSERT_EQ(x.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    const double turn = 0.1 * static_cast<double>(i);
    EXPECT_EQ(x[i], static_cast<float>(animation.bodies[0].poses[i].position[0]));
    EXPECT_NEAR(angle[i], turn, 1e-7);  // half a unit in the last place of 0.4 in 4 bytes is 1.5e-8
  }
}

TEST(Animation, StoresACoordinateThatNeverChangesOnce) {
  const json motion = json_of(pendulum())["bodies"][0]["motion"];
  for (const int constant : {2, 3, 4}) EXPECT_EQ(motion[constant], 0);
}

TEST(Animation, TakesEitherQuaternionOfARotation) {
  Animation animation = pendulum(2);
  animation.bodies[0].poses[1] = turned(0, 0, 0.5 * pi);
  const json one = json_of(animation)["bodies"][0]["motion"];
  for (double& part : animation.bodies[0].poses[1].orientation) part *= -3;  // the length does not count either
  EXPECT_EQ(json_of(animation)["bodies"][0]["motion"], one);
  EXPECT_FLOAT_EQ(unpacked<float>(one[5])[1], static_cast<float>(0.5 * pi));
}

TEST(Animation, StoresRodsNodeByNodeFrameByFrame) {
  const json rod = json_of(cable())["rods"][0];
  EXPECT_EQ(rod["stations"], json({0.0, 0.25, 1.0}));
  EXPECT_EQ(unpacked<float>(rod["places"][0]), (std::vector<float>{0, 0.25F, 1, 0, 0.25F, 1, 0, 0.25F, 1}));
  EXPECT_EQ(rod["places"][1], 0);  // never changes
  EXPECT_EQ(unpacked<float>(rod["places"][2]), (std::vector<float>{0, 0, 0, 0.5F, 0.5F, 0.5F, 1, 1, 1}));
  // in 127ths, of unit length: 127/√2 = 89.8
  EXPECT_EQ(rod["directors"][0], 0);
  EXPECT_EQ(unpacked<std::int8_t>(rod["directors"][1]), (std::vector<std::int8_t>{127, 90, 0, 127, 90, 0, 127, 90, 0}));
  EXPECT_EQ(rod["ends"][0]["kind"], "clamped");
  EXPECT_EQ(unpacked<float>(rod["ends"][0]["force"][2]), (std::vector<float>{-1, -2, -3}));
  EXPECT_FALSE(rod["ends"][1].contains("force"));
}

TEST(Animation, LetsFreeEndsOfRodsLeaveTraces) {
  const json traces = json_of(cable())["traces"];
  ASSERT_EQ(traces.size(), 1U);
  EXPECT_EQ(traces[0]["name"], "cable.end");
  EXPECT_EQ(traces[0]["at"], json({{"rod", 0}, {"node", 2}}));
}

TEST(Animation, ThinsFramesOfRodsToo) {
  const json rod = json_of(cable(101), 11)["rods"][0];
  EXPECT_EQ(unpacked<float>(rod["places"][2]).size(), 33U);
  const std::vector<float> force = unpacked<float>(rod["ends"][0]["force"][2]);
  ASSERT_EQ(force.size(), 11U);
  EXPECT_EQ(force[1], -11.0F);
}

TEST(Animation, ThinsFramesEvenlyAndKeepsFirstAndLast) {
  const json data = json_of(pendulum(2001), 101);
  const std::vector<double> times = unpacked<double>(data["times"]);
  ASSERT_EQ(times.size(), 101U);
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], 0.25 * 20 * static_cast<double>(i));
  EXPECT_EQ(unpacked<float>(data["bodies"][0]["motion"][0]).size(), 101U);
  EXPECT_EQ(data["given"], 2001);
  const std::vector<double> two = unpacked<double>(json_of(pendulum(8), 2)["times"]);
  EXPECT_EQ(two, (std::vector<double>{0, 1.75}));
}

TEST(Animation, StaysSmallWithManyBodies) {
  Animation animation;
  for (int i = 0; i < 1000; ++i) animation.times.push_back(i);
  Animation::Body body{.name = "body"};
  for (int i = 0; i < 1000; ++i) {
    const double s = std::sin(i);
    body.poses.push_back({.position = {s, s * s, 1 - s}, .orientation = {1, 0.1 * s, 0.2 * s * s, 0.3 - s}});
  }
  animation.bodies.assign(100, body);
  // 100 bodies × 1000 frames × 6 coordinates × 4 bytes × 4/3 = 3.2 MB
  EXPECT_LT(animation_page(animation).size(), 3'400'000U);
  for (Animation::Pose& pose : body.poses) pose = turned(pose.position[0], pose.position[1], pose.position[2]);
  animation.bodies.assign(100, body);
  EXPECT_LT(animation_page(animation).size(), 1'800'000U);  // half of that in the plane
}

TEST(Animation, LetsNoTextEndItsScript) {
  Animation animation = pendulum();
  animation.title = "</script><script>alert(1)</script> & \"more\" <!--";
  animation.bodies[0].name = "</SCRIPT><b>";
  const std::string page = animation_page(animation);
  EXPECT_EQ(count(page, "</script>"), 2U);  // of the data and of the program
  EXPECT_EQ(count(page, "<!--"), 0U);
  EXPECT_THAT(page,
              HasSubstr("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; \"more\" &lt;!--</title>"));
  EXPECT_THAT(page, Not(HasSubstr("</SCRIPT>")));
  const json data = json_of(animation);
  EXPECT_EQ(data["title"], animation.title);
  EXPECT_EQ(data["bodies"][0]["name"], "</SCRIPT><b>");
}

TEST(Animation, IsOnePageWithEverythingInside) {
  const std::string page = animation_page(pendulum());
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  for (const char* outside : {"http:", "https:", "src=", "href=", "@import", "import("})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  EXPECT_EQ(page, animation_page(pendulum()));
}

TEST(Animation, GivesAnElementThatAPageMayHoldTwice) {
  const std::string fragment = animation_fragment(pendulum());
  EXPECT_TRUE(fragment.starts_with("<div class=\"oldham-animation\">"));
  EXPECT_TRUE(fragment.ends_with("</div>\n"));
  EXPECT_EQ(count(fragment, "<div"), count(fragment, "</div>"));
  EXPECT_THAT(fragment, Not(HasSubstr(" id=")));
  EXPECT_THAT(fragment, Not(HasSubstr("<html")));
}

TEST(Animation, PutsDownWhereGravityPoints) {
  Animation animation = pendulum();
  animation.down = {0, 2, 5};
  EXPECT_EQ(json_of(animation)["down"], json({0.0, 1.0, 0.0}));  // what is planar has no depth
  animation.down = {};
  EXPECT_EQ(json_of(animation)["down"], json({0.0, -1.0, 0.0}));
  animation.planar = false;
  EXPECT_EQ(json_of(animation)["down"], json({0.0, 0.0, -1.0}));
}

TEST(Animation, ShowsASingleFrame) { EXPECT_EQ(unpacked<double>(json_of(pendulum(1))["times"]).size(), 1U); }

TEST(Animation, RefusesWhatCannotBeDrawn) {
  const auto message = [](auto&& spoil) {
    Animation animation = pendulum();
    spoil(animation);
    return message_of([&] { animation_page(animation); });
  };
  EXPECT_THAT(message([](Animation& a) { a.times.clear(); }), HasSubstr("there are no times"));
  EXPECT_THAT(message([](Animation& a) { a.times[2] = a.times[1]; }),
              testing::AllOf(HasSubstr("animation 'Pendulum'"), HasSubstr("time 2 (0.25 s) is not later")));
  EXPECT_THAT(message([](Animation& a) { a.times[4] = nan; }), HasSubstr("give finite times"));
  EXPECT_THAT(message([](Animation& a) { a.bodies[0].poses.pop_back(); }),
              HasSubstr("body 'bar' has 4 poses for 5 times"));
  EXPECT_THAT(message([](Animation& a) { a.bodies[0].poses[3].position[1] = nan; }),
              HasSubstr("body 'bar' has a pose that is not finite at 0.75 s"));
  // finite, but not in 4 bytes
  EXPECT_THAT(message([](Animation& a) { a.bodies[0].poses[3].position[1] = 1e200; }), HasSubstr("not finite at 0.75"));
  EXPECT_THAT(message([](Animation& a) { a.bodies[0].poses[0].orientation = {}; }), HasSubstr("has no orientation"));
  EXPECT_THAT(message([](Animation& a) { a.bodies[0].lines[0].points[0][2] = nan; }), HasSubstr("body 'bar'"));
  EXPECT_THAT(message([](Animation& a) { a.bodies[0].lines[0].width = 0; }), HasSubstr("positive width"));
  EXPECT_THAT(message([](Animation& a) { a.links[0].first.body = 1; }), HasSubstr("link 'spring' is fixed to body 1"));
  EXPECT_THAT(message([](Animation& a) { a.traces[0].at.point[0] = nan; }), HasSubstr("trace 'tip'"));
  EXPECT_THAT(message([](Animation& a) {
                a.joints[0].kind = Animation::JointKind::slide;
                a.joints[0].axis = {};
              }),
              HasSubstr("joint 'pivot' slides along no direction"));
  EXPECT_THAT(message([](Animation& a) { a.down[0] = nan; }), HasSubstr("down"));
  EXPECT_THAT(message_of([] { animation_page(pendulum(), {.max_frames = 1}); }), HasSubstr("allow 2 or more"));
}

TEST(Animation, RefusesRodsThatCannotBeDrawn) {
  const auto message = [](auto&& spoil) {
    Animation animation = cable();
    spoil(animation, animation.rods[0]);
    return message_of([&] { animation_page(animation); });
  };
  using A = Animation;
  EXPECT_THAT(message([](A& a, A::Rod&) { a.planar = true; }),
              testing::AllOf(HasSubstr("rod 'cable' lies in a plane"), HasSubstr("planar = false")));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.radius = -0.01; }), HasSubstr("has a radius of -0.01 m"));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.radius = nan; }), HasSubstr("has a radius of nan m"));
  for (const std::vector<double>& stations :
       {std::vector<double>{}, {0}, {0.1, 0.2, 1}, {0, 0.2, 0.9}, {0, 0, 1}, {0, nan, 0.5}})
    EXPECT_THAT(message([&](A&, A::Rod& rod) { rod.stations = stations; }), HasSubstr("increase from 0 to 1"));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.shapes.pop_back(); }),
              HasSubstr("rod 'cable' has 2 shapes for 3 times"));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.shapes[1].directors.pop_back(); }),
              testing::AllOf(HasSubstr("3 nodes and 2 directors at 0.1 s"), HasSubstr("give 3 of each")));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.shapes[2].nodes[1][0] = nan; }),
              HasSubstr("a node that is not finite at 0.2 s"));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.shapes[2].directors[1] = {}; }), HasSubstr("without a direction"));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.start.forces.pop_back(); }),
              HasSubstr("2 forces of an end for 3 times"));
  EXPECT_THAT(message([](A&, A::Rod& rod) { rod.start.forces[1][1] = 1e200; }),
              HasSubstr("a force that is not finite at 0.1 s"));
}

}  // namespace
}  // namespace oldham
