// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/coupled_equations.hpp"
#include "oldham/coupling/published_forces.hpp"

namespace oldham {

/// A co-simulation with its own scheme and step, seen from outside as one subsystem: groups, multirate and hierarchical
/// coupling need nothing else. Its inputs are the external inputs of the inner assembly, its outputs the named ones.
template <class T>
class CosimulationSubsystem final : public Subsystem<T>, private Equations<T> {
 public:
  enum class Forces { kept, told };  // whether forces between members are outputs too, behind the others
  /// `step`: inner macro step in s; an outer step is divided evenly into steps no longer than this. 0: as the outer
  /// one.
  CosimulationSubsystem(std::string name, std::unique_ptr<Cosimulation<T>> inner, std::vector<PortRef> outputs,
                        double step, Forces forces = Forces::kept);

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final;
  void initialize(const T& start) final;
  void apply_inputs(std::span<const T> u) final;
  StepOutcome advance(const Interval<T>& step, const InputSignal<T>& inputs) final;
  void read_outputs(std::span<T> y) const final;
  void save(Snapshot<T>& into) const final;
  void restore(const Snapshot<T>& from) final;
  /// An outer step is undone over all inner ones.
  bool expect_return(Return farthest) final {
    // it makes several steps in one
    return inner_->expect_return(farthest == Return::never ? farthest : std::max(farthest, Return::to_earlier_step));
  }
  void assume_past(const T& step_length) final;
  void read_state(std::span<T> x) const final;
  void write_state(std::span<const T> x) final;
  const Equations<T>* equations() const final { return equations_ ? this : nullptr; }
  StepSensitivity<T>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<T>* output_integrals() final { return nullptr; }
  const StateBytes<T>* state_bytes() const final { return bytes_.get(); }

  const Cosimulation<T>& inner() const { return *inner_; }

 private:
  int inner_steps(const T& outer_length) const;
  int equation_size() const final { return equations_->state_size(); }
  bool has_linear_outputs() const final { return linear_outputs_; }
  bool output_rate(const T&, std::span<const T>, std::span<const T>, std::span<const T>, std::span<const T>,
                   std::span<T>) const final {
    return false;
  }
  std::vector<int> velocity_of() const final { return std::vector<int>(equations_->state_size(), -1); }
  void read_equation_state(std::span<T> x) const final { equations_->read_states(state_, x); }
  void derivative(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> dx) const final;
  void output(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> y) const final;
  int switch_count() const final { return equations_->switch_count(); }
  void switches(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> g) const final {
    equations_->switches(t, x, u, g);
  }
  T next_kink(const T& t) const final { return equations_->next_kink(t); }

  SubsystemDescription description_;
  std::unique_ptr<Cosimulation<T>> inner_;
  std::vector<int> output_index_;  // into the inner outputs
  std::optional<PublishedForces<T>> forces_;
  double step_;
  bool linear_outputs_ = false;
  bool restarts_ = false;  // a member does
  MacroState<T> state_;
  std::vector<T> breaks_, coefficients_, start_inputs_;
  std::unique_ptr<CoupledEquations<T>> equations_;  // null when a member declares none
  mutable std::vector<T> inner_outputs_, inner_samples_;
  std::unique_ptr<StateBytes<T>> bytes_;  // null when a member cannot write its state
};

}  // namespace oldham
