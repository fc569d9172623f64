// SPDX-License-Identifier: MIT
#include "oldham/io/advice/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "oldham/core/error.hpp"
#include "oldham/io/advice/search.hpp"
#include "oldham/io/linearised.hpp"
#include "oldham/io/run_check.hpp"

namespace oldham::advice {
namespace {

constexpr double accuracy_otherwise = 0.01;
constexpr double near_enough = 0.05;      // of the range: a run that is no farther off follows the system
constexpr double reference_share = 0.25;  // of the budget
constexpr double own_share = 0.08;        // of the budget, for one run of the file as it is
constexpr double tolerated_folds = 8;   // by which a mode may grow in all of a run, were it always so: e² in a quarter
constexpr double fewest_steps = 40;     // in a simulation
constexpr double longest_factor = 300;  // of the step in use
constexpr double first_share = 0.15;    // of the budget, for judging all schemes that a search may begin with
constexpr double first_limit_share = 0.1;  // of the budget, for the largest step of the file, where it must be probed
constexpr double along_share = 0.15;       // of the budget, for its limits at other times of a run
constexpr double dear_share = 0.3;         // of the budget, for its largest step, where its map is dear
constexpr int dear_maps = 16;              // to find a limit
constexpr double runs_share = 0.1;         // of the budget, for runs with steps up to its limit
constexpr double just_below = 0.98;        // of a limit
constexpr double runs_resolution = 1.05;   // of neighbouring steps of these runs
constexpr double too_far = 0.3;            // of the range, at any time: a run that is farther off does not follow
constexpr int finer = 8;                   // steps of a reference in one of the file's

/// Something to compare with: the monolithic solution, or else a fine run of whatever runs.
std::optional<Reference> make_reference(const Value& root, System<double>& system, const std::vector<Choice>& choices,
                                        const Budget& budget) {
  const double seconds = reference_share * budget.seconds();
  if (auto exact = solve_as_one(system, seconds, budget)) return exact;
  std::vector<Candidate> candidates = {Candidate(choices.size(), 0)};
  // held values, one after another or corrected, run where little else does
  for (const char* word : {"gauss-seidel", "semi-implicit"}) {
    Candidate candidate(choices.size(), 0);
    for (std::size_t i = 0; i < choices.size(); ++i)
      for (std::size_t k = 0; k < choices[i].options.size(); ++k)
        if (choices[i].options[k].word == word ||
            (choices[i].kind == Choice::Kind::order && choices[i].options[k].word == "0"))
          candidate[i] = static_cast<int>(k);
    candidates.push_back(std::move(candidate));
  }
  for (const Candidate& candidate : candidates) {
    try {
      const Value tree = changed(root, settings_of(root, choices, candidate));
      if (auto fine = run_finely(tree, system.step / finer, seconds, budget)) return fine;
    } catch (const Error&) {
      // the next one
    }
  }
  return {};
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
std::unique_ptr<BoxJudge> make_box_judge(const Value& root, const System<double>& system) {
  const auto& subsystems = system.cosimulation->assembly().subsystems;
  if (std::ranges::none_of(subsystems, [](const auto& s) { return is_black_box(*s); })) return nullptr;
  try {
    int fmus = 0;
    return std::make_unique<BoxJudge>(with_fragile_fmus_isolated(root, fmus));
  } catch (const Error&) {
    return nullptr;  // then runs tell
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

Advice advise(const Value& root, const Question& question) {
  System<double> system = build_system<double>(root, {.threads = 1});
  check(question, system);
  const Budget budget(question.budget, question.interrupted);
  Advice advice;
  advice.choices = list_choices(root, system);
  advice.start = system.start;
  advice.end = advice.window = system.end;
  const bool is_linear = system.cosimulation->plan().is_linear;
  const double span = system.end - system.start;

  const std::optional<Reference> reference = make_reference(root, system, advice.choices, budget);
  if (reference) {
    advice.reference = reference->made_by;
    advice.window = std::min(system.end, reference->end());
  }
  // a run of the file as it is must leave time for others
  const Candidate own(advice.choices.size(), 0);
  Trial first = try_run(root, {system.step, system.start + std::min(span, 20 * system.step), 0, {}}, nullptr, budget);
  if (first.cost > 0) advice.window = std::min(advice.window, system.start + own_share * budget.seconds() / first.cost);
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
  const std::unique_ptr<BoxJudge> boxes = make_box_judge(root, system);
  const bool is_dear = !is_linear && system.cosimulation->vector_size() > dear_states;
  const Budget slice((boxes ? first_limit_share : dear_share) * budget.seconds(), budget.flag());
  Limit limit = find_limit(
      root,
      {system.step, longest, growth + tolerated, boxes.get(), can_be_judged(system, first.cost * system.step, budget)},
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
  const bool stays_near = !is_linear && first.error && *first.error < near_enough;
  advice.is_own_stable = first.is_completed && (is_predicted_stable || stays_near);
  advice.is_accuracy_own = !question.accuracy && advice.is_own_stable && first.error;
  advice.accuracy = question.accuracy        ? *question.accuracy
                    : advice.is_accuracy_own ? std::max(*first.error, 1e-12)
                                             : accuracy_otherwise;

  Search search({root, advice.choices, reference ? &*reference : nullptr, system.start, advice.window, system.step,
                 longest, growth, tolerated, advice.accuracy, points, boxes.get(), budget});
  Trial judged = std::move(first);
  if (!advice.is_own_stable) judged.is_completed = false;
  search.add_own(own, judged, limit);
  const std::vector<Candidate> all = first_candidates(advice.choices);
  // what is linear is judged in no time; of anything else only what is near the file
  const bool are_few =
      is_linear && seconds_per_limit * static_cast<double>(all.size()) < first_share * budget.seconds();
  search.consider(are_few ? all : neighbours(advice.choices, own));
  search.work();

  advice.ranked = search.entries();
  advice.runs = search.runs() + 2;
  advice.own = {own,
                describe(advice.choices, own),
                {},
                Standing::untried,
                limit,
                system.step,
                judged.error,
                judged.cost,
                judged.reason.empty() ? limit.why_not : judged.reason};
  if (!advice.is_own_stable) advice.cures = find_cures(advice.choices, own, advice.ranked);
  if (limit.is_predicted) advice.limiting = limiting_mode(root, boxes.get(), advice.own, system.step);
  rank(advice.ranked, advice.accuracy);
  advice.is_recommended = !advice.ranked.empty() && advice.ranked.front().standing == Standing::reaches;
  advice.is_interrupted = budget.is_interrupted();
  advice.is_budget_over = budget.left() <= 0;
  advice.seconds = budget.spent();
  return advice;
}

}  // namespace oldham::advice
