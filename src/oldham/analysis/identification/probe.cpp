// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

const std::array<double, 2> whole = {0, 1};

/// Adds what passes while it lives.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

Probe::Probe(Subsystem<double>& subsystem, const OperatingPoint& point, ProbeManner manner)
    : subsystem_(subsystem), point_(point), manner_(manner) {
  const bool can_go_back = manner.back == ProbeManner::Return::restore ? point.snapshot.has_value() : point.has_record;
  if (!can_go_back)
    throw_wrong_input(subsystem.description().name, "the operating point cannot be reached a second time",
                      "give it a snapshot, or the record of the steps that led there");
}

Probe::~Probe() {
  try {
    subsystem_.expect_return(Return::anywhere);
  } catch (const Error&) {
    // its process is lost, which whoever asks it next is told
  }
}

void Probe::go_back(double step_length) {
  const Stopwatch watch(seconds_);
  if (manner_.back == ProbeManner::Return::restore) {
    subsystem_.restore(*point_.snapshot);
  } else {
    subsystem_.expect_return(Return::anywhere);
    subsystem_.initialize(point_.start);
    subsystem_.apply_inputs(point_.start_inputs);
    for (const RecordedStep& made : point_.record) {
      subsystem_.expect_return(manner_.is_promised ? Return::never : Return::anywhere);
      const InputSignal<double> signal{input_count(), made.degree, whole, made.coefficients.data()};
      const StepOutcome outcome = subsystem_.advance(made.step, signal);
      ++steps_;
      if (!outcome.is_accepted())
        throw Error(ErrorKind::failure, fmt::format("{}: a step that it has made before does not succeed again: {}",
                                                    subsystem_.description().name, outcome.reason));
    }
  }
  // no start-up is left in the steps to come
  subsystem_.assume_past(step_length);
  from_ = point_.time;
  length_ = step_length;
  equal_ = 0;
}

std::string Probe::advance(const ProbeStep& step) {
  const Stopwatch watch(seconds_);
  const int inputs = input_count();
  coefficients_ = step.change;
  coefficients_.resize(std::max<std::size_t>(coefficients_.size(), inputs));
  for (int i = 0; i < inputs; ++i) coefficients_[i] += point_.inputs[i];
  const int degree = inputs == 0 ? 0 : static_cast<int>(coefficients_.size()) / inputs - 1;
  if (step.length != length_) {
    from_ += equal_ * length_;
    length_ = step.length;
    equal_ = 0;
  }
  subsystem_.expect_return(manner_.is_promised ? Return::never : Return::anywhere);
  ++steps_;
  try {
    const StepOutcome outcome =
        subsystem_.advance({from_ + equal_ * length_, length_}, {inputs, degree, whole, coefficients_.data()});
    if (!outcome.is_accepted()) return outcome.reason;
    if (outcome.is_last) return "it asks for the end of the simulation: " + outcome.reason;
  } catch (const Error& error) {
    return error.what();
  }
  ++equal_;
  return {};
}

std::vector<double> Probe::read_outputs() {
  std::vector<double> y(subsystem_.description().output_count());
  subsystem_.read_outputs(y);
  return y;
}

std::vector<double> Probe::look(int input, double change) {
  const Stopwatch watch(seconds_);
  std::vector<double> u = point_.inputs;
  u[input] += change;
  subsystem_.apply_inputs(u);
  return read_outputs();
}

Probe::Mark Probe::save() {
  const Stopwatch watch(seconds_);
  subsystem_.expect_return(Return::anywhere);  // or nothing would be saved
  Mark mark{{}, from_, length_, equal_};
  subsystem_.save(mark.snapshot);
  return mark;
}

void Probe::restore(const Mark& mark) {
  const Stopwatch watch(seconds_);
  subsystem_.restore(mark.snapshot);
  from_ = mark.from;
  length_ = mark.length;
  equal_ = mark.equal;
}

Trajectory Probe::run(const std::vector<ProbeStep>& steps) {
  Trajectory trajectory;
  try {
    if (!steps.empty()) go_back(steps.front().length);
    for (const ProbeStep& step : steps) {
      trajectory.trouble = advance(step);
      if (!trajectory.trouble.empty()) break;
      trajectory.outputs.push_back(read_outputs());
      const std::vector<double>& y = trajectory.outputs.back();
      if (!std::all_of(y.begin(), y.end(), [](double value) { return std::isfinite(value); })) {
        trajectory.trouble = "an output is no finite number";
        break;
      }
    }
  } catch (const Error& error) {
    trajectory.trouble = error.what();
  }
  return trajectory;
}

Trajectory Probe::pulse(double length, int count, const std::vector<double>& change) {
  // all steps have the degree of the pulse: inputs that change inside a step may reach a subsystem in another manner
  std::vector<ProbeStep> steps(count, ProbeStep{length, std::vector<double>(change.size(), 0.0)});
  if (count > 0) steps.front().change = change;
  return run(steps);
}

}  // namespace oldham
