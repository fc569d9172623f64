// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cassert>
#include <limits>
#include <utility>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/interface/jet.hpp"
#include "oldham/interface/kinematic_joint.hpp"

namespace oldham {

struct NewtonLimits {
  int iterations = 50;
  /// Smallest pivot of ∂g/∂q_F, in parts of the largest entry of its row of (∂g/∂t, ∂g/∂q_R, ∂g/∂q_F). Where solutions
  /// meet and end, round-off ε leaves Newton √ε = 1.5e-8 beside the singular point: this bound still sees it.
  double smallest_pivot = 1e-6;
};

/// A joint given by as many equations as it moves coordinates: g(t, q_R, q_F) = 0, with
///
///   G_F v_F = −(G_R v_R + g_t),   G_F a_F = −(G_R a_R + g^II),   g^II = d²/ds² g(t + s, q_R + s v_R, q_F + s v_F)
///
/// [Schneider2017] Eqs. (17)-(19); g^II here also holds g_tt and 2 g_tq v.
///
/// The constraint is a callable that takes any scalar S: `g(const S& t, const S* q_R, const S* q_F, S* residual)`; a
/// lambda with `auto` will do. `most` bounds the equations, so that nothing is allocated; Eigen::Dynamic lifts it.
template <class T, class Constraint, int most = 16>
class ConstraintJoint final : public KinematicJoint<T> {
 public:
  ConstraintJoint(JointShape shape, Constraint g, NewtonLimits limits = {})
      : shape_(std::move(shape)), g_(std::move(g)), limits_(limits) {
    check_shape(shape_);
    if (most != Eigen::Dynamic && shape_.moved > most)
      throw_wrong_input(fmt::format("joint '{}'", shape_.name),
                        fmt::format("it has {} equations, room is for {}", shape_.moved, most),
                        "raise the last template argument, or set it to Eigen::Dynamic");
  }

  int mover_coordinates() const final { return shape_.mover; }
  int moved_coordinates() const final { return shape_.moved; }
  bool is_linear() const final { return shape_.is_linear; }
  std::string name() const final { return shape_.name; }

  std::string solve(const T& t, std::span<const T> q_R, std::span<const T> v_R,
                    DependentMotion<T>& motion) const final {
    using std::abs;
    const int n = shape_.mover, m = shape_.moved;
    assert(static_cast<int>(q_R.size()) == n && static_cast<int>(v_R.size()) == n);
    Arguments at(t, q_R, m);
    if (static_cast<int>(motion.position.size()) != m) motion.position.assign(m, T(0));
    Vector q = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(motion.position.data(), m);
    const char* failure = find_position(at, q);

    // first derivatives there; the room for Ξ holds G_R until G_F is known
    motion.resize(m, n);
    Matrix G_F(m, m);
    Vector g(m), g_t(m), row(m);
    at.place(q);
    differentiate(at, at.t, g_t);
    row = g_t.cwiseAbs();
    for (int j = 0; j < n; ++j) {
      differentiate(at, at.q_R[j], g);
      for (int i = 0; i < m; ++i) motion.jacobian[i * n + j] = g(i);
      row = row.cwiseMax(g.cwiseAbs());
    }
    linearise(at, g, G_F);
    for (int i = 0; i < m; ++i) {
      // an equation counts the same in any unit it is written in
      for (int j = 0; j < m; ++j) row(i) = std::max<T>(row(i), abs(G_F(i, j)));
      if (row(i) == 0) row(i) = T(1);
    }
    const Vector inverse_row = row.cwiseInverse();
    const Lu lu = factorise(inverse_row, G_F);

    const T pivot = abs(lu.matrixLU()(m - 1, m - 1));
    const std::span<const T> q_F(q.data(), q.data() + m);
    const double violation = to_double(T(g.cwiseAbs().maxCoeff()));
    if (!(pivot >= limits_.smallest_pivot))
      return joint_failure(
          shape_, t, q_R, q_F,
          fmt::format(
              "the constraint does not determine coordinate {} of q_F: dg/dq_F is singular, smallest pivot {:.3g} "
              "in parts of its row (at least {:.3g} is needed), g = {:.3g}",
              lu.permutationQ().indices()(m - 1) + 1, to_double(pivot), limits_.smallest_pivot, violation));
    if (failure)
      return joint_failure(
          shape_, t, q_R, q_F,
          fmt::format("Newton's method did not solve the constraint: {}, g = {:.3g}, smallest pivot of "
                      "dg/dq_F {:.3g}; is there a solution, and does the guess lie near it?",
                      failure, violation, to_double(pivot)));

    // Ξ = −G_F⁻¹ G_R, v_F = Ξ v_R − G_F⁻¹ g_t
    Vector v = -lu.solve(g_t.cwiseProduct(inverse_row));
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) g(i) = motion.jacobian[i * n + j] * inverse_row(i);
      const Vector column = -lu.solve(g);
      v += column * v_R[j];
      for (int i = 0; i < m; ++i) motion.jacobian[i * n + j] = column(i);
    }
    // bias = −G_F⁻¹ g^II
    at.t.first = T(1);
    for (int j = 0; j < n; ++j) at.q_R[j].first = v_R[j];
    for (int j = 0; j < m; ++j) at.q_F[j].first = v(j);
    evaluate(at);
    for (int i = 0; i < m; ++i) g(i) = at.g[i].second * inverse_row(i);
    const Vector bias = -lu.solve(g);
    for (int i = 0; i < m; ++i) {
      motion.position[i] = q(i);
      motion.velocity[i] = v(i);
      motion.bias[i] = bias(i);
    }
    return {};
  }

 private:
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1, Eigen::ColMajor, most, 1>;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most, most>;
  using Lu = Eigen::FullPivLU<Matrix>;
  using Jets = boost::container::small_vector<Jet<T>, 16>;

  struct Arguments {
    Jet<T> t;
    Jets q_R, q_F, g;
    Arguments(const T& now, std::span<const T> mover, int m) : t(now), q_R(mover.begin(), mover.end()), q_F(m), g(m) {}
    void place(const Vector& q) {
      for (int i = 0; i < q.size(); ++i) q_F[i].value = q(i);
    }
  };

  void evaluate(Arguments& at) const {
    g_(std::as_const(at.t), std::as_const(at.q_R).data(), std::as_const(at.q_F).data(), at.g.data());
  }
  void differentiate(Arguments& at, Jet<T>& variable, Vector& derivative) const {
    variable.first = T(1);
    evaluate(at);
    variable.first = T(0);
    for (int i = 0; i < derivative.size(); ++i) derivative(i) = at.g[i].first;
  }
  /// g and G_F.
  void linearise(Arguments& at, Vector& g, Matrix& G_F) const {
    for (int j = 0; j < g.size(); ++j) {
      differentiate(at, at.q_F[j], g);
      G_F.col(j) = g;
    }
    read(at, g);
  }
  static Lu factorise(const Vector& scale, const Matrix& G_F) {
    Lu lu(G_F.rows(), G_F.cols());
    lu.setThreshold(std::numeric_limits<T>::epsilon() * G_F.rows());  // its default, said aloud: gcc sees none
    lu.compute(scale.asDiagonal() * G_F);
    return lu;
  }
  void read(const Arguments& at, Vector& g) const {
    for (int i = 0; i < g.size(); ++i) g(i) = at.g[i].value;
  }

  /// Newton's method, shortened until the correction shrinks as seen through the last Jacobian; this asks for no
  /// scaling of g. Returns what went wrong, or nothing; q is then the solution, otherwise where it got stuck.
  const char* find_position(Arguments& at, Vector& q) const {
    using std::isfinite;
    using std::sqrt;
    const T epsilon = std::numeric_limits<T>::epsilon(), root = sqrt(epsilon);
    const int m = shape_.moved;
    Vector g(m), scale(m), correction(m), trial(m), rest(m);
    Matrix G_F(m, m);
    for (int k = 0; k < limits_.iterations; ++k) {
      at.place(q);
      linearise(at, g, G_F);
      if (!isfinite(T(g.sum() + G_F.sum()))) return "the constraint or its derivative is not finite";
      // rows at the same size, or the rank would depend on the units of the equations
      for (int i = 0; i < m; ++i) {
        const T largest = G_F.row(i).cwiseAbs().maxCoeff();
        scale(i) = largest > 0 ? T(1 / largest) : T(1);
      }
      const Lu lu = factorise(scale, G_F);
      if (!lu.isInvertible()) return "it met a singular dg/dq_F";
      correction = -lu.solve(g.cwiseProduct(scale));
      const T length = correction.cwiseAbs().maxCoeff(), size = q.cwiseAbs().maxCoeff();
      const bool is_small = length <= root * (1 + size);

      T step(1), left(0);
      for (;; step /= 2) {
        trial = q + step * correction;
        at.place(trial);
        evaluate(at);
        read(at, g);
        rest = -lu.solve(g.cwiseProduct(scale));
        left = rest.cwiseAbs().maxCoeff();
        if (left <= (1 - step / 2) * length) break;
        if (is_small) return nullptr;  // round-off is all that is left
        if (step < 1e-6) return "no step along its direction came nearer";
      }
      q = trial;
      if (step == 1 && left <= 4 * epsilon * size) {
        q += rest;
        return nullptr;
      }
    }
    return "too many iterations";
  }

  JointShape shape_;
  Constraint g_;
  NewtonLimits limits_;
};

}  // namespace oldham
