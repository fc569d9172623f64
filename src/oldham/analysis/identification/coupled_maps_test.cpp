// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "black_box.hpp"
#include "oldham/analysis/identification/identify.hpp"
#include "oldham/analysis/stability.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/with_integrator.hpp"

// Two masses cut by force and displacement, once as they are and once as what was found out about black boxes.

namespace oldham {
namespace {

struct Case {
  const char* correction;
  Schedule::Kind schedule;
  int order;
};
constexpr auto jacobi = Schedule::Kind::jacobi, gauss_seidel = Schedule::Kind::gauss_seidel;
const Case cases[] = {{"explicit", jacobi, 0},       {"explicit", jacobi, 1},       {"explicit", jacobi, 2},
                      {"explicit", gauss_seidel, 0}, {"explicit", gauss_seidel, 1}, {"explicit", gauss_seidel, 2},
                      {"semi-implicit", jacobi, 0},  {"semi-implicit", jacobi, 1},  {"semi-implicit", jacobi, 2}};

const std::vector<std::vector<int>> connected = {{0}, {1, 2}};  // inputs of the masses

using Halves = std::vector<std::unique_ptr<Subsystem<double>>>;

Halves make_halves(const IntegratorSettings& integrator = {.kind = IntegratorKind::exact}) {
  const double cc = 100, dc = 10;
  Halves halves;
  halves.push_back(
      with_integrator<double>("mass1", oscillator_boundary(0), Oscillator<double>{1, 100, 10, 1, 0, {}}, integrator));
  halves.push_back(with_integrator<double>("mass2", oscillator_boundary(1),
                                           Oscillator<double>{1, 100, 10, 0, 0, {{cc, dc}}}, integrator));
  return halves;
}

std::unique_ptr<Cosimulation<double>> couple(Halves halves, const Case& chosen) {
  Assembly<double> a;
  a.name = "two-mass";
  a.subsystems = std::move(halves);
  a.laws.push_back({"coupling",
                    std::make_unique<SpringDamper<double>>(100, 10),
                    {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                    {{{0, 0}, 0, 1.0}},
                    ""});
  a.connections = {{{0, 0}, {1, 1}, 1, 0, ""}, {{0, 1}, {1, 2}, 1, 0, ""}};
  a.constants = {{{1, 0}, 0.0, ""}};
  Scheme scheme;
  scheme.schedule.kind = chosen.schedule;
  scheme.order = chosen.order;
  scheme.threads = 1;
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == std::string(chosen.correction)) scheme.correction = row.correction;
  return std::make_unique<Cosimulation<double>>(std::move(a), scheme);
}

double radius_of(Cosimulation<double>& system, double H) {
  EXPECT_TRUE(system.plan().is_linear);
  return find_spectral_radius(system, state_to_analyse(system, 0.0, H), H);
}

/// What is known of two halves that are black boxes.
class BlackPair {
 public:
  explicit BlackPair(Habits habits = {}) {
    for (auto& half : make_halves()) boxes_.push_back(std::make_unique<BlackBox>(std::move(half), habits));
    const std::vector<std::vector<double>> inputs = {{-100}, {0, 1, 0}};
    for (int s = 0; s < 2; ++s) points_.push_back(make_initial_point(*boxes_[s], 0, inputs[s]));
  }

  double radius(const Case& chosen, double H) {
    Halves maps;
    for (int s = 0; s < 2; ++s) {
      IdentificationSettings settings;
      settings.inputs = connected[s];
      settings.preflight = preflight_[s];
      const Identified found = identify(*boxes_[s], points_[s], H, chosen.order, settings);
      EXPECT_EQ(found.problem, "");
      preflight_[s] = found.preflight;
      residual = std::max(residual, found.residual);
      maps.push_back(std::make_unique<StepMapSubsystem>(boxes_[s]->description(), found.map));
    }
    return radius_of(*couple(std::move(maps), chosen), H);
  }
  double residual = 0;

 private:
  Halves boxes_;
  std::vector<OperatingPoint> points_;
  std::array<std::optional<Preflight>, 2> preflight_;
};

TEST(CoupledMaps, HaveTheSpectralRadiusOfTheSystem) {
  for (const Case& chosen : cases)
    for (const double H : {0.01, 0.05, 0.15}) {
      BlackPair pair;
      const auto native = couple(make_halves(), chosen);
      EXPECT_NEAR(pair.radius(chosen, H), radius_of(*native, H), 1e-8)
          << chosen.correction << " order " << chosen.order << " H " << H;
      EXPECT_LT(pair.residual, 1e-8);
    }
}

TEST(CoupledMaps, OfReplayedBoxesAreTheSame) {
  BlackPair restored, replayed({.has_rollback = false});
  for (const Case& chosen : {cases[0], cases[2]})
    EXPECT_EQ(restored.radius(chosen, 0.05), replayed.radius(chosen, 0.05));
}

TEST(CoupledMaps, FindTheLargestStableStep) {
  for (const Case& chosen : cases) {
    const StepScan scan{2e-3, 1.0, 24};
    const LargestStep native = find_largest_step(*couple(make_halves(), chosen), scan);
    BlackPair pair;
    // the crossing of the native system is looked for near where it is: each step is an identification
    ASSERT_TRUE(native.largest_stable_step || native.stable_throughout);
    if (native.stable_throughout || native.crossings.empty()) {
      for (const double H : {2e-3, 0.02, 0.2, 1.0}) EXPECT_LE(pair.radius(chosen, H), 1 + 1e-6) << H;
      continue;
    }
    const double exact = *native.largest_stable_step;
    double low = 0.5 * exact, high = 2 * exact;
    ASSERT_LT(pair.radius(chosen, low), 1);
    ASSERT_GT(pair.radius(chosen, 1.01 * exact), 1);
    high = 1.01 * exact;
    for (int k = 0; k < 20; ++k) {
      const double middle = 0.5 * (low + high);
      (pair.radius(chosen, middle) <= 1 ? low : high) = middle;
    }
    EXPECT_NEAR(low, exact, 1e-5 * exact) << chosen.correction << " order " << chosen.order;
    RecordProperty(
        fmt::format("{}_{}_{}", chosen.correction, chosen.schedule == jacobi ? "jacobi" : "gauss_seidel", chosen.order),
        fmt::format("{} {}", exact, low));
  }
}

// with a feed-through loop of gain −g between two statics, extrapolation of order k has ρ > 1 for every step
TEST(CoupledMaps, TellWhatNoSmallerStepCanCure) {
  const auto boundary = plain_boundary(1, 1);
  const double radii[] = {std::sqrt(0.9), 2.049661017, 3.162206050};
  for (int order = 0; order <= 2; ++order) {
    Assembly<double> a;
    a.name = "loop";
    double step = 0;
    for (const double gain : {0.9, -1.0}) {
      BlackBox box(std::make_unique<LinearSubsystem<double>>("box" + std::to_string(gain), boundary,
                                                             LinearEquations<double>{{-3}, {1}, {2}, {gain}, {1}}));
      const OperatingPoint point = make_initial_point(box, 0, std::vector<double>{0.0});
      const Identified found = identify_feedthrough(box, point, 0.1, order);
      ASSERT_EQ(found.problem, "");
      step = found.map.step;
      a.subsystems.push_back(std::make_unique<StepMapSubsystem>(box.description(), found.map));
    }
    a.connections = {{{0, 0}, {1, 0}, 1, 0, ""}, {{1, 0}, {0, 0}, 1, 0, ""}};
    Scheme scheme;
    scheme.order = order;
    scheme.threads = 1;
    Cosimulation<double> system(std::move(a), scheme);
    const double rho = radius_of(system, step);
    // order 0: μ² = −0.9; order 1: μ² = −0.9 (2 − 1/μ)²; order 2: μ² = −0.9 (3 − 3/μ + 1/μ²)²
    EXPECT_NEAR(rho, radii[order], 1e-5);  // what states move by in 1e-6 of a step
  }
}

}  // namespace
}  // namespace oldham
