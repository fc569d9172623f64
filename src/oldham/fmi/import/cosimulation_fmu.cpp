// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/cosimulation_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/stop_time.hpp"

namespace oldham::fmi {
namespace {

constexpr int most_parts = 1'000'000;  // of a step
constexpr int most_events = 1000;      // at one instant
constexpr double same_output = 1e-6;   // of its size: what a repeated step may differ by
constexpr double same_time = 1e-12;    // of a step: what is nearer to its end than this has arrived

const std::string nobody;
constexpr int ahead = 2;  // FMUs whose memory is fetched while this one is stepped

/// What every step of an FMU reads first.
void prefetch(const void* fmu) {
  constexpr int line = 64;
  __builtin_prefetch(fmu);
  __builtin_prefetch(static_cast<const char*>(fmu) + line);
}

/// From one place in a step to another, which are given as θ.
Interval<double> part_of(const Interval<double>& step, double from, double to) {
  const double begin = step.begin + step.length * from;
  return {begin, to == 1 ? step.end() - begin : step.begin + step.length * to - begin};
}

/// Whether the FMU declares for every output which inputs of the same instant it depends on.
bool declares_dependencies(const ModelDescription& model) {
  return model.standard != Standard::fmi1 &&
         std::ranges::all_of(model.structure.outputs, [](const Unknown& u) { return u.dependencies.has_value(); });
}

/// Inputs that are held for the whole of a step that takes time.
bool is_simple(const Interval<double>& step, const InputSignal<double>& inputs) {
  return inputs.degree == 0 && inputs.pieces() == 1 && step.length > 0;
}

}  // namespace

CosimulationFmu::CosimulationFmu(std::string name, std::shared_ptr<const Fmu> fmu_file, FmuSettings fmu_settings)
    : FmuSubsystem(std::move(name), std::move(fmu_file), std::move(fmu_settings)),
      discrete_(select_inputs(model(), ports(), true).ports),
      continuous_(select_inputs(model(), ports(), false)),
      staircase_(ports().boundary->inputs.size(), declares_dependencies(model())),
      reads_outputs_again_(ports().boundary->feedthrough && declares_dependencies(model())) {
  const Interface& interface = fmu().interface();
  bool all_intermediate = interface.provides_intermediate_update;
  bool all_scalars = true;
  for (const std::size_t port : continuous_.ports) {
    const Variable& variable = model().variables[ports().input_variables[port]];
    references_.push_back(variable.reference);
    all_scalars = all_scalars && variable.dimensions.empty() && variable.type == Type::float64;
    all_intermediate = all_intermediate && variable.intermediate_update.value_or(false);
  }
  if (interface.can_interpolate_inputs && all_scalars && !continuous_.ports.empty()) {
    manner_ = InputManner::derivatives;
  } else if (all_intermediate && !continuous_.ports.empty()) {
    manner_ = InputManner::intermediate_update;
    for (const VariableBatch::Part& part : continuous_.batch.parts())
      intermediate_.insert(intermediate_.end(), part.references.begin(), part.references.end());
  }
  uses_event_mode_ = interface.has_event_mode;
  makes_equal_steps_ = !interface.can_handle_variable_step;
  // without events every step of the FMU may bring new values of discrete inputs
  const auto is_number = [&](std::size_t variable) {
    const Type type = model().variables[variable].type;
    return type == Type::float64 || type == Type::float32;
  };
  has_numbers_ = std::ranges::any_of(ports().input_variables, is_number);
  now_.resize(ports().boundary->inputs.size());
  given_.resize(discrete_.size());
}

InstanceOptions CosimulationFmu::instance_options() const {
  InstanceOptions options = FmuSubsystem::instance_options();
  options.uses_event_mode = uses_event_mode_;
  options.intermediate_variables = intermediate_;
  return options;
}

void CosimulationFmu::after_initialization(Instance& instance) const {
  for (std::size_t i = 0; i < discrete_.size(); ++i) given_[i] = inputs()[discrete_[i]];
  if (!uses_event_mode_) return;
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

StepOutcome CosimulationFmu::advance(const Interval<double>& step, const InputSignal<double>& given) {
  begin_stepping();
  const InputSignal<double> inputs = taken(given);
  if (step.length == 0) {
    inputs.evaluate_end(now_.data());
    apply_inputs(now_);
    return StepOutcome::accepted();
  }
  if (has_changes(step))
    if (Trouble trouble = change_parameters(step)) return *trouble;
  if (may_restart(inputs))
    if (const std::optional<StepOutcome> outcome = advance_before_answer(step, inputs)) return *outcome;
  leave_state();
  has_ended_ = false;
  step_begin_ = step.begin;
  tell_manner(inputs.degree);
  for (int piece = 0; piece < inputs.pieces(); ++piece) {
    // the whole step has exactly its length, or FMUs that count steps would miss some
    const Interval<double> part =
        inputs.pieces() == 1 ? step : part_of(step, inputs.breaks[piece], inputs.breaks[piece + 1]);
    if (Trouble trouble = advance_piece(step, inputs, piece, part)) return *trouble;
    if (has_ended_) break;
  }
  return end_step(step, inputs);
}

StepOutcome CosimulationFmu::end_step(const Interval<double>& step, const InputSignal<double>& inputs) {
  inputs.evaluate_end(this->inputs().data());
  // outputs that the inputs pass to directly are those of the end, not those of the last held value
  if (reads_outputs_again_ && inputs.degree > 0 && manner(inputs.degree) == InputManner::substeps && !has_ended_) {
    const Status taken = uses_event_mode_ ? set_continuous(instance(), this->inputs().data())
                                          : set_inputs(instance(), this->inputs().data());
    if (!is_good(taken)) return StepOutcome::failed(trouble("does not take the inputs of the end of its step", taken));
  }
  const Status status = finish_step(step.end());
  if (!is_good(status)) return StepOutcome::failed(trouble("does not tell its outputs", status));
  if (has_ended_) return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", ended_at_));
  return StepOutcome::accepted();
}

const HeldMember<double>* CosimulationFmu::advance_directly(const HeldMember<double>* first,
                                                            const HeldMember<double>* end, const Interval<double>& step,
                                                            const double* inputs) {
  // of this thread, for whichever FMU it calls: its line of the cache stays. Never destroyed, since an FMU that calls
  // exit() destroys what belongs to its thread before anybody can look at it
  thread_local CallMark& mark = *new CallMark("");
  mark.enter_thread();
  mark.set_time(step.begin);
  const HeldMember<double>* member = first;
  for (; member != end; ++member) {
    if (end - member > ahead) prefetch(member[ahead].subsystem);
    auto& fmu = static_cast<CosimulationFmu&>(*member->subsystem);
    mark.set_owner(fmu.description().name);
    if (!fmu.step_directly(step, inputs + member->first_input, member->outputs, mark)) [[unlikely]]
      break;
  }
  mark.set_owner(nobody);
  return member;
}

/// False: there is no such way, or the step is not finished.
bool CosimulationFmu::step_directly(const Interval<double>& step, const double* u, double* y, CallMark& mark) {
  const DirectCalls& calls = direct_.calls;
  if (calls.step == nullptr || !(step.length > 0)) [[unlikely]]
    return false;
  // inputs that are as they were need no call
  double* const values = direct_.values;
  const auto replace = [&](std::uint32_t i) {
    const double value = u[direct_.places[i]], before = values[i];
    values[i] = value;
    return std::bit_cast<std::uint64_t>(value) != std::bit_cast<std::uint64_t>(before);
  };
  bool is_new = false;
  if (direct_.inputs == 1) [[likely]]
    is_new = replace(0);
  else
    for (std::uint32_t i = 0; i < direct_.inputs; ++i) is_new |= replace(i);
  fmi2Status given = fmi2OK;
  mark.begin("fmi2SetReal");
  if (is_new && (given = calls.set(calls.component, direct_.references, direct_.inputs, values)) != fmi2OK) [[unlikely]]
    return leave_step(given, fmi2OK, mark);
  mark.switch_to("fmi2DoStep");
  const double length =
      step.end() > direct_.stop ? length_within_stop(settings().stop, step.begin, step.length) : step.length;
  const fmi2Status made = calls.step(calls.component, step.begin, length, fmi2True);
  if (made != fmi2OK) [[unlikely]]
    return leave_step(given, made, mark);
  if (direct_.outputs == 0) {
    mark.end();
    return true;
  }
  const bool is_in_place = direct_.first_output >= 0;
  double* const told = is_in_place ? y + direct_.first_output : values + direct_.inputs;
  mark.switch_to("fmi2GetReal");
  if (calls.get(calls.component, direct_.references + direct_.inputs, direct_.outputs, told) != fmi2OK) [[unlikely]]
    return leave_step(given, made, mark);
  mark.end();
  if (is_in_place) [[likely]]
    return true;
  for (std::uint32_t i = 0; i < direct_.outputs; ++i) y[direct_.places[direct_.inputs + i]] = told[i];
  return true;
}

bool CosimulationFmu::leave_step(int given, int made, CallMark& mark) {
  mark.end();
  left_ = {given, made};
  return false;
}

void CosimulationFmu::advance_and_read(const Interval<double>& step, const InputSignal<double>& given,
                                       std::span<double> y, StepOutcome& outcome) {
  const InputSignal<double> inputs = taken(given);
  if (left_) return go_on(step, inputs, y, outcome);
  if (farthest_return() == Return::never && !uses_event_mode_ && !has_discarded_ && is_simple(step, inputs)) {
    if (direct_.calls.step == nullptr) begin_direct_steps(inputs.coefficients);
    const HeldMember<double> alone{this, y.data(), 0};
    if (advance_directly(&alone, &alone + 1, step, inputs.coefficients) != &alone) return;
    if (left_) return go_on(step, inputs, y, outcome);
  }
  // whoever only goes forward needs no states to come back
  // and one that discards steps may count them, in variables beside its state
  if (farthest_return() != Return::never && !has_discarded_ && (tries_rollback() || !untrue_.empty()))
    return advance_twice(step, inputs, y, outcome);
  FmuSubsystem::advance_and_read(step, inputs, y, outcome);
}

void CosimulationFmu::advance_twice(const Interval<double>& step, const InputSignal<double>& inputs,
                                    std::span<double> y, StepOutcome& outcome) {
  // said again with every step, since whoever makes one only to try something may not listen
  if (!untrue_.empty()) {
    outcome = StepOutcome::failed(untrue_);
    return;
  }
  Snapshot<double> before;
  save(before);
  FmuSubsystem::advance_and_read(step, inputs, y, outcome);
  if (!outcome.is_accepted() || outcome.is_last) return;
  const std::vector<double> first(y.begin(), y.end());
  restore(before);
  FmuSubsystem::advance_and_read(step, inputs, y, outcome);
  if (!outcome.is_accepted()) return;
  const std::vector<Port>& outputs = ports().boundary->outputs;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double size = std::max({std::abs(first[i]), std::abs(y[i]), outputs[i].nominal});
    if (!(std::abs(y[i] - first[i]) > same_output * size)) continue;  // what is no number is told by others
    untrue_ = fmt::format(
        "the FMU does not restore its state: made again from the same state, the step ends with '{}' = {} instead of "
        "{}; use correction = \"explicit\"",
        outputs[i].name, y[i], first[i]);
    outcome = StepOutcome::failed(untrue_);
    return;
  }
}

void CosimulationFmu::go_on(const Interval<double>& step, const InputSignal<double>& inputs, std::span<double> y,
                            StepOutcome& outcome) {
  const auto [given, made] = *left_;
  left_.reset();
  has_ended_ = false;
  const Status heard = instance().log().hear(given);
  Trouble trouble;
  if (!is_good(heard)) {
    trouble = StepOutcome::failed(this->trouble("does not take its inputs", heard));
  } else if (given != fmi2OK || made != fmi2OK) {
    const StepResult first =
        made != fmi2OK
            ? instance().after_step(made, step.begin, length_within_stop(settings().stop, step.begin, step.length))
            : make_step(step.begin, step.length);
    trouble = go_to(step, &first);
  }
  outcome = trouble ? *trouble : end_step(step, inputs);
  if (outcome.is_accepted()) read_outputs(y);
}

CosimulationFmu::Trouble CosimulationFmu::advance_piece(const Interval<double>& step, const InputSignal<double>& inputs,
                                                        int piece, const Interval<double>& part) {
  const double begin = inputs.breaks[piece];
  if (inputs.degree == 0 || !varies_inputs()) {
    inputs.evaluate_piece(piece, begin, now_.data());
    return step_with(part, now_.data());
  }
  if (manner(inputs.degree) == InputManner::substeps) return advance_by_parts(step, inputs, piece, part);
  signal_ = &inputs;
  interval_ = step;
  piece_ = piece;
  Trouble trouble = give_signal(begin);
  const bool refuses_derivatives = manner(inputs.degree) == InputManner::substeps;
  if (!trouble && !refuses_derivatives) trouble = go_to(part);
  signal_ = nullptr;
  if (trouble || !refuses_derivatives) return trouble;
  return advance_piece(step, inputs, piece, part);
}

CosimulationFmu::Trouble CosimulationFmu::step_with(const Interval<double>& part, const double* u) {
  if (Trouble trouble = give_inputs(instance(), u)) return trouble;
  return go_to(part);
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

StepResult CosimulationFmu::make_step(double from, double length) {
  // setting the state back to the point that a step starts from is not setting it to a point before the current one
  const bool is_begin = from == start_time() || (farthest_return() == Return::to_step_begin && from == step_begin_);
  // equal steps are whole macro steps, each of which begins where the state was saved last
  const bool may_lose_motion = restarts_ != Restarts::no && !makes_equal_steps_;
  instance().never_goes_back =
      is_begin || may_lose_motion || farthest_return() == Return::never || !description_.capabilities.rollback;
  return instance().do_step(from, length_within_stop(settings().stop, from, length));
}

CosimulationFmu::Trouble CosimulationFmu::go_to(const Interval<double>& whole, const StepResult* made) {
  Instance& instance = this->instance();
  const double to = whole.end(), arrived = to - std::max(same_time * whole.length, rounding_of(to));
  int standing = 0;
  Way way{whole.begin, whole.length, whole.length};
  double &time = way.time, &length = way.length;
  for (int part = 0; part < most_parts; ++part) {
    if (has_ended_) {
      ended_at_ = time;
      return {};
    }
    if (!(time < arrived)) return {};
    // derivatives hold from the begin of a step of the FMU on
    if (part > 0 && signal_ != nullptr && manner_ == InputManner::derivatives)
      if (Trouble trouble = give_signal((time - interval_.begin) / interval_.length)) return trouble;
    if (const Status status = save_point(); !is_good(status))
      return StepOutcome::failed(trouble("cannot save its state", status));
    const StepResult result = part == 0 && made != nullptr ? *made : make_step(time, length);
    has_ended_ = result.asks_to_end;
    if (result.status == Status::discard) {
      if (Trouble trouble = take_discard(whole, result, way)) return trouble;
      continue;
    }
    if (!is_good(result.status))
      return StepOutcome::failed(trouble(fmt::format("cannot make its step from t = {:.9g} s", time), result.status));
    if (result.needs_event && uses_event_mode_) {
      if (const Status status = instance.enter_event_mode(); !is_good(status))
        return StepOutcome::failed(trouble("cannot enter event mode", status));
      if (Trouble trouble = handle_event(instance)) return trouble;
    }
    standing = result.reached > time ? 0 : standing + 1;
    if (standing > most_events) break;
    time = result.reached;
    length = std::min(way.longest, to - time);
  }
  return StepOutcome::failed(fmt::format("the FMU does not get on at t = {:.9g} s", time));
}

}  // namespace oldham::fmi
