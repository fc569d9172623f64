// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/linearised.hpp"

// How a verdict changes with the step.

namespace oldham {
namespace {

constexpr double vanishing = 1e-7;  // of the step: where native subsystems stand still

}  // namespace

JudgedStep CouplingJudge::judge_step(const Value& tree, double step) {
  const CouplingVerdict verdict = judge(tree, step, false);
  // of a coupling in which something grows by itself the rest is asked
  if (verdict.kind == CouplingVerdict::Kind::inconclusive && verdict.lone_modes.empty()) return {};
  const double growth = (verdict.mode.growth_rate - verdict.own_growth) * step;
  const double tolerance = settings_.tolerance, margin = verdict.margin;
  const JudgedStep::Kind kind = growth > std::max(margin, tolerance)                   ? JudgedStep::Kind::unstable
                                : growth <= (margin < tolerance ? tolerance : -margin) ? JudgedStep::Kind::stable
                                                                                       : JudgedStep::Kind::too_close;
  return {kind, std::exp(growth), verdict.confidence};
}

double CouplingJudge::composed_factor(const Value& tree, double base, int n) {
  const double step = n * base;
  const auto find_map = [&](BlackBox& box, int degree, SubsystemEvidence& evidence) {
    StepMap map = map_at(box, base, degree, evidence);
    if (!evidence.problem.empty()) return map;
    map = compose(map, n);
    map.step = step;
    return map;
  };
  Coupled coupled = couple(tree, step, find_map);
  if (!coupled.is_known) return HUGE_VAL;
  return find_spectral_radius(*coupled.system.cosimulation, coupled.about, step);
}

std::optional<double> CouplingJudge::grid() {
  std::optional<double> widest;
  for (auto& box : black_boxes_) {
    if (!box->habits) {
      PreflightSettings settings;
      settings.inputs = box->ports.inputs;
      settings.outputs = box->ports.outputs;
      settings.amplitudes = box->ports.amplitudes;
      box->habits = examine(*box->subsystem, box->point, system_.step, settings);
      probe_steps_ += box->habits->steps;
      probe_seconds_ += box->habits->seconds;
    }
    if (box->habits->grid) widest = std::max(widest.value_or(0), *box->habits->grid);
  }
  return widest;
}

LargestStep CouplingJudge::find_largest_step(const Value& tree, const StepScan& scan) {
  if (!has_black_boxes()) {
    Coupled coupled = couple(tree, scan.low, [](BlackBox&, int, SubsystemEvidence&) { return StepMap{}; });
    Cosimulation<double>& system = *coupled.system.cosimulation;
    if (settings_.at && !system.plan().is_linear)
      return scan_at(system, coupled.about, own_growth(system, coupled.about), scan, settings_.tolerance,
                     settings_.interrupted);
    return oldham::find_largest_step(system, scan, settings_.tolerance, settings_.interrupted);
  }
  CostlyRadius radius{.exact = [&](double step) { return judge_step(tree, step); }};
  radius.grid = grid();
  const bool composes = std::ranges::all_of(black_boxes_, [](const auto& box) { return box->habits->composes(); });
  if (composes) radius.composed = [&](double base, int n) { return composed_factor(tree, base, n); };
  return search_largest_step(radius, scan, settings_.tolerance, settings_.interrupted);
}

ZeroStability CouplingJudge::judge_zero_stability(const Value& tree) {
  // natives stand still in such a step, and black boxes answer as they do at once
  const double step = vanishing * system_.step;
  int native_states = 0;
  const auto find_map = [&](BlackBox& box, int degree, SubsystemEvidence& evidence) {
    Identified found = identify_feedthrough(*box.subsystem, box.point, system_.step, degree, box.ports);
    probe_steps_ += found.probe_steps;
    probe_seconds_ += found.seconds;
    evidence.problem = found.problem;
    found.map.step = step;
    return std::move(found.map);
  };
  Coupled coupled = couple(tree, step, find_map);
  for (const SubsystemEvidence& s : coupled.evidence) {
    if (!s.problem.empty()) throw Error(ErrorKind::failure, fmt::format("'{}': {}", s.name, s.problem));
    if (!s.is_identified) native_states += s.order;
  }
  const OneStepMap<double> map = compute_one_step_map(*coupled.system.cosimulation, coupled.about, step, false);
  std::vector<Eigenvalue<double>> parasitic = compute_eigenvalues(map.matrix, map.size);
  const auto from_one = [](const Eigenvalue<double>& e) { return std::hypot(e.real - 1, e.imaginary); };
  std::ranges::sort(parasitic, {}, from_one);
  while (native_states-- > 0 && !parasitic.empty() && from_one(parasitic.front()) < 1e-3)
    parasitic.erase(parasitic.begin());
  ZeroStability verdict;
  for (const Eigenvalue<double>& e : parasitic)
    verdict.spectral_radius = std::max(verdict.spectral_radius, e.modulus());
  verdict.stable = verdict.spectral_radius <= 1 + settings_.tolerance;
  return verdict;
}

}  // namespace oldham
