// SPDX-License-Identifier: MIT
#include "oldham/present/text/run_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/counted.hpp"
#include "oldham/core/few_digits.hpp"

namespace oldham {
namespace {

constexpr std::size_t most_names = 6;
constexpr double notable_energy = 0.1;  // of what was exchanged: an error of a twentieth of the amplitudes
constexpr double notable_growth = 1e3;  // of the system itself: less is a start-up

std::string names_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i]);
  return names.size() > most_names ? fmt::format("{} and {} more", text, names.size() - most_names) : text;
}

/// "1.5", "2e+09".
std::string size_of(double factor) {
  if (!std::isfinite(factor)) return "any number";
  return factor < 1e6 ? few_digits(factor, 3) : fmt::format("{:.0e}", factor);
}

std::string grow(const std::vector<std::string>& names) { return names.size() == 1 ? "grows" : "grow"; }

std::string gap_text(const RunVerdict& verdict) {
  using Gap = RunVerdict::Gap;
  switch (verdict.gap) {
    case Gap::none:
    case Gap::switched_off:
      return "the check before the run was switched off";
    case Gap::nothing_coupled:
      return "nothing is coupled";
    case Gap::too_long:
      return fmt::format("it would take about {} s, too long beside this run: ask 'oldham stability'",
                         few_digits(verdict.seconds, 2));
    case Gap::interrupted:
      return "it was interrupted";
    case Gap::steps_vary:
      return fmt::format("steps of {:.3g} s are unstable; the error may keep them shorter", verdict.step);
    case Gap::failed:
      return fmt::format("the check failed: {}", verdict.problem);
  }
  return {};
}

std::string mode_text(const CouplingVerdict& verdict, bool is_linear) {
  const CouplingMode& mode = verdict.mode;
  if (!std::isfinite(mode.growth_rate)) return "a disturbance is gone after a few steps";
  std::string text = fmt::format("{} {} at {:.3g} /s", mode.name, mode.growth_rate > 0 ? "grows" : "decays",
                                 std::abs(mode.growth_rate));
  if (verdict.kind == CouplingVerdict::Kind::stable && mode.growth_rate > 0 && !verdict.follows)
    text = fmt::format("{} neither grows nor decays within the margin of the verdict (at most {:.3g} /s)", mode.name,
                       mode.growth_rate);
  if (verdict.follows) text += ", as the system itself does whatever the scheme";
  return is_linear ? text : text + ", linearised at the start";
}

std::string trial_text(const GrowthTrial& trial) {
  using Outcome = GrowthTrial::Outcome;
  const std::string reached = fmt::format("by t = {:g} s", trial.time);
  if (!trial.problem.empty()) return fmt::format("{} made no run: {}", trial.change.setting, trial.problem);
  switch (trial.outcome) {
    case Outcome::unknown:
      return fmt::format("{} showed nothing {}", trial.change.setting, reached);
    case Outcome::same_bits:
      return fmt::format("{} changes no bit", trial.change.setting);
    case Outcome::same:
      return fmt::format("{} grows alike", trial.change.setting);
    case Outcome::more:
      return fmt::format("{} grows faster{}", trial.change.setting,
                         trial.diverged ? fmt::format(" and diverges at t = {:g} s", trial.time) : "");
    case Outcome::less:
      return trial.cures() ? fmt::format("{} does not grow up to t = {:g} s", trial.change.setting, trial.time)
                           : fmt::format("{} grows less", trial.change.setting);
  }
  return {};
}

std::string tried_text(const std::vector<GrowthTrial>& trials) {
  std::string text;
  for (const GrowthTrial& trial : trials) text += fmt::format("{}{}", text.empty() ? "" : "; ", trial_text(trial));
  return text;
}

/// A line of the answer; what follows its first line stands below that.
std::string labelled(const char* label, const std::string& text) {
  std::string lines = fmt::format("  {:<9} ", label);
  for (const char c : text) lines += c == '\n' ? "\n            " : std::string(1, c);
  return lines + '\n';
}

}  // namespace

std::string reason_of(const RunVerdict& verdict) {
  using Kind = RunVerdict::Kind;
  if (verdict.is_limited)
    return fmt::format("no step is longer than {:.3g} s, half of the largest stable one", verdict.step);
  const bool has_gap = verdict.kind == Kind::not_judged || verdict.gap == RunVerdict::Gap::steps_vary;
  if (has_gap || !verdict.coupling) return gap_text(verdict);
  const CouplingVerdict& coupling = *verdict.coupling;
  if (verdict.kind == Kind::inconclusive)
    return coupling.reason.empty() ? "the linearised step allows no conclusion" : coupling.reason;
  std::string text = mode_text(coupling, verdict.is_linear);
  if (verdict.kind == Kind::too_close)
    text += fmt::format("; that is known within {:.2g} /s only", coupling.margin / coupling.step);
  return text;
}

std::string text_of(const Alarm& alarm) {
  if (alarm.kind == Alarm::Kind::energy)
    return fmt::format(
        "by t = {:g} s the coupling made or took {:.0f} % of the energy that passed: the results after that may be the "
        "scheme's, not the system's; reduce scheme.step, and see 'oldham stability'",
        alarm.time, 100 * alarm.share);
  if (alarm.kind == Alarm::Kind::limit)
    return fmt::format(
        "{} {} from step to step from t = {:g} s on, and less so with another step: the coupling makes that, not the "
        "system; reduce scheme.step",
        names_of(alarm.variables), alarm.variables.size() == 1 ? "alternates" : "alternate", alarm.begin);
  const std::string growth =
      fmt::format("{} {} geometrically, by a factor of {} from t = {:g} s to {:g} s", names_of(alarm.variables),
                  grow(alarm.variables), size_of(alarm.factor), alarm.begin, alarm.end);
  if (alarm.evidence == Alarm::Evidence::none)
    return growth + "; no other run showed whether the system does so itself: compare with half of scheme.step";
  if (alarm.evidence == Alarm::Evidence::mode)
    return growth + "; the linearised step has a mode that does so, and the system itself has none";
  return growth +
         "; runs with another step or schedule do not grow alike, so that the coupling makes it, not the system";
}

std::string block_of(const MissingBond& bond) {
  return fmt::format("[[bond]]\nname = \"{}-{}\"\na = [\"{}\", \"{}\"]\nb = [\"{}\", \"{}\"]", bond.first, bond.second,
                     bond.flow_a, bond.effort_a, bond.flow_b, bond.effort_b);
}

std::vector<std::string> notes_of(const RunWitness& witness) {
  std::vector<std::string> notes;
  for (const OwnGrowth& growth : witness.own_growths) {
    if (growth.factor < notable_growth) continue;
    notes.push_back(fmt::format(
        "{} {} by a factor of {} from t = {:g} s to {:g} s, and alike with other steps: the system does so itself",
        names_of(growth.variables), grow(growth.variables), size_of(growth.factor), growth.begin, growth.end));
  }
  for (const auto& [growth, is_asked] : witness.open_growths)
    notes.push_back(fmt::format(
        "{} {} geometrically, by a factor of {} from t = {:g} s to {:g} s; {} whether the coupling or the system does "
        "so: compare with half of scheme.step",
        names_of(growth.variables), grow(growth.variables), size_of(growth.factor), growth.begin, growth.end,
        is_asked ? "other runs did not show" : "it was not examined"));
  if (const auto& event = witness.energy_event)
    notes.push_back(fmt::format(
        "coupling energy error: {:.0f} % of the energy exchanged in some fifty steps up to t = {:g} s, {} % in the "
        "whole "
        "run{}",
        100 * event->share, event->time, few_digits(100 * event->total, 2),
        event->total > notable_energy ? "; it does not grow, but results may be inaccurate: compare with half of "
                                        "scheme.step"
                                      : ""));
  for (const MissingBond& bond : witness.missing_bonds)
    notes.push_back(fmt::format(
        "no power bond was found between '{}' and '{}', so that energy is not watched there; {}:\n{}", bond.first,
        bond.second, bond.is_named ? "declare it" : "if these are a velocity and its force, declare it",
        block_of(bond)));
  return notes;
}

std::string state_of(std::string_view status, const std::vector<Alarm>& alarms) {
  if (status != "completed" || alarms.empty()) return std::string(status);
  return alarms.size() == 1 ? "completed with an alarm" : fmt::format("completed with {} alarms", alarms.size());
}

std::vector<std::string> lines_of(const Explanation& explanation) {
  std::vector<std::string> lines;
  if (const auto& bond = explanation.bond)
    lines.push_back(fmt::format(
        "energy: bond '{}' was the first to make or take more than a tenth of what passed, {} "
        "by t = {:g} s",
        bond->name, std::isfinite(bond->share) ? fmt::format("{:.0f} %", 100 * bond->share) : "all", bond->time));
  if (!explanation.mode.empty()) lines.push_back("mode: " + explanation.mode);
  if (!explanation.trials.empty()) {
    lines.push_back("tried: " + tried_text(explanation.trials));
    const auto cure = std::ranges::find_if(explanation.trials, [](const GrowthTrial& trial) { return trial.cures(); });
    if (cure != explanation.trials.end())
      lines.push_back(fmt::format("change: it does not grow with --set {}; then compare, for stable is not yet right",
                                  cure->change.setting));
    else if (explanation.owner == GrowthOwner::system)
      lines.emplace_back("change: none, as the system itself grows whatever the scheme");
    else
      lines.emplace_back("change: none of those tried helps; see 'oldham stability' and 'oldham advise'");
  }
  if (!explanation.has_looked_for_changes || !explanation.trials.empty()) return lines;
  if (explanation.changes.empty()) {
    lines.emplace_back("change: none of the simple ones makes it stable; see 'oldham stability'");
    return lines;
  }
  std::string text;
  for (const Explanation::Change& change : explanation.changes)
    text += fmt::format("{}--set {}", text.empty() ? "" : ", or ", change.setting);
  lines.push_back("change: stable with " + text + "; then compare, for stable is not yet right");
  return lines;
}

std::string witness_text(const RunWitness& witness, const std::optional<Explanation>& explanation) {
  std::string text =
      labelled("verdict", fmt::format("{}: {}", word_of(witness.verdict.kind), reason_of(witness.verdict)));
  for (const Alarm& alarm : witness.alarms) text += labelled("ALARM", text_of(alarm));
  if (explanation)
    for (const std::string& line : lines_of(*explanation)) text += labelled("why", line);
  for (const std::string& note : notes_of(witness)) text += labelled("note", note);
  return text;
}

}  // namespace oldham
