// SPDX-License-Identifier: MIT
#include "contract/scheme_contract.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <list>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/coupling/cosimulation_subsystem.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

constexpr double run_time = 0.5;   // s
constexpr double past_time = 0.1;  // s; what a late start has behind it

/// The solution at `start` and its coupling variables at start, start − H, …
std::vector<double> solution_with_past(Monolithic<double>& monolithic, Cosimulation<double>& system,
                                       const MacroState<double>& state, double start, double step) {
  const Plan<double>& plan = system.plan();
  std::vector<double> vector, x, y(plan.outputs()), w(plan.variables), inside(plan.variables);
  const auto go_to = [&](double t, std::vector<double>& variables) {
    x = monolithic.read_states(state);
    monolithic.advance({0, t}, x);
    monolithic.outputs(t, x, y, variables);
  };
  for (int age = 0; age < state.history.capacity(); ++age) {
    go_to(start - age * step, w);
    if (age == 0) vector = x;
    // samples inside a step belong to the one that ended here
    for (int j = plan.base_variables; j < plan.variables; ++j) {
      go_to(start - step * (age + 1 - node_of<double>(plan.kind[j])), inside);
      w[j] = inside[plan.signal[j][0]];
    }
    vector.insert(vector.end(), w.begin(), w.end());
  }
  vector.resize(system.vector_size());  // nothing is to be given back
  return vector;
}

bool identical(const Subsystem<double>& subsystem, const Snapshot<double>& a, const Snapshot<double>& b) {
  if (a.values != b.values) return false;
  const auto* nested = dynamic_cast<const CosimulationSubsystem<double>*>(&subsystem);
  return nested == nullptr || identical(nested->inner(), dynamic_cast<const MacroState<double>&>(*a.content),
                                        dynamic_cast<const MacroState<double>&>(*b.content));
}

bool identical(const SampleHistory<double>& a, const SampleHistory<double>& b, int variables) {
  if (a.size() != b.size() || a.capacity() != b.capacity()) return false;
  for (int age = 0; age < a.size(); ++age)
    if (a.length(age) != b.length(age) || !std::equal(a.row(age), a.row(age) + variables, b.row(age))) return false;
  return true;
}

bool identical(const CorrectorMemory<double>& a, const CorrectorMemory<double>& b) {
  if (!a.valid || !b.valid) return a.valid == b.valid;
  return a.step_length == b.step_length && a.nodes == b.nodes && a.sensitivities == b.sensitivities;
}

}  // namespace

std::string text_of(const SchemeCase& scheme) {
  return fmt::format("{} {} order {}", scheme.schedule, scheme.correction, scheme.order);
}

std::ostream& operator<<(std::ostream& out, const ContractCase& row) {
  std::string name = row.system.name + "_" + row.correction + (row.more.empty() ? "" : "_changed");
  std::replace(name.begin(), name.end(), '-', '_');
  return out << name;
}

std::vector<ContractCase> contract_cases() {
  std::vector<ContractCase> rows;
  for (const SystemCase& system : system_table())
    for (const std::string& correction : correction_names()) rows.push_back({system, correction, ""});
  return rows;
}

std::vector<SchemeCase> schemes_of(const ContractCase& row, const std::vector<int>& orders) {
  std::vector<SchemeCase> schemes;
  for (const std::string& schedule : schedule_names())
    for (int order : orders) schemes.push_back({schedule, row.correction, order, row.more});
  return schemes;
}

std::vector<std::string> correction_names() {
  std::vector<std::string> names;
  for (const NamedCorrection& row : correction_catalogue()) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> schedule_names() {
  std::vector<std::string> names;
  for (const NamedSchedule& row : schedule_catalogue()) names.emplace_back(row.name);
  names.emplace_back("groups");
  return names;
}

const SystemCase& system_named(const std::string& name) {
  for (const SystemCase& row : system_table())
    if (row.name == name) return row;
  throw std::out_of_range("no system '" + name + "' in the table of the contract");
}

Value file_of(const SystemCase& system, const SchemeCase& scheme) {
  const std::string schedule = scheme.schedule == "groups" ? system.groups : fmt::format("\"{}\"", scheme.schedule);
  const std::string text =
      fmt::format("[scheme]\nschedule = {}\ncorrection = \"{}\"\norder = {}\nstep = {}\n{}\n[simulation]\nend = {}\n{}",
                  schedule, scheme.correction, scheme.order, system.step, scheme.more, run_time, system.text);
  return parse_toml(text, system.name);
}

System<double> build(const SystemCase& system, const SchemeCase& scheme, int threads) {
  return build_system<double>(file_of(system, scheme), {.threads = threads});
}

MacroState<double> make_start(System<double>& system, const SystemCase& row, double step) {
  Cosimulation<double>& cosimulation = *system.cosimulation;
  MacroState<double> state = cosimulation.initial_state(0);
  if (row.starts_from_one_sample) return state;
  Monolithic<double> monolithic(cosimulation);
  if (!row.starts_late) {
    cosimulation.fill_history(state, step, exact_past(monolithic, cosimulation, state, step));
    return state;
  }
  const std::vector<double> vector = solution_with_past(monolithic, cosimulation, state, past_time, step);
  cosimulation.fill_history(state, step);
  cosimulation.write_vector(state, vector);
  state.time = past_time;
  return state;
}

void step_on(System<double>& system, MacroState<double>& state, double step, int count) {
  for (int n = 0; n < count; ++n) {
    const StepReport report = system.cosimulation->step(state, {state.time, step});
    ASSERT_TRUE(report.is_accepted()) << report.reason;
  }
}

bool identical(const Cosimulation<double>& system, const MacroState<double>& a, const MacroState<double>& b) {
  const auto& subsystems = system.assembly().subsystems;
  for (std::size_t i = 0; i < subsystems.size(); ++i)
    if (!identical(*subsystems[i], a.snapshots[i], b.snapshots[i])) return false;
  return a.time == b.time && a.steps == b.steps && a.outputs == b.outputs &&
         identical(a.history, b.history, system.plan().variables) && identical(a.corrector, b.corrector) &&
         a.deficit.length == b.deficit.length && a.deficit.means == b.deficit.means;
}

ConvergenceStudy study(const SystemCase& row, const SchemeCase& scheme, const std::vector<double>& steps) {
  std::list<System<double>> systems;
  return study_convergence(steps, ErrorNorm::max, false, [&](double step) {
    System<double>& system = systems.emplace_back(build(row, scheme));
    MacroState<double> state = make_start(system, row, step);
    const double start = state.time;
    return PreparedRun{system.cosimulation.get(), std::move(state), {start, start + run_time, step}};
  });
}

}  // namespace oldham
