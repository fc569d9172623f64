// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "oldham/io/system_file.hpp"

namespace oldham::bench {

/// Of how many runs the fastest counts: the others were disturbed by something else on the machine.
inline constexpr int repetitions = 5;

/// CPU time of this process, s.
inline double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// CPU time of some macro steps of a system on one core, s; 0 when a step fails.
inline double time_run(const Value& root, long steps) {
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
inline std::vector<double> record_inputs(const Value& root, long steps) {
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
/// without the engine, µs per step. One point over and over would be cheaper: the processor learns its branches.
inline double time_without_engine(const Value& root, const std::vector<std::size_t>& which,
                                  const std::vector<double>& rows, long steps) {
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

}  // namespace oldham::bench
