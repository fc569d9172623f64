// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "oldham/model/multibody/force_elements.hpp"
#include "oldham/model/multibody/joint_coordinate.hpp"
#include "oldham/model/multibody/joint_rows.hpp"

namespace oldham::multibody {

enum class BodyKind { planar_body, planar_point, space_body, space_point, driven, carried };

/// A body with its place among coordinates q and velocities v. Velocities of a body in space are those of its centre,
/// in ground axes, and its angular velocity, in body axes: the mass matrix is constant then.
template <class T>
struct BodySlot {
  BodyKind kind = BodyKind::planar_body;
  int q = 0, v = 0;                                                      // first coordinate, first velocity
  int coordinates = 0, dofs = 0;                                         // how many
  T mass = T(0), inverse_mass = T(0), drag = T(0), angular_drag = T(0);  // mass: with that of carried points
  T weight = T(0);                                                       // mass that gravity pulls at the centre
  Matrix3<T> inertia = Matrix3<T>::Zero(), inverse_inertia = Matrix3<T>::Zero();
  std::array<Prescription<T>, 6> motion;    // of a driven body
  std::vector<std::pair<int, T>> carriers;  // of a carried point: bodies and weights

  /// Degrees of freedom that are no turns: they come first.
  int straight() const { return kind == BodyKind::planar_body ? 2 : kind == BodyKind::space_body ? 3 : dofs; }
  bool turns() const { return kind == BodyKind::planar_body || kind == BodyKind::space_body; }
};

/// The part of the Jacobian of some rows that belongs to one body.
template <class T>
struct JacobianBlock {
  int rows_index = 0;  // among the joint rows
  int rows = 0;        // of them
  int first_row = 0;
  int body = 0;
  int start = 0;  // of its numbers: rows x width, row-major
  int width = 0;  // dofs of the body; 6 for a driven one (velocity, angular velocity)
};

/// A mechanism compiled from its description: what does not change while it moves.
///   M v̇ = Q(t, q, v, u) − Jᵀ λ,   Φ(t, q, u) = 0,   Φ̇ = J v + ∂Φ/∂t
template <class T>
struct Mechanism {
  explicit Mechanism(const MechanismDescription& description);

  MechanismDescription description;
  std::vector<BodySlot<T>> bodies;
  std::vector<JointRows<T>> joints;      // in the order of the joints
  std::vector<JacobianBlock<T>> blocks;  // of movable bodies
  std::vector<JacobianBlock<T>> known;   // of driven bodies
  std::vector<ForceElement<T>> forces;   // as described, then those of ports and frames
  std::vector<JointCoordinate<T>> told;  // of the joints that publish theirs
  std::vector<int> applied, held;        // per port, per frame: its element among the forces
  int coordinates = 0, dofs = 0, rows = 0, jacobian_size = 0, known_size = 0, inputs = 0;
  Vector3<T> gravity;
  std::vector<T> q0, v0;  // as described, joints perhaps not closed
  std::vector<T> u0;      // inputs that leave driven bodies and drivers as described

  /// Where all bodies are, with inputs u. `into` has one entry per body.
  void place(const T& t, const T* q, const T* v, const T* u, Motion<T>* into) const;
  const Motion<T>& motion_of(int body, const Motion<T>* motions) const {
    return body == ground ? at_rest_ : motions[body];
  }
  /// q ← q moved by the increments Δ (as velocities are counted), exactly on the rotations.
  void move(T* q, const T* increments) const;
  /// q̇ from v.
  void rates(const T* q, const T* v, T* dq) const;
  /// x ← M⁻¹ x
  void divide_by_mass(T* x) const;

 private:
  void add_body(const BodyDescription& body);
  void add_joint(const JointDescription& joint, const std::vector<Motion<T>>& stand);
  void add_blocks();

  Motion<T> at_rest_;
};

/// The bodies with coordinates that move two sides, each once: they themselves, or those that carry them.
template <class T>
std::vector<int> movers_of(const Mechanism<T>& m, const std::array<int, 2>& sides) {
  std::vector<int> movers;
  const auto add = [&](int body) {
    if (std::find(movers.begin(), movers.end(), body) == movers.end()) movers.push_back(body);
  };
  for (const int side : sides) {
    if (side == ground) continue;
    if (m.bodies[side].kind != BodyKind::carried) add(side);
    for (const auto& [carrier, weight] : m.bodies[side].carriers) add(carrier);
  }
  return movers;
}

}  // namespace oldham::multibody
