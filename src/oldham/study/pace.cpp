// SPDX-License-Identifier: MIT
#include "oldham/study/pace.hpp"

#include <algorithm>

namespace oldham {

double PaceRule::allowed(double step) const { return std::max(tolerance, share * step / factor); }

PaceWatch::Deadline PaceWatch::note(double step, double due, double finished, double resumed) {
  const double allowed = rule_.allowed(step);
  Deadline deadline{.lateness = std::max(0.0, resumed - due), .computing = finished - resumed_};
  deadline.is_missed = deadline.lateness > allowed;
  if (deadline.is_missed) ++(finished - due > allowed ? overruns_ : late_wakeups_);
  lateness_.add(deadline.lateness);
  computing_.add(deadline.computing);
  busy_ += deadline.computing;
  resumed_ = resumed;
  return deadline;
}

PaceResult PaceWatch::result(std::optional<double> step) const {
  PaceResult result;
  result.factor = rule_.factor;
  result.deadlines = lateness_.count();
  result.overruns = overruns_;
  result.late_wakeups = late_wakeups_;
  if (step) result.tolerance = rule_.allowed(*step);
  result.lateness = lateness_.result();
  result.computing = computing_.result();
  result.busy = busy_;
  result.load = resumed_ > 0 ? busy_ / resumed_ : 0;
  return result;
}

}  // namespace oldham
