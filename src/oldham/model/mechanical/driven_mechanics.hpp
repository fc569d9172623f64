// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/interface/kinematic_joint.hpp"
#include "oldham/subsystem/followed_solution.hpp"
#include "oldham/subsystem/partitioned_mechanics.hpp"

namespace oldham {

/// The mover: driven by −Ξᵀ Λ on its coupled coordinates. State (q, v); inputs Λ; outputs for every coordinate that the
/// joint prescribes position, velocity, acceleration, a⁰, and where inner accelerations add to a⁰ what they add; then,
/// where they vary, W row by row; then position and velocity of every coordinate that is not among these: those that a
/// joint reads, and the inner ones.
template <class T>
struct ForceDriven {
  PartitionedMechanics<T> mechanics;
  std::shared_ptr<const KinematicJoint<T>>
      joint;  // from the coupled coordinates to those of the moved side; none: equal

  std::vector<T> guess;  // of the moved coordinates, where a joint starts from at first
  /// The dependent motion where the last step ended: a joint with several solutions stays on its branch.
  mutable FollowedSolution<T> followed = {};

  int prescribed() const;  // coordinates of the moved side
  int ports_per_coordinate() const { return mechanics.is_carried() ? 5 : 4; }
  bool has_constant_mobility() const;
  /// W, and Ξ and the motion it comes with, at q and v.
  typename PartitionedMechanics<T>::Matrix mobility(const T& t,
                                                    const typename PartitionedMechanics<T>::Vector& q) const;

  static constexpr bool is_linear = false, has_linear_outputs = false;
  std::vector<T> initial_state() const;
  std::vector<ParameterValue> parameters() const { return mechanics.mechanics().parameters(); }
  std::vector<int> velocity_of() const;
  void derivative(const T& t, const T* x, const T* u, T* dx) const;
  void output(const T& t, const T* x, const T* u, T* y) const;
  void jacobian(const T& t, const T* x, const T* u, T* J) const;
  void start_following() const;
  /// Empty, or why there is no solution here or was none on the way.
  std::string follow(const T& t, const T* x) const;

 private:
  /// Coupled coordinates and their velocities.
  void read_coupled(const T* x, std::vector<T>& q, std::vector<T>& v) const;
  /// Empty, or why there is no dependent motion.
  std::string find_dependent(const T& t, const T* x, DependentMotion<T>& motion) const;
  /// The dependent motion of the moved side; not a number where the joint has none, which a step then reports.
  DependentMotion<T> dependent(const T& t, const T* x) const;
};

/// The moved: inputs for every coupled coordinate position, velocity, acceleration, and where the mover has it what
/// inner accelerations add to its a⁰; state (q, v) of the inner ones; outputs for every coupled coordinate Λ
/// (approximate), a⁰, where it knows the mover that one's a⁰ under the motion as it is seen here, and what inner
/// accelerations add to that, as seen here; where masses vary, W; for every inner coordinate position and velocity.
template <class T>
struct MotionDriven {
  PartitionedMechanics<T> mechanics;
  std::shared_ptr<const PartitionedMechanics<T>> mover = {};  // all of whose coordinates are coupled; or nothing
  bool mover_is_carried = false;                              // inner accelerations of the mover add to its a⁰

  int inputs_per_coordinate() const { return mover_is_carried ? 4 : 3; }
  int ports_per_coordinate() const { return 2 + (mover ? 1 : 0) + (mover_is_carried ? 1 : 0); }

  static constexpr bool is_linear = false, has_linear_outputs = false;
  std::vector<T> initial_state() const;
  std::vector<ParameterValue> parameters() const { return mechanics.mechanics().parameters(); }
  std::vector<int> velocity_of() const;
  void derivative(const T& t, const T* x, const T* u, T* dx) const;
  void output(const T& t, const T* x, const T* u, T* y) const;
  void jacobian(const T& t, const T* x, const T* u, T* J) const;

 private:
  struct Instant {
    typename PartitionedMechanics<T>::Vector q, v, a;  // of all coordinates
    typename PartitionedMechanics<T>::Matrix M;
    typename PartitionedMechanics<T>::Vector f;
  };
  Instant at(const T& t, const T* x, const T* u) const;
};

}  // namespace oldham
