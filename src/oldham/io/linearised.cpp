// SPDX-License-Identifier: MIT
#include "oldham/io/linearised.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"

namespace oldham {
namespace {

constexpr int most_halvings = 8;

}  // namespace

MacroState<double> state_at(System<double>& system, const std::optional<double>& at, double& used,
                            const std::atomic<bool>* interrupted, bool shortens_steps) {
  used = system.step;
  if (!at) return state_to_analyse(*system.cosimulation, system.start, system.step);
  if (!(*at >= system.start))
    throw_wrong_input("--at", fmt::format("{} s lies before the start, {} s", *at, system.start),
                      "choose a later time");
  if (*at > system.end)
    throw_wrong_input("--at", fmt::format("{} s lies after the end, {} s", *at, system.end),
                      "choose an earlier time, or raise simulation.end");
  // a step that is too large to get there is just the one to ask about: the way is then gone with a shorter one
  MacroState<double> state = make_initial_state(system, system.step);
  std::string reason;
  bool arrived = false;
  double step = system.step;
  for (int halvings = 0; halvings <= (shortens_steps ? most_halvings : 0) && !arrived; ++halvings, step /= 2) {
    state = make_initial_state(system, step);
    const RunSummary summary =
        run(*system.cosimulation, state, {system.start, *at, step, interrupted}, [](const auto&) {});
    arrived = summary.status == RunSummary::Status::completed;
    if (reason.empty()) reason = summary.reason;
    if (summary.status == RunSummary::Status::interrupted) break;
    if (arrived) used = step;
  }
  if (!arrived) throw Error(ErrorKind::failure, fmt::format("--at: the run to {} s ended early: {}", *at, reason));
  // evenly spaced, also where the last step was shorter; about this state, not about the way to it
  system.cosimulation->fill_history(state, system.step);
  system.cosimulation->assume_past(state, system.step);
  return state;
}

double own_growth(Cosimulation<double>& system, const MacroState<double>& state) {
  try {
    Monolithic<double> monolithic(system);
    double growth = 0;
    for (const Eigenvalue<double>& s : monolithic.eigenvalues(state.time, monolithic.read_states(state)))
      growth = std::max(growth, s.real);
    return growth;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::missing_capability) throw;
    return 0;
  }
}

LargestStep scan_at(Cosimulation<double>& system, const MacroState<double>& state, double growth, const StepScan& scan,
                    double margin, const std::atomic<bool>* interrupted) {
  const auto radius = [&](double H) {
    MacroState<double> about = state.clone();
    system.fill_history(about, H);
    return find_spectral_radius(system, about, H) * std::exp(-growth * H);
  };
  return find_largest_step(radius, scan, margin, interrupted);
}

}  // namespace oldham
