// SPDX-License-Identifier: MIT
#include "oldham/report/judge_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/io/linearised.hpp"

namespace oldham {
namespace {

using StepKind = StepStability::Kind;

constexpr double patience = 3;            // s, for one verdict
constexpr double patience_with_scan = 3;  // s, for all steps looked at
constexpr double no_time = 0.5;           // s, likewise
// steps looked at are from 1.2^-25 to 1.2^16 times the step itself, which is one of them: a window of stable steps
// about it is not missed. Where that takes no time they are closer, so that bands between windows are not either
constexpr double ratio = 1.2;
constexpr int shorter_steps = 25, longer_steps = 16, closer = 10;
constexpr int bisections = 30;  // where stability ends, on both sides

/// A page must not start foreign programs.
bool has_fmus(const Value& root) {
  const Value* list = root.find("subsystem");
  const Value::Array* entries = list ? list->get<Value::Array>() : nullptr;
  return entries && std::ranges::any_of(*entries, [](const Value& entry) { return entry.find("fmu") != nullptr; });
}

/// Of one verdict, s: a step for every direction, and a few more.
double cost_of_verdict(const Cosimulation<double>& cosimulation, double seconds_per_step) {
  return seconds_per_step * (cosimulation.vector_size() + 10);
}

/// Steps to look at for a margin, and what that costs, s, where one verdict takes so many.
struct Look {
  int points;
  double seconds;
};
Look look_for_margin(double seconds, bool is_linear) {
  // longer steps may take as much longer, where they are made of short ones
  const double each = is_linear ? seconds : seconds * std::pow(ratio, longer_steps) / 4;
  const int distances = shorter_steps + longer_steps;
  const int points = 1 + (closer * distances * each < no_time ? closer * distances : distances);
  return {points, (points + bisections) * each};
}

/// How far the step is from where stability ends, or why that is not known.
void add_margin(Cosimulation<double>& cosimulation, double step, double seconds, const std::atomic<bool>* interrupted,
                StepStability& stability) {
  const auto [points, cost] = look_for_margin(seconds, stability.is_linear);
  // more digits of a crossing than a page tells
  const StepScan scan{.low = step * std::pow(ratio, -shorter_steps),
                      .high = step * std::pow(ratio, longer_steps),
                      .points = points,
                      .resolution = 1e-5};
  const char* ask = "ask 'oldham stability --largest-step'";
  if (cost > patience_with_scan) {
    stability.why_no_margin =
        fmt::format("How far from its limit it is was not looked for, as that would take about {:.0f} s; {}.",
                    std::ceil(cost), ask);
    return;
  }
  const LargestStep found = find_largest_step(cosimulation, scan, default_margin, interrupted);
  if (!found.interrupted)
    stability.margin = margin_about(step, stability.kind == StepKind::stable, scan, found.crossings);
  if (!stability.margin)
    stability.why_no_margin = fmt::format("How far from its limit it is was not found, as {}; {}.",
                                          found.interrupted ? "that was interrupted" : "it is at the limit", ask);
}

StepStability judge(const Value& root, double step, double seconds_per_step, const std::atomic<bool>* interrupted,
                    std::string& why_not) {
  System<double> system = build_system<double>(root, {.threads = 1});
  Cosimulation<double>& cosimulation = *system.cosimulation;
  const double cost = cost_of_verdict(cosimulation, seconds_per_step);
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
                          .own_growth = 0};
  if (stability.kind == StepKind::unstable) stability.own_growth = own_growth(cosimulation, state);
  if (stability.kind == StepKind::inconclusive || stability.kind == StepKind::too_close) return stability;
  add_margin(cosimulation, step, taken, interrupted, stability);
  return stability;
}

}  // namespace

double seconds_to_judge(const Cosimulation<double>& cosimulation, double seconds_per_step) {
  if (std::ranges::any_of(cosimulation.assembly().subsystems,
                          [](const auto& s) { return s->description().boundary->is_foreign; }))
    return 0;
  const double verdict = cost_of_verdict(cosimulation, seconds_per_step);
  if (verdict > patience) return 0;
  const double margin = look_for_margin(verdict, cosimulation.plan().is_linear).seconds;
  return margin > patience_with_scan ? verdict : verdict + margin;
}

void judge_step(const Value& root, RunFacts& facts, const std::atomic<bool>* interrupted) {
  if (has_fmus(root)) {
    facts.why_not_judged = "Reports do not start FMUs; ask 'oldham stability'.";
    return;
  }
  if (interrupted != nullptr && *interrupted) {
    facts.why_not_judged = "The run was interrupted; ask 'oldham stability'.";
    return;
  }
  const RunRecord& record = facts.record;
  const double seconds = record.wall / static_cast<double>(std::max<std::int64_t>(1, record.macro_steps));
  try {
    const StepStability stability = judge(root, judged_step(record), seconds, interrupted, facts.why_not_judged);
    if (facts.why_not_judged.empty()) facts.stability = stability;
  } catch (const Error& error) {
    // such as a subsystem that a program of its own brought
    facts.needs_its_program = error.kind() == ErrorKind::wrong_input;
    facts.why_not_judged = facts.needs_its_program
                               ? fmt::format("Its file alone does not make this system: {}", error.what())
                               : error.what();
  }
}

}  // namespace oldham
