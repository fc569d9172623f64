// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation.hpp"

// What subsystems have to tell of a step.

namespace oldham {
namespace {

/// What to do about divergence.
std::string cure(const Correction& correction) {
  return fmt::format("reduce scheme.step{}, and see 'oldham stability'",
                     correction.least > 0 ? "" : " or use a corrected scheme");
}

/// What a subsystem's own failure means for the step.
template <class T>
void describe_failure(const std::string& name, const StepOutcome& outcome, const Interval<T>& interval,
                      StepReport& report) {
  const bool diverged = outcome.status == StepOutcome::Status::diverged;
  const bool rejected = outcome.status == StepOutcome::Status::rejected;
  report.status = diverged   ? StepReport::Status::diverged
                  : rejected ? StepReport::Status::rejected
                             : StepReport::Status::failed;
  if (rejected) report.reached = outcome.reached;
  report.reason = fmt::format("subsystem '{}' {} the step from t = {:.9g} s to {:.9g} s: {}", name,
                              diverged   ? "diverged in"
                              : rejected ? "rejected"
                                         : "failed in",
                              to_double(interval.begin), to_double(interval.end()), outcome.reason);
}

}  // namespace

template <class T>
void Cosimulation<T>::take_outcome(int s, StepOutcome& outcome) {
  outcomes_[s] = std::exchange(outcome, StepOutcome::accepted());
  has_news_.store(true, std::memory_order_relaxed);
}

template <class T>
void Cosimulation<T>::check_outputs(int group, const Interval<T>& interval, StepReport& report) {
  has_news_ = false;
  for (int s : plan_.groups[group]) {
    if (!outcomes_[s].is_accepted() || outcomes_[s].is_last) hear_outcome(s, interval, report);
    if (report.is_accepted()) look_for_divergence(s, interval, report);
    if (!report.is_accepted()) break;
  }
  // what others had to tell of a step that is not made
  if (!report.is_accepted()) std::ranges::fill(outcomes_, StepOutcome::accepted());
}

template <class T>
void Cosimulation<T>::hear_outcome(int s, const Interval<T>& interval, StepReport& report) {
  const StepOutcome outcome = std::exchange(outcomes_[s], StepOutcome::accepted());
  const std::string& name = assembly_.subsystems[s]->description().name;
  if (outcome.is_accepted()) {
    report.is_last = true;
    report.reason = fmt::format("subsystem '{}' {}", name, outcome.reason);
    return;
  }
  describe_failure(name, outcome, interval, report);
  if (report.status == StepReport::Status::diverged) report.reason += "; " + cure(scheme_.correction);
}

template <class T>
void Cosimulation<T>::look_for_divergence(int s, const Interval<T>& interval, StepReport& report) const {
  using std::abs;
  int y = plan_.output_offset[s];
  while (y < plan_.output_offset[s + 1] && abs(outputs_[y]) <= limits_[y]) ++y;
  if (y == plan_.output_offset[s + 1]) return;
  report.status = StepReport::Status::diverged;
  const double value = to_double(outputs_[y]);
  const bool is_foreign = assembly_.subsystems[s]->description().boundary->is_foreign;
  report.reason = fmt::format(
      "output '{}' became {}{} in the step from t = {:.9g} s to {:.9g} s; {}{}",
      assembly_.output_name({s, y - plan_.output_offset[s]}), value,
      std::isfinite(value) ? fmt::format(", beyond its limit of {},", to_double(limits_[y])) : "",
      to_double(interval.begin), to_double(interval.end()),
      std::isnan(value) && is_foreign ? "see what 'oldham fmu check' says, and the FMU with log = true; or " : "",
      cure(scheme_.correction));
}

template void Cosimulation<double>::take_outcome(int, StepOutcome&);
template void Cosimulation<double>::check_outputs(int, const Interval<double>&, StepReport&);
template void Cosimulation<double>::hear_outcome(int, const Interval<double>&, StepReport&);
template void Cosimulation<double>::look_for_divergence(int, const Interval<double>&, StepReport&) const;
template void Cosimulation<Multiprecision>::take_outcome(int, StepOutcome&);
template void Cosimulation<Multiprecision>::check_outputs(int, const Interval<Multiprecision>&, StepReport&);
template void Cosimulation<Multiprecision>::hear_outcome(int, const Interval<Multiprecision>&, StepReport&);
template void Cosimulation<Multiprecision>::look_for_divergence(int, const Interval<Multiprecision>&,
                                                                StepReport&) const;

}  // namespace oldham
