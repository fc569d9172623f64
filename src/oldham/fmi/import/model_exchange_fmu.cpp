// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/model_exchange_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

constexpr double absolute_share = 0.01;  // of the relative tolerance, times the nominal value of a state
// as many evaluations as CVODE needs to get going; a tolerance that steps of the sixth order keep nearly for nothing,
// for states near zero as a share of their nominal values too
constexpr int few_steps = 8;
constexpr double few_steps_share = 1e-3;  // of the relative tolerance

}  // namespace

ModelExchangeFmu::ModelExchangeFmu(std::string name, std::shared_ptr<const Fmu> fmu_file, FmuSettings fmu_settings)
    : FmuSubsystem(std::move(name), std::move(fmu_file), std::move(fmu_settings)),
      model_(model(), ports()),
      integrator_({}, model_.states(), model_.indicators()),
      now_(ports().boundary->inputs.size()),
      before_(model_.indicators()),
      after_(model_.indicators()) {
  standing_.x.resize(model_.states());
  standing_.discrete.resize(model_.discrete_ports().size());
  if (model_.is_smooth() && fmu().interface().provides_directional_derivatives)
    if (auto references = find_derivative_references(model(), ports(), model_))
      response_.emplace(model_, std::move(*references), settings().relative_tolerance);
  if (model_.is_smooth() && model_.states() > 0)
    few_steps_ = std::make_unique<Arkode>(IntegratorSettings{.order = 6}, model_.states());
  description_.state_size = model_.states();
  description_.noise = settings().relative_tolerance;
  Capabilities& capabilities = description_.capabilities;
  capabilities.rollback = capabilities.rollback || saves_itself();
  capabilities.serialisation = capabilities.serialisation || saves_itself();
  capabilities.state_access = true;
  capabilities.equations = model_.is_smooth();
  capabilities.step_sensitivity = response_.has_value();
}

void ModelExchangeFmu::insist(FunctionRef<void()> action) const {
  try {
    action();
  } catch (const Refusal& refusal) {
    fail(refusal.what, refusal.status);
  }
}

void ModelExchangeFmu::after_initialization(Instance& instance) const {
  // it stands in event mode now
  insist([&] {
    model_.check_sizes(instance);
    const EventResult result = model_.settle_event(instance);
    standing_.next_event = result.next_event.value_or(never);
    standing_.asks_to_end = result.asks_to_end;
    standing_.last_event = time();
    standing_.events = 0;
    for (std::size_t i = 0; i < standing_.discrete.size(); ++i)
      standing_.discrete[i] = inputs()[model_.discrete_ports()[i]];
    model_.read_states(instance, standing_.x);
    set_tolerances(instance);
  });
}

void ModelExchangeFmu::set_tolerances(Instance& instance) const {
  absolute_.resize(standing_.x.size());
  if (!model_.read_nominals(instance, absolute_)) {
    note(
        fmt::format("FMU '{}' does not tell the nominal values of its states; 1 is taken for each", description_.name));
    std::ranges::fill(absolute_, 1);
  }
  const double relative = settings().relative_tolerance;
  for (double& value : absolute_) {
    const double nominal = std::isfinite(value) && value != 0 ? std::abs(value) : 1;
    value = absolute_share * relative * nominal;
  }
  integrator_.set_tolerances(relative, absolute_);
  if (!few_steps_) return;
  std::vector<double> sharper = absolute_;
  for (double& value : sharper) value *= few_steps_share / absolute_share;
  few_steps_->set_tolerances(few_steps_share * relative, sharper);
}

void ModelExchangeFmu::place_instance(Instance& instance) const {
  insist([&] { model_.place(instance, clamp(time()), standing_.x, inputs()); });
}

bool ModelExchangeFmu::have_discrete_inputs_changed(std::span<const double> u) const {
  for (std::size_t i = 0; i < standing_.discrete.size(); ++i)
    if (standing_.discrete[i] != u[model_.discrete_ports()[i]]) return true;
  return false;
}

void ModelExchangeFmu::set_inputs_now(Instance& instance, std::span<const double> u) {
  place_instance(instance);
  if (!have_discrete_inputs_changed(u)) return;
  insist([&] { standing_.asks_to_end = handle_event(clamp(time()), standing_.x.data(), u) == Course::ends; });
}

/// In an instance that is placed at t.
Course ModelExchangeFmu::handle_event(double t, double* x, std::span<const double> u) const {
  Instance& instance = this->instance();
  ++standing_.events;
  standing_.last_event = t;
  model_.enter_event_mode(instance);
  if (have_discrete_inputs_changed(u)) {
    model_.set_discrete_inputs(instance, u);
    for (std::size_t i = 0; i < standing_.discrete.size(); ++i) standing_.discrete[i] = u[model_.discrete_ports()[i]];
  }
  const EventResult result = model_.settle_event(instance);
  standing_.next_event = result.next_event.value_or(never);
  if (result.changed_states) model_.read_states(instance, {x, standing_.x.size()});
  if (result.asks_to_end) return Course::ends;
  if (result.changed_nominals) set_tolerances(instance);
  nominals_change_ = nominals_change_ || result.changed_nominals;
  return Course::goes_on;
}

StepOutcome ModelExchangeFmu::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  begin_stepping();
  if (step.length == 0) {
    inputs.evaluate_end(now_.data());
    apply_inputs(now_);
    return StepOutcome::accepted();
  }
  leave_state();
  if (response_) response_->remember(step, inputs, standing_.x);
  discarded_.clear();
  StepOutcome outcome;
  try {
    if (has_changes(step) && change_parameters(step) == Course::ends)
      return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", step.begin));
    outcome = follow(step, inputs);
    if (!outcome.is_accepted()) {
      if (!discarded_.empty()) outcome.reason += "; " + discarded_;
      return outcome;
    }
    // outputs at the end, or where the FMU ended it
    if (!outcome.is_last) model_.place(instance(), clamp(step.end()), standing_.x, this->inputs());
  } catch (const Refusal& refusal) {
    return StepOutcome::failed(trouble(refusal.what, refusal.status));
  }
  const Status status = finish_step(step.end());
  if (!is_good(status)) return StepOutcome::failed(trouble("does not tell its outputs", status));
  return outcome;
}

std::optional<StepOutcome> ModelExchangeFmu::go_in_few_steps(const HybridSystem& system, Interval<double> piece) {
  double* x = standing_.x.data();
  const double end = piece.end();
  if (!few_steps_ || standing_.next_event <= end) return {};
  if (!few_steps_->try_few_steps(system.ode, piece, x, few_steps)) return {};
  Course course = system.finish_step ? system.finish_step(end, x) : Course::goes_on;
  if (course == Course::needs_event) course = system.handle_event(end, x);
  if (course != Course::ends) return StepOutcome::accepted();
  return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", end));
}

StepOutcome ModelExchangeFmu::follow(const Interval<double>& step, const InputSignal<double>& inputs) {
  Instance& instance = this->instance();
  const std::size_t states = standing_.x.size();
  int piece = 0;
  const auto place = [&](double t, const double* x) {
    inputs.evaluate_piece(piece, (t - step.begin) / step.length, now_.data());
    model_.place(instance, clamp(t), {x, states}, now_);
  };
  const auto derivative = [&](const double& t, const double* x, double* dx) {
    try {
      place(t, x);
      model_.derivatives(instance, {dx, states});
    } catch (const Refusal& refusal) {
      if (refusal.status != Status::discard) throw;
      // the solver tries again with a smaller step
      discarded_ = trouble(refusal.what, refusal.status);
      std::fill_n(dx, states, std::numeric_limits<double>::quiet_NaN());
    }
  };
  const auto indicators = [&](const double& t, const double* x, double* z) {
    place(t, x);
    model_.indicators(instance, {z, after_.size()});
  };
  const auto next_event = [&] { return standing_.next_event; };
  const auto finish_step = [&](double t, const double* x) {
    place(t, x);
    const auto [needs_event, asks_to_end] = model_.complete_step(instance);
    return asks_to_end ? Course::ends : needs_event ? Course::needs_event : Course::goes_on;
  };
  const auto handle = [&](double t, double* x) {
    place(t, x);
    // discrete inputs only change where a piece begins
    for (std::size_t i = 0; i < standing_.discrete.size(); ++i)
      now_[model_.discrete_ports()[i]] = standing_.discrete[i];
    return handle_event(clamp(t), x, now_);
  };
  HybridSystem system{{static_cast<int>(states), derivative, {}}, indicators, next_event, {}, handle};
  if (fmu().interface().needs_completed_step) system.finish_step = finish_step;

  for (; piece < inputs.pieces(); ++piece) {
    const double from = step.begin + step.length * inputs.breaks[piece];
    const double to = piece + 1 == inputs.pieces() ? step.end() : step.begin + step.length * inputs.breaks[piece + 1];
    inputs.evaluate_piece(piece, inputs.breaks[piece], now_.data());
    if (begin_piece(from) == Course::ends)
      return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", from));
    const Interval<double> part{from, to - from};
    const std::optional<StepOutcome> quick = go_in_few_steps(system, part);
    StepOutcome outcome = quick ? *quick : integrator_.advance(system, part, standing_.x.data());
    inputs.evaluate_piece(piece, inputs.breaks[piece + 1], this->inputs().data());
    for (std::size_t i = 0; i < standing_.discrete.size(); ++i)
      this->inputs()[model_.discrete_ports()[i]] = standing_.discrete[i];
    if (!outcome.is_accepted() || outcome.is_last) return outcome;
  }
  return StepOutcome::accepted();
}

Course ModelExchangeFmu::change_parameters(const Interval<double>& step) {
  Instance& instance = this->instance();
  const double t = clamp(step.begin);
  model_.place(instance, t, standing_.x, this->inputs());
  model_.enter_event_mode(instance);
  if (const Status status = set_changes(instance, step); !is_good(status))
    throw Refusal{"does not take a changed parameter", status};
  standing_.last_event = t;
  settle_parameters(instance);
  return standing_.asks_to_end ? Course::ends : Course::goes_on;
}

void ModelExchangeFmu::settle_parameters(Instance& instance) {
  const EventResult result = model_.settle_event(instance);
  standing_.next_event = result.next_event.value_or(never);
  standing_.asks_to_end = result.asks_to_end;
  if (result.changed_states) model_.read_states(instance, standing_.x);
  if (result.changed_nominals) set_tolerances(instance);
  nominals_change_ = nominals_change_ || result.changed_nominals;
}

void ModelExchangeFmu::restore_parameters(std::size_t applied) {
  Instance& instance = this->instance();
  insist([&] {
    model_.enter_event_mode(instance);
    if (const Status status = set_parameters_after(instance, applied); !is_good(status))
      throw Refusal{"does not take a parameter of an earlier state", status};
    const Standing standing = standing_;
    settle_parameters(instance);
    standing_ = standing;
  });
}

Course ModelExchangeFmu::begin_piece(double t) {
  if (standing_.asks_to_end) return Course::ends;
  Instance& instance = this->instance();
  if (model_.indicators() > 0) {
    model_.place(instance, clamp(t), standing_.x, inputs());
    model_.indicators(instance, before_);
  }
  model_.place(instance, clamp(t), standing_.x, now_);
  model_.indicators(instance, after_);
  bool is_event = have_discrete_inputs_changed(now_);
  for (std::size_t i = 0; i < after_.size(); ++i) is_event = is_event || (before_[i] > 0) != (after_[i] > 0);
  return is_event ? handle_event(clamp(t), standing_.x.data(), now_) : Course::goes_on;
}

void ModelExchangeFmu::save_more(std::vector<double>& values) const {
  values.insert(values.end(), standing_.x.begin(), standing_.x.end());
  values.insert(values.end(), standing_.discrete.begin(), standing_.discrete.end());
  for (const double value : {standing_.next_event, standing_.last_event, static_cast<double>(standing_.events),
                             standing_.asks_to_end ? 1.0 : 0.0})
    values.push_back(value);
}

void ModelExchangeFmu::restore_more(std::span<const double> values) {
  begin_stepping();
  const long events = standing_.events;
  auto source = values.begin();
  for (auto* list : {&standing_.x, &standing_.discrete})
    for (double& value : *list) value = *source++;
  standing_.next_event = *source++;
  standing_.last_event = *source++;
  standing_.events = static_cast<long>(*source++);
  standing_.asks_to_end = *source != 0;
  if (saves_itself() && standing_.events != events)
    throw_missing_capability(description_.name, "the FMU cannot be brought back behind an event",
                             "use correction = \"explicit\", or an FMU that can get and set its state");
  if (nominals_change_) insist([&] { set_tolerances(instance()); });
}

}  // namespace oldham::fmi
