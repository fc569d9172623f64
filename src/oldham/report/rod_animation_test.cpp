// SPDX-License-Identifier: MIT
#include "oldham/report/rod_animation.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "message_of.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;
using Vector = Animation::Vector;

using std::numbers::pi;

rod::RodDescription description(int edges) {
  rod::RodDescription rod;
  rod.name = "cable";
  rod.edges = edges;
  rod.section =
      rod::CircularSection{.radius = 0.02, .density = 1000, .young = 1e6, .poisson = 0.5, .shear_correction = {}};
  rod.start.kind = rod::EndKind::clamped;
  return rod;
}

/// A curve of length 1 in the plane of x and z, by the angle of its tangent at s and t, with directors that are
/// twisted by another angle.
struct Shape {
  std::function<double(double s, double t)> angle = [](double, double) { return 0.0; };
  std::function<double(double s, double t)> twist = [](double, double) { return 0.0; };
};

/// What a rod of this shape publishes, its start clamped.
Table results(int edges, const Shape& shape, const std::vector<double>& times = {0, 0.1, 0.2}) {
  Table table;
  table.time = times;
  const auto add = [&](const std::string& name) -> std::vector<double>& {
    table.header.push_back({"cable." + name, ""});
    return table.columns.emplace_back(times.size());
  };
  table.columns.reserve(static_cast<std::size_t>(7 * edges + 6));
  for (const char* axis : {"x", "y", "z"}) {
    std::vector<double>& force = add(fmt::format("start.{}.force", axis));
    for (std::size_t row = 0; row < times.size(); ++row) force[row] = static_cast<double>(row) + axis[0];
  }
  std::vector<double> x(times.size()), z(times.size());
  const double l = 1.0 / edges;
  for (int n = 0; n <= edges; ++n) {
    add(fmt::format("node{}.x", n)) = x;
    add(fmt::format("node{}.y", n));
    add(fmt::format("node{}.z", n)) = z;
    for (std::size_t row = 0; row < times.size(); ++row) {
      const double angle = shape.angle((n + 0.5) * l, times[row]);
      x[row] += l * std::cos(angle);
      z[row] += l * std::sin(angle);
    }
  }
  // a turn about x is one about the rod where that lies along x
  for (int e = 0; e < edges; ++e)
    for (int i = 0; i < 4; ++i) {
      std::vector<double>& q = add(fmt::format("edge{}.q{}", e, i));
      for (std::size_t row = 0; row < times.size(); ++row) {
        // first d₁ = −z and d₃ = x, then the twist: (cos, sin, 0, 0) ∘ (1, 0, 1, 0)/√2
        const double half = shape.twist((e + 0.5) * l, times[row]) / 2;
        const std::array<double, 4> turned{std::cos(half), std::sin(half), std::cos(half), std::sin(half)};
        q[row] = turned[static_cast<std::size_t>(i)] * std::sqrt(0.5);
      }
    }
  return table;
}

Animation animation_of(const rod::RodDescription& rod, const Table& table) {
  Animation animation;
  animation.times = table.time;
  add_rods({rod}, table, animation);
  return animation;
}

TEST(RodAnimation, TakesNodesDirectorsAndForcesFromTheResults) {
  rod::RodDescription rod = description(4);
  rod.gravity = {0, 9.81, 0};
  const Animation animation = animation_of(rod, results(4, {.twist = [](double s, double) { return s; }}));
  EXPECT_FALSE(animation.planar);
  EXPECT_EQ(animation.down, (Vector{0, 9.81, 0}));
  ASSERT_EQ(animation.rods.size(), 1U);
  const Animation::Rod& shown = animation.rods[0];
  EXPECT_EQ(shown.name, "cable");
  EXPECT_EQ(shown.radius, 0.02);
  EXPECT_EQ(shown.stations, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  ASSERT_EQ(shown.shapes.size(), 3U);
  EXPECT_EQ(shown.shapes[1].nodes[3], (Vector{0.75, 0, 0}));
  // at a node half way between the edges, at the ends that of the edge; −z turned by φ about x is (0, sin φ, −cos φ)
  const std::vector<double> twists{0.125, 0.25, 0.5, 0.75, 0.875};
  for (std::size_t n = 0; n < 5; ++n) {
    EXPECT_NEAR(shown.shapes[2].directors[n][0], 0, 1e-15);  // roundings of numbers below 1
    EXPECT_NEAR(shown.shapes[2].directors[n][1], std::sin(twists[n]), 1e-15);
    EXPECT_NEAR(shown.shapes[2].directors[n][2], -std::cos(twists[n]), 1e-15);
  }
  EXPECT_EQ(shown.start.kind, Animation::RodEndKind::clamped);
  EXPECT_TRUE(shown.start.on_ground);
  ASSERT_EQ(shown.start.forces.size(), 3U);
  EXPECT_EQ(shown.start.forces[2], (Vector{2.0 + 'x', 2.0 + 'y', 2.0 + 'z'}));
  EXPECT_EQ(shown.end.kind, Animation::RodEndKind::free);
  EXPECT_TRUE(shown.end.forces.empty());
}

TEST(RodAnimation, KnowsWhatMovesAnEndAndHowThickASectionIs) {
  rod::RodDescription rod = description(4);
  rod.start.kind = rod::EndKind::hinged;
  rod.start.driven = true;
  // ρI = ρA r²/4 with r = 0.01
  rod.section = rod::GeneralSection{{1, 1, 1}, {1, 1, 1}, 2, {5e-5, 5e-5, 1e-4}};
  const Animation::Rod shown = animation_of(rod, results(4, {})).rods[0];
  EXPECT_EQ(shown.start.kind, Animation::RodEndKind::hinged);
  EXPECT_FALSE(shown.start.on_ground);
  EXPECT_DOUBLE_EQ(shown.radius, 0.01);
  // an inertia that no such rod has
  rod.section = rod::GeneralSection{{1, 1, 1}, {1, 1, 1}, 2, {5, 5, 10}};
  EXPECT_EQ(animation_of(rod, results(4, {})).rods[0].radius, 0.05);
}

std::size_t kept(int edges, const Shape& shape) {
  return animation_of(description(edges), results(edges, shape)).rods[0].stations.size() - 1;
}

/// A straight line loses nothing. A circle bent in n pieces is off its chords by L/(2π) (π/n)²/2 = 0.79 L/n², which is
/// below the thousandth that is seen from n = 28 on.
TEST(RodAnimation, KeepsAsManyNodesAsTheEyeNeeds) {
  EXPECT_EQ(kept(12, {}), 12U);
  EXPECT_EQ(kept(320, {}), 20U);
  EXPECT_EQ(kept(320, {.angle = [](double s, double) { return 2 * pi * s; }}), 30U);
  // bent at the last of the times only
  EXPECT_EQ(kept(320, {.angle = [](double s, double t) { return t > 0.15 ? 2 * pi * s : 0; }}), 30U);
  // twenty turns of twist: in 67 pieces of 1.9 rad what lies straight between is off by 0.13 rad, in 45 by 0.53
  EXPECT_EQ(kept(320, {.twist = [](double s, double) { return 40 * pi * s; }}), 67U);
  // never too many: fifty coils
  EXPECT_EQ(kept(1000, {.angle = [](double s, double) { return 100 * pi * s; }}), 160U);
}

TEST(RodAnimation, KeepsBothEndsAndEvenSteps) {
  const Animation::Rod rod = animation_of(description(33), results(33, {})).rods[0];
  EXPECT_EQ(rod.stations.front(), 0);
  EXPECT_EQ(rod.stations.back(), 1);
  EXPECT_EQ(rod.shapes[0].nodes.size(), rod.stations.size());
  for (std::size_t i = 1; i < rod.stations.size(); ++i) {
    const double step = 33 * (rod.stations[i] - rod.stations[i - 1]);
    EXPECT_TRUE(std::abs(step - 1) < 1e-12 || std::abs(step - 2) < 1e-12) << step;  // whole edges, up to rounding
  }
}

/// Places of 320 edges over 5000 frames are 26 MB as base64. Of 21 nodes × 1000 frames two coordinates in 4 bytes and
/// two of the director in 1 are 0.28 MB, and the page itself has less than 0.1 MB.
TEST(RodAnimation, StaysSmallWithManyNodes) {
  std::vector<double> times(5000);
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = 1e-3 * static_cast<double>(i);
  const Shape swinging{.angle = [](double s, double t) { return 0.5 * std::sin(5 * t) * (1 + s); },
                       .twist = [](double s, double t) { return s * t; }};
  const Animation animation = animation_of(description(320), results(320, swinging, times));
  EXPECT_EQ(animation.rods[0].stations.size(), 21U);
  EXPECT_LT(animation_page(animation).size(), 400'000U);
}

TEST(RodAnimation, EndsBeforeAMotionThatIsLost) {
  for (const char* lost : {"node3.z", "edge2.q1", "start.y.force"}) {
    Table table = results(4, {});
    for (std::size_t i = 0; i < table.header.size(); ++i)
      if (table.header[i].name == std::string("cable.") + lost)
        table.columns[i][2] = std::numeric_limits<double>::quiet_NaN();
    Animation animation;
    animation.times = table.time;
    animation.bodies.push_back({.name = "bar", .poses = std::vector<Animation::Pose>(3)});
    add_rods({description(4)}, table, animation);
    EXPECT_EQ(animation.times.size(), 2U) << lost;
    EXPECT_EQ(animation.bodies[0].poses.size(), 2U);
    EXPECT_EQ(animation.rods[0].shapes.size(), 2U);
    EXPECT_EQ(animation.rods[0].start.forces.size(), 2U);
  }
}

TEST(RodAnimation, SaysWhichResultIsMissing) {
  Table table = results(4, {});
  table.header.back().name = "cable.edge3.q5";
  EXPECT_THAT(message_of([&] { animation_of(description(4), table); }),
              testing::AllOf(HasSubstr("rod 'cable'"), HasSubstr("'cable.edge3.q3'"), HasSubstr("publish_nodes")));
}

}  // namespace
}  // namespace oldham
