// SPDX-License-Identifier: MIT
#include "oldham/isolation/isolated_subsystem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace oldham {

IsolatedSubsystem::IsolatedSubsystem(const std::string& kind, const std::string& order,
                                     const IsolationSettings& settings)
    : settings_(settings),
      states_(std::make_shared<RemoteStates>(std::make_unique<WorkerSession>(kind, order, settings),
                                             settings.on_failure == IsolationSettings::OnFailure::retry)) {
  try {
    facts_ = states_->start();
  } catch (const ProcessLost& loss) {
    throw Error(ErrorKind::failure, fmt::format("subsystem '{}' could not be made: {}",
                                                settings.name.empty() ? kind : settings.name, loss.what()));
  }
}

void IsolatedSubsystem::throw_loss(const ProcessLost& loss) const {
  throw ProcessLost(fmt::format("subsystem '{}': {}", facts_.description.name, loss.what()));
}

IsolatedSubsystem::Position IsolatedSubsystem::position() const {
  if (!repeats()) return {};
  auto state = states_->standing();
  const bool is_known = state || is_at_beginning();
  return {std::move(state), is_known};
}

void IsolatedSubsystem::take_over(const Position& from) const {
  if (!from.is_known) throw ProcessLost("the state before that was not saved");
  states_->start();
  if (beginning_.farthest != Return::anywhere)
    talk(
        Operation::expect_return, false,
        [&](MessageWriter& message) { message.put_count(static_cast<std::size_t>(beginning_.farthest)); },
        [](MessageReader& answer) { answer.take_flag(); });
  if (beginning_.carries_integrals) talk(Operation::carry_integrals, true, no_words, no_words);
  if (!beginning_.is_initialized) return;
  talk(
      Operation::initialize, true, [&](MessageWriter& message) { message.put(beginning_.start); }, no_words);
  if (beginning_.has_inputs)
    talk(
        Operation::apply_inputs, true, [&](MessageWriter& message) { message.put_values(beginning_.inputs); },
        no_words);
  beginning_.changes = states_->changes();
  if (from.state) states_->restore(from.state);
}

void IsolatedSubsystem::take_over_between_steps(const Position& from, const ProcessLost& loss) const {
  if (!repeats()) throw_loss(loss);
  try {
    take_over(from);
  } catch (const ProcessLost& again) {
    throw_loss(ProcessLost(fmt::format("{}; {}", loss.what(), again.what())));
  }
  survived_.push_back(fmt::format("between steps {}; a new process took over", loss.what()));
}

// ---- the first instant ----

void IsolatedSubsystem::initialize(const double& start) {
  beginning_.is_initialized = beginning_.has_inputs = false;
  beginning_.start = start;
  try {
    if (states_->session().is_lost()) take_over({nullptr, true});
  } catch (const ProcessLost& loss) {
    throw_loss(loss);
  }
  exchange(
      Operation::initialize, true, [&](MessageWriter& message) { message.put(start); }, no_words);
  beginning_.is_initialized = true;
  beginning_.changes = states_->changes();
}

void IsolatedSubsystem::apply_inputs(std::span<const double> u) {
  const bool is_beginning = is_at_beginning();
  exchange(
      Operation::apply_inputs, true, [&](MessageWriter& message) { message.put_values(u); },
      [&](MessageReader& answer) { states_->outputs().assign(answer.take_values()); });
  if (!is_beginning) return;
  beginning_.inputs.assign(u.begin(), u.end());
  beginning_.has_inputs = true;
  beginning_.changes = states_->changes();
}

void IsolatedSubsystem::begin() {
  exchange(Operation::begin, false, no_words,
           [&](MessageReader& answer) { states_->outputs().assign(answer.take_values()); });
}

void IsolatedSubsystem::restart(std::span<const double> u) {
  exchange(
      Operation::restart, true, [&](MessageWriter& message) { message.put_values(u); },
      [&](MessageReader& answer) {
        states_->outputs().assign(answer.take_values());
        states_->take_told_state(answer);
      });
}

bool IsolatedSubsystem::expect_return(Return farthest) {
  // a process that takes over is told the state before the step: there is one to be saved
  beginning_.farthest = repeats() ? std::max(farthest, Return::to_step_begin) : farthest;
  if (states_->session().is_lost()) return false;
  bool is_not_saved = false;
  exchange(
      Operation::expect_return, false,
      [&](MessageWriter& message) { message.put_count(static_cast<std::size_t>(beginning_.farthest)); },
      [&](MessageReader& answer) { is_not_saved = answer.take_flag(); });
  return is_not_saved;
}

void IsolatedSubsystem::assume_past(const double& step_length) {
  exchange(
      Operation::assume_past, true, [&](MessageWriter& message) { message.put(step_length); }, no_words);
}

// ---- steps ----

StepOutcome IsolatedSubsystem::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  const Position from = position();
  try {
    return try_to_advance(step, inputs);
  } catch (const ProcessLost& loss) {
    return repeats() ? repeat(from, step, inputs, loss.what()) : fail(loss.what());
  } catch (const Error& error) {
    return fail(error.what());
  }
}

StepOutcome IsolatedSubsystem::try_to_advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  MessageWriter message = states_->ask_to_change(Operation::advance);
  message.put(step);
  message.put_signal(inputs);
  MessageReader answer = states_->answer();
  StepOutcome outcome;
  outcome.status = static_cast<StepOutcome::Status>(answer.take_count());
  outcome.is_last = answer.take_flag();
  if (!outcome.is_accepted() || outcome.is_last) {
    outcome.reason = answer.take_text();
    const bool has_reached = answer.take_flag();
    const auto reached = answer.take<double>();
    if (has_reached) outcome.reached = reached;
  }
  states_->outputs().assign(answer.take_values());
  states_->take_told_state(answer);
  return outcome;
}

StepOutcome IsolatedSubsystem::repeat(const Position& from, const Interval<double>& step,
                                      const InputSignal<double>& inputs, const std::string& failure) {
  if (!from.is_known) return fail(failure + "; the state before the step was not saved");
  try {
    take_over(from);
    const StepOutcome outcome = try_to_advance(step, inputs);
    survived_.push_back(fmt::format("in the step from t = {:.9g} s to {:.9g} s {}; repeated by a new process",
                                    step.begin, step.end(), failure));
    return outcome;
  } catch (const Error& again) {
    return fail(fmt::format("{}; repeated by a new process: {}", failure, again.what()));
  }
}

StepOutcome IsolatedSubsystem::fail(const std::string& why) {
  // nobody shall take old outputs for those of the end
  KnownOutputs& outputs = states_->outputs();
  outputs.values.assign(facts_.description.boundary->outputs.size(), std::numeric_limits<double>::quiet_NaN());
  outputs.are_known = true;
  return StepOutcome::failed(why);
}

void IsolatedSubsystem::read_outputs(std::span<double> y) const {
  KnownOutputs& outputs = states_->outputs();
  if (!outputs.are_known)
    exchange(Operation::read_outputs, false, no_words,
             [&](MessageReader& answer) { outputs.assign(answer.take_values()); });
  std::copy_n(outputs.values.begin(), std::min(outputs.values.size(), y.size()), y.begin());
}

// ---- what it tells besides ----

IsolatedSubsystem::Told IsolatedSubsystem::told() const {
  Told all;
  if (states_->session().is_lost()) return all;
  static_cast<void>(log());  // takes over what the process has printed
  exchange(Operation::tell, false, no_words, [&](MessageReader& answer) {
    for (std::size_t left = answer.take_count(); left > 0; --left) all.notes.emplace_back(answer.take_text());
    for (std::size_t left = answer.take_count(); left > 0; --left) {
      const std::string name(answer.take_text());
      all.texts.emplace_back(name, answer.take_text());
    }
  });
  return all;
}

std::vector<std::string> IsolatedSubsystem::notes() const {
  std::vector<std::string> all = told().notes;
  for (const std::string& failure : survived_)
    all.push_back(fmt::format("subsystem '{}': {}", facts_.description.name, failure));
  return all;
}

std::vector<std::pair<std::string, std::string>> IsolatedSubsystem::text_outputs() const { return told().texts; }

// ---- states ----

void IsolatedSubsystem::save(Snapshot<double>& into) const {
  if (!facts_.description.capabilities.rollback) {
    into.ticket = states_->changes();
    return;
  }
  const Position beginning{nullptr, is_at_beginning()};
  try {
    states_->save(into.content);
  } catch (const ProcessLost& loss) {
    // it was asked for the bytes, so they are not here
    take_over_between_steps(beginning, loss);
    states_->save(into.content);
  }
}

void IsolatedSubsystem::restore(const Snapshot<double>& from) {
  if (facts_.description.capabilities.rollback)
    states_->restore(from.content);
  else if (from.ticket != states_->changes())
    throw Error(ErrorKind::missing_capability,
                fmt::format("subsystem '{}' ({}) cannot go back to an earlier state: it declares no rollback",
                            facts_.description.name, facts_.description.boundary->model));
}

void IsolatedSubsystem::read_state(std::span<double> x) const {
  exchange(Operation::read_state, false, no_words, [&](MessageReader& answer) { answer.take_values_into(x); });
}

void IsolatedSubsystem::write_state(std::span<const double> x) {
  exchange(
      Operation::write_state, true, [&](MessageWriter& message) { message.put_values(x); }, no_words);
}

void IsolatedSubsystem::write(const Snapshot<double>& from, std::vector<std::byte>& into) const {
  const auto state = std::dynamic_pointer_cast<RemoteState>(from.content);
  const auto owner = state ? state->owner.lock() : nullptr;
  if (!owner) throw Error(ErrorKind::failure, "nothing was saved in this snapshot");
  into = owner->bytes_of(*state);
}

void IsolatedSubsystem::read(std::span<const std::byte> from, Snapshot<double>& into) const {
  into.content = states_->make_from_bytes(from);
}

}  // namespace oldham
