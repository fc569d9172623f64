// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/core/function_ref.hpp"
#include "oldham/core/interval.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/multibody/augmented_lagrangian.hpp"
#include "oldham/model/multibody/configuration.hpp"
#include "oldham/model/multibody/interface_response.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham::multibody {

template <class T>
class GglSolver;

/// A mechanism as a model with state x = (q, v); with ali3p also v̇ and the multipliers by the penalty, which its steps
/// carry on.
template <class T>
class MechanismModel {
 public:
  static constexpr bool is_linear = false;
  static constexpr bool has_linear_outputs = false;
  using InputsAt = FunctionRef<const T*(const T& t)>;

  MechanismModel(std::shared_ptr<const Mechanism<T>> mechanism, Configuration<T> start,
                 const FormulationSettings& formulation, const IntegratorSettings& integrator);
  ~MechanismModel();
  MechanismModel(MechanismModel&&) noexcept;

  const Mechanism<T>& mechanism() const { return *mechanism_; }
  const Configuration<T>& start() const { return start_; }
  std::vector<T> initial_state() const;
  std::vector<ParameterValue> parameters() const;
  void derivative(const T& t, const T* x, const T* u, T* dx) const;
  void output(const T& t, const T* x, const T* u, T* y) const;
  bool output_rate(const T& t, const T* x, const T* dx, const T* u, const T* du, T* rate) const;
  void jacobian(const T& t, const T* x, const T* u, T* J) const;
  std::vector<int> velocity_of() const;
  std::vector<int> tied_velocities() const;
  bool move_positions(const T& t, const T* increments, const T* u, T* x) const;
  int equation_states() const { return mechanism_->coordinates + mechanism_->dofs; }

  /// Semi-implicit Euler, the index-3 trapezoidal rule and IDA are no methods for x' = f(t, x).
  bool steps_itself() const { return steps_itself_; }
  /// In double precision the penalty makes matrices of the trapezoidal rule 1e7 times as large in the directions of
  /// joints as in others, and leaves these as many roundings.
  double step_noise() const;
  StepOutcome advance(const Interval<T>& interval, const InputsAt& inputs, T* x) const;
  /// The state for the time and the inputs of the first instant: driven parts where these say, accelerations likewise.
  void begin(const T& t, const T* u, T* x) const;
  /// After a macro step: back on the joints, where that is asked for.
  StepOutcome settle(const T& t, const T* u, T* x) const;
  /// Remembers forces, masses and places as they are, for steps with frozen forces: only the inputs act on then.
  void freeze(const T& t, const T* x) const;
  /// Why the last derivative was not finite; empty when it was.
  const std::string& failure() const { return failure_; }

 private:
  bool accelerate(const T& t, const T* x, const T* u, T* dv, bool augmented) const;
  int states() const;
  int count_stages(const T& t, const T* u) const;
  StepOutcome close_joints(const T& t, const T* u, T* x) const;
  std::string singular_position() const;
  StepOutcome step_semi_implicit(const T& t, const T& h, const T* u, T* x) const;

  std::shared_ptr<const Mechanism<T>> mechanism_;
  Configuration<T> start_;
  FormulationSettings formulation_;
  IntegratorSettings integrator_;
  bool steps_itself_, projects_;
  std::unique_ptr<Dynamics<T>> dynamics_;  // workspaces, written to by const functions: one thread at a time
  std::unique_ptr<AugmentedLagrangian<T>> augmented_;
  std::unique_ptr<GglSolver<T>> ggl_;
  std::unique_ptr<InterfaceResponse<T>> response_;  // where it is published
  std::unique_ptr<Mobility<T>> frames_;             // likewise
  mutable std::vector<T> dv_, wanted_, work_;
  mutable std::vector<T> frozen_, response_of_;  // v̇ without inputs, and by a unit of each: one row per input
  mutable std::string failure_;
};

/// The mechanism as a subsystem, assembled at `start`; what had to be changed for that is added to `notes`.
template <class T>
std::unique_ptr<Subsystem<T>> make_mechanism(const std::string& name, const MechanismDescription& description,
                                             const FormulationSettings& formulation, IntegratorSettings integrator,
                                             std::vector<std::string>& notes);

}  // namespace oldham::multibody
