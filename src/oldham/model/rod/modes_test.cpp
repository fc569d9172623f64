// SPDX-License-Identifier: MIT
#include "oldham/model/rod/modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "oldham/model/rod/statics.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using nlohmann::json;

enum class Family { bending, torsion, axial };

/// Where most of the kinetic energy of a mode about a rod along x is.
Family family_of(const Rod<double>& rod, const Mode<double>& mode) {
  double across = 0, along = 0, twist = 0;
  for (int i = 0; i < rod.unknown_count(); ++i) {
    const double energy = rod.masses()[i] * mode.shape[i] * mode.shape[i];
    if ((i / 3) % 2 == 1)
      (i % 3 == 2 ? twist : across) += energy;
    else
      (i % 3 == 0 ? along : across) += energy;
  }
  return across > along + twist ? Family::bending : along > twist ? Family::axial : Family::torsion;
}

struct Vibrations {
  Rod<double> rod;
  std::vector<Mode<double>> modes;

  Vibrations(const RodDescription& description, int count)
      : rod(description), modes(compute_modes(rod, rod.natural_inputs(), rod.natural_state(), count)) {}

  std::vector<double> frequencies(Family family) const {
    std::vector<double> found;
    for (const auto& mode : modes)
      if (family_of(rod, mode) == family) found.push_back(mode.frequency());
    return found;
  }
};

RodDescription clamped_cable(int edges) {
  RodDescription description = test::rubber_cable(edges);
  description.start.kind = EndKind::clamped;
  return description;
}

TEST(RodModes, OfAClampedCableAreThoseOfTheReference) {
  const json all = json::parse(std::ifstream(OLDHAM_SOURCE "/tests/reference/rod.json"));
  ASSERT_EQ(all["frequencies"]["rows"].size(), 4u);
  for (const json& row : all["frequencies"]["rows"]) {
    const Vibrations found(clamped_cable(row["N"]), 24);
    const auto bending = found.frequencies(Family::bending);
    ASSERT_GE(bending.size(), 6u);
    for (int k = 0; k < 6; ++k) {  // each is there twice
      const double expected = row["bend"][k / 2];
      EXPECT_NEAR(bending[k], expected, 1e-6 * expected) << row["N"] << ", " << k;
    }
    const double torsion = row["tors1"], axial = row["axial1"];
    ASSERT_FALSE(found.frequencies(Family::torsion).empty());
    ASSERT_FALSE(found.frequencies(Family::axial).empty());
    EXPECT_NEAR(found.frequencies(Family::torsion)[0], torsion, 1e-6 * torsion) << row["N"];
    EXPECT_NEAR(found.frequencies(Family::axial)[0], axial, 1e-6 * axial) << row["N"];
  }
}

/// Stretching and twisting are chains of equal masses and springs, the last mass half as large: ω = (2c/l) sin(π l/4L)
/// with nodes at both ends, c² = E/ρ. Frames sit half an edge inside, and the end of the rod is where they mirror: the
/// same formula, c² = G/ρ.
TEST(RodModes, OfStretchAndTwistAreThoseOfChainsOfMasses) {
  const int N = 20;
  const Vibrations found(clamped_cable(N), 24);
  const double sine = std::sin(std::acos(-1.0) / (4 * N));
  const double axial = 2 * N * std::sqrt(5e6 / 1100) * sine, torsion = 2 * N * std::sqrt(5e6 / 3 / 1100) * sine;
  EXPECT_NEAR(found.frequencies(Family::axial)[0], axial, 1e-9 * axial);
  EXPECT_NEAR(found.frequencies(Family::torsion)[0], torsion, 1e-9 * torsion);
}

TEST(RodModes, AreOrthonormalInTheMassesAndSolveTheirEquation) {
  const Rod<double> rod(clamped_cable(10));
  const auto state = rod.natural_state();
  const auto modes = compute_modes(rod, rod.natural_inputs(), state, 8);
  const int n = rod.unknown_count();
  BandMatrix<double> K(n);
  std::vector<double> f(n), flow(n), force(n);
  rod.linearise(state.data(), rod.natural_inputs(), -1, 0, K, f.data(), flow.data());
  for (std::size_t a = 0; a < modes.size(); ++a) {
    for (std::size_t b = 0; b < modes.size(); ++b) {
      double product = 0;
      for (int i = 0; i < n; ++i) product += rod.masses()[i] * modes[a].shape[i] * modes[b].shape[i];
      EXPECT_NEAR(product, a == b ? 1 : 0, 1e-12);
    }
    K.multiply(modes[a].shape.data(), force.data());
    for (int i = 3; i < n; ++i)  // the clamped node is held; forces are up to 20 N
      EXPECT_NEAR(force[i], modes[a].frequency_squared * rod.masses()[i] * modes[a].shape[i], 1e-8) << a << ", " << i;
  }
}

/// Rigid motions cost nothing; the seventh mode is the first bending of a free beam, (4.7300/L)² √(EI/ρA).
TEST(RodModes, OfAFreeRodBeginWithSixRigidOnes) {
  const Vibrations found(test::rubber_cable(40), 8);
  const double scale = std::sqrt(5e6 * 25e-6 / 4 / 1100);  // √(E I / ρ A) with I/A = r²/4
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(found.modes[k].frequency_squared, 0, 1e-6) << k;
  EXPECT_NEAR(found.modes[6].frequency(), 4.730041 * 4.730041 * scale, 5e-3 * found.modes[6].frequency());
  EXPECT_NEAR(found.modes[7].frequency(), found.modes[6].frequency(), 1e-6);
}

/// An upright heavy rod, clamped below, loses its stability at ρ A g L³ = 7.8373 E I; the grid moves that by its
/// square, 1/6400 times a number near one.
TEST(RodModes, TellWhenAnUprightRodBucklesUnderItsWeight) {
  const double critical = 7.837347;
  const auto lowest = [&](double load) {
    RodDescription description = test::bending_rod(80);
    description.start.rotation = test::upright;
    description.gravity = {0, 0, -load};  // mass and stiffness are one
    const Rod<double> rod(description);
    std::vector<double> state = rod.natural_state();
    EXPECT_TRUE(solve_equilibrium(rod, rod.described_inputs(), state).outcome.is_accepted());
    return compute_modes(rod, rod.described_inputs(), state, 1)[0].frequency_squared;
  };
  EXPECT_GT(lowest(0.998 * critical), 0);
  EXPECT_LT(lowest(1.002 * critical), 0);
}

/// Far above that load, too, the two that grow come first. The lowest ω² is concave in the load, so that it lies below
/// the line through 3.5160² E I/(ρ A L⁴) without load and zero at the critical one.
TEST(RodModes, ThatGrowComeFirst) {
  for (const double load : {12.0, 30.0, 100.0}) {
    RodDescription description = test::bending_rod(40);
    description.start.rotation = test::upright;
    description.gravity = {0, 0, -load};
    const Rod<double> rod(description);
    std::vector<double> state = rod.natural_state();
    ASSERT_TRUE(solve_equilibrium(rod, rod.described_inputs(), state).outcome.is_accepted());
    const auto modes = compute_modes(rod, rod.described_inputs(), state, 6);
    EXPECT_LT(modes[0].frequency_squared, 3.5160 * 3.5160 * (1 - load / 7.837347)) << load;
    EXPECT_NEAR(modes[1].frequency_squared, modes[0].frequency_squared, 1e-6) << load;
    for (int k = 0; k < 5; ++k)
      EXPECT_LT(modes[k].frequency_squared, modes[k + 1].frequency_squared + 1e-6) << load << ", " << k;
    EXPECT_NEAR(compute_modes(rod, rod.described_inputs(), state, 1)[0].frequency_squared, modes[0].frequency_squared,
                1e-6);
  }
}

/// The same numbers to fifty digits: the frequency of the chain above.
TEST(RodModes, CanBeHadInManyDigits) {
  const Rod<Multiprecision> rod(clamped_cable(3));
  const auto modes = compute_modes(rod, rod.natural_inputs(), rod.natural_state(), rod.unknown_count());
  const Multiprecision c = sqrt(Multiprecision(5000000) / 1100), sine = sin(pi<Multiprecision>() / 12);
  const Multiprecision expected = 36 * c * c * sine * sine;
  Multiprecision nearest(1);
  for (const auto& mode : modes)
    nearest = std::min(nearest, Multiprecision(abs(mode.frequency_squared / expected - 1)));
  EXPECT_LT(to_double(nearest), 1e-50);
}

}  // namespace
}  // namespace oldham::rod
