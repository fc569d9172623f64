// SPDX-License-Identifier: MIT
#pragma once

#include <boost/container/small_vector.hpp>
#include <cassert>
#include <utility>

#include "oldham/interface/jet.hpp"
#include "oldham/interface/kinematic_joint.hpp"

namespace oldham {

/// A joint whose dependent coordinates are known by formula: q_F = ξ(t, q_R).
///
/// The formula is a callable that takes any scalar S: `formula(const S& t, const S* q_R, S* q_F)`; a lambda with `auto`
/// will do. It is called with jets, from which velocity, bias and Ξ come without a second formula.
template <class T, class Formula>
class ExplicitJoint final : public KinematicJoint<T> {
 public:
  ExplicitJoint(JointShape shape, Formula formula) : shape_(std::move(shape)), formula_(std::move(formula)) {
    check_shape(shape_);
  }

  int mover_coordinates() const final { return shape_.mover; }
  int moved_coordinates() const final { return shape_.moved; }
  bool is_linear() const final { return shape_.is_linear; }
  std::string name() const final { return shape_.name; }

  std::string solve(const T& t, std::span<const T> q_R, std::span<const T> v_R,
                    DependentMotion<T>& motion) const final {
    const int n = shape_.mover, m = shape_.moved;
    assert(static_cast<int>(q_R.size()) == n && static_cast<int>(v_R.size()) == n);
    motion.position.resize(m);
    const Jet<T> now(t, T(0), T(0));
    boost::container::small_vector<Jet<T>, 16> mover(n), moved(m);

    // a failure must leave the position, so it is looked at before it is written
    for (int j = 0; j < n; ++j) mover[j] = Jet<T>(q_R[j], v_R[j], T(0));
    formula_(Jet<T>(t, T(1), T(0)), mover.data(), moved.data());
    using std::isfinite;
    for (const Jet<T>& x : moved)
      if (!isfinite(x.value) || !isfinite(x.first) || !isfinite(x.second))
        return joint_failure<T>(shape_, t, q_R, motion.position,
                                "its formula or a derivative of it is not finite; the mover is where the joint has no "
                                "dependent coordinates, or the time step led it there");

    motion.resize(m, n);
    for (int i = 0; i < m; ++i) {
      motion.position[i] = moved[i].value;
      motion.velocity[i] = moved[i].first;
      motion.bias[i] = moved[i].second;
    }
    // Ξ column by column
    for (int j = 0; j < n; ++j) mover[j].first = T(0);
    for (int j = 0; j < n; ++j) {
      mover[j].first = T(1);
      formula_(now, mover.data(), moved.data());
      for (int i = 0; i < m; ++i) motion.jacobian[i * n + j] = moved[i].first;
      mover[j].first = T(0);
    }
    return {};
  }

 private:
  JointShape shape_;
  Formula formula_;
};

}  // namespace oldham
