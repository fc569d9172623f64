// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "kinematic_pairs.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/model/mechanical/kinematic_pair.hpp"

namespace oldham::test {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

inline constexpr ForceKind all_forces[] = {ForceKind::exact, ForceKind::reduced, ForceKind::approximate};

/// What a joint makes of the mover, written down a second time: q_F = ξ(t, q_R) and its derivatives.
struct Follower {
  Vector q, v, bias;
  Matrix Xi;
};
using FollowerOf = std::function<Follower(double t, const Vector& q, const Vector& v)>;

/// Mover and moved system as one, solved without any of the engine: the index-1 system
///
///   M_R a_R + (Ξ E_R)ᵀ Λ = f_R,   M_F a_F − E_Fᵀ Λ = f_F,   Ξ E_R a_R + bias = E_F a_F
///
/// with states (q_R, v_R, inner q_F, inner v_F), which is also the order of the co-simulation.
class WholePair {
 public:
  WholePair(std::shared_ptr<const Mechanics<double>> mover, std::shared_ptr<const Mechanics<double>> moved,
            std::vector<int> of_mover, std::vector<int> of_moved, FollowerOf follower = {});

  int states() const { return 2 * (n_R_ + n_F_ - m_); }
  Vector start() const;
  struct Instant {
    Vector dx, force;  // x', Λ
    double energy;     // kinetic
  };
  Instant at(double t, const Vector& x) const;
  /// x' = A x, of linear ones.
  Matrix matrix() const;
  /// Runge-Kutta of fourth order.
  Vector integrate(Vector x, double end, int steps) const;

 private:
  std::shared_ptr<const Mechanics<double>> mover_, moved_;
  std::vector<int> of_mover_, of_moved_, inner_;
  FollowerOf follower_;
  int n_R_, n_F_, m_;
};

/// Two chance systems with inner coordinates on both sides, one to three coupled coordinates, full matrices, and
/// consistent initial values.
struct ChanceMechanics {
  explicit ChanceMechanics(unsigned seed, double damping = 0.3);

  /// No mass between coupled and inner coordinates of a side.
  void part_masses_of_mover() { part(M_R, of_mover); }
  void part_masses_of_moved() { part(M_F, of_moved); }

  template <class T>
  std::shared_ptr<LinearMechanics<T>> mover() const {
    return make<T>(M_R, D_R, K_R, q_R, v_R);
  }
  template <class T>
  std::shared_ptr<LinearMechanics<T>> moved() const {
    return make<T>(M_F, D_F, K_F, q_F, v_F);
  }
  template <class T>
  std::unique_ptr<Cosimulation<T>> couple(ForceKind forces, const Scheme& scheme) const {
    const IntegratorSettings exact{.kind = IntegratorKind::exact};
    return std::make_unique<Cosimulation<T>>(
        join_kinematically<T>({"R", mover<T>(), of_mover, exact}, {"F", moved<T>(), of_moved, exact}, forces), scheme);
  }
  WholePair whole() const { return {mover<double>(), moved<double>(), of_mover, of_moved}; }

  Matrix M_R, D_R, K_R, M_F, D_F, K_F;
  Vector q_R, v_R, q_F, v_F;
  std::vector<int> of_mover, of_moved;

 private:
  static void part(Matrix& M, const std::vector<int>& coupled);
  template <class T>
  static std::shared_ptr<LinearMechanics<T>> make(const Matrix& M, const Matrix& D, const Matrix& K, const Vector& q,
                                                  const Vector& v) {
    const auto rows = [](const Matrix& m) { return std::vector<T>(m.data(), m.data() + m.size()); };  // symmetric
    auto made = linear_mechanics<T>(rows(M), rows(D), rows(K), static_cast<int>(q.size()));
    made->q0.assign(q.data(), q.data() + q.size());
    made->v0.assign(v.data(), v.data() + v.size());
    return made;
  }
};

/// Λ as the co-simulation has it at a communication point.
template <class T>
std::vector<T> forces_of(const Cosimulation<T>& system, const MacroState<T>& state) {
  const Plan<T>& plan = system.plan();
  const T* w = state.history.row(0);
  std::vector<T> forces;
  if (!plan.laws.empty()) {
    const int m = static_cast<int>(system.assembly().motions.size());
    forces.assign(w + plan.laws[0].first_variable, w + plan.laws[0].first_variable + m);
    return forces;
  }
  for (std::size_t j = 0; j < plan.variable_name.size(); ++j)
    if (plan.variable_name[j].ends_with(".force")) forces.push_back(w[j]);
  return forces;
}

/// States of both subsystems.
Vector states_of(Cosimulation<double>& system, const MacroState<double>& state);

/// A correction by its name.
Correction correction_named(const std::string& name);

}  // namespace oldham::test
