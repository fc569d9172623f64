// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "oldham/core/interval.hpp"
#include "oldham/core/outcome.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/integrator/integrator.hpp"

namespace oldham {

/// The semi-implicit Euler method, for models that know which of their states are positions: velocities by the forces
/// at the begin of a step, then positions by the new velocities.
///
/// With frozen forces x' = f + B u is made of f and B as they were when they were frozen: only the inputs act on, as in
/// the position-consistent variant of an interface model. Models whose forces u enters affinely.
template <class T>
class SemiImplicitEuler {
 public:
  /// velocity_of: per state the index of the state that is its rate, −1 for one that is no position.
  SemiImplicitEuler(const IntegratorSettings& settings, std::vector<int> velocity_of, int inputs)
      : settings_(settings), velocity_of_(std::move(velocity_of)), rate_(velocity_of_.size()), unit_(inputs, T(0)) {
    if (settings.frozen_forces) response_.resize(velocity_of_.size() * inputs);
    frozen_ = rate_;
  }

  /// f and B at time t and state x.
  template <class Model>
  void freeze(const Model& model, const T& t, const T* x) {
    const std::size_t n = rate_.size(), inputs = unit_.size();
    model.derivative(t, x, unit_.data(), frozen_.data());
    for (std::size_t j = 0; j < inputs; ++j) {
      unit_[j] = T(1);
      model.derivative(t, x, unit_.data(), rate_.data());
      unit_[j] = T(0);
      for (std::size_t i = 0; i < n; ++i) response_[i * inputs + j] = rate_[i] - frozen_[i];
    }
  }

  /// `inputs_at` gives the inputs at a time.
  template <class Model, class InputsAt>
  StepOutcome advance(const Model& model, const Interval<T>& interval, const InputsAt& inputs_at, T* x) {
    using std::isfinite;
    const long count = count_micro_steps(settings_, to_double(interval.length));
    if (count == 0)
      return StepOutcome::failed(fmt::format("its micro_step of {} s is too small", settings_.micro_step));
    const T h = interval.length / count;
    const int n = static_cast<int>(rate_.size());
    for (long k = 0; k < count; ++k) {
      const T t = interval.begin + h * k;
      evaluate(model, t, x, inputs_at(t));
      for (int i = 0; i < n; ++i)
        if (velocity_of_[i] < 0) x[i] += h * rate_[i];
      for (int i = 0; i < n; ++i)
        if (velocity_of_[i] >= 0) x[i] += h * x[velocity_of_[i]];
      for (int i = 0; i < n; ++i)
        if (!isfinite(x[i])) return StepOutcome::diverged("its state is not finite");
    }
    return StepOutcome::accepted();
  }

 private:
  template <class Model>
  void evaluate(const Model& model, const T& t, const T* x, const T* u) {
    if (!settings_.frozen_forces) return model.derivative(t, x, u, rate_.data());
    const std::size_t inputs = unit_.size();
    rate_ = frozen_;
    for (std::size_t i = 0; i < rate_.size(); ++i)
      for (std::size_t j = 0; j < inputs; ++j) rate_[i] += response_[i * inputs + j] * u[j];
  }

  IntegratorSettings settings_;
  std::vector<int> velocity_of_;
  std::vector<T> rate_, frozen_, unit_;
  std::vector<T> response_;  // B, row-major
};

}  // namespace oldham
