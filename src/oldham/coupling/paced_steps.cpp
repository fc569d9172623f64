// SPDX-License-Identifier: MIT
#include "oldham/coupling/paced_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

constexpr int most_other_ends = 100;        // that one step is tried with
constexpr double least_share = 1.0 / 1024;  // of a step: no subsystem gets a shorter one by rejecting steps

StepLaw law_of(const AdaptiveStep& settings, const StepError& error) {
  constexpr double careful_growth = 1.2;  // where no step can be taken back
  StepLaw law{.order = error.order(), .smallest = settings.smallest, .largest = settings.largest};
  law.can_reject = error.can_reject();
  if (!law.can_reject) law.most_growth = careful_growth;
  // halves of steps must lie on the grid, too
  law.grid = settings.control == AdaptiveStep::Control::doubling ? 2 * settings.grid : settings.grid;
  if (law.grid > 0) law.smallest = law.grid * std::max(1.0, std::round(law.smallest / law.grid));
  return law;
}

}  // namespace

StepReport EqualSteps::advance(Cosimulation<double>& system, MacroState<double>& state, RunSummary& summary,
                               StepKept kept) {
  // every full step has bitwise the same length, or nothing that is computed per step size could be reused
  // by multiplication, so that rounding does not pile up
  double end = n_ + 1 < count_ ? settings_.start + static_cast<double>(n_ + 1) * settings_.step : settings_.end;
  const double near = same_point * settings_.step;
  while (next_change_ < changes_.size() && changes_[next_change_].time <= begin_ + near) ++next_change_;
  const bool is_cut = next_change_ < changes_.size() && changes_[next_change_].time < end - near;
  if (is_cut) end = changes_[next_change_].time;
  const double left = end - begin_;
  const double length = std::abs(left - settings_.step) < same_point * settings_.step ? settings_.step : left;
  StepReport report = system.step(state, {begin_, length});
  summary.corrections += report.corrections;
  const bool is_rejected = report.reached.has_value();
  for (int n = 0; report.reached && n < most_other_ends && system.can_go_back(); ++n) {
    const std::optional<double> other = other_end(report);
    if (!other || *other == end) {
      // the subsystem does not know that
      if (is_cut && end == changes_[next_change_].time && *report.reached > end)
        report.reason += fmt::format("; the step ends at the [[change]] at t = {:.9g} s", end);
      break;
    }
    ++summary.rejected_steps;
    end = *other;
    report = system.step(state, {begin_, end - begin_});
    summary.corrections += report.corrections;
  }
  if (!report.is_accepted()) return report;
  if (!report.is_last) state.time = end;
  begin_ = end;
  if (is_rejected || is_cut)
    while (n_ < count_ && communication_point(settings_, n_ + 1) <= end + same_point * settings_.step) ++n_;
  else
    ++n_;
  kept(report, state);
  return report;
}

StepReport EqualSteps::advance_quietly(Cosimulation<double>& system, MacroState<double>& state, RunSummary& summary,
                                       StepKept kept) {
  StepReport report;
  const bool is_quiet = settings_.watch && settings_.all_outputs_from != nullptr && changes_.empty();
  if (!is_quiet || begin_ != communication_point(settings_, n_)) return report;
  const bool is_near = n_ + 1 >= count_ || !(communication_point(settings_, n_ + 1) < *settings_.all_outputs_from);
  if (is_near) return report;
  // a system that cannot make them is not asked in every step: asking the clock takes as long as some steps
  constexpr std::int64_t pause = 1024;
  if (quiet_ < 0 && ++quiet_ < 0) return report;
  quiet_ = std::max<std::int64_t>(1, quiet_);
  // between them the run shows its progress: that must not wait for long
  constexpr std::int64_t most = 256;
  constexpr double longest = 1e-3;  // s of wall time
  const auto begin = std::chrono::steady_clock::now();
  const std::int64_t made = system.step_quietly(state,
                                                {.start = settings_.start,
                                                 .length = settings_.step,
                                                 .first = n_,
                                                 .most = std::min(quiet_, count_ - 1 - n_),
                                                 .until = *settings_.all_outputs_from,
                                                 .interrupted = settings_.interrupted,
                                                 .watch = settings_.watch},
                                                report);
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  quiet_ = taken < longest ? std::min(most, 2 * quiet_) : std::max<std::int64_t>(1, quiet_ / 2);
  if (made > 0) summary.count_steps(settings_.step, made);
  if (made == 0 && n_ > 1) quiet_ = -pause;
  n_ += made;
  begin_ = communication_point(settings_, n_);
  if (report.is_last) kept(report, state);
  return report;
}

double EqualSteps::next_stop() const {
  return next_change_ < changes_.size() ? std::min(settings_.end, changes_[next_change_].time) : settings_.end;
}

std::optional<double> EqualSteps::other_end(const StepReport& report) const {
  const double step = settings_.step, wanted = std::min({*report.reached, begin_ + step, next_stop()});
  if (!(wanted - begin_ >= least_share * step)) return {};
  // communication points that are met stay the numbers that they are
  const double nearest = communication_point(settings_, std::llround((wanted - settings_.start) / step));
  return std::abs(nearest - wanted) < same_point * step ? nearest : wanted;
}

AdaptiveSteps::AdaptiveSteps(const Cosimulation<double>& system, const MacroState<double>& state,
                             const RunSettings& settings, StepMemory& memory)
    : settings_(*settings.adaptive),
      start_(settings.start),
      end_(settings.end),
      memory_(memory),
      error_(system, settings_),
      law_(law_of(settings_, error_)),
      known_(system.known_signals()),
      changes_(system.assembly().changes),
      kink_(-std::numeric_limits<double>::infinity()) {
  for (const auto& subsystem : system.assembly().subsystems)
    if (const Equations<double>* equations = subsystem->equations()) equations_.push_back(equations);
  if (memory_.has_begun()) return;
  // without rollback a first step that is too long could not be made good
  memory_.wanted = memory_.length = law_.rung(error_.can_reject() ? settings_.first : settings_.smallest);
  memory_.peaks = error_.first_peaks(state);
}

bool AdaptiveSteps::is_done(const MacroState<double>& state) const {
  return !(end_ - state.time > same_point * settings_.smallest);
}

/// The first time at which something known happens, but for what the step begins with.
double AdaptiveSteps::next_kink(double time, double length) {
  while (kink_ <= time + same_point * length) {
    const double from = std::max(time, kink_);
    kink_ = known_.next_kink(from);
    for (const Equations<double>* equations : equations_) kink_ = std::min(kink_, equations->next_kink(from));
  }
  return kink_;
}

double AdaptiveSteps::next_change(double time, double length) {
  while (next_change_ < changes_.size() && changes_[next_change_].time <= time + same_point * length) ++next_change_;
  return next_change_ < changes_.size() ? changes_[next_change_].time : std::numeric_limits<double>::infinity();
}

AdaptiveSteps::Leg AdaptiveSteps::next_leg(double time) {
  const double length = memory_.length;
  // steps on a grid cannot meet what lies beside it, but for the end
  const double known = std::min(end_, next_change(time, length));
  const double target = law_.grid > 0 ? known : std::min(known, next_kink(time, length));
  const double left = target - time;
  if (std::abs(left - length) <= same_point * length) return {length, target, false};
  if (left <= length * (law_.grid > 0 ? 1 + least_rest : 1)) return {left, target, true};
  // two steps of the same length rather than a long one and a short one
  if (law_.grid == 0 && left < 2 * length * (1 - same_point)) return {left / 2, time + left / 2, true};
  double end = time + length;
  // by multiplication, so that rounding does not pile up
  if (law_.grid > 0) end = start_ + law_.grid * std::round((end - start_) / law_.grid);
  return {length, end, false};
}

StepReport AdaptiveSteps::try_step(Cosimulation<double>& system, MacroState<double>& state, const Leg& leg,
                                   RunSummary& summary) {
  error_.predict(state, leg.length);
  const StepReport report = system.step(state, {state.time, leg.length});
  summary.corrections += report.corrections;
  return report;
}

/// Once at once, for comparison, then in two halves, which are kept.
StepReport AdaptiveSteps::try_halves(Cosimulation<double>& system, MacroState<double>& state, const Leg& leg,
                                     RunSummary& summary) {
  const double half = leg.length / 2;
  const StepReport whole = try_step(system, state, leg, summary);
  if (!whole.is_accepted() || whole.is_last) return whole;
  error_.expect(state.history.row(0));
  state.copy_from(before_);
  middle_report_ = system.step(state, {state.time, half});
  summary.corrections += middle_report_.corrections;
  if (!middle_report_.is_accepted() || middle_report_.is_last) return middle_report_;
  middle_.copy_from(state);
  has_middle_ = true;
  const StepReport second = system.step(state, {state.time, half});
  summary.corrections += second.corrections;
  return second;
}

StepReport AdaptiveSteps::advance(Cosimulation<double>& system, MacroState<double>& state, RunSummary& summary,
                                  StepKept kept) {
  const bool doubles = settings_.control == AdaptiveStep::Control::doubling;
  for (;;) {
    const Leg leg = next_leg(state.time);
    if (law_.can_reject) before_.copy_from(state);
    has_middle_ = false;
    const StepReport report = doubles ? try_halves(system, state, leg, summary) : try_step(system, state, leg, summary);
    peaks_ = memory_.peaks;
    const double error =
        report.is_accepted() ? error_.measure(state, leg.length, peaks_) : std::numeric_limits<double>::infinity();
    if (!report.is_last && !law_.accepts(error, leg.length, memory_.rejections)) {
      state.copy_from(before_);
      law_.reject(error, leg.length, memory_);
      if (report.reached && law_.grid == 0 && *report.reached > state.time)
        memory_.length = std::min(*report.reached - state.time, law_.largest);
      ++summary.rejected_steps;
      continue;
    }
    if (!report.is_accepted()) {
      if (law_.can_reject) state.copy_from(before_);
      return report;
    }
    if (!law_.is_precise(error)) ++summary.imprecise_steps;
    law_.accept(error, leg.length, leg.is_clipped, memory_);
    memory_.peaks.swap(peaks_);
    if (has_middle_) kept(middle_report_, middle_);
    if (!report.is_last) state.time = leg.end;
    kept(report, state);
    return report;
  }
}

}  // namespace oldham
