// SPDX-License-Identifier: MIT
#include "oldham/analysis/convergence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// Sums of errors over the outputs of one kind.
class ErrorSum {
 public:
  ErrorSum(std::vector<int> outputs, ErrorNorm norm)
      : outputs_(std::move(outputs)), norm_(norm), sum_(outputs_.size()), squares_(outputs_.size()) {}

  void add(const std::vector<double>& value, const std::vector<double>& reference) {
    ++count_;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const double r = reference[outputs_[i]], error = r - value[outputs_[i]];
      error_squares_ += error * error;
      largest_ = std::max(largest_, std::abs(error));
      sum_[i] += r;
      squares_[i] += r * r;
    }
  }

  double value() const {
    if (norm_ == ErrorNorm::max) return largest_;
    // Σ (r − mean r)² = Σ r² − (Σ r)²/n
    double variation = 0;
    for (std::size_t i = 0; i < sum_.size(); ++i) variation += squares_[i] - sum_[i] * sum_[i] / count_;
    return std::sqrt(error_squares_ / variation);
  }

 private:
  std::vector<int> outputs_;
  ErrorNorm norm_;
  int count_ = 0;
  double error_squares_ = 0, largest_ = 0;
  std::vector<double> sum_, squares_;
};

/// Indices into y of the outputs that are lengths or angles (order 0), or their rates (order 1).
std::vector<int> outputs_of_kind(const Cosimulation<double>& system, int order) {
  const Unit length = parse_unit(order == 0 ? "m" : "m/s"), angle = parse_unit(order == 0 ? "rad" : "rad/s");
  std::vector<int> list;
  int index = 0;
  for (const auto& subsystem : system.assembly().subsystems)
    for (const Port& port : subsystem->description().boundary->outputs) {
      if (same_dimensions(port.unit, length) || same_dimensions(port.unit, angle)) list.push_back(index);
      ++index;
    }
  return list;
}

/// The monolithic solution from the start. A linear one is followed in multiprecision: errors of schemes of high order
/// are smaller than the rounding that a thousand steps add up.
class Reference {
 public:
  Reference(Monolithic<double>& monolithic, std::vector<double> start)
      : monolithic_(monolithic), x_(std::move(start)), precise_(x_.begin(), x_.end()) {
    if (!monolithic.is_linear()) return;
    A_.assign(monolithic.matrix().begin(), monolithic.matrix().end());
    b_.assign(monolithic.offset().begin(), monolithic.offset().end());
  }

  const std::vector<double>& advance(const Interval<double>& interval) {
    if (!monolithic_.is_linear()) {
      monolithic_.advance(interval, x_);
      return x_;
    }
    const int n = monolithic_.state_size();
    if (interval.length != propagator_.h)
      propagator_ = compute_propagator(A_, b_, n, 1, Multiprecision(interval.length), 0);
    std::vector<Multiprecision> next = propagator_.gamma;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) next[i] += propagator_.phi[static_cast<std::size_t>(i) * n + j] * precise_[j];
    precise_ = std::move(next);
    for (int i = 0; i < n; ++i) x_[i] = to_double(precise_[i]);
    return x_;
  }

 private:
  Monolithic<double>& monolithic_;
  std::vector<double> x_;
  std::vector<Multiprecision> precise_, A_, b_;
  Propagator<Multiprecision> propagator_{};
};

double observed_order(double e1, double e2, double H1, double H2) { return std::log(e1 / e2) / std::log(H1 / H2); }

}  // namespace

ConvergenceErrors measure_errors(PreparedRun& prepared, ErrorNorm norm, bool local) {
  Cosimulation<double>& system = *prepared.system;
  Monolithic<double> monolithic(system), restarted(system);  // one goes on, the other follows single steps
  const std::vector<int> positions = outputs_of_kind(system, 0), velocities = outputs_of_kind(system, 1);
  if (positions.empty() && velocities.empty())
    throw_wrong_input(system.assembly().name,
                      "no output is a position or a velocity: there is nothing to measure errors of",
                      "give the outputs units such as m and m/s");
  ErrorSum position(positions, norm), velocity(velocities, norm), local_position(positions, norm),
      local_velocity(velocities, norm);
  Reference exact(monolithic, monolithic.read_states(prepared.state));
  std::vector<double> from_state, y(system.plan().outputs()), w(system.plan().variables);
  double time = prepared.state.time;
  bool first = true;

  const RunSummary summary = run(system, prepared.state, prepared.settings, [&](const MacroState<double>& state) {
    if (!first) {
      const double length = state.time - time;
      // full steps have one length; its propagator then is made once
      const double H =
          std::abs(length - prepared.settings.step) < 1e-9 * prepared.settings.step ? prepared.settings.step : length;
      monolithic.outputs(state.time, exact.advance({time, H}), y, w);
      position.add(state.outputs, y);
      velocity.add(state.outputs, y);
      if (local) {
        restarted.advance({time, H}, from_state);
        restarted.outputs(state.time, from_state, y, w);
        local_position.add(state.outputs, y);
        local_velocity.add(state.outputs, y);
      }
    }
    if (!first && prepared.stepped) prepared.stepped();
    first = false;
    time = state.time;
    if (local) from_state = monolithic.read_states(state);
  });
  if (summary.status != RunSummary::Status::completed)
    throw Error(ErrorKind::failure,
                fmt::format("the run with step {} s did not complete: {}", prepared.settings.step, summary.reason));
  ConvergenceErrors errors{position.value(), velocity.value(), 0, 0};
  if (local) errors.local_position = local_position.value(), errors.local_velocity = local_velocity.value();
  return errors;
}

ConvergenceStudy observe_orders(std::vector<double> steps, std::vector<ConvergenceErrors> errors) {
  ConvergenceStudy study{std::move(steps), std::move(errors), {}};
  for (std::size_t i = 1; i < study.steps.size(); ++i) {
    const auto order = [&](double ConvergenceErrors::*kind) {
      return observed_order(study.errors[i - 1].*kind, study.errors[i].*kind, study.steps[i - 1], study.steps[i]);
    };
    study.orders.push_back({order(&ConvergenceErrors::position), order(&ConvergenceErrors::velocity),
                            order(&ConvergenceErrors::local_position), order(&ConvergenceErrors::local_velocity)});
  }
  return study;
}

ConvergenceStudy study_convergence(const std::vector<double>& steps, ErrorNorm norm, bool local,
                                   const std::function<PreparedRun(double)>& prepare) {
  std::vector<ConvergenceErrors> errors;
  for (double H : steps) {
    PreparedRun prepared = prepare(H);
    errors.push_back(measure_errors(prepared, norm, local));
  }
  return observe_orders(steps, std::move(errors));
}

}  // namespace oldham
