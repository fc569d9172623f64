// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/model/rod/band_matrix.hpp"
#include "oldham/model/rod/description.hpp"
#include "oldham/model/rod/element.hpp"
#include "oldham/model/rod/hinge.hpp"

namespace oldham::rod {

/// Where an end is held and how it moves. A hinge uses place, velocity and acceleration only.
template <class T>
struct EndMotion {
  Vector3<T> x = Vector3<T>::Zero(), v = Vector3<T>::Zero(), a = Vector3<T>::Zero();  // in space
  Quaternion<T> p;
  Vector3<T> w = Vector3<T>::Zero();  // along the directors
};

/// An end at rest in its frame; one that is no rotation is refused at `where`.
template <class T>
EndMotion<T> make_motion(const std::string& where, const EndDescription& end);

/// What acts on a rod at an instant.
template <class T>
struct RodInputs {
  EndMotion<T> start, end;
  Vector3<T> start_force, end_force, start_moment, end_moment, force_per_length, moment_per_length;  // in space
  Vector3<T> gravity;
};

/// What a rod does to what holds its end: a force in space, a moment along the directors of the clamp.
template <class T>
struct Reaction {
  Vector3<T> force = Vector3<T>::Zero(), moment = Vector3<T>::Zero();
};

template <class T>
struct RodEnergy {
  T kinetic{}, elastic{}, gravity{};  // J
  T dissipated_power{};               // W
  T total() const { return kinetic + elastic + gravity; }
};

template <class T>
struct Momentum {
  Vector3<T> linear, angular;  // about the origin
};

/// A geometrically exact viscoelastic rod on a staggered grid, after [Lang2011]: nodes x_0 … x_N carry mass, edges
/// between them carry frames.
///
///   m_n x_n'' = f_n,   p_e' = ½ p_e (0, ω_e),   l J ω_e' + ω_e × l J ω_e = m_e
///
/// Positions: x_0, p_½, x_1, …, x_N (3 and 4 numbers in turn); behind them the velocities v_0, ω_½, v_1, …, v_N (3
/// each). Positions and forces of a held node do not count: the inputs tell where it is. Unknowns are numbered as
/// velocities are.
template <class T>
class Rod {
 public:
  explicit Rod(const RodDescription& description);

  int edges() const { return N_; }
  int position_count() const { return 7 * N_ + 3; }
  int unknown_count() const { return 6 * N_ + 3; }
  int state_count() const { return position_count() + unknown_count(); }
  const T& length() const { return length_; }
  /// Whether the place of node 0 or N is an input.
  bool is_held(int node) const {
    return (node == 0 && start_kind_ != EndKind::free) || (node == N_ && end_kind_ != EndKind::free);
  }
  EndKind start_kind() const { return start_kind_; }
  EndKind end_kind() const { return end_kind_; }

  const T* node(const T* state, int n) const { return state + 7 * n; }
  const T* frame(const T* state, int e) const { return state + 7 * e + 3; }
  const T* velocity(const T* state, int block) const { return state + position_count() + 3 * block; }
  T* node(T* state, int n) const { return state + 7 * n; }
  T* frame(T* state, int e) const { return state + 7 * e + 3; }
  T* velocity(T* state, int block) const { return state + position_count() + 3 * block; }

  /// The shape without load, at rest, beginning at the frame of the start.
  std::vector<T> natural_state() const;
  /// The inputs of the description.
  const RodInputs<T>& described_inputs() const { return inputs_; }
  /// The inputs under which the natural shape rests: nothing acts, the ends are held where they are.
  RodInputs<T> natural_inputs() const;
  /// Writes what the inputs say about held nodes into a state.
  void insert_ends(const RodInputs<T>& inputs, T* state) const;

  /// Forces on nodes, in space, and moments on edges, body axes, the gyroscopic ones included.
  void forces(const T* state, const RodInputs<T>& inputs, T* f) const;
  /// x' = f(t, x); held nodes move as the inputs say.
  void derivative(const T* state, const RodInputs<T>& inputs, T* rate) const;
  /// f as forces() computes it, A += a ∂f/∂(x, φ) + b ∂f/∂(v, ω), and the rate of f by velocities alone,
  /// flow = ∂f/∂(x, φ) (v, ω), held nodes left out of it.
  void linearise(const T* state, const RodInputs<T>& inputs, const T& a, const T& b, BandMatrix<T>& A, T* f,
                 T* flow) const;
  /// Mass or moment of inertia of each unknown.
  const std::vector<T>& masses() const { return masses_; }
  /// E I / (ρ A L⁴), of the weaker axis: below the square of every frequency of bending.
  T slow_frequency_squared() const;
  /// E I / l, of the weaker axis: the largest bending moment that this grid passes on, N m.
  T largest_moment() const;

  Reaction<T> start_reaction(const T* state, const RodInputs<T>& inputs) const;
  Reaction<T> end_reaction(const T* state, const RodInputs<T>& inputs) const;

  RodEnergy<T> energy(const T* state, const RodInputs<T>& inputs) const;
  Momentum<T> momentum(const T* state) const;
  /// The smallest cosine of the turns from edge to edge. Below zero the grid is too coarse for its moments.
  T smallest_cosine(const T* state, const RodInputs<T>& inputs) const;

 private:
  template <class OnEdge, class OnBend>
  void walk(const T* state, const RodInputs<T>& inputs, const OnEdge& on_edge, const OnBend& on_bend) const;
  /// Single elements, for what only asks about the ends.
  Edge<T> edge(const T* state, const RodInputs<T>& inputs, int e) const;
  template <class Use>
  void with_start_bend(const T* state, const RodInputs<T>& inputs, const Use& use) const;
  template <class Use>
  void with_end_bend(const T* state, const RodInputs<T>& inputs, const Use& use) const;
  /// Where a node is and how it moves, a held one as the inputs say.
  Vector3<T> place(const T* state, const RodInputs<T>& inputs, int n) const;
  Vector3<T> motion(const T* state, const RodInputs<T>& inputs, int n) const;
  /// Forces from outside on a node, moments from outside on an edge, both in space.
  Vector3<T> outer_force(const RodInputs<T>& inputs, int node) const;
  Vector3<T> outer_moment(const RodInputs<T>& inputs, int edge) const;

  int N_;
  T length_, l_;
  Spacing<T> spacing_;
  EndKind start_kind_, end_kind_;
  typename HingeBend<T>::Side start_hinge_, end_hinge_;  // of revolute ends
  Law<T> strain_, curvature_;
  Vector3<T> natural_;       // K⁰, 1/m
  Vector3<T> natural_turn_;  // rotation vector from edge to edge
  T node_mass_;              // of an inner node, as it resists being accelerated
  T node_weight_;            // of an inner node, as gravity pulls at it, kg
  Vector3<T> inertia_;       // l J of an edge
  std::vector<T> masses_;
  RodInputs<T> inputs_;
};

}  // namespace oldham::rod
