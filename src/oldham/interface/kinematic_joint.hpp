// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oldham {

/// How the coupled coordinates of the moved system follow the mover: q_F = ξ(t, q_R) and
///
///   v_F = Ξ v_R + ∂ξ/∂t,   a_F = Ξ a_R + bias,   Ξ = ∂ξ/∂q_R
///
/// The bias is what is left of a_F without a_R: second derivatives along (1, v_R). By virtual power the force Λ on the
/// coordinates q_F acts as −Ξᵀ Λ on those of the mover.
template <class T>
struct DependentMotion {
  std::vector<T> position, velocity, bias;  // of the moved coordinates
  std::vector<T> jacobian;                  // Ξ, row-major, moved x mover

  void resize(int moved, int mover) {
    for (auto* vector : {&position, &velocity, &bias}) vector->resize(moved);
    jacobian.resize(static_cast<std::size_t>(moved) * mover);
  }
};

/// A kinematic coupling g(t, q_R, q_F) = 0, solved for the coupled coordinates q_F of the moved system, of which there
/// are as many as equations. [Schneider2017] Lemma 2.3, with time added.
template <class T>
class KinematicJoint {
 public:
  virtual ~KinematicJoint() = default;
  virtual int mover_coordinates() const = 0;
  virtual int moved_coordinates() const = 0;
  virtual bool is_linear() const = 0;  // ξ affine in q_R, Ξ constant, no time
  virtual std::string name() const = 0;

  /// Empty, or why there is no dependent motion, with names and numbers; the position is then what it was.
  /// The position on entry is the guess that a joint without explicit formula starts from, and by that the choice
  /// between several solutions; of another size it counts as zero.
  [[nodiscard]] virtual std::string solve(const T& t, std::span<const T> q_R, std::span<const T> v_R,
                                          DependentMotion<T>& motion) const = 0;
};

/// What a joint says of itself.
struct JointShape {
  std::string name;
  int mover = 0, moved = 0;  // numbers of coordinates
  bool is_linear = false;    // ξ affine in q_R, Ξ constant, no time
};

/// Refuses a shape without name or coordinates.
void check_shape(const JointShape& shape);

/// "joint 'distance' at t = 0, q_R = (1, 2), q_F = (3): <reason>".
template <class T>
std::string joint_failure(const JointShape& shape, const T& t, std::span<const T> q_R, std::span<const T> q_F,
                          std::string_view reason);

}  // namespace oldham
