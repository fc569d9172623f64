// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "oldham/model/rod/linear_implicit_euler.hpp"
#include "oldham/model/rod/statics.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using nlohmann::json;

/// The classical Runge-Kutta method, frames back to unit length after each step.
class RungeKutta {
 public:
  explicit RungeKutta(const Rod<double>& rod) : rod_(rod), rate_(rod.state_count()), sum_(rate_), at_(rate_) {}

  template <class InputsAt>
  void step(const InputsAt& inputs_at, double t, double h, std::vector<double>& state) {
    constexpr double place[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    sum_ = state;
    for (int stage = 0; stage < 4; ++stage) {
      at_ = state;
      if (stage > 0)
        for (std::size_t i = 0; i < state.size(); ++i) at_[i] += place[stage] * h * rate_[i];
      rod_.derivative(at_.data(), inputs_at(t + place[stage] * h), rate_.data());
      for (std::size_t i = 0; i < state.size(); ++i) sum_[i] += weight[stage] * h * rate_[i];
    }
    state = sum_;
    for (int e = 0; e < rod_.edges(); ++e) {
      Eigen::Map<Eigen::Vector4d> p(rod_.frame(state.data(), e));
      p.normalize();
    }
  }

 private:
  const Rod<double>& rod_;
  std::vector<double> rate_, sum_, at_;
};

/// The free flight of the reference: a straight cable that spins, bends and stretches.
struct Flight {
  Rod<double> rod;
  RodInputs<double> inputs;
  std::vector<double> state;

  static RodDescription description(bool damped) {
    RodDescription cable = test::rubber_cable(10);
    if (damped) cable.strain_retardation = 1e-3, cable.curvature_retardation = 1e-2;
    return cable;
  }
  explicit Flight(bool damped) : rod(description(damped)), inputs(rod.described_inputs()), state(rod.natural_state()) {
    for (int e = 0; e < 10; ++e) {
      const double t = (e + 0.5) / 10, w[] = {0.5, 2 - 4 * t, 3};
      std::copy(w, w + 3, rod.velocity(state.data(), 2 * e + 1));
    }
    for (int n = 0; n <= 10; ++n) {
      const double t = n / 10., v[] = {0.3, 2 * (t - 0.5) * (t - 0.5), 2 * t * (1 - t)};
      std::copy(v, v + 3, rod.velocity(state.data(), 2 * n));
    }
  }
  double energy() const { return rod.energy(state.data(), inputs).total(); }
};

struct Drift {
  double start, end, energy, linear, angular, spin;
};

Drift fly(bool damped, double step) {
  Flight flight(damped);
  RungeKutta method(flight.rod);
  const auto before = flight.rod.momentum(flight.state.data());
  Drift drift{flight.energy(), 0, 0, 0, 0, before.angular.norm()};
  const long steps = std::lround(0.5 / step);
  for (long k = 0; k < steps; ++k) {
    method.step([&](double) -> const RodInputs<double>& { return flight.inputs; }, k* step, step, flight.state);
    drift.energy = std::max(drift.energy, std::abs(flight.energy() - drift.start));
  }
  const auto after = flight.rod.momentum(flight.state.data());
  drift.end = flight.energy();
  drift.linear = (after.linear - before.linear).norm();
  drift.angular = (after.angular - before.angular).norm();
  return drift;
}

TEST(RodDynamics, FreeFlightKeepsEnergyAndMomentumAsTheReferenceDoes) {
  const json all = json::parse(std::ifstream(OLDHAM_SOURCE "/tests/reference/rod.json"));
  int compared = 0;
  for (const json& row : all["energy_momentum"]) {
    if (!row.contains("dt") || (row["damped"] == 1 && row["dt"] != 1e-5)) continue;
    const Drift drift = fly(row["damped"] == 1, row["dt"]);
    EXPECT_NEAR(drift.start, row["E0"].get<double>(), 5e-12);  // its last digit
    EXPECT_NEAR(drift.spin, row["L0"].get<double>(), 1e-7);
    EXPECT_NEAR(drift.end, row["E1"].get<double>(), 2e-11) << row;
    EXPECT_LT(drift.linear, 1e-15) << row;  // rounding: momenta are about 0.03 kg m/s
    EXPECT_LT(drift.angular, 5e-14) << row;
    const double allowed = row["damped"] == 0 ? 1.01 * row["max_dE"].get<double>() : 1.33e-4;
    EXPECT_LT(drift.energy, allowed) << row;
    ++compared;
  }
  EXPECT_EQ(compared, 3);
}

/// A damped cable whose ends are moved and turned, as RK4 with small steps sees it.
struct Shaken {
  Rod<double> rod;

  static RodDescription description(EndKind start, EndKind end) {
    RodDescription cable = test::rubber_cable(5);
    cable.strain_retardation = 1e-3;
    cable.curvature_retardation = 1e-2;
    cable.gravity = {0, 0, -9.81};
    cable.start.kind = start;
    cable.end.kind = end;
    return cable;
  }
  Shaken(EndKind start, EndKind end) : rod(description(start, end)) {}

  RodInputs<double> inputs(double t) const {
    RodInputs<double> inputs = rod.described_inputs();
    inputs.end = rod.natural_inputs().end;
    const auto move = [&](EndMotion<double>& motion, double sign) {
      const double rate = 8, s = std::sin(rate * t), c = std::cos(rate * t);
      const Vector3<double> axis = Vector3<double>(1, 2 * sign, -1).normalized();
      motion.x += 0.05 * sign * Vector3<double>(1 - c, 0, s - rate * t);
      motion.v = 0.05 * sign * rate * Vector3<double>(s, 0, c - 1);
      motion.a = 0.05 * sign * rate * rate * Vector3<double>(c, 0, -s);
      const Vector3<double> turn = 0.4 * (1 - c) * axis;
      double p[4];
      motion.p.write(p);
      multibody::turn_quaternion(p, turn.data());
      motion.p = Quaternion<double>::from(p);
      motion.w = 0.4 * rate * s * axis;
    };
    move(inputs.start, 1);
    move(inputs.end, -1);
    return inputs;
  }
  double distance(const std::vector<double>& a, const std::vector<double>& b) const {
    double largest = 0;
    for (int i = 0; i < rod.position_count(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }
};

TEST(RodDynamics, LinearImplicitEulerConvergesWithOrderOne) {
  const double end = 0.2;
  for (const auto& [start_kind, end_kind] :
       {std::pair{EndKind::clamped, EndKind::clamped}, std::pair{EndKind::clamped, EndKind::free},
        std::pair{EndKind::hinged, EndKind::clamped}}) {
    const Shaken shaken(start_kind, end_kind);
    const Rod<double>& rod = shaken.rod;
    std::vector<double> exact = rod.natural_state();
    RungeKutta reference(rod);
    const auto inputs_at = [&](double t) { return shaken.inputs(t); };
    const int many = 40000;  // stable below 2.78/2.4e5 s
    for (int k = 0; k < many; ++k) reference.step(inputs_at, k * end / many, end / many, exact);
    std::vector<double> errors;
    for (const int steps : {1600, 3200, 6400}) {
      std::vector<double> state = rod.natural_state();
      LinearImplicitEuler<double> method(rod);
      for (int k = 1; k <= steps; ++k)
        ASSERT_TRUE(method.step(rod, shaken.inputs(k * end / steps), end / steps, state.data()).is_accepted());
      errors.push_back(shaken.distance(state, exact));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 1, 0.05) << errors[0] << " " << errors[1];
    EXPECT_NEAR(std::log2(errors[1] / errors[2]), 1, 0.05) << errors[1] << " " << errors[2];
    EXPECT_LT(errors[2], 1e-3);
  }
}

/// Steps a thousand times those of an explicit method lead where the static solver leads.
TEST(RodDynamics, LinearImplicitEulerComesToRestInEquilibrium) {
  RodDescription description = test::rubber_cable(20);
  description.strain_retardation = 1e-3;
  description.curvature_retardation = 1e-2;
  description.gravity = {0, 0, -9.81};
  description.start.kind = description.end.kind = EndKind::clamped;
  description.end.position = {0.7, 0, 0};
  const Rod<double> rod(description);
  std::vector<double> expected = rod.natural_state();
  ASSERT_TRUE(follow_equilibrium(rod, default_path(rod), expected).outcome.is_accepted());
  std::vector<double> state = rod.natural_state();
  LinearImplicitEuler<double> method(rod);
  const auto natural = rod.natural_inputs();
  RodInputs<double> inputs = rod.described_inputs();
  for (int k = 0; k < 4000; ++k) {
    inputs.end.x = natural.end.x + std::min(1.0, k / 500.0) * (rod.described_inputs().end.x - natural.end.x);
    ASSERT_TRUE(method.step(rod, inputs, k < 1000 ? 2e-3 : 0.05, state.data()).is_accepted()) << k;
  }
  for (int i = 0; i < rod.position_count(); ++i) EXPECT_NEAR(state[i], expected[i], 1e-9) << i;
}

TEST(RodDynamics, LinearImplicitEulerKeepsLinearMomentum) {
  Flight flight(true);
  LinearImplicitEuler<double> method(flight.rod);
  const auto before = flight.rod.momentum(flight.state.data());
  for (int k = 0; k < 200; ++k)
    ASSERT_TRUE(method.step(flight.rod, flight.inputs, 1e-3, flight.state.data()).is_accepted());
  EXPECT_LT((flight.rod.momentum(flight.state.data()).linear - before.linear).norm(), 1e-13);
}

/// Work grows by the same amount with every edge: six unknowns, each eliminated from eight rows of eight.
TEST(RodDynamics, StepCostsAsMuchForEveryFurtherEdge) {
  const auto cost = [](int edges) {
    RodDescription description = test::rubber_cable(edges);
    description.start.kind = EndKind::clamped;
    description.gravity = {0, 0, -9.81};
    const Rod<double> rod(description);
    LinearImplicitEuler<double> method(rod);
    std::vector<double> state = rod.natural_state();
    EXPECT_TRUE(method.step(rod, rod.described_inputs(), 1e-3, state.data()).is_accepted());
    return method.operations();
  };
  const long edge = 6 * 8 * 9;
  EXPECT_EQ(cost(21) - cost(20), edge);
  EXPECT_EQ(cost(10000) - cost(20), 9980 * edge);
}

TEST(RodDynamics, StepThatGoesWrongSaysSo) {
  const Rod<double> rod(Flight::description(false));
  LinearImplicitEuler<double> method(rod);
  std::vector<double> broken = rod.natural_state();
  broken[3] = std::nan("");
  EXPECT_EQ(method.step(rod, rod.described_inputs(), 1e-3, broken.data()).status, StepOutcome::Status::diverged);
  std::vector<double> spinning = rod.natural_state();
  for (int e = 0; e < 10; ++e) rod.velocity(spinning.data(), 2 * e + 1)[2] = 100;
  const StepOutcome outcome = method.step(rod, rod.described_inputs(), 0.1, spinning.data());
  EXPECT_EQ(outcome.status, StepOutcome::Status::diverged);
  EXPECT_NE(outcome.reason.find("smaller steps"), std::string::npos) << outcome.reason;
}

}  // namespace
}  // namespace oldham::rod
