// SPDX-License-Identifier: MIT
#include "oldham/model/rod/statics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "rod_at_rest.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using nlohmann::json;

const json& reference() {
  static const json all = json::parse(std::ifstream(OLDHAM_SOURCE "/tests/reference/rod.json"));
  return all;
}

using test::Rest;

TEST(RodStatics, TipForceBendsAsTheReferenceSays) {
  for (const json& entry : reference()["static_tip_force"]["cases"])
    for (const json& row : entry["rows"]) {
      RodDescription description = test::bending_rod(row["N"]);
      description.loads.end_force = {0, 0, -entry["alpha"].get<double>()};
      const Rest rest(description);
      EXPECT_NEAR(-rest.tip()[2], row["dv"].get<double>(), 1e-7) << entry["alpha"] << ", " << row["N"];
      EXPECT_NEAR(1 - rest.tip()[0], row["dh"].get<double>(), 1e-7) << entry["alpha"] << ", " << row["N"];
    }
}

/// Elliptic integrals tell the tip of the elastica. The rod stretches and shears by 1e-8 of it.
TEST(RodStatics, TipForceConvergesToTheElasticaWithOrderTwo) {
  for (const json& entry : reference()["static_tip_force"]["cases"]) {
    const auto error = [&](int edges) {
      RodDescription description = test::bending_rod(edges);
      description.loads.end_force = {0, entry["alpha"].get<double>(), 0};
      return std::abs(Rest(description).tip()[1] - entry["exact_dv"].get<double>());
    };
    const double coarse = error(40), fine = error(80);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.03) << entry["alpha"];
    EXPECT_LT(fine, 1.2e-4) << entry["alpha"];
  }
}

TEST(RodStatics, EndMomentRollsTheRodUpAsTheReferenceSays) {
  for (const json& row : reference()["end_moment_full_circle"]["rows"]) {
    const int edges = row["N"];
    RodDescription description = test::bending_rod(edges);
    description.loads.end_moment = {0, -2 * std::numbers::pi, 0};
    const Rest rest(description);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(rest.tip()[i], row["tip"][i].get<double>(), 1e-7) << edges << ", " << i;
    // in closed form: every node passes 2π = sin(θ)/l on, the clamp half a node
    const double turn = std::asin(2 * std::numbers::pi / edges) * (edges - 0.5);
    EXPECT_NEAR(turn, row["angle_last_edge"].get<double>(), 1e-7);
    const Vector3<double> tangent = rest.frame(edges - 1).col(2);
    EXPECT_NEAR(tangent[0], std::cos(turn), 1e-7);
    EXPECT_NEAR(tangent[2], std::sin(turn), 1e-7);
  }
}

TEST(RodStatics, TorqueTwistsAsTheReferenceSays) {
  for (const json& row : reference()["torsion"]["rows"]) {
    const int edges = row["N"];
    RodDescription description = test::bending_rod(edges, row["GJ"]);
    description.loads.end_moment = {row["T"], 0, 0};
    const Rest rest(description);
    const Matrix3<double> R = rest.frame(0).transpose() * rest.frame(edges - 1);
    const Matrix3<double> first = rotation(rest.rod.natural_inputs().start.p).transpose() * rest.frame(0);
    const double twist = std::atan2(R(1, 0), R(0, 0)) + std::atan2(first(1, 0), first(0, 0));
    EXPECT_NEAR(twist, row["twist_last_edge"].get<double>(), 1e-7) << edges;
  }
}

TEST(RodStatics, CableHangsAsTheReferenceSays) {
  for (const json& row : reference()["hanging_cable"]["rows"]) {
    const int edges = row["N"];
    const Rest rest(test::hanging_cable(edges));
    EXPECT_EQ(rest.report.releases, 0);
    const auto& inputs = rest.rod.described_inputs();
    const auto start = rest.rod.start_reaction(rest.state.data(), inputs);
    const auto end = rest.rod.end_reaction(rest.state.data(), inputs);
    const Vector3<double> start_moment = rotation(inputs.start.p) * start.moment;
    const Vector3<double> end_moment = rotation(inputs.end.p) * end.moment;
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(rest.node(edges / 2)[i], row["mid"][i].get<double>(), 1e-8) << edges << ", " << i;
      EXPECT_NEAR(start.force[i], row["F_on_clampA"][i].get<double>(), 1e-8) << edges << ", " << i;
      EXPECT_NEAR(end.force[i], row["F_on_clampB"][i].get<double>(), 1e-8) << edges << ", " << i;
      EXPECT_NEAR(start_moment[i], row["M_on_clampA"][i].get<double>(), 1e-8) << edges << ", " << i;
      EXPECT_NEAR(end_moment[i], row["M_on_clampB"][i].get<double>(), 1e-8) << edges << ", " << i;
    }
    // the weight is shared, whatever the grid
    EXPECT_NEAR(start.force[2] + end.force[2], -9.81 * 1100 * std::numbers::pi * 25e-6, 1e-12);
  }
}

/// The cable of the embedded reference, between a body and a wall.
RodDescription embedded_cable(const std::array<double, 3>& eta) {
  // a cart along x, a link of 0.25 m on a hinge about y, a body on a hinge about x at its end, and the clamp 0.12 m
  // below that, upside down
  using Axis = Eigen::AngleAxisd;
  using Vector = Vector3<double>;
  const Matrix3<double> R_2 = Axis(eta[1], Vector::UnitY()).toRotationMatrix();
  const Matrix3<double> R_3 = R_2 * Axis(eta[2], Vector::UnitX());
  const Matrix3<double> R_c = R_3 * Axis(std::numbers::pi, Vector::UnitY());
  const Vector x_c = Vector(eta[0], 0, 0) + R_2 * Vector(0, 0, -0.25) + R_3 * Vector(0, 0, -0.12);
  const Matrix3<double> wall = Axis(std::numbers::pi / 6, Vector::UnitY()).toRotationMatrix();
  RodDescription description = test::rubber_cable(20);
  description.gravity = {0, 0, -9.81};
  description.start.kind = description.end.kind = EndKind::clamped;
  for (int i = 0; i < 3; ++i) {
    description.start.position[i] = x_c[i];
    for (int j = 0; j < 3; ++j) {
      description.start.rotation[i][j] = R_c(i, j);
      description.end.rotation[i][j] = wall(i, j);
    }
  }
  description.end.position = {0.6, 0.1, -0.2};
  return description;
}

/// By the default path, a cable that hangs straight from the body and is taken to the wall, and by the path of the
/// reference, a level cable whose ends are turned.
TEST(RodStatics, CableBetweenBodyAndWallFindsTheIntendedBranch) {
  const json& expected = reference()["embedded_nominal"]["samples"][0];
  const RodDescription description = embedded_cable({0.05, 0.3, 0.4});
  // its force is left out: there it holds what accelerates the end node as the body is released
  const auto expect_reference = [&](const Rest& rest) {
    const auto reaction = rest.rod.start_reaction(rest.state.data(), rest.rod.described_inputs());
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(rest.node(10)[i], expected["x_mid"][i].get<double>(), 1e-8) << i;
      EXPECT_NEAR(reaction.moment[i], expected["m_on_body_director"][i].get<double>(), 1e-8) << i;
    }
  };
  Rest rest(description);
  expect_reference(rest);

  RodDescription level = description;
  level.start.rotation = test::along_x;
  const Rod<double> straight(level);
  std::vector<RodInputs<double>> path = {straight.natural_inputs(), straight.natural_inputs()};
  path.back().gravity = rest.rod.described_inputs().gravity;
  path.push_back(rest.rod.described_inputs());
  rest.state = straight.natural_state();
  EXPECT_TRUE(follow_equilibrium(rest.rod, path, rest.state).outcome.is_accepted());
  expect_reference(rest);
}

/// Where the whole reference rests, force and moment are those of the cable alone.
TEST(RodStatics, CableAtTheEquilibriumOfTheBodyPullsAsTheReferenceSays) {
  const Rest rest(embedded_cable({0.0054082080055, -0.0265801329466, 0.00616326272997}));
  const auto reaction = rest.rod.start_reaction(rest.state.data(), rest.rod.described_inputs());
  const Vector3<double> force(0.1081641601, 0.02149965925, -0.339363914),
      moment(-0.0019635451, -0.011162994, -0.00055073092);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(reaction.force[i], force[i], 1e-9) << i;
    EXPECT_NEAR(reaction.moment[i], moment[i], 1e-9) << i;
  }
}

/// A shallow arch between hinges under a load that grows until it snaps through and hangs.
TEST(RodStatics, ArchThatSnapsThroughIsLetGoAndFoundBelow) {
  RodDescription description = test::bending_rod(20);
  description.section = GeneralSection{{1e4, 1e4, 1e4}, {3, 1, 3}, 1, {1e-3, 1e-3, 2e-3}};  // stiff out of the plane
  description.start.kind = description.end.kind = EndKind::hinged;
  description.natural_curvature = {0, 1, 0};
  const double half = 0.5, c = std::cos(half), s = std::sin(half);
  description.start.rotation = {{{s, 0, c}, {0, 1, 0}, {-c, 0, s}}};  // rises, and falls again as it curves
  const Rod<double> unloaded(description);
  const auto natural = unloaded.natural_inputs();
  for (int i = 0; i < 3; ++i) description.end.position[i] = natural.end.x[i];
  ASSERT_NEAR(natural.end.x[2], 0, 1e-12);
  ASSERT_GT(unloaded.node(unloaded.natural_state().data(), 10)[2], 0.1);
  description.loads.force_per_length = {0, 0.01, -300};
  const Rest rest(description);
  EXPECT_GE(rest.report.releases, 1);
  EXPECT_LT(rest.node(10)[2], -0.1);
  std::vector<double> f(rest.rod.unknown_count());
  rest.rod.forces(rest.state.data(), rest.rod.described_inputs(), f.data());
  for (int i = 3; i < rest.rod.unknown_count() - 3; ++i) EXPECT_NEAR(f[i], 0, 1e-8);
}

/// Natural curvature alone: any state comes back to the circle it was bent to, exactly on the grid.
TEST(RodStatics, NaturallyCurvedRodIsACircleWithoutLoad) {
  RodDescription description = test::bending_rod(12);
  description.natural_curvature = {0, 2 * std::numbers::pi, 0};
  const Rod<double> rod(description);
  std::vector<double> state = rod.natural_state();
  const Vector3<double> tip = Eigen::Map<Vector3<double>>(rod.node(state.data(), 12));
  EXPECT_LT(tip.norm(), 1e-14);  // a regular polygon closes
  description.natural_curvature = {0, 4, 0};
  const Rod<double> flatter(description);
  EXPECT_TRUE(solve_equilibrium(rod, rod.described_inputs(), state = flatter.natural_state()).outcome.is_accepted());
  const Vector3<double> found = Eigen::Map<Vector3<double>>(rod.node(state.data(), 12));
  EXPECT_LT(found.norm(), 1e-10);
}

TEST(RodStatics, RodIsFoundInManyDigits) {
  RodDescription description = test::bending_rod(10);
  description.loads.end_moment = {0, -1, 0};
  const Rod<Multiprecision> rod(description);
  std::vector<Multiprecision> state = rod.natural_state();
  StaticOptions options;
  options.tolerance = 1e-60;
  ASSERT_TRUE(follow_equilibrium(rod, default_path(rod), state, options).outcome.is_accepted());
  // every node passes the moment on: sin θ = M l / E I, and frames half an edge inside
  const Multiprecision turn = asin(Multiprecision(1) / 10) * Multiprecision("9.5");
  const auto R = rotation(Quaternion<Multiprecision>::from(rod.frame(state.data(), 9)));
  EXPECT_LT(to_double(Multiprecision(abs(R(2, 2) - sin(turn)))), 1e-55);
}

}  // namespace
}  // namespace oldham::rod
