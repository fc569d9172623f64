// SPDX-License-Identifier: MIT
#include "oldham/io/advice/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "oldham/core/error.hpp"
#include "oldham/io/advice/reference_runs.hpp"
#include "oldham/io/advice/search.hpp"
#include "oldham/io/advice/sole_fmus.hpp"
#include "oldham/io/linearised.hpp"
#include "oldham/io/run_check.hpp"

namespace oldham::advice {
namespace {

constexpr double accuracy_otherwise = 0.01;
constexpr double poorest_accuracy = 0.1;      // that a file sets
constexpr double known_share = 0.5;           // of its error, that may be uncertainty where it sets the accuracy
constexpr double near_enough = 0.05;          // of the range: a run that is no farther off follows the system
constexpr double reference_share = 0.25;      // of the budget, for the monolithic solution
constexpr double runs_reference_share = 0.4;  // likewise, for runs instead of it
constexpr double extra_share = 0.3;           // of that, for references better than needed
constexpr double needed_certainty = 0.25;     // of the accuracy
constexpr double finer = 16;                  // steps of a reference in one of the file's, where time is left
constexpr double much_better = 0.1;           // than needed
constexpr double again_share = 0.5;           // of the time that is left, for better references
constexpr double worth_again = 0.15;          // of the budget: with less time left nothing is tried again
constexpr double own_share = 0.08;            // of the budget, for one run of the file as it is
constexpr double tolerated_folds = 8;   // by which a mode may grow in all of a run, were it always so: e² in a quarter
constexpr double fewest_steps = 40;     // in a simulation
constexpr double longest_factor = 300;  // of the step in use
constexpr double first_share = 0.15;    // of the budget, for judging all schemes that a search may begin with
constexpr double first_limit_share = 0.1;  // of the budget, for the largest step of the file, where it must be probed
constexpr double probe_share = 0.03;       // of the budget, for the probes of one FMU at one step
constexpr double fewest_steps_of_probes = 200;
constexpr double along_share = 0.15;      // of the budget, for its limits at other times of a run
constexpr double dear_share = 0.3;        // of the budget, for its largest step, where its map is dear
constexpr int dear_maps = 16;             // to find a limit
constexpr double runs_share = 0.1;        // of the budget, for runs with steps up to its limit
constexpr double just_below = 0.98;       // of a limit
constexpr double runs_resolution = 1.05;  // of neighbouring steps of these runs
constexpr double too_far = 0.3;           // of the range, at any time: a run that is farther off does not follow

/// Makes references with ever shorter steps until the best is known to this share of the ranges, or time is up; a part
/// of the time is spent on a better one in any case.
void refine(ReferenceRuns& runs, double uncertainty, double step, double seconds, const Budget& budget) {
  const double begin = budget.spent();
  const auto is_within = [&](double share) { return runs.quality().is_known && runs.quality().largest <= share; };
  for (;;) {
    const double spent = budget.spent() - begin;
    const bool is_good = is_within(uncertainty);
    const bool is_fine = is_within(much_better * uncertainty) && runs.has_two_families(step / finer);
    if (is_good && (is_fine || spent > extra_share * seconds)) return;
    if (!runs.refine((is_good ? extra_share : 1) * seconds - spent)) return;
  }
}

/// Times at which a nonlinear system is judged again.
std::vector<double> operating_points(const Question& question, double start, double window) {
  if (!question.at.empty()) return question.at;
  std::vector<double> times;
  for (const double share : {0.25, 0.5, 0.75}) times.push_back(start + share * (window - start));
  return times;
}

/// At these times of a run of the file as it is the limit may be another.
void look_along(const Value& root, System<double>& system, const LimitSettings& settings,
                const std::vector<double>& times, const Budget& budget, Limit& limit) {
  const Budget slice(along_share * budget.seconds(), budget.flag());
  const double end = *std::ranges::max_element(times) + system.step;
  const Trial trial = try_run(root, {system.step, end, 0, times}, nullptr, slice);
  narrow(limit, find_limits_along(*system.cosimulation, trial.states, settings, slice));
}

/// Whether runs come through up to the limit, which is not all that a linearisation sees; else up to where they do.
void look_by_runs(const Value& root, const TrialSettings& own, const Reference* reference, const Budget& budget,
                  Limit& limit) {
  const Budget slice(runs_share * budget.seconds(), budget.flag());
  std::string how;
  // absent where time ran out
  const auto fails = [&](double step) -> std::optional<bool> {
    TrialSettings settings = own;
    settings.step = step;
    const Trial trial = try_run(root, settings, reference, slice);
    if (trial.is_cut) return {};
    if (trial.is_completed && !(trial.farthest > too_far)) return false;
    how = trial.is_completed ? fmt::format("is off by up to {:.0f} %", 100 * trial.farthest) : "did not come through";
    return true;
  };
  double ran = own.step, failed = just_below * *limit.largest;
  if (!(failed > ran) || !fails(failed).value_or(false)) return;
  while (failed > runs_resolution * ran) {
    const double step = std::sqrt(ran * failed);
    const std::optional<bool> is_failed = fails(step);
    if (!is_failed) break;
    (*is_failed ? failed : ran) = step;
  }
  doubt(limit, ran, failed, how);
}

/// Whether the limit of a system can be found in its share of the budget though a map of it takes many steps.
bool can_be_judged(const System<double>& system, double seconds_per_step, const Budget& budget) {
  const double n = system.cosimulation->vector_size();
  constexpr double eigenvalues = 5e-9;  // s, times n³
  return dear_maps * (n * seconds_per_step + eigenvalues * n * n * n) < dear_share * budget.seconds();
}

void check(const Question& question, const System<double>& system) {
  if (!(question.budget > 0) || !std::isfinite(question.budget))
    throw_wrong_input("--budget", fmt::format("{} s is no time", question.budget), "give seconds, such as 20");
  if (question.accuracy && (!(*question.accuracy > 0) || !(*question.accuracy < 1)))
    throw_wrong_input("--accuracy", fmt::format("{} is no relative error", *question.accuracy),
                      "give a number between 0 and 1, such as 0.01 for 1 %");
  for (const double t : question.at)
    if (!(t >= system.start) || t > system.end)
      throw_wrong_input("--at",
                        fmt::format("{} s lies outside the simulation, {} s to {} s", t, system.start, system.end),
                        "choose times of the run");
}

/// Null where every subsystem tells of its state, or where nothing can be asked of those that do not.
std::unique_ptr<BoxJudge> make_box_judge(const Value& root, const System<double>& system, double seconds_per_step,
                                         const Budget& budget) {
  const auto& subsystems = system.cosimulation->assembly().subsystems;
  if (std::ranges::none_of(subsystems, [](const auto& s) { return is_black_box(*s); })) return nullptr;
  // probes of expensive FMUs would take all of the time
  const double most_steps = probe_share * budget.seconds() / std::max(seconds_per_step, 1e-9);
  if (most_steps < fewest_steps_of_probes) return nullptr;
  try {
    auto boxes = std::make_unique<BoxJudge>(with_isolated_probes(root));
    boxes->judge.set_most_steps(static_cast<long>(std::min<double>(most_steps, JudgeSettings{}.most_steps)));
    return boxes;
  } catch (const Error&) {
    return nullptr;  // then runs tell
  }
}

/// s; absent where FMUs take steps of any length, or that is not known.
std::optional<double> grid_of(BoxJudge* boxes) {
  if (boxes == nullptr) return {};
  try {
    return boxes->judge.grid();
  } catch (const Error&) {
    return {};
  }
}

/// With the mode that limits the step of the file as it is: at that step where it is unstable, else just beyond its
/// limit.
std::optional<CouplingVerdict> limiting_mode(const Value& root, BoxJudge* boxes, const Entry& own, double step) {
  if (own.limit.is_whole_range || own.limit.is_cut) return {};
  const double at = own.limit.largest && *own.limit.largest > step ? 1.05 * *own.limit.largest : step;
  try {
    CouplingVerdict verdict = boxes != nullptr ? boxes->judge.judge(root, at) : CouplingJudge(root).judge(root, at);
    // inconclusive, or stable: then something else than a mode limits it
    if (verdict.kind != CouplingVerdict::Kind::unstable && verdict.kind != CouplingVerdict::Kind::too_close) return {};
    return verdict;
  } catch (const Error&) {
    return {};  // an explanation more or less
  }
}

}  // namespace

Advice advise(const Value& given, const Question& question) {
  Advice advice;
  // runs of FMUs that crash within a few steps are made in other processes, too
  int fmus = 0;
  const Value root = with_sole_fmus_isolated(with_fragile_fmus_isolated(given, fmus), advice.isolated);
  System<double> system = build_system<double>(root, {.threads = 1});
  check(question, system);
  const Budget budget(question.budget, question.interrupted);
  advice.choices = list_choices(root, system);
  advice.start = system.start;
  advice.end = advice.window = system.end;
  const bool is_linear = system.cosimulation->plan().is_linear;
  const double span = system.end - system.start;
  std::optional<Reference>& reference = advice.reference;
  reference = solve_as_one(system, reference_share * budget.seconds(), budget);
  if (reference) advice.window = std::min(system.end, reference->end());

  // a run of the file as it is must leave time for others
  const Candidate own(advice.choices.size(), 0);
  Trial first = try_run(root, {system.step, system.start + std::min(span, 20 * system.step), 0, {}}, nullptr, budget);
  if (first.cost) advice.window = std::min(advice.window, system.start + own_share * budget.seconds() / *first.cost);
  const std::unique_ptr<BoxJudge> boxes = make_box_judge(root, system, first.cost.value_or(0) * system.step, budget);
  std::optional<ReferenceRuns> runs;
  if (!reference && advice.window < system.end - 1e-9 * span) {
    advice.no_reference = fmt::format(
        "a run takes about {:.3g} s, and references take several times as long: give --budget {:.0f} or more",
        *first.cost * span, std::ceil(*first.cost * span / own_share));
  } else if (!reference) {
    runs.emplace(ReferenceRuns::Setup{root, system.start, system.end, system.step, grid_of(boxes.get()), budget},
                 reference_schemes(root, advice.choices));
    refine(*runs, needed_certainty * question.accuracy.value_or(accuracy_otherwise), system.step,
           runs_reference_share * budget.seconds(), budget);
    reference = runs->reference();
    if (!reference) advice.no_reference = runs->why_none();
  }
  first = try_run(root, {system.step, advice.window, 0, {}}, reference ? &*reference : nullptr, budget);

  double growth = 0;
  try {
    growth = own_growth(*system.cosimulation, state_to_analyse(*system.cosimulation, system.start, system.step));
  } catch (const Error&) {
    // nothing is taken off
  }
  const double longest = std::max(system.step, std::min(span / fewest_steps, longest_factor * system.step));
  const double before = budget.spent();
  // where a nonlinear system is now it will not be for long: what grows too slowly to show until then does not count
  const double tolerated = is_linear ? 0 : tolerated_folds / (advice.window - system.start);
  const bool is_dear = !is_linear && system.cosimulation->vector_size() > dear_states;
  const Budget slice((boxes ? first_limit_share : dear_share) * budget.seconds(), budget.flag());
  const double seconds_per_step = first.cost.value_or(0) * system.step;
  Limit limit = find_limit(
      root, {system.step, longest, growth + tolerated, boxes.get(), can_be_judged(system, seconds_per_step, budget)},
      boxes || is_dear ? slice : budget);
  const double seconds_per_limit = budget.spent() - before;
  const std::vector<double> points =
      is_linear ? std::vector<double>{} : operating_points(question, system.start, advice.window);
  if (!is_linear && boxes == nullptr && limit.largest && first.is_completed) {
    if (!is_dear) look_along(root, system, {system.step, longest, tolerated}, points, budget, limit);
    look_by_runs(root, {system.step, advice.window, 0, {}}, reference ? &*reference : nullptr, budget, limit);
  }
  // about the start alone a nonlinear system says less than a run that stays near its reference
  const bool is_predicted_stable =
      !limit.is_predicted || limit.is_cut || (limit.largest && *limit.largest >= system.step);
  const bool stays_near = !is_linear && first.rms && *first.rms < near_enough;
  advice.is_own_stable = first.is_completed && (is_predicted_stable || stays_near);
  const auto sets_accuracy = [&] {
    if (question.accuracy || !advice.is_own_stable || !first.error || *first.error > poorest_accuracy) return false;
    return reference->largest <= known_share * *first.error;
  };
  advice.is_accuracy_own = sets_accuracy();
  if (!advice.is_own_stable) first.is_completed = false;

  const std::vector<Candidate> all = first_candidates(advice.choices);
  // what is linear is judged in no time; of anything else only what is near the file
  const bool are_few =
      is_linear && seconds_per_limit * static_cast<double>(all.size()) < first_share * budget.seconds();
  std::map<Candidate, Limit> limits;
  for (;;) {
    advice.accuracy = question.accuracy        ? *question.accuracy
                      : advice.is_accuracy_own ? std::max(*first.error, 1e-12)
                                               : accuracy_otherwise;
    Search search({root, advice.choices, reference ? &*reference : nullptr, system.start, advice.window, system.step,
                   longest, growth, tolerated, advice.accuracy, points, boxes.get(),
                   reference ? std::min(system.step, reference->shortest_step) : 0, &limits, budget});
    search.add_own(own, first, limit);
    search.consider(are_few ? all : neighbours(advice.choices, own));
    search.work();
    advice.ranked = search.entries();
    advice.runs += search.runs();
    rank(advice.ranked, advice.accuracy);
    advice.is_recommended = !advice.ranked.empty() && advice.ranked.front().standing == Standing::reaches;
    // a better reference may show what this one could not
    if (advice.is_recommended || !runs || budget.left() < worth_again * budget.seconds()) break;
    const bool is_to_blame = !reference || !reference->is_known || search.wants_finer_reference() ||
                             reference->largest > needed_certainty * advice.accuracy;
    if (!is_to_blame || !runs->refine(again_share * budget.left())) break;
    refine(*runs, 0.5 * needed_certainty * advice.accuracy, system.step, again_share * budget.left(), budget);
    reference = runs->reference();
    const bool was_completed = first.is_completed;
    first = try_run(root, {system.step, advice.window, 0, {}}, reference ? &*reference : nullptr, budget);
    first.is_completed = first.is_completed && was_completed;
    advice.is_accuracy_own = sets_accuracy();
  }
  advice.runs += 2 + (runs ? runs->made() : 0);
  advice.own.candidate = own;
  advice.own.label = describe(advice.choices, own);
  advice.own.limit = limit;
  advice.own.step = system.step;
  advice.own.error = first.error;
  advice.own.rms = first.rms;
  advice.own.worst = first.worst;
  advice.own.cost = first.cost;
  advice.own.reason = first.reason.empty() ? limit.why_not : first.reason;
  if (!advice.is_own_stable) advice.cures = find_cures(advice.choices, own, advice.ranked);
  if (limit.is_predicted) advice.limiting = limiting_mode(root, boxes.get(), advice.own, system.step);
  advice.is_interrupted = budget.is_interrupted();
  advice.is_budget_over = budget.left() <= 0;
  advice.seconds = budget.spent();
  return advice;
}

}  // namespace oldham::advice
