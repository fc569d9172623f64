// SPDX-License-Identifier: MIT
#include "oldham/io/advice/reference_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/advice/answer_parts.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

constexpr double first_factor = 4;  // of the step of the file: the first run of a scheme
constexpr double fewest_run_steps = 40;
constexpr double shortest_share = 1.0 / 4096;  // of the step of the file
constexpr int most_failures = 5;               // in a row, of one scheme
constexpr double longest_on_grid = 64;         // steps of the grid
constexpr double first_run_share = 0.5;        // of the time that is left, where it is not known what a step costs
constexpr double most_growth = 2;              // of the time of a run, with half of the step
constexpr std::size_t few_values = 8;
constexpr std::size_t enough_runs = 3;  // to observe an order
constexpr double too_uncertain = 0.5;   // of the range: nothing can be compared with such a reference

Candidate with(const std::vector<Choice>& choices, Choice::Kind kind, const std::string& word, Candidate candidate) {
  for (std::size_t i = 0; i < choices.size(); ++i)
    for (std::size_t k = 0; k < choices[i].options.size(); ++k)
      if (choices[i].kind == kind && choices[i].options[k].word == word) candidate[i] = static_cast<int>(k);
  return candidate;
}

std::string word_in_use(const std::vector<Choice>& choices, Choice::Kind kind, const Candidate& candidate) {
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i].kind == kind) return choices[i].options[candidate[i]].word;
  return "";
}

Family family_of(const std::vector<Choice>& choices, const Candidate& candidate) {
  const std::string correction = word_in_use(choices, Choice::Kind::correction, candidate);
  if (!correction.empty() && correction != "explicit") return Family::corrected;
  const std::string schedule = word_in_use(choices, Choice::Kind::schedule, candidate);
  return schedule.empty() || schedule == "jacobi" ? Family::jacobi : Family::gauss_seidel;
}

/// Whether an output has a few values only.
bool jumps(const Trajectory& run, std::size_t column) {
  std::set<double> values;
  for (std::size_t row = 0; row < run.rows() && values.size() <= few_values; ++row)
    values.insert(run.values[row * run.columns() + column]);
  return values.size() <= few_values;
}

}  // namespace

std::vector<ReferenceScheme> reference_schemes(const Value& root, const std::vector<Choice>& choices) {
  using Kind = Choice::Kind;
  const Candidate own(choices.size(), 0);
  const auto corrected = with(choices, Kind::correction, "semi-implicit", own);
  const auto uncorrected = with(choices, Kind::correction, "explicit", own);
  const bool is_gauss_seidel = family_of(choices, uncorrected) == Family::gauss_seidel;
  std::vector<Candidate> list = {
      own, corrected, with(choices, Kind::order, "1", corrected), with(choices, Kind::order, "2", corrected),
      with(choices, Kind::schedule, is_gauss_seidel ? "jacobi" : "gauss-seidel", uncorrected),
      // held values run where little else does
      with(choices, Kind::order, "0", with(choices, Kind::schedule, "gauss-seidel", uncorrected))};
  std::vector<ReferenceScheme> schemes;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (std::find(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i), list[i]) !=
        list.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    try {
      schemes.push_back({describe(choices, list[i]), settings_of(root, choices, list[i]), family_of(choices, list[i])});
    } catch (const Error&) {
      // the next one
    }
  }
  return schemes;
}

ReferenceRuns::ReferenceRuns(const Setup& setup, std::vector<ReferenceScheme> schemes)
    : setup_(setup), schemes_(std::move(schemes)), ladders_(schemes_.size()) {
  const double span = setup_.end - setup_.start;
  const double longest = std::max(setup_.step, span / fewest_run_steps);
  double first = std::min(first_factor * setup_.step, longest);
  // halved until it is the grid
  if (setup_.grid)
    first = *setup_.grid * std::exp2(std::max(0.0, std::round(std::log2(std::min(first, longest) / *setup_.grid))));
  else
    first = setup_.step * std::exp2(std::floor(std::log2(first / setup_.step) + 1e-9));
  for (Ladder& ladder : ladders_) ladder.next = ladder.coarsest = first;
}

double ReferenceRuns::seconds_of(std::size_t scheme) const {
  const Ladder& ladder = ladders_[scheme];
  // with the inner steps of a subsystem a run may take as long whatever the step is
  const double growth = ladder.seconds_before > 0 ? ladder.seconds / ladder.seconds_before : most_growth;
  return ladder.seconds * std::clamp(growth, 1.0, most_growth);
}

std::optional<std::size_t> ReferenceRuns::next_scheme(double seconds) const {
  // every scheme has enough runs to observe an order before one of them has more; of those that cost about the same
  // none is preferred
  const auto key = [&](std::size_t s) {
    const double doublings = std::floor(std::log2(std::max(seconds_of(s), 1e-6)));
    return std::tuple(std::min(ladders_[s].made, enough_runs), doublings, ladders_[s].made);
  };
  std::optional<std::size_t> found;
  for (std::size_t s = 0; s < ladders_.size(); ++s)
    if (!ladders_[s].is_done && seconds_of(s) <= seconds && (!found || key(s) < key(*found))) found = s;
  return found;
}

std::optional<Trajectory> ReferenceRuns::run_with(std::size_t scheme, double step, double seconds) {
  Ladder& ladder = ladders_[scheme];
  ++made_;
  const double begin = setup_.budget.spent();
  try {
    Value tree = changed(setup_.root, schemes_[scheme].settings);
    if (build_system<double>(tree, {.threads = 1}).step != step)
      set_value(tree, "scheme.step", Value(step, Origin::named("advise")));
    System<double> system = build_system<double>(tree);
    const bool is_forward = system.cosimulation->scheme().startup != Startup::exact;
    system.cosimulation->expect_return(is_forward ? Return::never : Return::anywhere);
    MacroState<double> state = make_initial_state(system, step);
    std::atomic<bool> enough{false};
    const RunSettings settings{system.start, std::min(system.end, setup_.end), step, &enough,
                               [&](double, const StepReport&) {
                                 if (setup_.budget.spent() - begin > seconds || setup_.budget.is_over()) enough = true;
                               }};
    OutputKeeper keeper(*system.cosimulation, step_count(settings));
    const RunSummary summary =
        run(*system.cosimulation, state, settings, [&](const MacroState<double>& at) { keeper.add(at); });
    ladder.seconds_before = ladder.seconds;
    ladder.seconds = std::max(1e-6, setup_.budget.spent() - begin);
    if (summary.status == RunSummary::Status::interrupted) {
      // too expensive, which longer steps would not change
      ladder.is_done = true;
      ladder.trouble = "takes too long";
      return {};
    }
    if (summary.status != RunSummary::Status::completed) {
      ladder.trouble = summary.reason;
      return {};
    }
    keeper.finish(state);
    return keeper.take();
  } catch (const Error& error) {
    ladder.trouble = error.what();
    if (error.kind() != ErrorKind::failure) ladder.is_done = true;
    return {};
  }
}

void ReferenceRuns::choose_next(std::size_t scheme, bool has_run) {
  Ladder& ladder = ladders_[scheme];
  ladder.failures = has_run ? 0 : ladder.failures + 1;
  const SchemeFinding* found = nullptr;
  for (const SchemeFinding& finding : quality_.schemes)
    if (finding.scheme == scheme) found = &finding;
  if (has_run && found != nullptr && found->equal_below) ladder.goes_up = true;
  if (ladder.goes_up) {
    // shorter steps are no longer different ones: longer ones show how the error depends on the step
    const double longest =
        std::min((setup_.end - setup_.start) / fewest_run_steps, longest_on_grid * setup_.grid.value_or(setup_.step));
    ladder.next = ladder.coarsest = 2 * ladder.coarsest;
    if (ladder.failures > 0 || ladder.next > longest || (found != nullptr && found->runs.size() >= enough_runs))
      ladder.is_done = true;
    return;
  }
  ladder.next /= 2;
  const double shortest = setup_.grid ? *setup_.grid / 2.5 : shortest_share * setup_.step;
  if (ladder.failures >= most_failures || ladder.next < shortest) ladder.is_done = true;
}

bool ReferenceRuns::refine(double seconds) {
  const std::optional<std::size_t> scheme = next_scheme(seconds);
  if (!scheme || setup_.budget.is_over()) return false;
  ++ladders_[*scheme].made;
  const double step = ladders_[*scheme].next;
  const bool is_first = ladders_[*scheme].seconds == 0;
  std::optional<Trajectory> outputs = run_with(*scheme, step, is_first ? first_run_share * seconds : seconds);
  if (outputs) {
    runs_.push_back({*scheme, schemes_[*scheme].family, step, std::move(*outputs)});
    quality_ = assess(runs_);
  }
  if (!ladders_[*scheme].is_done) choose_next(*scheme, outputs.has_value());
  return true;
}

bool ReferenceRuns::has_two_families(double step) const {
  std::set<Family> families;
  for (const ReferenceRun& run : runs_)
    if (run.step <= step) families.insert(run.family);
  return families.size() > 1;
}

std::string ReferenceRuns::name_of(std::size_t run) const {
  return fmt::format("{} at {:g} s", schemes_[runs_[run].scheme].label, runs_[run].step);
}

std::string ReferenceRuns::why_none() const {
  if (!runs_.empty()) return remarks();
  for (const Ladder& ladder : ladders_)
    if (!ladder.trouble.empty()) return ladder.trouble;
  return "no scheme ran";
}

std::string ReferenceRuns::remarks() const {
  using Kind = SchemeFinding::Kind;
  std::vector<std::string> parts;
  if (quality_.spread > 0 && (!quality_.is_consistent || !quality_.is_known) && quality_.one != quality_.two)
    parts.push_back(fmt::format("{} and {} differ by {} in '{}'{}", name_of(quality_.one), name_of(quality_.two),
                                percent(quality_.spread), runs_[quality_.one].outputs.names[quality_.output],
                                jumps(runs_[quality_.one].outputs, quality_.output)
                                    ? ", which jumps: a jump at another time is an error of the whole range"
                                    : ""));
  for (const SchemeFinding& finding : quality_.schemes)
    if (finding.equal_below && (finding.kind == Kind::equal || !quality_.is_known)) {
      parts.push_back(fmt::format("{} gives the same results at every step below {:.4g} s and is no witness",
                                  schemes_[finding.scheme].label, *finding.equal_below));
      break;
    }
  bool has_corrected = false;
  for (const ReferenceRun& run : runs_) has_corrected = has_corrected || run.family == Family::corrected;
  if (!has_corrected)
    for (std::size_t s = 0; s < schemes_.size(); ++s)
      if (schemes_[s].family == Family::corrected && !ladders_[s].trouble.empty()) {
        parts.push_back(fmt::format("{} did not run: {}", schemes_[s].label, ladders_[s].trouble));
        break;
      }
  if (quality_.is_known && !quality_.is_confirmed) parts.push_back("no scheme of another kind confirms it");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::optional<Reference> ReferenceRuns::reference() const {
  using Kind = SchemeFinding::Kind;
  if (!quality_.best) return {};
  Reference reference;
  reference.outputs = runs_[*quality_.best].outputs;
  reference.ranges = quality_.ranges;
  reference.made_by = name_of(*quality_.best);
  reference.is_known = quality_.is_known && quality_.largest <= too_uncertain;
  reference.largest = quality_.largest;
  reference.rms = quality_.rms;
  reference.shortest_step = runs_[*quality_.best].step;
  reference.remarks = remarks();
  reference.grid = setup_.grid;
  for (const SchemeFinding& finding : quality_.schemes)
    if (finding.equal_below) reference.grid = std::max(reference.grid.value_or(0), *finding.equal_below);
  reference.can_improve = std::ranges::any_of(ladders_, [](const Ladder& ladder) { return !ladder.is_done; });
  for (const SchemeFinding& finding : quality_.schemes) {
    std::string remark = finding.kind == Kind::converges   ? "converges"
                         : finding.kind == Kind::two_runs  ? "two runs"
                         : finding.kind == Kind::stagnates ? "its runs do not approach each other"
                         : finding.kind == Kind::far_apart ? "its runs are far apart"
                         : finding.kind == Kind::equal     ? "equal at different steps: no witness"
                                                           : "one run";
    if (finding.equal_below && finding.kind != Kind::equal)
      remark += fmt::format("; equal at every step below {:.4g} s", *finding.equal_below);
    const std::size_t count = finding.runs.size();
    for (std::size_t k = count < 2 ? 0 : count - 2; k < count; ++k)
      reference.runs.push_back({schemes_[finding.scheme].label, runs_[finding.runs[k]].step, remark});
  }
  return reference;
}

}  // namespace oldham::advice
