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

/// The inputs of all subsystems at the end of every step, one row per step.
std::vector<double> record_inputs(const Value& root, long steps) {
  System<double> system = build_system<double>(root, {.threads = 1});
  MacroState<double> state = make_initial_state(system, system.step);
  std::vector<double> rows;
  rows.reserve(steps * state.inputs.size());
  for (long n = 0; n < steps; ++n) {
    if (!system.cosimulation->step(state, {static_cast<double>(n) * system.step, system.step}).is_accepted()) return {};
    rows.insert(rows.end(), state.inputs.begin(), state.inputs.end());
  }
  return rows;
}

/// Some subsystems taken through the whole run by themselves, in turn, under the inputs they had there: what they cost
/// without the engine. One point over and over would be cheaper: the processor learns its branches.
double time_without_engine(const Value& root, const std::vector<std::size_t>& which, const std::vector<double>& rows,
                           long steps) {
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    System<double> system = build_system<double>(root, {.threads = 1});
    make_initial_state(system, system.step);
    const Plan<double>& plan = system.cosimulation->plan();
    const double breaks[] = {0, 1};
    std::vector<double> coefficients(3 * plan.inputs(), 0.0), outputs(plan.outputs());  // polynomials of order 2
    std::vector<InputSignal<double>> signals;
    for (std::size_t s : which)
      signals.push_back(
          {plan.input_offset[s + 1] - plan.input_offset[s], 2, breaks, coefficients.data() + 3 * plan.input_offset[s]});
    const double begin = cpu_now();
    for (long n = 0; n < steps; ++n)
      for (std::size_t k = 0; k < which.size(); ++k) {
        const std::size_t s = which[k];
        std::copy_n(rows.data() + n * plan.inputs() + plan.input_offset[s], signals[k].inputs,
                    coefficients.data() + 3 * plan.input_offset[s]);
        Subsystem<double>& subsystem = *system.cosimulation->assembly().subsystems[s];
        if (!subsystem.advance({static_cast<double>(n) * system.step, system.step}, signals[k]).is_accepted()) return 0;
        subsystem.read_outputs({outputs.data() + plan.output_offset[s], outputs.data() + plan.output_offset[s + 1]});
      }
    best = std::min(best, cpu_now() - begin);
  }
  return 1e6 * best / static_cast<double>(steps);
}

void report(const std::string& title, const Value& root) {
  const long steps = std::lround(simulated / 1e-3);
  const double whole = time_run(root, steps);
  fmt::print("{:<52}{:>9.0f}x{:>9.2f} us", title, simulated / whole, 1e6 * whole / static_cast<double>(steps));
  // with an interface model the circuits are stepped inside a group, which is engine and hydraulics in one
  const System<double> system = build_system<double>(root, {.threads = 1});
  const std::vector<double> rows = record_inputs(root, steps);
  std::vector<std::size_t> others, all;
  for (std::size_t s = 0; s < system.cosimulation->assembly().subsystems.size(); ++s) {
    all.push_back(s);
    if (s > 0) others.push_back(s);
  }
  const double step = 1e6 * whole / static_cast<double>(steps), together = time_without_engine(root, all, rows, steps);
  fmt::print("{:>12.2f}{:>12.2f}{:>12.2f}{:>10.1f} %\n", time_without_engine(root, {0}, rows, steps),
             time_without_engine(root, others, rows, steps), together, 100 * (step - together) / step);
}

int main() {
  fmt::print("{:<52}{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "30 s simulated, H = 1 ms, h = 0.1 ms, one core",
             "real time", "per step", "mechanics", "hydraulics", "both", "engine");
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
