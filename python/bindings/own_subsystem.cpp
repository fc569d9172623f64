// SPDX-License-Identifier: MIT
#include "own_subsystem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"

namespace oldham::python {
namespace {

/// What a subsystem's own method saved.
struct SavedObject final : SnapshotContent {
  explicit SavedObject(py::object saved) : object(std::move(saved)) {}
  PythonObject object;
};

}  // namespace

py::array_t<double> StepInputs::at(double time) const {
  if (signal_ == nullptr)
    throw_wrong_input("inputs", "the step they belong to is over", "read them while advance() is at work");
  py::array_t<double> values(signal_->inputs);
  const double theta = step_.length == 0 ? 1 : (time - step_.begin) / step_.length;
  // rounding may lead a little beyond either end
  constexpr double slack = 1e-9;
  if (!(theta >= -slack && theta <= 1 + slack))
    throw_wrong_input("inputs",
                      fmt::format("t = {} s lies outside the step, {} s to {} s", time, step_.begin, step_.end()),
                      "ask for times of the step");
  signal_->evaluate(std::clamp(theta, 0.0, 1.0), values.mutable_data());
  return values;
}

OwnSubsystem::OwnSubsystem(OwnInstance instance)
    : instance_(std::move(instance)),
      inputs_(py::cast(StepInputs())),
      view_(inputs_.get().cast<StepInputs*>()),
      u_end_(static_cast<std::size_t>(instance_.inputs()), 0.0) {
  const bool has_state = instance_.has("read_state") && instance_.has("write_state");
  saves_ = instance_.has("save") && instance_.has("restore");
  description_.name = instance_.name;
  description_.boundary = instance_.boundary;
  description_.capabilities = {.rollback = saves_ || has_state,
                               .state_access = has_state,
                               .equations = false,
                               .step_sensitivity = false,
                               .output_integrals = false,
                               .linear = instance_.is_linear,
                               .serialisation = false};
  if (!has_state) return;
  // its state may not exist before
  guarded([&] {
    instance_.object.attr("initialize")(0.0);
    description_.state_size = static_cast<int>(py::len(instance_.object.attr("read_state")()));
  });
}

void OwnSubsystem::initialize(const double& start) {
  time_ = start;
  std::fill(u_end_.begin(), u_end_.end(), 0.0);
  ++ticket_;
  const py::gil_scoped_acquire lock;
  guarded([&] { instance_.object.attr("initialize")(start); });
}

StepOutcome OwnSubsystem::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  inputs.evaluate_end(u_end_.data());
  if (step.length == 0) return StepOutcome::accepted();  // only the inputs change
  ++ticket_;
  time_ = step.end();
  const py::gil_scoped_acquire lock;
  view_->begin(step, inputs);
  const struct End {
    StepInputs* view;
    ~End() { view->end(); }
  } end{view_};
  try {
    guarded([&] { instance_.object.attr("advance")(step.begin, step.length, inputs_.get()); });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
    return StepOutcome::failed(error.what());
  }
  return StepOutcome::accepted();
}

void OwnSubsystem::read_outputs(std::span<double> y) const {
  const py::gil_scoped_acquire lock;
  guarded([&] {
    const py::object output = instance_.object.attr("output");
    read_numbers(instance_.boundary->feedthrough ? output(time_, make_array(u_end_)) : output(time_), y,
                 instance_.function("output"));
  });
}

void OwnSubsystem::save(Snapshot<double>& into) const {
  const auto states = static_cast<std::size_t>(saves_ ? 0 : description_.state_size);
  into.values.resize(states + u_end_.size() + 1);
  if (states > 0) read_state(std::span(into.values).first(states));
  *std::copy(u_end_.begin(), u_end_.end(), into.values.begin() + static_cast<long>(states)) = time_;
  into.ticket = ticket_;
  if (!saves_) return;
  const py::gil_scoped_acquire lock;
  into.content = std::make_shared<SavedObject>(guarded([&] { return instance_.object.attr("save")(); }));
}

void OwnSubsystem::restore(const Snapshot<double>& from) {
  const auto states = from.values.size() - u_end_.size() - 1;
  std::copy_n(from.values.begin() + static_cast<long>(states), u_end_.size(), u_end_.begin());
  time_ = from.values.back();
  if (saves_) {
    const py::gil_scoped_acquire lock;
    const auto& saved = static_cast<const SavedObject&>(*from.content);
    guarded([&] { instance_.object.attr("restore")(saved.object.get()); });
  } else if (description_.capabilities.state_access) {
    write_state(std::span(from.values).first(states));
  } else if (from.ticket != ticket_) {
    throw_missing_capability(fmt::format("subsystem '{}' ({})", instance_.name, instance_.boundary->model),
                             "it cannot go back: its class has no save() and restore()",
                             "add them, or use correction = \"explicit\"");
  }
  ticket_ = from.ticket;
}

void OwnSubsystem::read_state(std::span<double> x) const {
  const py::gil_scoped_acquire lock;
  guarded([&] { read_numbers(instance_.object.attr("read_state")(), x, instance_.function("read_state")); });
}

void OwnSubsystem::write_state(std::span<const double> x) {
  const py::gil_scoped_acquire lock;
  guarded([&] { instance_.object.attr("write_state")(make_array(x)); });
}

}  // namespace oldham::python
