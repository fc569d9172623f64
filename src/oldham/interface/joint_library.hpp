// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "oldham/interface/explicit_joint.hpp"
#include "oldham/interface/joint_formulas.hpp"
#include "oldham/interface/kinematic_joint.hpp"
#include "oldham/interface/rotation_coordinates.hpp"

namespace oldham {

/// Ready-made joints. A mover prescribes coordinates of the moved system, hence a joint must determine as many of them
/// as it has equations: what a joint leaves free is a coordinate that it does not mention (a rotation about the pivot),
/// or one of the mover (where the carriage stands on its guide).
template <class T>
using Joint = std::unique_ptr<const KinematicJoint<T>>;

/// Coincident coordinates: q_F = q_R, any number of them.
template <class T>
Joint<T> make_coincident_joint(int coordinates);

/// Coincident coordinates with a prescribed offset: q_F,i = q_R,i + c_i(t), for `c(const S& t, S* into)` of any scalar
/// S.
template <class T, class Offset>
Joint<T> make_offset_joint(int coordinates, Offset c) {
  using Formula = OffsetCoordinates<Offset>;
  return std::make_unique<ExplicitJoint<T, Formula>>(JointShape{"offset", coordinates, coordinates},
                                                     Formula{coordinates, std::move(c)});
}

/// A straight line in the plane or in space.
template <class T>
struct Guide {
  std::vector<T> base;       // b, two or three coordinates, m
  std::vector<T> direction;  // of any length but zero
};

/// Distance: a rod of length L (m) from the mover's point q_R = (x, y) or (x, y, z) to a point of the moved system that
/// runs on a guide, q_F = its place b + q_F e along it:  |b + q_F e − q_R| = L.
/// Solved by Newton; the guess chooses the side. Singular where the rod stands across the guide.
template <class T>
Joint<T> make_distance_joint(const Guide<T>& guide, const T& length);

/// Spherical: q_F = r + R s = the point (x, y, z) of the moved system that is held at s of the mover's body, with
/// q_R = (r, rotation); 3 equations.
template <class T>
Joint<T> make_spherical_joint(RotationKind rotation, const std::array<T, 3>& s);

/// Revolute in space: q_F = (r + R s, R a), a point of the moved system and the director along its hinge axis, held at
/// s and a of the mover's body, with q_R = (r, rotation); 6 equations, for a moved system with directors as
/// coordinates. Its other directors are not mentioned, hence free to turn about the axis.
template <class T>
Joint<T> make_revolute_joint(RotationKind rotation, const std::array<T, 3>& s, const std::array<T, 3>& axis);

/// Revolute in the plane: q_F = r + A(φ) s, the point (x, y) of the moved system that is pinned to s of the mover's
/// body, with q_R = (x, y, φ); 2 equations. The angle of the moved system is not mentioned, hence free.
template <class T>
Joint<T> make_planar_revolute_joint(const std::array<T, 2>& s);

/// Prismatic in the plane: q_F = (r + A(φ) (s + σ e), φ + δ), place and angle of a moved body that slides without
/// turning on a guide through s along e of the mover's body, with q_R = (x, y, φ, σ); 3 equations. The free coordinate
/// σ of the slide is one of the mover: in absolute coordinates x and y both change with it, so it cannot stay behind in
/// F.
template <class T>
Joint<T> make_planar_prismatic_joint(const std::array<T, 2>& s, const std::array<T, 2>& direction, const T& turn);

/// Clamped, with directors: q_F = (r + R s, R d_1, R d_2[, R d_3]), 9 or 12 equations; the d_k are those of the clamped
/// frame in axes of the mover's body, with q_R = (r, rotation). Refused unless they are orthonormal.
template <class T>
Joint<T> make_clamped_joint(RotationKind rotation, const std::array<T, 3>& s,
                            const std::vector<std::array<T, 3>>& directors);

/// Clamped, with a quaternion: q_F = (r + R(p) s, p ∘ c), 7 equations; c turns the clamped frame within the mover's
/// body, with q_R = (r, p).
template <class T>
Joint<T> make_clamped_quaternion_joint(const std::array<T, 3>& s, const std::array<T, 4>& c);

}  // namespace oldham
