// SPDX-License-Identifier: MIT
#include "oldham/io/stability_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/analysis/feedthrough_loop.hpp"
#include "oldham/analysis/published_recurrence.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/linearised.hpp"
#include "oldham/io/run_check.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/isolation/worker_session.hpp"

namespace oldham {
namespace {

constexpr double largest_defect = 1e-2;  // of the one-step map, before its verdict is doubted

template <class T>
ZeroVerdict zero_verdict_in(const Value& root, double margin) {
  System<T> system = build_system<T>(root, {.threads = 1});
  ZeroVerdict verdict{judge_zero_stability(*system.cosimulation, from_decimal<T>(system.step), margin), {}};
  if (const auto loop = make_feedthrough_loop(*system.cosimulation))
    verdict.closed_form = to_double(loop->spectral_radius());
  return verdict;
}

/// In multiprecision where every subsystem allows it, else in double precision. Many states would take minutes so: what
/// is moved by others then is judged by the loop of accelerations and forces alone, which is all that remains in the
/// limit, and what is not coupled has nothing to judge.
ZeroVerdict zero_verdict(const Value& root, double margin) {
  constexpr int many_states = 100;
  System<double> system = build_system<double>(root, {.threads = 1});
  const Plan<double>& plan = system.cosimulation->plan();
  if (!plan.is_linear && system.cosimulation->state_size() > many_states) {
    if (plan.variables == 0) return {{0, true}, {}};
    const auto loop = measure_feedthrough_loop(*system.cosimulation, make_initial_state(system, system.step));
    if (!loop) return zero_verdict_in<double>(root, margin);
    const double radius = loop->spectral_radius();
    return {{radius, radius <= 1 + margin}, radius};
  }
  try {
    return zero_verdict_in<Multiprecision>(root, margin);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::missing_capability) throw;
    return zero_verdict_in<double>(root, margin);
  }
}

/// Of the published closed form rather than of the step.
template <class T>
StabilityVerdict<T> judge_published(const Cosimulation<T>& system, const T& step, double margin) {
  StabilityVerdict<T> verdict;
  verdict.eigenvalues = make_published_recurrence(system).eigenvalues(step);
  verdict.spectral_radius = spectral_radius(verdict.eigenvalues);
  verdict.stable = verdict.spectral_radius <= T(1) + T(margin);
  return verdict;
}

LargestStep scan_published(const Cosimulation<double>& system, const StepScan& scan, double margin,
                           const std::atomic<bool>* interrupted) {
  const PublishedRecurrence<double> recurrence = make_published_recurrence(system);
  const auto radius = [&](double H) { return spectral_radius(recurrence.eigenvalues(H)); };
  return find_largest_step(radius, scan, margin, interrupted);
}

/// The same verdict in many digits.
void repeat_in_digits(const Value& root, const StabilityQuestion& question, StabilityAnswer& answer) {
  System<Multiprecision> system = build_system<Multiprecision>(root, {.threads = 1});
  if (question.at && !system.cosimulation->plan().is_linear)
    throw_missing_capability(root.origin().whole().text(), "--digits with --at needs a linear system",
                             "leave out one of them");
  const Multiprecision H = from_decimal<Multiprecision>(system.step);
  const auto start = from_decimal<Multiprecision>(system.start);
  const StabilityVerdict<Multiprecision> exact =
      question.published
          ? judge_published(*system.cosimulation, H, question.margin)
          : judge_stability(*system.cosimulation, state_to_analyse(*system.cosimulation, start, H), H, question.margin);
  answer.spectral_radius = to_double(exact.spectral_radius);
  answer.stable = exact.stable;
  answer.digits = exact.spectral_radius.str(question.digits);
}

/// What is known of subsystems that are asked themselves.
std::vector<SubsystemEvidence> native_evidence(const Cosimulation<double>& system) {
  std::vector<SubsystemEvidence> all;
  for (const auto& subsystem : system.assembly().subsystems)
    all.push_back({.name = subsystem->description().name, .order = subsystem->description().state_size});
  return all;
}

bool has_black_boxes(const System<double>& system) {
  return std::ranges::any_of(system.cosimulation->assembly().subsystems,
                             [](const auto& s) { return is_black_box(*s); });
}

void take_over(CouplingVerdict verdict, StabilityAnswer& answer) {
  answer.spectral_radius = verdict.spectral_radius;
  // a neutral mode may be above 1 by what differences err
  answer.stable =
      verdict.spectral_radius <= 1 + answer.margin || told_kind(verdict, false) == CouplingVerdict::Kind::stable;
  answer.eigenvalues = verdict.eigenvalues;
  answer.linearity_defect = verdict.linearity_defect;
  answer.verdict = std::move(verdict);
}

/// Of a system with parts that tell nothing of their states.
StabilityAnswer judge_black_boxes(const Value& root, const StabilityQuestion& question, StabilityAnswer answer) {
  CouplingJudge judge(root, {.at = question.at, .tolerance = question.margin, .interrupted = question.interrupted});
  answer.reached_with = judge.reached_with();
  take_over(judge.judge(), answer);
  answer.linearised_at = answer.verdict->time;
  try {
    answer.zero = ZeroVerdict{judge.judge_zero_stability(root), {}};
  } catch (const Error& error) {
    answer.zero_problem = error.what();
  }
  if (question.largest_step) {
    StepScan scan = *question.largest_step;
    scan.about = answer.step;
    scan.budget = std::min(scan.budget, question.black_box_budget);
    answer.largest = judge.find_largest_step(root, scan);
    answer.intervals = step_intervals(*answer.largest, scan);
  }
  answer.verdict->probe_steps = judge.probe_steps();
  answer.verdict->probe_seconds = judge.probe_seconds();
  return answer;
}

}  // namespace

void StabilityQuestion::set_budget(std::optional<double> seconds) {
  if (seconds && !largest_step)
    throw_wrong_input("--budget", "only a scan has a budget",
                      "scan steps with --largest-step LO:HI:N, or leave it out");
  if (seconds && !(*seconds > 0))
    throw_wrong_input("--budget", fmt::format("{} s is no budget", *seconds), "give a positive number, in s");
  black_box_budget = seconds.value_or(usual_scan_budget);
  if (seconds) largest_step->budget = *seconds;
}

ZeroVerdict judge_limit(const Value& root, double margin) { return zero_verdict(root, margin); }

namespace {

StabilityAnswer judge_isolated(const Value& root, const StabilityQuestion& question) {
  if (question.published && question.at)
    throw_wrong_input("--at", "the published recurrence is that of a linear system, the same at all times",
                      "leave it out");
  check_digits(question.digits);
  check_margin(question.margin);
  System<double> system = build_system<double>(root, {.threads = 1});
  Cosimulation<double>& cosimulation = *system.cosimulation;
  StabilityAnswer answer;
  answer.step = answer.reached_with = system.step;
  answer.margin = question.margin;
  answer.published = question.published;
  if (!question.published && question.digits == 0 && has_black_boxes(system)) {
    system = {};  // some of them allow one instance only
    return judge_black_boxes(root, question, std::move(answer));
  }
  std::optional<MacroState<double>> state;
  if (question.published) {
    StabilityVerdict<double> verdict = judge_published(cosimulation, system.step, question.margin);
    answer.spectral_radius = verdict.spectral_radius;
    answer.stable = verdict.stable;
    answer.eigenvalues = std::move(verdict.eigenvalues);
  } else {
    state = state_at(system, question.at, answer.reached_with, question.interrupted);
    const OneStepMap<double> map = compute_one_step_map(cosimulation, *state, system.step);
    answer.growth = own_growth(cosimulation, *state);
    CouplingVerdict verdict =
        judge_map(cosimulation, map, system.step, native_evidence(cosimulation), {question.margin, *answer.growth});
    verdict.time = state->time;
    take_over(std::move(verdict), answer);
  }
  if (question.digits > 0) repeat_in_digits(root, question, answer);
  // the limit is an addition: should it fail, the verdict at this step stands
  try {
    answer.zero = zero_verdict(root, question.margin);
  } catch (const Error& error) {
    answer.zero_problem = error.what();
  }
  const double growth = answer.growth.value_or(0);
  answer.follows =
      !answer.stable && growth > 0 && answer.spectral_radius * std::exp(-growth * system.step) <= 1 + question.margin;
  const bool is_linear = cosimulation.plan().is_linear;
  if (!is_linear) answer.linearised_at = question.at.value_or(system.start);
  if (!(answer.linearity_defect <= largest_defect))
    answer.warning =
        "the step is not linear enough for this verdict to be trusted: tighten the tolerances of adaptive solvers, or "
        "use correction = \"implicit\"";
  if (const auto& scan = question.largest_step) {
    answer.growth_taken_off = question.at && !is_linear;
    answer.largest = question.published ? scan_published(cosimulation, *scan, question.margin, question.interrupted)
                     : answer.growth_taken_off
                         ? scan_at(cosimulation, *state, growth, *scan, question.margin, question.interrupted)
                         : find_largest_step(cosimulation, *scan, question.margin, question.interrupted);
    answer.intervals = step_intervals(*answer.largest, *scan);
  }
  return answer;
}

/// The answer if the process of an FMU ended while it was probed.
StabilityAnswer leave_open(const Value& root, const StabilityQuestion& question, const std::string& reason) {
  StabilityAnswer answer;
  answer.margin = question.margin;
  if (const Value* scheme = root.find("scheme"))
    if (const Value* step = scheme->find("step"))
      if (const auto* number = step->get<double>()) answer.step = answer.reached_with = *number;
  answer.spectral_radius = answer.linearity_defect = std::numeric_limits<double>::quiet_NaN();
  answer.stable = false;
  answer.zero_problem = reason;
  CouplingVerdict verdict;
  verdict.reason = reason;
  verdict.step = answer.step;
  verdict.spectral_radius = answer.spectral_radius;
  verdict.linearity_defect = answer.linearity_defect;
  verdict.confidence = Confidence::low;
  answer.verdict = std::move(verdict);
  return answer;
}

}  // namespace

StabilityAnswer judge(const Value& asked, const StabilityQuestion& question) {
  const Value root = with_isolated_probes(asked);
  const std::uint64_t lost = processes_lost();
  try {
    return judge_isolated(root, question);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure || processes_lost() == lost) throw;
    return leave_open(root, question, error.what());
  }
}

void check_margin(double margin) {
  if (!(margin >= 0) || !std::isfinite(margin))
    throw_wrong_input("--margin", fmt::format("{} is no margin", margin),
                      "give a number of zero or more, such as 1e-6");
}

void check_digits(int digits) {
  if (digits < 0 || digits > offered_digits)
    throw_wrong_input("--digits", fmt::format("{} digits are not offered", digits),
                      fmt::format("ask for 1 to {}", offered_digits));
}

}  // namespace oldham
