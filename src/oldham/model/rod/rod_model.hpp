// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/core/function_ref.hpp"
#include "oldham/core/interval.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/rod/linear_implicit_euler.hpp"
#include "oldham/model/rod/rod_ports.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham::rod {

/// A rod as a model. Its state is that of the rod without the nodes that are held, which are where the inputs say:
/// places of nodes and quaternions of edges in turn, then velocities and angular velocities likewise.
template <class T>
class RodModel {
 public:
  static constexpr bool is_linear = false;
  static constexpr bool has_linear_outputs = false;
  using InputsAt = FunctionRef<const T*(const T& t)>;

  /// Finds the initial shape; where there is none, that is an error.
  RodModel(const RodDescription& description, const IntegratorSettings& integrator);

  const Rod<T>& rod() const { return rod_; }
  /// The state of the rod, held nodes included, and what acts on it.
  std::vector<T> whole_state(const T* x, const T* u, RodInputs<T>& inputs) const;
  std::vector<T> initial_state() const { return initial_; }
  std::vector<ParameterValue> parameters() const;
  void derivative(const T& t, const T* x, const T* u, T* dx) const;
  void output(const T& t, const T* x, const T* u, T* y) const;
  void jacobian(const T& t, const T* x, const T* u, T* J) const;

  /// The linear-implicit method has a banded step of its own, O(N), with the inputs of its end.
  bool steps_itself() const { return integrator_.kind == IntegratorKind::linear_implicit; }
  StepOutcome advance(const Interval<T>& interval, const InputsAt& inputs, T* x) const;
  /// After a macro step: quaternions of unit length, and a shape that the grid can follow.
  StepOutcome settle(const T& t, const T* u, T* x) const;

 private:
  /// What is free of the positions, and of the velocities.
  struct Range {
    int first = 0, count = 0;
  };
  void unpack(const T* x) const;
  /// Reads the inputs, and makes a whole state of x and of what they say about held nodes.
  void set(const T* x, const T* u) const;
  void pack(const T* state, T* x) const;

  RodDescription description_;
  IntegratorSettings integrator_;
  Rod<T> rod_;
  NaturalEnd<T> natural_;
  Range positions_, velocities_;
  std::vector<T> initial_;
  // workspaces, written to by const functions: one thread at a time
  mutable LinearImplicitEuler<T> euler_;
  mutable std::vector<T> state_, rate_, f_, flow_;
  mutable RodInputs<T> inputs_;
  mutable BandMatrix<T> by_position_, by_velocity_;
};

/// The shape in which a rod begins, full state, at the inputs of its description. Throws where there is no equilibrium.
template <class T>
std::vector<T> initial_shape(const RodDescription& description, const Rod<T>& rod);

template <class T>
std::unique_ptr<Subsystem<T>> make_rod(const std::string& name, const RodDescription& description,
                                       const IntegratorSettings& integrator);

}  // namespace oldham::rod
