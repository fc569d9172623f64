// SPDX-License-Identifier: MIT
#include "oldham/report/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "oldham/core/counted.hpp"
#include "oldham/core/few_digits.hpp"
#include "oldham/present/text/pace_words.hpp"

namespace oldham {
namespace {

using Tone = Verdict::Tone;
using Kind = StepStability::Kind;

std::string duration(double seconds) {
  const double size = std::abs(seconds);
  if (size >= 1 || size == 0) return few_digits(seconds, 4) + " s";
  if (size >= 1e-3) return fmt::format("{:.4g} ms", 1e3 * seconds);
  return fmt::format("{:.4g} µs", 1e6 * seconds);
}

/// "0.3 %", and few digits however small.
std::string percent(double share) { return few_digits(100 * share, 2) + " %"; }

std::string lengths(const RunRecord& record) {
  if (!record.adaptive) return duration(record.step);
  return fmt::format("{} to {}", duration(record.adaptive->smallest), duration(record.adaptive->largest));
}

Verdict completion(const RunRecord& record) {
  const std::string work = fmt::format("{} were simulated, in {} of {}", duration(record.time - record.start),
                                       counted(record.macro_steps, "macro step"), lengths(record));
  if (record.status == "completed" && !record.alarms.empty())
    return {Tone::warning,
            record.alarms.size() == 1 ? "Completed with an alarm"
                                      : fmt::format("Completed with {} alarms", record.alarms.size()),
            record.reason.empty() ? work + "." : fmt::format("{}: {}.", work, record.reason)};
  if (record.status == "completed")
    return {Tone::good, "Completed", record.reason.empty() ? work + "." : fmt::format("{}: {}.", work, record.reason)};
  const std::string word = record.status == "diverged"      ? "Diverged"
                           : record.status == "interrupted" ? "Interrupted"
                                                            : "Failed";
  std::string reason = record.reason;
  if (!reason.empty() && reason[0] >= 'a' && reason[0] <= 'z') reason[0] = static_cast<char>(reason[0] - 'a' + 'A');
  return {Tone::bad, fmt::format("{} at t = {}", word, duration(record.time)),
          fmt::format("{}. Of {}, {}.", reason, duration(record.end - record.start), work)};
}

/// How far from its limits a stable step is.
std::string margin_text(const StepStability& verdict, double step) {
  if (!verdict.margin) return verdict.why_no_margin.empty() ? "" : " " + verdict.why_no_margin;
  const auto& [low, high, below, above] = *verdict.margin;
  const auto times = [&](double other) { return few_digits(other / step, 3); };
  if (below && above)
    return fmt::format(" It is stable from {} to {}, {} to {} times this step, but not just beyond.", duration(*below),
                       duration(*above), times(*below), times(*above));
  if (below)
    return fmt::format(" It is stable from {}, {} times this step, at least up to {}; shorter steps are not.",
                       duration(*below), times(*below), duration(high));
  if (above) return fmt::format(" The largest stable step is {}, {} times this one.", duration(*above), times(*above));
  return fmt::format(" It stays stable at least up to {} times this step, {}.", times(high), duration(high));
}

/// Where an unstable step could go.
std::string remedy_text(const StepStability& verdict, double step) {
  if (!verdict.margin) return "Reduce scheme.step, or choose another scheme.";
  const auto& [low, high, below, above] = *verdict.margin;
  if (!below && !above)
    return fmt::format("No step from {} to {} was found stable: choose another scheme.", duration(low), duration(high));
  const double nearest = below && (!above || step / *below <= *above / step) ? *below : *above;
  return fmt::format("The nearest stable step is {}, {} times this one: change scheme.step, or choose another scheme.",
                     duration(nearest), few_digits(nearest / step, 3));
}

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text.empty() || text.back() == '.' ? text : text + ".";
}

/// What the check before the run said, where nothing was judged for this page.
Verdict checked(const RunRecord::CheckVerdict& check) {
  const bool is_unstable = check.verdict == "unstable", is_stable = check.verdict == "stable";
  const std::string heading = is_stable                         ? "Stable at this step"
                              : is_unstable                     ? "Unstable at this step"
                              : check.verdict == "too-close"    ? "Stability too close to call"
                              : check.verdict == "inconclusive" ? "Stability inconclusive"
                                                                : "Stability not judged";
  return {is_stable     ? Tone::good
          : is_unstable ? Tone::bad
                        : Tone::plain,
          heading,
          fmt::format("{} Checked before the run at a step of {}.", sentence(check.reason), duration(check.step))};
}

Verdict stability(const RunFacts& facts) {
  if (!facts.stability && facts.record.verdict && !facts.needs_its_program) return checked(*facts.record.verdict);
  if (!facts.stability) return {Tone::plain, "Stability not judged", facts.why_not_judged};
  const StepStability& verdict = *facts.stability;
  const double step = judged_step(facts.record), radius = verdict.spectral_radius;
  const std::string where =
      fmt::format("{}{}", facts.record.adaptive ? fmt::format(" of {}, the longest that was made", duration(step)) : "",
                  verdict.is_linear ? "" : ", linearised at the start");
  // a radius says nothing where the step is not linear
  if (verdict.kind == Kind::inconclusive)
    return {
        Tone::plain, "Stability inconclusive",
        fmt::format("Nothing can be concluded of a step{}: {}. 'oldham stability' tells more.", where, verdict.reason)};
  if (verdict.kind == Kind::too_close)
    return {Tone::plain, "Stability too close to call",
            fmt::format("Spectral radius {:.9g} of a step{}, and it is not known that well.", radius, where)};
  if (verdict.kind == Kind::unstable) {
    if (verdict.own_growth > 0 && radius * std::exp(-verdict.own_growth * step) <= 1 + 1e-6)
      return {Tone::plain, "As unstable as the system itself",
              fmt::format("Spectral radius {:.6g} of a step{}: a small change of the state grows at {:.3g} /s whatever "
                          "the scheme.",
                          radius, where, verdict.own_growth)};
    if (facts.record.adaptive)
      return {Tone::plain, "Unstable at the longest step",
              fmt::format("Spectral radius {:.6g} of a step{}: small disturbances grow by {} in such a step, until the "
                          "control makes shorter ones. Lower scheme.adaptive.largest.",
                          radius, where, percent(radius - 1))};
    return {Tone::bad, "Unstable at this step",
            fmt::format("Spectral radius {:.6g} of a step{}: small disturbances grow by {} with every step. {}", radius,
                        where, percent(radius - 1), remedy_text(verdict, step))};
  }
  return {Tone::good, facts.record.adaptive ? "Stable at the longest step" : "Stable at this step",
          fmt::format("Spectral radius {:.6g} of a step{}.{}", radius, where, margin_text(verdict, step))};
}

/// What a coupling mostly did over the whole run.
std::string energy_word(const std::optional<RunRecord::Account>& total) {
  if (!total || !total->residual || !total->absolute) return "makes or takes";
  const double share = *total->residual / *total->absolute;
  return share > 0.5 ? "makes" : share < -0.5 ? "takes" : "makes and takes";
}

std::optional<Verdict> energy(const RunRecord& record) {
  if (record.alarm)
    return Verdict{Tone::bad, fmt::format("The coupling {} energy", energy_word(record.total)),
                   fmt::format("By t = {} it made or took {:.0f} % of the energy that passed: later results may be the "
                               "scheme's, not the system's.",
                               duration(record.alarm->time), 100 * record.alarm->share)};
  if (!record.total || !record.total->absolute || !record.total->passed) return {};
  const double made = *record.total->absolute, passed = *record.total->passed;
  const double share = passed > 0 ? made / passed : 0;
  const std::size_t bonds = record.accounts.size();
  return Verdict{share < 0.01 ? Tone::good : Tone::plain, share < 0.01 ? "Energy kept" : "Energy not quite kept",
                 fmt::format("At {} the coupling made and took {} J, {} of the {} J that passed.",
                             counted(bonds, "power bond"), few_digits(made, 3), percent(share), few_digits(passed, 3))};
}

/// What was found out when it diverged.
Verdict explanation(const RunRecord& record) {
  std::string text;
  for (const std::string& line : record.explanation) text += fmt::format("{}{}.", text.empty() ? "" : "\n", line);
  const bool has_diverged = record.status == "diverged";
  return {has_diverged ? Tone::bad : Tone::warning, has_diverged ? "Why it diverged" : "Why there is an alarm", text};
}

Verdict pace(const RunRecord& record) {
  if (const auto& pace = record.pace) {
    const std::string rate = pace->factor == 1 ? "" : fmt::format(" at {:g} times real time", pace->factor);
    return {pace->misses() == 0 ? Tone::good : Tone::bad,
            (pace->misses() == 0 ? "Kept pace with the clock" : "Missed deadlines") + rate,
            fmt::format("{}. Lateness: {}. Busy {:.2g} % of the time.\n{}.", misses_text(*pace, "µs"),
                        percentiles_text(pace->lateness, "µs"), 100 * pace->load, grants_text(pace->grants))};
  }
  const double factor = record.real_time_factor.value_or(0);
  const std::string heading = factor >= 1  ? few_digits(factor, 3) + " times faster than real time"
                              : factor > 0 ? few_digits(1 / factor, 3) + " times slower than real time"
                                           : "Speed not known";
  return {Tone::plain, heading,
          fmt::format("{} of wall time in all; the factor counts stepping alone.", duration(record.wall))};
}

Verdict step_limit(const RunFacts& facts) {
  const RunRecord& record = facts.record;
  std::string text = record.adaptive
                         ? fmt::format("[scheme.adaptive] chose it by control = \"{}\".", record.adaptive->control)
                         : fmt::format("scheme.step sets it to {} throughout; no step was made shorter for accuracy.",
                                       duration(record.step));
  if (facts.stability && facts.stability->kind == Kind::stable && facts.stability->margin) {
    const auto& [low, high, below, above] = *facts.stability->margin;
    text +=
        fmt::format(" Stability would allow {}{}.", duration(above.value_or(high)), above ? "" : " and perhaps more");
  }
  if (record.corrections > 0 && record.macro_steps > 0)
    text += record.corrections % record.macro_steps == 0
                ? fmt::format(" Each step took {}.", counted(record.corrections / record.macro_steps, "correction"))
                : fmt::format(" Steps took {:.3g} corrections on average.",
                              static_cast<double>(record.corrections) / static_cast<double>(record.macro_steps));
  if (facts.worst_time && facts.worst_residual > 0)
    text += record.corrections > 0
                ? fmt::format(" The largest residual left was {:.2g}, at t = {}.", facts.worst_residual,
                              duration(*facts.worst_time))
                : fmt::format(" What subsystems were told was farthest from what came, by {} of its size, at t = {}.",
                              percent(facts.worst_residual), duration(*facts.worst_time));
  if (record.adaptive && record.adaptive->imprecise > 0)
    text +=
        fmt::format(" {} with an error over rtol, as scheme.adaptive.smallest allows no shorter one.",
                    record.adaptive->imprecise == 1 ? "One step was kept"
                                                    : fmt::format("{} steps were kept", record.adaptive->imprecise));
  if (record.rejected_steps > 0)
    text += fmt::format(" {} {} rejected.", counted(record.rejected_steps, "step"),
                        record.rejected_steps == 1 ? "was" : "were");
  return {Tone::plain, "What limits the step", text};
}

}  // namespace

std::optional<StepMargin> margin_about(double step, bool is_stable, const StepScan& scan,
                                       const std::vector<Crossing>& crossings) {
  StepMargin margin{.low = scan.low, .high = scan.high};
  // as the step grows: what is crossed last before it, and first after it
  const auto after = std::ranges::find_if(crossings, [&](const Crossing& c) { return c.step > step; });
  if (after != crossings.begin()) {
    if (std::prev(after)->upward == is_stable) return {};
    margin.below = std::prev(after)->step;
  }
  if (after != crossings.end()) {
    if (after->upward != is_stable) return {};
    margin.above = after->step;
  }
  return margin;
}

Verdict compare_runs(const RunRecord& mine, const std::string& label, const RunRecord& other) {
  std::string text;
  const auto add = [&](const char* what, const std::string& here, const std::string& there) {
    if (here != there) text += fmt::format("{}{} {}, here {}", text.empty() ? "There: " : "; ", what, there, here);
  };
  const auto ended = [](const RunRecord& record) {
    return record.status == "completed" ? record.status
                                        : fmt::format("{} at t = {}", record.status, duration(record.time));
  };
  add("status", ended(mine), ended(other));
  add("schedule", mine.schedule, other.schedule);
  add("correction", mine.correction, other.correction);
  add("order", fmt::format("{}", mine.order), fmt::format("{}", other.order));
  add("step", lengths(mine), lengths(other));
  add("end", duration(mine.end), duration(other.end));
  return {other.status == mine.status ? Tone::plain : Tone::bad, "Compared with " + label,
          text.empty() ? "Status, schedule, correction, order, step and end are the same." : text + "."};
}

std::vector<Verdict> judge_run(const RunFacts& facts) {
  const RunRecord& record = facts.record;
  std::vector<Verdict> verdicts = {completion(record)};
  for (const RunRecord::WatchAlarm& alarm : record.alarms)
    if (alarm.kind != "energy")
      verdicts.push_back({Tone::warning,
                          alarm.kind == "growth" ? "Something grows" : "Something alternates with the step",
                          sentence(alarm.text)});
  verdicts.push_back(stability(facts));
  if (!record.explanation.empty()) verdicts.push_back(explanation(record));
  if (const auto ledger = energy(record)) verdicts.push_back(*ledger);
  if (record.deviation)
    verdicts.push_back(
        {record.deviation->share < 0.05 ? Tone::good : Tone::plain,
         fmt::format("{} from the monolithic solution", percent(record.deviation->share)),
         fmt::format("Largest deviation at any communication point, of what {} reaches.{}", record.deviation->output,
                     record.output_interval > 0
                         ? " The table of values has the largest difference of recorded rows, which are "
                           "fewer."
                         : "")});
  if (record.violation)
    verdicts.push_back({Tone::plain, fmt::format("Joints open by {:.2g} at most", *record.violation), "In m or rad."});
  verdicts.push_back(pace(record));
  verdicts.push_back(step_limit(facts));
  for (const std::string& note : record.notes) verdicts.push_back({Tone::plain, "Note", note});
  return verdicts;
}

}  // namespace oldham
