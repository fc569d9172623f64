// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "oldham/fmi/import/cosimulation_fmu.hpp"

// A step that the FMU discards: fmiDiscard, fmi2Discard or fmi3Discard.
//
// By FMI 2.0 it may have come part of the way, up to fmi2LastSuccessfulTime, and can only go on from a state that was
// saved before. In FMI 3.0 it stands where the step began, and so does it in FMI 1.0 if it declares canRejectSteps.
// Where all subsystems can go back, the macro step is shortened for all of them; else this one makes it in parts.

namespace oldham::fmi {
namespace {

constexpr double shortest = 1.0 / 1024;  // of a step: shorter ones are not tried

const char* step_function(Standard standard) {
  return standard == Standard::fmi1 ? "fmiDoStep" : standard == Standard::fmi2 ? "fmi2DoStep" : "fmi3DoStep";
}

}  // namespace

Status CosimulationFmu::save_point() {
  if (!has_discarded_ || shortens_with_others() || !description_.capabilities.rollback) return Status::ok;
  if (!point_) point_.emplace(this, shared_fmu(), shared_instance());
  return point_->take();
}

bool CosimulationFmu::go_back(Trouble& trouble) {
  if (point_) {
    if (const Status status = point_->put_back(); !is_good(status))
      trouble = StepOutcome::failed(this->trouble("cannot restore its state after a discarded step", status));
    return true;
  }
  if (model().standard == Standard::fmi3) return true;
  if (model().standard != Standard::fmi1 || !fmu().interface().can_reject_steps) return false;
  instance().repeats_step = true;
  return true;
}

std::string CosimulationFmu::discard_text(const StepResult& discarded, const Way& way) {
  return trouble(
      fmt::format("discards even a step of {:.3g} s from t = {:.9g} s, by {}, and gives {:.9g} s as its last "
                  "successful time",
                  way.length, way.time, step_function(model().standard), discarded.reached),
      discarded.status);
}

std::string CosimulationFmu::remedy(const StepResult& discarded, const Way& way, double end) const {
  if (discarded.reached > end)
    return fmt::format("it makes no step that ends earlier: raise scheme.step to {:.9g} s or more{}",
                       discarded.reached - way.time,
                       shortens_with_others() ? "" : ", with subsystems that can all save their states");
  if (!description_.capabilities.rollback)
    return "it cannot save its state (canGetAndSetFMUstate): reduce scheme.step, or use an FMU that can";
  return "reduce scheme.step, or ask the maker of the FMU which steps it accepts";
}

CosimulationFmu::Trouble CosimulationFmu::take_discard(const Interval<double>& whole, const StepResult& discarded,
                                                       Way& way) {
  const double to = whole.end();
  const bool has_come_on = discarded.reached > way.time, is_inside = has_come_on && discarded.reached < to;
  if (has_ended_) {
    if (has_come_on && discarded.reached <= to) way.time = discarded.reached;
    return {};
  }
  ++discards_;
  const bool is_first = !std::exchange(has_discarded_, true);
  if (shortens_with_others()) {
    // the parts of the macro step before this one are a shorter macro step
    const double end = has_come_on ? discarded.reached : way.time > step_begin_ ? way.time : way.time + way.length / 2;
    return StepOutcome::rejected(discard_text(discarded, way) + "; " + remedy(discarded, way, to), end);
  }
  Trouble trouble;
  const bool is_back = go_back(trouble);
  if (trouble) return trouble;
  // the run can be made again, with states saved before each step
  if (!is_back && is_first && farthest_return() == Return::never && description_.capabilities.rollback)
    return StepOutcome::rejected(discard_text(discarded, way) + "; its state before the step was not saved",
                                 has_come_on ? discarded.reached : way.time + way.length / 2);
  was_left_unrestored_ = was_left_unrestored_ || !is_back;
  if (is_inside && is_back) {
    way.length = discarded.reached - way.time;
    return {};
  }
  if (has_come_on && !is_back && discarded.reached <= to) {
    way.time = discarded.reached;
    way.length = std::min(way.longest, to - way.time);
    return {};
  }
  if (way.length / 2 < shortest * whole.length) {
    return StepOutcome::rejected(discard_text(discarded, way) + "; " + remedy(discarded, way, to));
  }
  way.longest = way.length = way.length / 2;
  return {};
}

}  // namespace oldham::fmi
