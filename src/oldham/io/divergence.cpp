// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/run_check.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/io/verdict_text.hpp"
#include "oldham/isolation/worker.hpp"

// Why a run diverged, or grew, and what would have helped.

namespace oldham {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double patience = 3;               // s, for all of it
constexpr double patience_to_go_back = 1.5;  // s, for the way to where things were good
constexpr int window = 50;                   // steps before an alarm that it tells of
constexpr double shorter_steps[] = {0.5, 0.2, 0.1, 0.01};
constexpr int least_good_steps = 20;   // an operating point that is nearer to the start is the start
constexpr char and_set[] = " --set ";  // between two settings that are changed together
constexpr double trial_share = 0.5, least_trials = 10, most_trials = 60;  // of what the run took; s

/// A change of the scheme, as --set says it.
struct Candidate {
  std::string setting;
  Value tree;
  double step;
};

std::vector<Candidate> candidates(const Value& root, CouplingJudge& judge) {
  const Cosimulation<double>& system = *judge.system().cosimulation;
  const Scheme& scheme = system.scheme();
  const double step = judge.system().step;
  std::vector<Candidate> all;
  const auto add = [&](const char* key, Value value, const std::string& text) {
    Value tree = root;
    make_place(tree, key) = std::move(value);
    all.push_back({fmt::format("{}={}", key, text), std::move(tree), step});
  };
  if (!system.corrects() && judge.can_correct()) add("scheme.correction", Value("semi-implicit"), "semi-implicit");
  if (scheme.order > 0) add("scheme.order", Value(0), "0");
  const auto& members = system.assembly().subsystems;
  if (scheme.schedule.kind == Schedule::Kind::jacobi && members.size() > 1) {
    add("scheme.schedule", Value("gauss-seidel"), "gauss-seidel");
    if (members.size() == 2) {
      Value::Array groups;
      std::string text;
      for (auto member = members.rbegin(); member != members.rend(); ++member) {
        const std::string& name = (*member)->description().name;
        groups.emplace_back(Value::Array{Value(name)});
        text += fmt::format("{}[\"{}\"]", text.empty() ? "" : ",", name);
      }
      add("scheme.schedule", Value(std::move(groups)), fmt::format("[{}]", text));
    }
  }
  for (const double share : shorter_steps)
    all.push_back({fmt::format("scheme.step={:g}", share * step), root, share * step});
  return all;
}

/// Where a nonlinear run was still good: before the window that raised the alarm, and before anything grew; absent: at
/// its start. Behind that, values are as large as they have become, and what is linearised there is not what grew.
std::optional<double> good_time(const System<double>& system, const EnergyLedger& ledger,
                                const std::vector<GrowthWatch::Growth>& growths, double seconds_per_step) {
  if (system.cosimulation->plan().is_linear || system.adaptive) return {};
  double good = system.end;
  if (ledger.alarm()) good = ledger.alarm()->time - window * system.step;
  for (const auto& growth : growths) good = std::min(good, growth.bounds.front());
  if (!ledger.alarm() && growths.empty()) return {};
  const double steps = std::floor((good - system.start) / system.step);
  if (!(steps > least_good_steps) || steps * seconds_per_step > patience_to_go_back) return {};
  return system.start + steps * system.step;
}

std::string words(const CouplingVerdict& verdict, bool is_explained) {
  const std::string where = verdict.time > 0 ? fmt::format("at t = {:g} s ", verdict.time) : "at the start ";
  if (!is_explained) {
    const char* const but = "; changes were tried in runs instead";
    if (verdict.kind == CouplingVerdict::Kind::inconclusive)
      return fmt::format("linearised {}the step shows no mode that explains it: {}{}", where, verdict.reason, but);
    if (verdict.kind == CouplingVerdict::Kind::unstable)
      return fmt::format("linearised {}the step has a mode that grows at {:.3g} /s, which is not what grew here{}",
                         where, verdict.mode.growth_rate, but);
    return fmt::format("linearised {}the step has no mode that grows, so that it does not explain this run{}", where,
                       but);
  }
  const std::string at = verdict.time > 0 ? where : "";
  if (verdict.follows)
    return fmt::format("{}the system itself grows at {:.3g} /s, whatever the scheme: {}", at, verdict.own_growth,
                       verdict.mode.name);
  return fmt::format("{}{} grows at {:.3g} /s, carried by {}", at, verdict.mode.name, verdict.mode.growth_rate,
                     shares_text(verdict.mode.shares));
}

/// Changes that make the linearised step stable.
void look_for_changes(const Value& judged, const System<double>& system, CouplingJudge& judge,
                      const std::function<bool()>& is_over, Explanation& found) {
  found.has_looked_for_changes = true;
  bool is_shortened = false;
  for (const Candidate& candidate : candidates(judged, judge)) {
    if (is_over()) return;
    const bool is_step = candidate.step != system.step;
    if (is_step && is_shortened) continue;
    try {
      const CouplingVerdict verdict = judge.judge(candidate.tree, candidate.step, false);
      if (verdict.kind != CouplingVerdict::Kind::stable && !verdict.follows) continue;
      found.changes.push_back({candidate.setting, verdict.mode.growth_rate});
      is_shortened = is_shortened || is_step;
    } catch (const Error&) {
      // not with this system
    }
  }
}

Explanation explain_divergence(const Value& root, const System<double>& system, const RunSummary& summary,
                               const EnergyLedger& ledger, const std::vector<GrowthWatch::Growth>& growths,
                               double spacing, double seconds_per_step, const std::atomic<bool>* interrupted) {
  Explanation found;
  found.bond = ledger.first_bond();
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  const auto is_over = [&] { return seconds() > patience || (interrupted && *interrupted); };
  const bool is_costly = 2 * system.cosimulation->vector_size() * seconds_per_step > patience / 2;
  try {
    int fmus = 0;
    const Value tree = with_isolated_fmus(root, fmus);
    const Value& judged = has_open_fmus(*system.cosimulation, fmus) ? tree : root;
    if (is_costly) {
      found.mode = "not looked for, as it would take too long: ask 'oldham stability'";
    } else {
      CouplingJudge judge(tree,
                          {.at = good_time(system, ledger, growths, seconds_per_step), .interrupted = interrupted});
      found.verdict = judge.judge(judged, system.step);
      found.is_explained = explains(*found.verdict, growths);
      found.mode = words(*found.verdict, found.is_explained);
      if (found.is_explained && !found.verdict->follows) look_for_changes(judged, system, judge, is_over, found);
    }
  } catch (const Error& error) {
    if (found.mode.empty()) found.mode = fmt::format("not found: {}", error.what());
  }
  const bool has_answer = found.is_explained && (found.verdict->follows || !found.changes.empty());
  if (has_answer || (interrupted && *interrupted)) return found;
  // to the end of the step that failed, which shows whether another run gets over it
  const double step = system.adaptive ? system.adaptive->smallest : system.step;
  GrownRun run{.growths = growths, .until = std::min(system.end, summary.time + step), .spacing = spacing};
  GrowthInquiry inquiry = try_changes(root, system, run, patience, interrupted);
  found.trials = std::move(inquiry.trials);
  found.owner = inquiry.owner;
  if (std::ranges::any_of(found.trials, [](const GrowthTrial& trial) { return trial.cures(); }))
    found.has_looked_for_changes = false;  // they are found
  return found;
}

}  // namespace

std::vector<SchemeChange> list_changes(const System<double>& system) {
  using Kind = SchemeChange::Kind;
  const Cosimulation<double>& cosimulation = *system.cosimulation;
  const auto& members = cosimulation.assembly().subsystems;
  const bool is_jacobi = cosimulation.scheme().schedule.kind == Schedule::Kind::jacobi && members.size() > 1;
  std::vector<SchemeChange> all;
  const auto add = [&](Kind kind, std::string setting) { all.push_back({std::move(setting), kind}); };
  const auto add_step = [&](double share) {
    if (system.adaptive)
      add(Kind::step, fmt::format("scheme.adaptive.rtol={}", share * share * system.adaptive->rtol));
    else
      add(Kind::step, fmt::format("scheme.step={}", share * system.step));
  };
  // FMUs with a grid make the same steps whatever the step is: another schedule comes first
  if (is_jacobi) add(Kind::schedule, fmt::format("scheme.schedule={}", "gauss-seidel"));
  add_step(0.5);
  add_step(0.0625);  // two steps far outside the stable range may grow alike
  const bool can_correct =
      std::ranges::all_of(members, [](const auto& s) { return s->description().capabilities.rollback; });
  if (!cosimulation.corrects() && can_correct) {
    add(Kind::correction, fmt::format("scheme.correction={}", "semi-implicit"));
    if (!system.adaptive)
      add(Kind::correction, fmt::format("scheme.correction=semi-implicit{}scheme.step={}", and_set, system.step / 5));
  }
  if (cosimulation.scheme().order > 0) add(Kind::order, fmt::format("scheme.order={}", 0));
  return all;
}

GrowthInquiry try_changes(const Value& root, const System<double>& system, const GrownRun& run, double seconds,
                          const std::atomic<bool>* interrupted) {
  int fmus = 0;
  const Value tree = has_worker_program() ? with_isolated_fmus(root, fmus) : root;
  const std::vector<SchemeChange> changes = list_changes(system);
  const auto make = [&](std::size_t i) {
    Value changed = tree;
    for (std::size_t from = 0; from < changes[i].setting.size();) {
      const std::size_t to = std::min(changes[i].setting.find(and_set, from), changes[i].setting.size());
      apply_override(changed, changes[i].setting.substr(from, to - from));
      from = to + std::size(and_set) - 1;
    }
    System<double> other = build_system<double>(changed, {.threads = 1});
    ReadyRun ready;
    ready.state = begin_run(other);
    other.cosimulation->transfer_only_needed(Cosimulation<double>::Outputs::needed);
    ready.settings.start = other.start;
    ready.settings.step = other.step;
    ready.settings.adaptive = other.adaptive;
    ready.system = std::move(other.cosimulation);
    return ready;
  };
  return inquire(run, changes, make, seconds, interrupted);
}

Aftermath look_back(const Value* root, const System<double>& system, const RecordedRun& done,
                    const std::atomic<bool>* interrupted) {
  Aftermath after;
  if (root == nullptr) return after;
  const std::vector<GrowthWatch::Growth> growths = done.recorder->growth().growths();
  const double stepping = done.wall - done.recorder->own_time();
  if (done.summary.status == RunSummary::Status::diverged) {
    const double steps = std::max(1.0, static_cast<double>(done.summary.macro_steps));
    after.explanation = explain_divergence(*root, system, done.summary, done.recorder->ledger(), growths,
                                           done.recorder->watched_spacing(), stepping / steps, interrupted);
    after.inquiry = {after.explanation->trials, after.explanation->owner};
    return after;
  }
  GrownRun run{
      .growths = growths, .until = system.start, .step = system.step, .spacing = done.recorder->watched_spacing()};
  if (growths.empty()) run.alternations = done.recorder->alternation().alternations();
  if (done.summary.status != RunSummary::Status::completed || (growths.empty() && run.alternations.empty()))
    return after;
  for (const auto& alternation : run.alternations) run.until = std::max(run.until, alternation.end);
  for (const auto& growth : growths) {
    const double window = growth.bounds.back() - *(growth.bounds.end() - 2);
    run.until = std::max(run.until, std::min(done.summary.time, growth.bounds.back() + late_windows * window));
  }
  after.inquiry =
      try_changes(*root, system, run, std::clamp(trial_share * stepping, least_trials, most_trials), interrupted);
  if (after.inquiry.owner != GrowthOwner::coupling) return after;
  Explanation& explanation = after.explanation.emplace();
  explanation.bond = done.recorder->ledger().first_bond();
  explanation.trials = after.inquiry.trials;
  explanation.owner = after.inquiry.owner;
  return after;
}

RunWitness find_witness(RunVerdict verdict, const System<double>& system, const RecordedRun& done,
                        const Aftermath& after) {
  RunWitness witness;
  witness.verdict = std::move(verdict);
  witness.inquiry = after.inquiry;
  witness.missing_bonds = find_missing_bonds(system.cosimulation->assembly());
  const bool has_diverged = done.summary.status == RunSummary::Status::diverged;
  add_alarms(done.recorder->ledger(),
             has_diverged ? std::vector<GrowthWatch::Growth>() : done.recorder->growth().growths(), after.inquiry,
             done.recorder->watched_names(), witness);

  if (!done.recorder->growth().has_growth())
    add_alarm(done.recorder->alternation().alternations(), after.inquiry, done.recorder->watched_names(), witness);
  return witness;
}

}  // namespace oldham
