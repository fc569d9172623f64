// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/subsystem/matrix_exponential.hpp"
#include "oldham/subsystem/subsystem.hpp"
#include "oldham/subsystem/value_bytes.hpp"

namespace oldham {

/// x' = A x + B u, y = C x + D u; all row-major.
template <class T>
struct LinearEquations {
  std::vector<T> A, B, C, D;
  std::vector<T> initial_state;
};

/// A linear time-invariant system, propagated exactly under piecewise-polynomial inputs.
template <class T>
class LinearSubsystem final : public Subsystem<T>,
                              private Equations<T>,
                              private StepSensitivity<T>,
                              private OutputIntegrals<T> {
 public:
  LinearSubsystem(std::string name, std::shared_ptr<const Boundary> boundary, LinearEquations<T> equations,
                  std::vector<ParameterValue> parameters = {});

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return parameters_; }
  void initialize(const T& start) final;
  void apply_inputs(std::span<const T> u) final;
  StepOutcome advance(const Interval<T>& step, const InputSignal<T>& inputs) final;
  void read_outputs(std::span<T> y) const final;
  void save(Snapshot<T>& into) const final;
  void restore(const Snapshot<T>& from) final;
  void assume_past(const T&) final {}
  void read_state(std::span<T> x) const final;
  void write_state(std::span<const T> x) final;
  const Equations<T>* equations() const final { return this; }
  StepSensitivity<T>* step_sensitivity() final { return this; }
  OutputIntegrals<T>* output_integrals() final { return this; }
  const StateBytes<T>* state_bytes() const final { return value_bytes<T>(); }

 private:
  int equation_size() const final { return states_; }
  bool has_linear_outputs() const final { return true; }
  void read_equation_state(std::span<T> x) const final { read_state(x); }
  std::vector<int> velocity_of() const final;
  void derivative(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> dx) const final;
  void output(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> y) const final;
  bool output_rate(const T& t, std::span<const T>, std::span<const T> dx, std::span<const T>, std::span<const T> du,
                   std::span<T> rate) const final {
    output(t, dx, du, rate);
    return true;
  }
  void respond(const Interval<T>& step, const InputSignal<T>& direction, std::span<T> dy, std::span<T> drate,
               std::span<T> dintegral) final;
  void carry_integrals() final;
  void read_integrals(std::span<T> q) const final;
  /// Moves x over the step; the inputs of its end stand behind x.
  void follow(const Interval<T>& step, const InputSignal<T>& inputs, std::vector<T>& xu);
  /// Moves x over h under Σ c_p θ^p.
  void propagate(const T& h, const T* c, int degree, std::vector<T>& xu);
  const Propagator<T>& find_propagator(const T& h, int degree);

  SubsystemDescription description_;
  LinearEquations<T> equations_;
  std::vector<T> A_, B_;  // what is propagated: the states and, where they are carried, the integrals q' = C x + D u
  std::vector<ParameterValue> parameters_;
  int states_, inputs_, outputs_;
  int rows_;  // states, and integrals where they are carried
  bool has_feedthrough_;
  std::vector<T> xu_;  // the state, integrals of the last step, then, where the outputs depend on them, the inputs at
                       // the end of the last step
  std::vector<Propagator<T>> cache_;
  std::size_t newest_ = 0;  // index into the cache of the last one used
  std::vector<T> next_, shifted_, response_, end_inputs_, rate_;
};

/// Re-expands a polynomial Σ c_p θ^p (inputs columns) in σ with θ = from + (to − from) σ.
template <class T>
void shift_polynomial(const T* c, int degree, int inputs, const T& from, const T& to, T* shifted);

}  // namespace oldham
