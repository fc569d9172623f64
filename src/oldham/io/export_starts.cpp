// SPDX-License-Identifier: MIT
#include "oldham/io/export_starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/coupling/exchange.hpp"
#include "oldham/coupling/known_sources.hpp"

namespace oldham {
namespace {

bool are_finite(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// Whether its outputs are there and a step with these inputs is made.
bool stands(ExportedSystem& built, const std::vector<double>& u) {
  Subsystem<double>& subsystem = *built.subsystem;
  const double breaks[] = {0, 1}, length = built.step > 0 ? built.step : (built.end - built.start) / 100;
  std::vector<double> y(static_cast<std::size_t>(subsystem.description().output_count()));
  bool is_fine = false;
  try {
    subsystem.initialize(built.start);
    subsystem.apply_inputs(u);
    subsystem.read_outputs(y);
    is_fine = are_finite(y) &&
              subsystem.advance({built.start, length}, {static_cast<int>(u.size()), 0, breaks, u.data()}).is_accepted();
    if (is_fine) subsystem.read_outputs(y);
    is_fine = is_fine && are_finite(y);
  } catch (const Error&) {
    is_fine = false;
  }
  subsystem.initialize(built.start);
  return is_fine;
}

/// What the system around it feeds it with at the start.
std::vector<double> fed_at_start(const Value& root, const std::string& name) {
  const System<double> system = build_system<double>(root, {.threads = 1});
  const Assembly<double>& assembly = system.cosimulation->assembly();
  const Plan<double>& plan = system.cosimulation->plan();
  std::vector<double> u;
  for (std::size_t s = 0; s < assembly.subsystems.size(); ++s) {
    if (assembly.subsystems[s]->description().name != name) continue;
    const MacroState<double> state = system.cosimulation->initial_state(system.start);
    const std::vector<double> known = known_sources(*system.cosimulation, state.time);
    for (int i = plan.input_offset[s]; i < plan.input_offset[s + 1]; ++i)
      u.push_back(gather_input<double>(plan, state.history.row(0), known.data(), i));
  }
  return u;
}

/// Ones on the diagonal of a mass that is told.
std::vector<double> unit_mass(const Boundary& boundary, std::vector<double> u) {
  for (int i = 1; i <= static_cast<int>(u.size()); ++i) {
    const auto port = std::ranges::find(boundary.inputs, fmt::format("mass.{0}.{0}", i), &Port::name);
    if (port != boundary.inputs.end()) u[static_cast<std::size_t>(port - boundary.inputs.begin())] = 1;
  }
  return u;
}

}  // namespace

std::optional<std::vector<double>> find_input_starts(const Value& root, const std::string& subsystem,
                                                     ExportedSystem& built) {
  const std::vector<double>& given = built.input_starts;
  if (given.empty() || stands(built, given)) return {};
  std::vector<std::vector<double>> candidates = {unit_mass(*built.subsystem->description().boundary, given)};
  try {
    if (!subsystem.empty()) candidates.insert(candidates.begin(), fed_at_start(root, subsystem));
  } catch (const Error&) {  // a subsystem that is no part of anything that runs
  }
  for (std::vector<double>& candidate : candidates)
    if (candidate.size() == given.size() && stands(built, candidate)) return std::move(candidate);
  return {};
}

}  // namespace oldham
