// SPDX-License-Identifier: MIT
#include "judge_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "command.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/linearised.hpp"

namespace oldham::app {
namespace {

using Kind = StepStability::Kind;

constexpr double patience = 3;              // s, for one verdict
constexpr double patience_with_scan = 1.5;  // s, for all steps looked at
const StepScan scan_factors{0.01, 20, 40};

/// A page must not start foreign programs.
bool has_fmus(const Value& root) {
  const Value* list = root.find("subsystem");
  const Value::Array* entries = list ? list->get<Value::Array>() : nullptr;
  return entries && std::ranges::any_of(*entries, [](const Value& entry) { return entry.find("fmu") != nullptr; });
}

StepStability judge(const Value& root, double step, double seconds_per_step, std::string& why_not) {
  System<double> system = build_system<double>(root, {.threads = 1});
  Cosimulation<double>& cosimulation = *system.cosimulation;
  // one step for every direction, and a few more
  const double cost = seconds_per_step * (cosimulation.vector_size() + 10);
  if (cost > patience) {
    why_not = fmt::format("It would take about {:.0f} s; ask 'oldham stability'.", cost);
    return {};
  }
  const MacroState<double> state = state_to_analyse(cosimulation, system.start, step);
  const auto begin = std::chrono::steady_clock::now();
  const OneStepMap<double> map = compute_one_step_map(cosimulation, state, step);
  const CouplingVerdict verdict = judge_map(cosimulation, map, step, {}, {.names_modes = false});
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  StepStability stability{.kind = told_kind(verdict, verdict.spectral_radius <= 1 + default_margin),
                          .reason = verdict.reason,
                          .spectral_radius = verdict.spectral_radius,
                          .is_linear = cosimulation.plan().is_linear,
                          .own_growth = 0,
                          .largest = {}};
  if (stability.kind == Kind::unstable) stability.own_growth = own_growth(cosimulation, state);
  if (stability.kind == Kind::inconclusive || stability.kind == Kind::too_close) return stability;
  // longer steps may take as much longer, where they are made of short ones
  const double longer = stability.is_linear ? 1 : scan_factors.high / 4;
  if (taken * scan_factors.points * longer < patience_with_scan) {
    const LargestStep found =
        find_largest_step(cosimulation, {scan_factors.low * step, scan_factors.high * step, scan_factors.points},
                          default_margin, &interrupted);
    if (found.largest_stable_step && (*found.largest_stable_step >= step) == (stability.kind == Kind::stable)) {
      stability.largest = found.largest_stable_step;
      stability.is_whole_range = found.stable_throughout;
    }
  }
  return stability;
}

}  // namespace

void judge_step(const Value& root, RunFacts& facts) {
  if (has_fmus(root)) {
    facts.why_not_judged = "Reports do not start FMUs; ask 'oldham stability'.";
    return;
  }
  if (interrupted) {
    facts.why_not_judged = "The run was interrupted; ask 'oldham stability'.";
    return;
  }
  const RunRecord& record = facts.record;
  const double seconds = record.wall / static_cast<double>(std::max<std::int64_t>(1, record.macro_steps));
  try {
    const StepStability stability = judge(root, judged_step(record), seconds, facts.why_not_judged);
    if (facts.why_not_judged.empty()) facts.stability = stability;
  } catch (const Error& error) {
    // such as a subsystem that a program of its own brought
    facts.why_not_judged = error.kind() == ErrorKind::wrong_input
                               ? fmt::format("Its file alone does not make this system: {}", error.what())
                               : error.what();
  }
}

}  // namespace oldham::app
