// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "oldham/integrator/integrator.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

// Two welded bodies are one body. The weld must hold for as long as anyone cares to run it, and the one body is a
// solution that knows nothing of constraints.

namespace oldham::test {
namespace {

using Settings = std::vector<std::string>;
using Plane = std::array<double, 2>;

System<double> make_weld(const Settings& settings) {
  Value root = read_toml(OLDHAM_SOURCE "/examples/weld/system.toml");
  for (const std::string& setting : settings) apply_override(root, setting);
  return build_system<double>(root, {.threads = 1});
}

Settings scheme(const std::string& stabilisation, const std::string& correction, int order) {
  return {"scheme.stabilisation=" + stabilisation, "scheme.correction=" + correction,
          fmt::format("scheme.order={}", order)};
}

/// The largest |g| and |ġ| at any communication point, over all rows.
struct Violation {
  double position = 0, velocity = 0;
};

/// Steps through the whole run; `see` gets the outputs at every communication point.
template <class See>
void step_through(System<double>& system, double step, int steps, const See& see) {
  MacroState<double> state = make_initial_state(system, step);
  for (int n = 0; n < steps; ++n) {
    const StepReport report = system.cosimulation->step(state, {n * step, step});
    ASSERT_TRUE(report.is_accepted()) << report.reason;
    see(state.outputs);
  }
}

Violation largest_violation(const Settings& settings, int steps) {
  System<double> system = make_weld(settings);
  Violation largest;
  step_through(system, system.step, steps, [&](const std::vector<double>& y) {
    // the bodies have the same six outputs: position and velocity along x, along y, of the rotation
    for (int i = 0; i < 6; i += 2) {
      largest.position = std::max(largest.position, std::abs(y[i] - y[6 + i]));
      largest.velocity = std::max(largest.velocity, std::abs(y[i + 1] - y[7 + i]));
    }
  });
  return largest;
}

/// Both bodies as one, about their common centre: masses add up, inertia by the parallel-axis theorem, and every spring
/// pulls where it is fixed.
class Composite {
 public:
  explicit Composite(const Assembly<double>& assembly) {
    for (const auto& subsystem : assembly.subsystems) {
      Part part;
      for (const ParameterValue& p : subsystem->parameters())
        for (const auto& [name, value] : part.named())
          if (p.name == name) *value = p.value;
      parts_.push_back(part);
      mass_ += part.mass;
    }
    // seen from the weld, a part's centre is at −p
    for (const Part& part : parts_)
      for (int i = 0; i < 2; ++i) weld_[i] += part.mass * part.point[i] / mass_;
    for (Part& part : parts_) {
      part.arm = {weld_[0] - part.point[0], weld_[1] - part.point[1]};
      inertia_ += part.inertia + part.mass * (part.arm[0] * part.arm[0] + part.arm[1] * part.arm[1]);
    }
  }

  /// Outputs of one body at the start, then at t.
  std::vector<double> outputs_at(double t, const std::vector<double>& y) const {
    const Plane r = turn(weld_, y[4]);
    std::vector<double> x = {y[0] - r[0], y[2] - r[1], y[4], y[1] + r[1] * y[5], y[3] - r[0] * y[5], y[5]};
    Integrator<double> solver(
        {.kind = IntegratorKind::cvode, .relative_tolerance = 1e-13, .absolute_tolerance = 1e-14, .adams = true}, 6);
    const auto derivative = [&](const double&, const double* at, double* dx) { differentiate(at, dx); };
    EXPECT_TRUE(solver.integrate({6, derivative, {}}, {0, t}, x.data()).is_accepted());
    const Plane e = turn(weld_, x[2]);
    return {x[0] + e[0], x[3] - e[1] * x[5], x[1] + e[1], x[4] + e[0] * x[5], x[2], x[5]};
  }

 private:
  struct Part {
    double mass = 0, inertia = 0, gravity = 0;
    Plane point{}, arm{};  // arm: from the common centre to its own
    std::array<double, 3> stiffness{}, damping{}, rest{};

    std::vector<std::pair<std::string, double*>> named() {
      return {{"mass", &mass},
              {"inertia", &inertia},
              {"gravity", &gravity},
              {"point.x", &point[0]},
              {"point.y", &point[1]},
              {"stiffness.x", &stiffness[0]},
              {"stiffness.y", &stiffness[1]},
              {"stiffness.phi", &stiffness[2]},
              {"damping.x", &damping[0]},
              {"damping.y", &damping[1]},
              {"damping.phi", &damping[2]},
              {"rest.x", &rest[0]},
              {"rest.y", &rest[1]},
              {"rest.phi", &rest[2]}};
    }
  };

  static Plane turn(const Plane& p, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * p[0] - s * p[1], s * p[0] + c * p[1]};
  }

  void differentiate(const double* x, double* dx) const {
    Plane force = {0, 0};
    double moment = 0;
    for (const Part& part : parts_) {
      const Plane r = turn(part.arm, x[2]);
      const Plane v = {x[3] - r[1] * x[5], x[4] + r[0] * x[5]};
      Plane f;
      for (int i = 0; i < 2; ++i) f[i] = -part.stiffness[i] * (x[i] + r[i] - part.rest[i]) - part.damping[i] * v[i];
      f[1] -= part.mass * part.gravity;
      force = {force[0] + f[0], force[1] + f[1]};
      moment += r[0] * f[1] - r[1] * f[0] - part.stiffness[2] * (x[2] - part.rest[2]) - part.damping[2] * x[5];
    }
    for (int i = 0; i < 3; ++i) dx[i] = x[3 + i];
    dx[3] = force[0] / mass_;
    dx[4] = force[1] / mass_;
    dx[5] = moment / inertia_;
  }

  std::vector<Part> parts_;
  double mass_ = 0, inertia_ = 0;
  Plane weld_{};  // from the common centre
};

double error_against_one_body(const Settings& settings, double step, double end) {
  System<double> system = make_weld(settings);
  const std::vector<double> start = make_initial_state(system, step).outputs;
  std::vector<double> found(start.size(), std::nan(""));
  step_through(system, step, static_cast<int>(std::lround(end / step)),
               [&](const std::vector<double>& y) { found = y; });
  const std::vector<double> exact = Composite(system.cosimulation->assembly()).outputs_at(end, start);
  double error = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) error = std::max(error, std::abs(found[i] - exact[i]));
  return error;
}

struct Row {
  const char* stabilisation;
  int order;
  double expected;  // order of the error
};

// The weld never drifts. Newton's method leaves at most the tolerance of 1e-11 of what is compared, and nothing here is
// faster than 6.2 rad/s.
constexpr double drift = 1e-10;

class WeldForLong : public testing::TestWithParam<Row> {};

TEST_P(WeldForLong, HoldsPositionsAndVelocitiesOverAHundredThousandSteps) {
  const Violation largest = largest_violation(scheme(GetParam().stabilisation, "implicit", GetParam().order), 100'000);
  EXPECT_LT(largest.position, drift);
  EXPECT_LT(largest.velocity, drift);
}

INSTANTIATE_TEST_SUITE_P(Stabilisations, WeldForLong, testing::Values(Row{"index-2", 1, 0}, Row{"index-1", 2, 0}),
                         [](const auto& row) { return fmt::format("index{}", row.param.stabilisation[6]); });

TEST(Weld, IsHeldToRoundingByProjection) {
  const Violation largest = largest_violation(scheme("projection", "semi-implicit", 1), 10'000);
  const double rounding = 1e-14;  // positions up to 4.5 and velocities up to 6.2 are told apart by 1e-15
  EXPECT_LT(largest.position, rounding);
  EXPECT_LT(largest.velocity, rounding);
}

class WeldOrder : public testing::TestWithParam<Row> {};

TEST_P(WeldOrder, ReachesTheMotionOfOneBody) {
  const auto error = [](double step) {
    Settings settings = scheme(GetParam().stabilisation, "implicit", GetParam().order);
    // eight micro steps: the integrator then errs by less than the coupling does
    for (const char* body : {"left", "right"})
      settings.push_back(fmt::format("subsystem.{}.micro_step={}", body, step / 8));
    return error_against_one_body(settings, step, 2.0);
  };
  const double coarse = error(0.01), fine = error(0.005);
  EXPECT_NEAR(std::log2(coarse / fine), GetParam().expected, 0.2);
  EXPECT_LT(fine, 1e-4);  // positions of some 0.1 m, angles of some rad: the right motion, not just a small change
}

// index-2: 4; index-1: k + 3; projection: k + 2. As for two masses in a row, where an independent program found them.
INSTANTIATE_TEST_SUITE_P(Schemes, WeldOrder,
                         testing::Values(Row{"index-2", 0, 4}, Row{"index-2", 1, 4}, Row{"index-2", 2, 4},
                                         Row{"index-1", 0, 3}, Row{"index-1", 1, 4}, Row{"index-1", 2, 5},
                                         Row{"projection", 1, 3}, Row{"projection", 2, 4}),
                         [](const auto& row) {
                           const std::string name = row.param.stabilisation;
                           return fmt::format("{}_order{}", name.starts_with("index") ? "index" + name.substr(6) : name,
                                              row.param.order);
                         });

}  // namespace
}  // namespace oldham::test
