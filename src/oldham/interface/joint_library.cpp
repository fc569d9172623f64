// SPDX-License-Identifier: MIT
#include "oldham/interface/joint_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/interface/constraint_joint.hpp"

namespace oldham {
namespace {

/// Linear and of any size, hence without jets.
template <class T>
class CoincidentJoint final : public KinematicJoint<T> {
 public:
  explicit CoincidentJoint(int coordinates) : n_(coordinates) { check_shape({name(), n_, n_}); }

  int mover_coordinates() const final { return n_; }
  int moved_coordinates() const final { return n_; }
  bool is_linear() const final { return true; }
  std::string name() const final { return "coincident"; }
  std::string solve(const T&, std::span<const T> q_R, std::span<const T> v_R, DependentMotion<T>& motion) const final {
    assert(static_cast<int>(q_R.size()) == n_ && static_cast<int>(v_R.size()) == n_);
    motion.resize(n_, n_);
    std::copy(q_R.begin(), q_R.end(), motion.position.begin());
    std::copy(v_R.begin(), v_R.end(), motion.velocity.begin());
    std::fill(motion.bias.begin(), motion.bias.end(), T(0));
    std::fill(motion.jacobian.begin(), motion.jacobian.end(), T(0));
    for (int i = 0; i < n_; ++i) motion.jacobian[i * n_ + i] = T(1);
    return {};
  }

 private:
  int n_;
};

template <class Vector>
Vector unit(const char* where, Vector a) {
  using std::sqrt;
  auto square = a[0] * a[0];
  for (std::size_t k = 1; k < a.size(); ++k) square += a[k] * a[k];
  if (!(square > 0)) throw_wrong_input(where, "its direction has no length", "give a direction other than zero");
  for (auto& component : a) component /= sqrt(square);
  return a;
}

/// Directors are told as decimals: ten digits of a right angle are meant as one, fewer are a mistake.
template <class T>
void check_orthonormal(const std::vector<std::array<T, 3>>& d) {
  using std::abs;
  for (std::size_t k = 0; k < d.size(); ++k)
    for (std::size_t l = 0; l <= k; ++l) {
      const T product = d[k][0] * d[l][0] + d[k][1] * d[l][1] + d[k][2] * d[l][2];
      if (!(abs(T(product - (k == l ? 1 : 0))) <= 1e-10))
        throw_wrong_input("joint 'clamped'", fmt::format("d{} . d{} = {:.12g}", l + 1, k + 1, to_double(product)),
                          "give directors of unit length at right angles");
    }
}

template <class T>
Joint<T> make_body_joint(std::string name, RotationKind rotation, const std::array<T, 3>& s,
                         std::vector<std::array<T, 3>> directors) {
  using Formula = PointWithDirectors<T>;
  const int moved = 3 + 3 * static_cast<int>(directors.size());
  return std::make_unique<ExplicitJoint<T, Formula>>(JointShape{std::move(name), 3 + coordinate_count(rotation), moved},
                                                     Formula{rotation, s, std::move(directors)});
}

}  // namespace

template <class T>
Joint<T> make_coincident_joint(int coordinates) {
  return std::make_unique<CoincidentJoint<T>>(coordinates);
}

template <class T>
Joint<T> make_distance_joint(const Guide<T>& guide, const T& length) {
  const std::size_t n = guide.base.size();
  if ((n != 2 && n != 3) || guide.direction.size() != n)
    throw_wrong_input(
        "joint 'distance'",
        fmt::format("its guide has a base of {} and a direction of {} coordinates", n, guide.direction.size()),
        "give two of each in the plane, three in space");
  if (!(length > 0))
    throw_wrong_input("joint 'distance'", fmt::format("its length is {:.6g} m", to_double(length)),
                      "give a length above zero; points without distance are a spherical or revolute joint");
  using Constraint = RodToGuide<T>;
  return std::make_unique<ConstraintJoint<T, Constraint>>(
      JointShape{"distance", static_cast<int>(n), 1},
      Constraint{guide.base, unit("joint 'distance'", guide.direction), length});
}

template <class T>
Joint<T> make_spherical_joint(RotationKind rotation, const std::array<T, 3>& s) {
  return make_body_joint<T>("spherical", rotation, s, {});
}

template <class T>
Joint<T> make_revolute_joint(RotationKind rotation, const std::array<T, 3>& s, const std::array<T, 3>& axis) {
  return make_body_joint<T>("revolute", rotation, s, {unit("joint 'revolute'", axis)});
}

template <class T>
Joint<T> make_planar_revolute_joint(const std::array<T, 2>& s) {
  using Formula = PlanarPoint<T>;
  return std::make_unique<ExplicitJoint<T, Formula>>(JointShape{"planar revolute", 3, 2}, Formula{s});
}

template <class T>
Joint<T> make_planar_prismatic_joint(const std::array<T, 2>& s, const std::array<T, 2>& direction, const T& turn) {
  using Formula = PlanarCarriage<T>;
  return std::make_unique<ExplicitJoint<T, Formula>>(JointShape{"planar prismatic", 4, 3},
                                                     Formula{s, unit("joint 'planar prismatic'", direction), turn});
}

template <class T>
Joint<T> make_clamped_joint(RotationKind rotation, const std::array<T, 3>& s,
                            const std::vector<std::array<T, 3>>& directors) {
  if (directors.size() != 2 && directors.size() != 3)
    throw_wrong_input("joint 'clamped'", fmt::format("it has {} directors", directors.size()),
                      "give two or three; one is a revolute joint, none a spherical one");
  check_orthonormal(directors);
  return make_body_joint<T>("clamped", rotation, s, directors);
}

template <class T>
Joint<T> make_clamped_quaternion_joint(const std::array<T, 3>& s, const std::array<T, 4>& c) {
  using Formula = PointWithQuaternion<T>;
  return std::make_unique<ExplicitJoint<T, Formula>>(JointShape{"clamped", 7, 7},
                                                     Formula{s, unit("joint 'clamped'", c)});
}

#define OLDHAM_INSTANTIATE_JOINTS(T)                                                                                 \
  template Joint<T> make_coincident_joint(int);                                                                      \
  template Joint<T> make_distance_joint(const Guide<T>&, const T&);                                                  \
  template Joint<T> make_spherical_joint(RotationKind, const std::array<T, 3>&);                                     \
  template Joint<T> make_revolute_joint(RotationKind, const std::array<T, 3>&, const std::array<T, 3>&);             \
  template Joint<T> make_planar_revolute_joint(const std::array<T, 2>&);                                             \
  template Joint<T> make_planar_prismatic_joint(const std::array<T, 2>&, const std::array<T, 2>&, const T&);         \
  template Joint<T> make_clamped_joint(RotationKind, const std::array<T, 3>&, const std::vector<std::array<T, 3>>&); \
  template Joint<T> make_clamped_quaternion_joint(const std::array<T, 3>&, const std::array<T, 4>&);
OLDHAM_INSTANTIATE_JOINTS(double)
OLDHAM_INSTANTIATE_JOINTS(Multiprecision)
#undef OLDHAM_INSTANTIATE_JOINTS

}  // namespace oldham
