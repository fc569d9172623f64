// SPDX-License-Identifier: MIT
#include "oldham/analysis/monolithic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "oldham/coupling/cosimulation_subsystem.hpp"
#include "oldham/subsystem/ode_subsystem.hpp"

// A nonlinear coupled system whose force jumps, where one subsystem meets another that moves along a table.

namespace oldham {
namespace {

constexpr double gravity = 9.81, omega = 40, jump = 30, height = 0.5;  // m/s², rad/s, m/s², m
constexpr double lift_begin = 0.1, lift_speed = 0.2;                   // s, m/s

/// A point above a floor whose height is an input; the floor's springs are pre-stressed.
struct Point {
  static constexpr bool is_linear = false, has_linear_outputs = true;
  std::shared_ptr<long> evaluations = std::make_shared<long>(0);

  std::vector<double> initial_state() const { return {height, 0}; }
  std::vector<ParameterValue> parameters() const { return {}; }
  void derivative(const double&, const double* x, const double* u, double* dx) const {
    ++*evaluations;
    const double z = x[0] - u[0];
    dx[0] = x[1];
    dx[1] = -gravity + (z < 0 ? jump - omega * omega * z : 0);
  }
  void output(const double&, const double* x, const double*, double* y) const { y[0] = x[0]; }
  void jacobian(const double&, const double* x, const double* u, double* J) const {
    J[0] = J[3] = 0;
    J[1] = 1;
    J[2] = x[0] < u[0] ? -omega * omega : 0;
  }
  int switch_count() const { return 1; }
  void switches(const double&, const double* x, const double* u, double* g) const { g[0] = x[0] - u[0]; }
};

/// A floor that begins to rise at some time; its state counts how long it has been rising.
struct Floor {
  static constexpr bool is_linear = false, has_linear_outputs = true;
  std::vector<double> initial_state() const { return {0}; }
  std::vector<ParameterValue> parameters() const { return {}; }
  void derivative(const double& t, const double*, const double*, double* dx) const { dx[0] = t < lift_begin ? 0 : 1; }
  void output(const double& t, const double*, const double*, double* y) const {
    y[0] = lift_speed * std::max(0.0, t - lift_begin);
  }
  void jacobian(const double&, const double*, const double*, double* J) const { J[0] = 0; }
  double next_kink(const double& t) const {
    return t < lift_begin ? lift_begin : std::numeric_limits<double>::infinity();
  }
};

template <class Model>
std::unique_ptr<Subsystem<double>> make(const char* name, Model model, bool has_input) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = name;
  boundary->outputs.resize(1);
  boundary->outputs[0].name = "y";
  if (has_input) boundary->inputs.resize(1), boundary->inputs[0].name = "u";
  return std::make_unique<OdeSubsystem<double, Model>>(name, boundary, std::move(model), IntegratorSettings{});
}

std::unique_ptr<Cosimulation<double>> couple(std::vector<std::unique_ptr<Subsystem<double>>> subsystems) {
  Assembly<double> assembly;
  assembly.name = "drop";
  assembly.subsystems = std::move(subsystems);
  assembly.connections = {{{1, 0}, {0, 0}, 1, 0, ""}};
  Scheme scheme;
  scheme.threads = 1;
  return std::make_unique<Cosimulation<double>>(std::move(assembly), scheme);
}

std::unique_ptr<Cosimulation<double>> drop(const Point& point, bool in_a_group) {
  std::vector<std::unique_ptr<Subsystem<double>>> subsystems;
  if (in_a_group) {
    Assembly<double> inner;
    inner.name = "group";
    inner.subsystems.push_back(make("point", point, true));
    inner.external_inputs = {{0, 0}};
    Scheme scheme;
    scheme.threads = 1;
    subsystems.push_back(std::make_unique<CosimulationSubsystem<double>>(
        "group", std::make_unique<Cosimulation<double>>(std::move(inner), scheme), std::vector<PortRef>{{0, 0}}, 0));
  } else {
    subsystems.push_back(make("point", point, true));
  }
  subsystems.push_back(make("floor", Floor{}, false));
  return couple(std::move(subsystems));
}

/// Height above the floor, z, in closed form: the floor begins to rise while the point falls for the first time.
double exact_distance(double t) {
  if (t <= lift_begin) return height - gravity / 2 * t * t;
  const double z0 = height - gravity / 2 * lift_begin * lift_begin, v0 = -gravity * lift_begin - lift_speed;
  const double v = std::sqrt(v0 * v0 + 2 * gravity * z0), r = (jump - gravity) / (omega * omega);
  // as if it had been thrown upwards with v earlier; then bounces repeat
  const double fall = v / gravity, contact = 2 * std::atan2(v / omega, r) / omega;
  const double s = std::fmod(t - lift_begin + (v - v0) / gravity, 2 * fall + contact);
  if (s <= 2 * fall) return v * s - gravity / 2 * s * s;
  const double angle = omega * (s - 2 * fall);
  return r * (1 - std::cos(angle)) - v / omega * std::sin(angle);
}

class MonolithicJumps : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Point, MonolithicJumps, testing::Bool(),
                         [](const auto& set) { return set.param ? "InAGroup" : "Alone"; });

TEST_P(MonolithicJumps, AreFollowedExactly) {
  const auto system = drop({}, GetParam());
  Monolithic<double> monolithic(*system);
  ASSERT_FALSE(monolithic.is_linear());
  std::vector<double> x = monolithic.read_states(system->initial_state(0)), y(system->plan().outputs()),
                      w(system->plan().variables);
  const double H = 1e-3;
  for (int n = 0; n < 4000; ++n) {
    monolithic.advance({n * H, H}, x);
    monolithic.outputs((n + 1) * H, x, y, w);
    ASSERT_NEAR(y[0] - y[1], exact_distance((n + 1) * H), 1e-9)
        << n;  // a bounce errs by some 1e-11, and delays the next
  }
  EXPECT_NEAR(x.back(), 4000 * H - lift_begin, 1e-12);  // its rate jumps
}

TEST(MonolithicSolution, CostsLittleMoreForManyPoints) {
  const auto evaluations = [](int points) {
    const Point point;
    const auto system = drop(point, false);
    Monolithic<double> monolithic(*system);
    std::vector<double> x = monolithic.read_states(system->initial_state(0));
    const long before = *point.evaluations;
    for (int n = 0; n < points; ++n) {
      const double from = 2.0 * n / points;
      monolithic.advance({from, 2.0 * (n + 1) / points - from}, x);
    }
    return *point.evaluations - before;
  };
  EXPECT_LT(static_cast<double>(evaluations(10'000)), 1.1 * static_cast<double>(evaluations(10)));
}

}  // namespace
}  // namespace oldham
