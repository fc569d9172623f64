// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

// How much faster than real time the hydraulic cranes run on one core, and where the time goes, from one run.

namespace oldham::bench {
namespace {

constexpr double simulated = 30;  // s
constexpr int repetitions = 5;

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Value crane(const std::string& system, const std::vector<std::string>& settings) {
  Value root = parse_toml(fmt::format("system = \"{}\"\n[scheme]\norder = 2\nstep = 1e-3\n", system), "bench");
  for (const std::string& setting : settings) apply_override(root, setting);
  return root;
}

/// CPU time of the whole run, the fastest of a few.
double time_run(const Value& root, long steps) {
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    System<double> system = build_system<double>(root, {.threads = 1});
    MacroState<double> state = make_initial_state(system, system.step);
    const double begin = cpu_now();
    for (long n = 0; n < steps; ++n)
      if (const StepReport report =
              system.cosimulation->step(state, {static_cast<double>(n) * system.step, system.step});
          !report.is_accepted()) {
        fmt::print(stderr, "{}\n", report.reason);
        return 0;
      }
    best = std::min(best, cpu_now() - begin);
  }
  return best;
}

/// One subsystem advanced over the same inputs many times: what its step costs without anything around it.
double time_alone(const Value& root, std::size_t index, long at) {
  System<double> system = build_system<double>(root, {.threads = 1});
  MacroState<double> state = make_initial_state(system, system.step);
  for (long n = 0; n < at; ++n)
    if (!system.cosimulation->step(state, {static_cast<double>(n) * system.step, system.step}).is_accepted()) return 0;
  Subsystem<double>& subsystem = *system.cosimulation->assembly().subsystems[index];
  const Plan<double>& plan = system.cosimulation->plan();
  // inputs as they are there, held
  const int first = plan.input_offset[index], count = plan.input_offset[index + 1] - first;
  std::vector<double> inputs(count), outputs(subsystem.description().output_count());
  for (int i = 0; i < count; ++i) {
    inputs[i] = plan.input_constant[first + i];
    for (int k = plan.term_offset[first + i]; k < plan.term_offset[first + i + 1]; ++k)
      inputs[i] += plan.terms[k].factor * state.history.row(0)[plan.terms[k].source];
  }
  inputs.resize(3 * count, 0.0);  // the coefficients of a polynomial of order 2
  const double breaks[] = {0, 1};
  const InputSignal<double> signal{count, 2, breaks, inputs.data()};
  constexpr int steps = 2000;
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    const double begin = cpu_now();
    for (int n = 0; n < steps; ++n) {
      subsystem.restore(state.snapshots[index]);
      if (!subsystem.advance({state.time, system.step}, signal).is_accepted()) return 0;
      subsystem.read_outputs(outputs);
    }
    best = std::min(best, (cpu_now() - begin) / steps);
  }
  return best;
}

void report(const std::string& title, const Value& root) {
  const long steps = std::lround(simulated / 1e-3);
  const double whole = time_run(root, steps);
  fmt::print("{:<52}{:>9.0f}x{:>9.2f} us", title, simulated / whole, 1e6 * whole / static_cast<double>(steps));
  // with an interface model the circuits are stepped inside a group, which is engine and hydraulics in one
  const System<double> system = build_system<double>(root, {.threads = 1});
  double mechanics = 0, others = 0;
  for (std::size_t s = 0; s < system.cosimulation->assembly().subsystems.size(); ++s) {
    double cost = 0;
    const long points[] = {500, 5000, 12500, 20000, 27000};  // at rest, up, at an end, down, at the other end
    for (const long at : points) cost += time_alone(root, s, at) / std::size(points);
    (s == 0 ? mechanics : others) += 1e6 * cost;
  }
  const double step = 1e6 * whole / static_cast<double>(steps);
  fmt::print("{:>12.2f}{:>12.2f}{:>10.1f} %\n", mechanics, others, 100 * (step - mechanics - others) / step);
}

int main() {
  fmt::print("{:<52}{:>10}{:>12}{:>12}{:>12}{:>12}\n", "30 s simulated, H = 1 ms, h = 0.1 ms, one core", "real time",
             "per step", "mechanics", "hydraulics", "engine");
  const std::vector<std::string> rk4 = {"subsystem.circuit1.integrator=rk4"};
  const std::vector<std::string> both = {"subsystem.circuit1.integrator=rk4", "subsystem.circuit2.integrator=rk4"};
  const auto with = [](std::vector<std::string> settings, const char* more) {
    settings.emplace_back(more);
    return settings;
  };
  report("single crane, RK4, ALI1", crane("crane", rk4));
  report("single crane, RK4, ALI3-P", crane("crane", with(rk4, "subsystem.mechanism.formulation=ali3p")));
  report("single crane, trapezoidal, ALI1", crane("crane", {}));
  report("single crane, RK4, ALI1, interface model", crane("crane", with(rk4, "scheme.interface=model")));
  report("double crane, RK4, ALI1", crane("crane-double", with(both, "scheme.order=1")));
  report("double crane, RK4, ALI1, interface model", crane("crane-double", with(both, "scheme.interface=model")));
  report("double crane, trapezoidal, ALI1, interface model", crane("crane-double", {"scheme.interface=model"}));
  return 0;
}

}  // namespace
}  // namespace oldham::bench

int main() { return oldham::bench::main(); }
