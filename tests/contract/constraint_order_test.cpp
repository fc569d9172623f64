// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contract/constraint_contract.hpp"
#include "oldham/io/toml_file.hpp"

// Against the monolithic solution: how errors fall with the step. A constraint that is held exactly leaves the error of
// the force alone, which its multiplier finds from the end of the step: one order and more is won against a spring.

namespace oldham {
namespace {

struct Orders {
  double position, velocity;
};

/// Where theory or the independent program gives an order: [Li2017] chapter 4.
std::vector<std::pair<std::string, std::vector<Orders>>> known_orders() {
  return {{"index-2", {{4, 4}, {4, 4}, {4, 4}}},
          {"index-1", {{3, 3}, {4, 4}, {5, 5}, {6, 6}}},
          {"projection", {{2, 2}, {3, 3}, {4, 4}, {5, 5}}},
          {"index-3", {{4, 2}}}};
}

/// The observed order between H and H/2; steps inside a group follow the outer one.
ConvergenceStudy halved(const ConstrainedSystem& constrained, const SchemeCase& scheme, double H) {
  ConvergenceStudy result;
  for (double step : {H, H / 2}) {
    ConstrainedSystem changed = constrained;
    changed.system.step = step;
    result.errors.push_back(study(with_stabilisation(changed, scheme), scheme, {step}).errors.front());
  }
  const auto& [coarse, fine] = std::tie(result.errors[0], result.errors[1]);
  result.orders.push_back(
      {std::log2(coarse.position / fine.position), std::log2(coarse.velocity / fine.velocity), 0, 0});
  return result;
}

class ConstraintOrder : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, ConstraintOrder, testing::Values("pair", "lever", "chain"));

TEST_P(ConstraintOrder, IsThatOfTheTheory) {
  for (const auto& [stabilisation, orders] : known_orders())
    for (int k = 0; k < static_cast<int>(orders.size()); ++k) {
      // far enough down for the leading term, and above the rounding of 1e-14: order 6 leaves 2e-12 at 0.025
      const double H = orders[k].position >= 6 ? 0.05 : stabilisation == "projection" && k < 3 ? 0.003125 : 0.0125;
      const ConvergenceStudy s = halved(constrained_system(GetParam()), stabilised(stabilisation, k), H);
      // the next term of the error is smaller by ω H < 0.2 and moves the exponent by about as much
      EXPECT_NEAR(s.orders[0].position, orders[k].position, 0.2) << stabilisation << " " << k;
      EXPECT_NEAR(s.orders[0].velocity, orders[k].velocity, 0.2) << stabilisation << " " << k;
    }
}

TEST(ObservedOrder, BesideASpringIsThatOfTheSpring) {
  // the spring's force is rebuilt with degree k: k + 1, whatever holds the constraint
  for (const StabilisationCase& stabilisation : stabilisation_table())
    for (int k : stabilisation.orders) {
      if (k > 2 || (stabilisation.name == "index-3" && k > 0)) continue;
      const ConvergenceStudy s = halved(constrained_system("with_spring"), stabilised(stabilisation.name, k), 0.0125);
      EXPECT_NEAR(s.orders[0].position, k + 1, 0.2) << stabilisation.name << " " << k;
      EXPECT_NEAR(s.orders[0].velocity, k + 1, 0.2) << stabilisation.name << " " << k;
    }
}

TEST(ObservedOrder, InAndAcrossGroupsIsThatOfAStartFromOneSample) {
  // the first step of the group's spring has degree 0: O(H²), once
  for (const char* name : {"inside_group", "across_group"})
    for (const char* stabilisation : {"index-2", "index-1", "baumgarte"})
      for (int k = 0; k <= 2; ++k) {
        const ConvergenceStudy s = halved(constrained_system(name), stabilised(stabilisation, k), 0.0125);
        EXPECT_NEAR(s.orders[0].position, std::min(k + 1, 2), 0.2) << name << " " << stabilisation << " " << k;
        EXPECT_NEAR(s.orders[0].velocity, std::min(k + 1, 2), 0.2) << name << " " << stabilisation << " " << k;
      }
}

TEST(ObservedOrder, OfANonlinearPairIsThatOfTheLinearOne) {
  for (const auto& [stabilisation, orders] : known_orders())
    for (int k = 0; k < static_cast<int>(orders.size()); ++k) {
      // the reference and rk4 are good to 1e-11: an error of order 5 or 6 is measured where it is 1e-9
      const double H = orders[k].position >= 5 ? 0.025 : 0.0125;
      const ConvergenceStudy s = halved(constrained_system("duffing"),
                                        stabilised(stabilisation, k, "implicit", "jacobi", "tolerance = 1e-13"), H);
      // projection begins with the next order, where its leading term is still small; and an error of 2e-11, as order 6
      // leaves it, is known to the reference's half of it: a whole order
      const double less = s.errors[1].position < 1e-10 ? 1 : 0.3;
      const double more = stabilisation == "projection" ? 2 : less;
      for (const auto& [found, expected] :
           {std::pair{s.orders[0].position, orders[k].position}, {s.orders[0].velocity, orders[k].velocity}}) {
        EXPECT_GT(found, expected - less) << stabilisation << " " << k << ", error " << s.errors[1].position;
        EXPECT_LT(found, expected + more) << stabilisation << " " << k << ", error " << s.errors[1].position;
      }
    }
}

TEST(ObservedOrder, OfMechanismsIsThatOfTheLinearPair) {
  for (const auto& [stabilisation, orders] : known_orders()) {
    if (stabilisation != "projection" && stabilisation != "index-2") continue;
    for (int k = 0; k < std::min(3, static_cast<int>(orders.size())); ++k) {
      const ConvergenceStudy s =
          halved(constrained_system("pendulums"),
                 stabilised(stabilisation, k, "implicit", "jacobi", "tolerance = 1e-13"), 0.0125);
      // as of the pair above
      const double less = s.errors[1].position < 1e-10 ? 1 : 0.3;
      const double more = stabilisation == "projection" ? 2 : less;
      for (const auto& [found, expected] :
           {std::pair{s.orders[0].position, orders[k].position}, {s.orders[0].velocity, orders[k].velocity}}) {
        EXPECT_GT(found, expected - less) << stabilisation << " " << k << ", error " << s.errors[1].position;
        EXPECT_LT(found, expected + more) << stabilisation << " " << k << ", error " << s.errors[1].position;
      }
    }
  }
}

TEST(ObservedOrder, OfTheDecayingStabilisationsIsThatOfTheirForce) {
  // positions fall with k + 3; velocities carry the drift that decays from step to step: at least k + 2
  for (const char* stabilisation : {"baumgarte", "weighted"})
    for (int k = 0; k <= 2; ++k) {
      const ConvergenceStudy s = halved(constrained_system("pair"), stabilised(stabilisation, k), 0.0125);
      EXPECT_NEAR(s.orders[0].position, k + 3, 0.2) << stabilisation << " " << k;
      EXPECT_GT(s.orders[0].velocity, k + 2 - 0.2) << stabilisation << " " << k;
    }
}

}  // namespace
}  // namespace oldham
