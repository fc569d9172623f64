// SPDX-License-Identifier: MIT
#include "oldham/coupling/coupled_equations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "oldham/subsystem/ode_subsystem.hpp"

namespace oldham {
namespace {

/// x' = u − x, y = x + tanh u.
struct Link {
  static constexpr bool is_linear = false, has_linear_outputs = false;
  double start = 0;
  std::shared_ptr<int> evaluations;

  std::vector<double> initial_state() const { return {start}; }
  std::vector<ParameterValue> parameters() const { return {}; }
  void derivative(const double&, const double* x, const double* u, double* dx) const { dx[0] = u[0] - x[0]; }
  void output(const double&, const double* x, const double* u, double* y) const {
    ++*evaluations;
    y[0] = x[0] + std::tanh(u[0]);
  }
  void jacobian(const double&, const double*, const double*, double* J) const { J[0] = -1; }
};

/// Links whose outputs feed the next; the last feeds the first through `back`, and nothing where that is zero.
std::unique_ptr<Cosimulation<double>> chain(int links, double back, const std::shared_ptr<int>& evaluations) {
  auto boundary = std::make_shared<Boundary>();
  boundary->inputs.resize(1);
  boundary->outputs.resize(1);
  boundary->feedthrough = true;
  Assembly<double> assembly;
  // against the direction of the links, so that the order of subsystems does not help
  for (int s = 0; s < links; ++s)
    assembly.subsystems.push_back(std::make_unique<OdeSubsystem<double, Link>>(
        fmt::format("link{}", s), boundary, Link{0.1 * s, evaluations}, IntegratorSettings{}));
  for (int s = links - 1; s > 0; --s) assembly.connections.push_back({{s, 0}, {s - 1, 0}, 1, 0, ""});
  if (back != 0)
    assembly.connections.push_back({{0, 0}, {links - 1, 0}, back, 0, ""});
  else
    assembly.constants.push_back({{links - 1, 0}, 0.3, ""});
  Scheme scheme;
  scheme.threads = 1;
  return std::make_unique<Cosimulation<double>>(std::move(assembly), scheme);
}

TEST(CoupledEquations, EvaluateAChainOfFeedThroughOnce) {
  const int links = 12;
  const auto evaluations = std::make_shared<int>(0);
  const auto system = chain(links, 0, evaluations);
  const CoupledEquations<double> equations(*system);
  std::vector<double> x(links), dx(links);
  equations.read_states_now(x);
  *evaluations = 0;
  equations.derivative(0, x, {}, dx);
  EXPECT_EQ(*evaluations, links);
  double u = 0.3;
  for (int s = links - 1; s >= 0; --s) {
    EXPECT_EQ(dx[s], u - x[s]) << s;
    u = x[s] + std::tanh(u);
  }
}

TEST(CoupledEquations, SolveALoopOfFeedThrough) {
  const int links = 3;
  const double back = -0.9;
  const auto system = chain(links, back, std::make_shared<int>(0));
  const CoupledEquations<double> equations(*system);
  std::vector<double> x(links), dx(links);
  equations.read_states_now(x);
  equations.derivative(0, x, {}, dx);
  double u = dx[links - 1] + x[links - 1];
  const double first = u;
  for (int s = links - 1; s >= 0; --s) {
    EXPECT_NEAR(dx[s], u - x[s], 1e-14) << s;
    u = x[s] + std::tanh(u);
  }
  EXPECT_NEAR(first, back * u, 1e-14);
}

}  // namespace
}  // namespace oldham
