// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/cosimulation_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

constexpr double shortest = 1.0 / 1024;  // of a step: what the FMU may discard without being rejected
constexpr int most_parts = 1'000'000;    // of a step
constexpr int most_events = 1000;        // at one instant
constexpr double same_time = 1e-12;      // of a step: what is nearer to its end than this has arrived

}  // namespace

CosimulationFmu::CosimulationFmu(std::string name, std::shared_ptr<const Fmu> fmu_file, FmuSettings fmu_settings)
    : FmuSubsystem(std::move(name), std::move(fmu_file), std::move(fmu_settings)),
      discrete_(select_inputs(model(), ports(), true).ports),
      continuous_(select_inputs(model(), ports(), false)) {
  const Interface& interface = fmu().interface();
  bool all_intermediate = interface.provides_intermediate_update;
  bool all_scalars = true;
  for (const std::size_t port : continuous_.ports) {
    const Variable& variable = model().variables[ports().input_variables[port]];
    references_.push_back(variable.reference);
    all_scalars = all_scalars && variable.dimensions.empty() && variable.type == Type::float64;
    all_intermediate = all_intermediate && variable.intermediate_update.value_or(false);
  }
  if (interface.can_interpolate_inputs && all_scalars) {
    manner_ = InputManner::derivatives;
  } else if (all_intermediate && !continuous_.ports.empty()) {
    manner_ = InputManner::intermediate_update;
    for (const VariableBatch::Part& part : continuous_.batch.parts())
      intermediate_.insert(intermediate_.end(), part.references.begin(), part.references.end());
  }
  now_.resize(ports().boundary->inputs.size());
  given_.resize(discrete_.size());
}

InstanceOptions CosimulationFmu::instance_options() const {
  InstanceOptions options = FmuSubsystem::instance_options();
  options.uses_event_mode = uses_event_mode();
  options.intermediate_variables = intermediate_;
  return options;
}

void CosimulationFmu::after_initialization(Instance& instance) const {
  for (std::size_t i = 0; i < discrete_.size(); ++i) given_[i] = inputs()[discrete_[i]];
  if (!uses_event_mode()) return;
  // it stands in event mode now
  for (int i = 0; i < most_events; ++i) {
    EventResult result;
    const Status status = instance.update_discrete_states(result);
    if (!is_good(status)) fail("cannot handle its initial event", status);
    if (result.asks_to_end) fail("asks to end the simulation before it began", status);
    if (result.needs_another) continue;
    if (const Status entered = instance.enter_step_mode(); !is_good(entered)) fail("cannot enter step mode", entered);
    return;
  }
  fail("does not come to rest in its initial event", Status::error);
}

StepOutcome CosimulationFmu::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  begin_stepping();
  if (step.length == 0) {
    inputs.evaluate_end(now_.data());
    apply_inputs(now_);
    return StepOutcome::accepted();
  }
  leave_state();
  has_ended_ = false;
  tell_manner(inputs.degree);
  for (int piece = 0; piece < inputs.pieces(); ++piece) {
    // the whole step has exactly its length, or FMUs that count steps would miss some
    const bool is_whole = inputs.pieces() == 1;
    const double from = is_whole ? step.begin : step.begin + step.length * inputs.breaks[piece];
    const double to = is_whole ? step.end() : step.begin + step.length * inputs.breaks[piece + 1];
    if (Trouble trouble = advance_piece(step, inputs, piece, from, to)) return *trouble;
    if (has_ended_) break;
  }
  inputs.evaluate_end(this->inputs().data());
  const Status status = finish_step(step.end());
  if (!is_good(status)) return StepOutcome::failed(trouble("does not tell its outputs", status));
  if (has_ended_) return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", ended_at_));
  return StepOutcome::accepted();
}

CosimulationFmu::Trouble CosimulationFmu::advance_piece(const Interval<double>& step, const InputSignal<double>& inputs,
                                                        int piece, double from, double to) {
  const double begin = inputs.breaks[piece], width = inputs.breaks[piece + 1] - begin;
  if (inputs.degree == 0 || continuous_.ports.empty()) {
    inputs.evaluate_piece(piece, begin, now_.data());
    return step_with(from, to, now_.data());
  }
  if (manner(inputs.degree) == InputManner::substeps) {
    const int parts = part_count();
    for (int k = 0; k < parts; ++k) {
      inputs.evaluate_piece(piece, begin + width * (k + 0.5) / parts, now_.data());
      const double part_from = k == 0 ? from : from + (to - from) * k / parts;
      const double part_to = k + 1 == parts ? to : from + (to - from) * (k + 1) / parts;
      if (Trouble trouble = step_with(part_from, part_to, now_.data())) return trouble;
      if (has_ended_) break;
    }
    return {};
  }
  signal_ = &inputs;
  interval_ = step;
  piece_ = piece;
  Trouble trouble = give_signal(begin);
  const bool refuses_derivatives = manner(inputs.degree) == InputManner::substeps;
  if (!trouble && !refuses_derivatives) trouble = go_to(from, to);
  signal_ = nullptr;
  if (trouble || !refuses_derivatives) return trouble;
  return advance_piece(step, inputs, piece, from, to);
}

CosimulationFmu::Trouble CosimulationFmu::step_with(double from, double to, const double* u) {
  if (Trouble trouble = give_inputs(instance(), u)) return trouble;
  return go_to(from, to);
}

CosimulationFmu::Trouble CosimulationFmu::handle_event(Instance& instance) {
  for (int i = 0; i < most_events; ++i) {
    EventResult result;
    const Status status = instance.update_discrete_states(result);
    if (!is_good(status)) return StepOutcome::failed(trouble("cannot handle its event", status));
    if (result.needs_another && !result.asks_to_end) continue;
    has_ended_ = has_ended_ || result.asks_to_end;
    const Status entered = instance.enter_step_mode();
    if (is_good(entered)) return {};
    return StepOutcome::failed(trouble("cannot go on behind its event", entered));
  }
  return StepOutcome::failed(fmt::format("its event does not come to rest in {} rounds", most_events));
}

CosimulationFmu::Trouble CosimulationFmu::go_to(double from, double to) {
  Instance& instance = this->instance();
  const double arrived = to - same_time * (to - from);
  int standing = 0;
  double time = from, length = to - from;
  for (int part = 0; part < most_parts; ++part) {
    if (has_ended_) {
      ended_at_ = time;
      return {};
    }
    if (!(time < arrived)) return {};
    // derivatives hold from the begin of a step of the FMU on
    if (part > 0 && signal_ != nullptr && manner_ == InputManner::derivatives)
      if (Trouble trouble = give_signal((time - interval_.begin) / interval_.length)) return trouble;
    const StepResult result = instance.do_step(time, length);
    has_ended_ = result.asks_to_end;
    if (result.status == Status::discard) {
      // it may have come part of the way; else it is asked for less
      if (result.reached > time && result.reached <= to) {
        time = result.reached;
        length = to - time;
      } else if (!has_ended_) {
        length /= 2;
        if (length < shortest * (to - from))
          return StepOutcome::rejected(
              trouble(fmt::format("discards even a step of {:.3g} s", 2 * length), result.status));
      }
      continue;
    }
    if (!is_good(result.status))
      return StepOutcome::failed(trouble(fmt::format("cannot make its step from t = {:.9g} s", time), result.status));
    if (result.needs_event && uses_event_mode()) {
      if (const Status status = instance.enter_event_mode(); !is_good(status))
        return StepOutcome::failed(trouble("cannot enter event mode", status));
      if (Trouble trouble = handle_event(instance)) return trouble;
    }
    standing = result.reached > time ? 0 : standing + 1;
    if (standing > most_events) break;
    time = result.reached;
    // a length that was discarded once is not tried again
    length = std::min(length, to - time);
  }
  return StepOutcome::failed(fmt::format("the FMU does not get on at t = {:.9g} s", time));
}

}  // namespace oldham::fmi
