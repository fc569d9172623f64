// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "oldham/core/counted.hpp"
#include "oldham/fmi/import/cosimulation_fmu.hpp"
#include "oldham/fmi/import/typed_values.hpp"

// How inputs reach an FMU, before a step and inside it.

namespace oldham::fmi {
namespace {

constexpr std::array<double, 2> whole_step{0, 1};

constexpr double negligible = 1e-9;  // between a whole number and what is computed to be one

/// Whether some input changes within a piece of a step.
bool varies(const InputSignal<double>& inputs, int piece) {
  const double* const slopes = inputs.piece(piece) + inputs.inputs;
  return std::any_of(slopes, slopes + inputs.degree * inputs.inputs, [](double value) { return value != 0; });
}

bool has_equal_pieces(const InputSignal<double>& inputs) {
  const double *const first = inputs.piece(0), *const second = first + (inputs.degree + 1) * inputs.inputs;
  for (int piece = 1; piece < inputs.pieces(); ++piece)
    if (!std::equal(first, second, inputs.piece(piece))) return false;
  return true;
}

/// Whether no input changes within the step.
bool rests(const InputSignal<double>& inputs) { return !varies(inputs, 0) && has_equal_pieces(inputs); }

}  // namespace

void FmuSubsystem::note_rounding() {
  std::erase_if(whole_inputs_, [&](std::size_t i) {
    const Variable& variable = model_.variables[ports_.input_variables[i]];
    const double taken = taken_as(variable.type, u_[i]);
    if (std::abs(taken - u_[i]) < negligible) return false;
    note(fmt::format("input '{}' of FMU '{}' takes {} only: {:g} became {:g}", ports_.boundary->inputs[i].name,
                     description_.name, variable.type == Type::boolean ? "0 and 1" : "integers", u_[i], taken));
    return true;
  });
}

void CosimulationFmu::save_more(std::vector<double>& values) const {
  values.insert(values.end(), given_.begin(), given_.end());
  values.push_back(static_cast<double>(restarts_));
  values.push_back(questions_left_);
  staircase_.save(values);
}

void CosimulationFmu::restore_more(std::span<const double> values) {
  given_.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(given_.size()));
  values = values.subspan(given_.size());
  restarts_ = static_cast<Restarts>(static_cast<int>(values[0]));
  questions_left_ = static_cast<int>(values[1]);
  values = values.subspan(2);
  staircase_.restore(values);
}

void CosimulationFmu::forget_steps() {
  restarts_ = Restarts::unknown;
  questions_left_ = questions;
  staircase_.forget();
  discards_ = 0;
  was_left_unrestored_ = false;
  point_.reset();
  // for the second attempt of a run to be the same run
  if (!has_discarded_) return;
  if (shared_fmu().use_count() == 1) return fmu().reload_library();
  note(
      fmt::format("FMU '{}' discarded steps before it was initialized again, and saved states of it are still in use: "
                  "its library was not loaded afresh, and variables beside its state keep their values",
                  description_.name));
}

InputSignal<double> CosimulationFmu::taken(const InputSignal<double>& inputs) {
  if (inputs.degree == 0 && inputs.pieces() == 1) return inputs;
  if (manner_ == InputManner::derivatives && inputs.degree > tried_degree_) try_derivatives(inputs);
  const bool has_parts = manner(inputs.degree) == InputManner::substeps;
  if (makes_equal_steps_ && (has_parts || inputs.pieces() > 1)) {
    // the first piece is what all are, but where the coupling knows more of a step than its begin
    if (!has_lost_polynomials_ && !(has_parts ? rests(inputs) : has_equal_pieces(inputs))) {
      has_lost_polynomials_ = true;
      note(fmt::format(
          "FMU '{}' declares canHandleVariableCommunicationStepSize = false: its inputs {} over each macro "
          "step {} of its begin",
          description_.name, has_parts ? "are held" : "go on", has_parts ? "with the values" : "with the derivatives"));
    }
    return {inputs.inputs, has_parts ? 0 : inputs.degree, whole_step, inputs.coefficients};
  }
  // a step that may be repeated with slightly other inputs must be the same numerical method then
  const bool is_alone = farthest_return() == Return::never || ports().varying_inputs.empty();
  // while a grid is looked for, also these steps may show it
  const bool is_watched = has_varied_ && settings().substeps == 0 && staircase_.watches_grid();
  if (has_parts && is_alone && !is_watched && rests(inputs)) return {inputs.inputs, 0, whole_step, inputs.coefficients};
  return inputs;
}

int CosimulationFmu::part_count(double length) {
  // derivatives that were refused may have come this far
  if (makes_equal_steps_) return 1;
  const int count = settings().substeps > 0 ? settings().substeps : staircase_.parts(length);
  fewest_parts_ = fewest_parts_ == 0 ? count : std::min(fewest_parts_, count);
  most_parts_ = std::max(most_parts_, count);
  return count;
}

CosimulationFmu::Trouble CosimulationFmu::advance_by_parts(const Interval<double>& step,
                                                           const InputSignal<double>& inputs, int piece,
                                                           const Interval<double>& part) {
  const double begin = inputs.breaks[piece], width = inputs.breaks[piece + 1] - begin;
  const bool is_watched = settings().substeps == 0 && staircase_.watches_grid();
  if (is_watched && piece == 0) {
    watched_.resize(ports().boundary->outputs.size());
    read_outputs(watched_);
    staircase_.begin_step(step.begin, watched_);
  }
  const int parts = part_count(width * step.length);
  for (int k = 0; k < parts; ++k) {
    inputs.evaluate_piece(piece, begin + width * (k + 0.5) / parts, now_.data());
    const Interval<double> held = parts == 1 ? part : part_of(part, 1.0 * k / parts, (k + 1.0) / parts);
    if (Trouble trouble = step_with(held, now_.data())) return trouble;
    if (has_ended_) return {};
    if (!is_watched) continue;
    if (const Status status = instance().get_numbers(ports().outputs, watched_.data()); !is_good(status))
      return StepOutcome::failed(trouble("does not return its outputs", status));
    staircase_.add_part(held, watched_);
  }
  has_varied_ = has_varied_ || varies(inputs, piece);
  if (piece + 1 < inputs.pieces()) return {};
  if (is_watched) staircase_.end_step(step.length);
  staircase_.note(inputs);
  return {};
}

std::vector<std::string> CosimulationFmu::notes() const {
  std::vector<std::string> all = FmuSubsystem::notes();
  const std::string& name = description_.name;
  if (discards_ > 0)
    all.push_back(fmt::format("FMU '{}' discarded {}: {}", name, counted(discards_, "step"),
                              was_left_unrestored_ ? "it went on without its state restored, since it cannot save it"
                              : shortens_with_others() ? "macro steps were shortened for all subsystems"
                                                       : "it made the macro steps in parts"));
  if (most_parts_ == 0 || !has_varied_) return all;
  const std::string count =
      fewest_parts_ == most_parts_ ? std::to_string(most_parts_) : fmt::format("{} to {}", fewest_parts_, most_parts_);
  const std::string why = settings().substeps > 0 ? "as its key 'substeps' says"
                          : staircase_.grid() > 0
                              ? fmt::format("as it makes inner steps of {:.3g} s", staircase_.grid())
                              : "chosen by their distance from the polynomial; the key 'substeps' fixes the number";
  all.push_back(fmt::format("polynomial inputs of FMU '{}' are {} held value{} per macro step: {}", name, count,
                            most_parts_ == 1 ? "" : "s", why));
  return all;
}

void CosimulationFmu::started(Instance& instance) const {
  if (instance.refuses_event_mode) {
    uses_event_mode_ = false;
    note(fmt::format("FMU '{}' declares an event mode and refuses to be used with it; it is used without",
                     description_.name));
  }
  if (manner_ != InputManner::intermediate_update) return;
  auto* self = const_cast<CosimulationFmu*>(this);
  instance.intermediate_update = [self, &instance](double time) {
    if (self->signal_ == nullptr) return;
    const double theta = (time - self->interval_.begin) / self->interval_.length;
    self->signal_->evaluate_piece(self->piece_, theta, self->now_.data());
    self->set_continuous(instance, self->now_.data());
  };
}

CosimulationFmu::Trouble CosimulationFmu::change_parameters(const Interval<double>& step) {
  leave_state();
  Instance& instance = this->instance();
  // with events the standard allows it in event mode only
  if (uses_event_mode_)
    if (const Status status = instance.enter_event_mode(); !is_good(status))
      return StepOutcome::failed(trouble("cannot enter event mode", status));
  if (const Status status = set_changes(instance, step); !is_good(status))
    return StepOutcome::failed(trouble("does not take a changed parameter", status));
  if (!uses_event_mode_) return {};
  has_ended_ = false;
  if (Trouble trouble = handle_event(instance)) return trouble;
  if (!has_ended_) return {};
  return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", step.begin));
}

void CosimulationFmu::set_inputs_now(Instance& instance, std::span<const double> u) {
  if (const Trouble trouble = give_inputs(instance, u.data())) fail(trouble->reason);
}

CosimulationFmu::Trouble CosimulationFmu::give_inputs(Instance& instance, const double* u) {
  if (ports().inputs.empty()) return {};
  // discrete inputs may be set in event mode only, and setting them is an event
  bool is_event = false;
  for (std::size_t i = 0; i < discrete_.size(); ++i) {
    is_event = is_event || (uses_event_mode_ && u[discrete_[i]] != given_[i]);
    given_[i] = u[discrete_[i]];
  }
  if (is_event)
    if (const Status status = instance.enter_event_mode(); !is_good(status))
      return StepOutcome::failed(trouble("cannot enter event mode", status));
  const Status status = uses_event_mode_ && !is_event ? set_continuous(instance, u) : set_inputs(instance, u);
  if (!is_good(status)) return StepOutcome::failed(trouble("does not take its inputs", status));
  std::copy_n(u, this->inputs().size(), this->inputs().begin());
  return is_event ? handle_event(instance) : Trouble();
}

Status CosimulationFmu::set_continuous(Instance& instance, const double* u) {
  if (continuous_.batch.empty()) return Status::ok;
  return instance.set_numbers(continuous_.batch, continuous_.pick({u, now_.size()}));
}

CosimulationFmu::Trouble CosimulationFmu::give_signal(double theta) {
  signal_->evaluate_piece(piece_, theta, now_.data());
  Instance& instance = this->instance();
  if (Trouble trouble = give_inputs(instance, now_.data())) return trouble;
  if (manner_ == InputManner::derivatives && set_derivatives(instance, *signal_, theta) != Status::ok)
    refuse_derivatives(signal_->degree);
  return {};
}

Status CosimulationFmu::set_derivatives(Instance& instance, const InputSignal<double>& inputs, double theta) {
  derivative_references_.clear();
  derivative_orders_.clear();
  derivative_values_.clear();
  const double* c = inputs.piece(piece_);
  double scale = 1;
  for (int order = 1; order <= inputs.degree; ++order) {
    scale /= interval_.length;
    for (std::size_t i = 0; i < references_.size(); ++i) {
      // d^r u/dθ^r = Σ_p p!/(p − r)! c_p θ^(p − r)
      double value = 0;
      for (int p = inputs.degree; p >= order; --p) {
        double falling = 1;
        for (int q = 0; q < order; ++q) falling *= p - q;
        value = value * theta + falling * c[static_cast<std::size_t>(p * inputs.inputs) + continuous_.ports[i]];
      }
      derivative_references_.push_back(references_[i]);
      derivative_orders_.push_back(order);
      derivative_values_.push_back(scale * value);
    }
  }
  return instance.set_input_derivatives(derivative_references_, derivative_orders_, derivative_values_);
}

void CosimulationFmu::tell_manner(int degree) {
  if (degree == 0 || degree == told_degree_ || !varies_inputs()) return;
  told_degree_ = degree;
  switch (manner(degree)) {
    case InputManner::derivatives:
      return note(fmt::format("polynomial inputs reach FMU '{}' as derivatives", description_.name));
    case InputManner::intermediate_update:
      return note(fmt::format("polynomial inputs reach FMU '{}' by intermediate updates", description_.name));
    case InputManner::substeps:
      return;  // the number is known at the end
  }
}

}  // namespace oldham::fmi
