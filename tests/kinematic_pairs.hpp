// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/model/mechanical/kinematic_pair.hpp"

namespace oldham::test {

/// The orders and choices of a kinematic coupling, in one place.
struct KinematicScheme {
  int force_order = 0, motion_order = 0;
  MotionCoupling::Loop loop = MotionCoupling::Loop::jacobi;
  MotionCoupling::Velocity velocity = MotionCoupling::Velocity::automatic;
  MotionCoupling::Outputs outputs = MotionCoupling::Outputs::automatic;
  Schedule::Kind schedule = Schedule::Kind::jacobi;

  Scheme scheme() const {
    Scheme s;
    s.schedule.kind = schedule;
    s.order = force_order;
    s.motion = {motion_order, velocity, outputs, loop};
    s.threads = 1;
    return s;
  }
};

template <class T>
std::unique_ptr<Cosimulation<T>> couple(std::shared_ptr<const Mechanics<T>> mover,
                                        std::shared_ptr<const Mechanics<T>> moved, std::vector<int> of_mover,
                                        std::vector<int> of_moved, ForceKind forces, const KinematicScheme& scheme) {
  const IntegratorSettings exact{.kind = IntegratorKind::exact};
  return std::make_unique<Cosimulation<T>>(
      join_kinematically<T>({"R", std::move(mover), std::move(of_mover), exact},
                            {"F", std::move(moved), std::move(of_moved), exact}, forces),
      scheme.scheme());
}

/// One mass that moves another, which carries a third on a spring and damper: [Schneider2017] section 5.
struct TwoMasses {
  double m_R = 5, m_Fco = 0.5, m_Fin = 0.5, c_R = 100, d_R = 1, c_F = 50, d_F = 0.1;
};

template <class T>
std::shared_ptr<LinearMechanics<T>> linear_mechanics(std::vector<T> M, std::vector<T> D, std::vector<T> K, int n) {
  auto mechanics = std::make_shared<LinearMechanics<T>>();
  mechanics->M = std::move(M);
  mechanics->D = std::move(D);
  mechanics->K = std::move(K);
  mechanics->q0.assign(n, T(0));
  mechanics->v0.assign(n, T(0));
  return mechanics;
}

template <class T>
std::unique_ptr<Cosimulation<T>> couple(const TwoMasses& p, ForceKind forces, const KinematicScheme& scheme) {
  const auto number = [](double value) { return from_decimal<T>(value); };
  const T c = number(p.c_F), d = number(p.d_F);
  return couple<T>(
      linear_mechanics<T>({number(p.m_R)}, {number(p.d_R)}, {number(p.c_R)}, 1),
      linear_mechanics<T>({number(p.m_Fco), T(0), T(0), number(p.m_Fin)}, {d, -d, -d, 2 * d}, {c, -c, -c, 2 * c}, 2),
      {0}, {0}, forces, scheme);
}

/// Two chance systems of one to three coordinates each, of which one or two are coupled; full matrices throughout.
class ChancePair {
 public:
  explicit ChancePair(unsigned seed) : random_(seed) {
    coupled_ = pick(1, 2);
    mover_ = pick(coupled_, 3);
    moved_ = pick(coupled_ + 1, 4);
    for (int n : {mover_, moved_})
      for (double scale : {1.0, 0.3, 20.0}) matrices_.push_back(positive(n, scale));
    of_mover_ = some(mover_);
    of_moved_ = some(moved_);
  }

  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1)); }
  int coupled() const { return coupled_; }

  using Matrix = Eigen::MatrixXd;
  /// Masses with the coupled coordinates first.
  Matrix mass_of_mover() const { return sorted(matrices_[0], mover_, of_mover_); }
  Matrix mass_of_moved() const { return sorted(matrices_[3], moved_, of_moved_); }

  /// No mass between coupled and inner coordinates of the moved side: its motion then takes no accelerations.
  void part_masses_of_moved() {
    const auto is_coupled = [&](int i) { return std::find(of_moved_.begin(), of_moved_.end(), i) != of_moved_.end(); };
    for (int i = 0; i < moved_; ++i)
      for (int j = 0; j < moved_; ++j)
        if (is_coupled(i) != is_coupled(j)) matrices_[3][i * moved_ + j] = 0;
  }

  template <class T>
  std::unique_ptr<Cosimulation<T>> couple(ForceKind forces, const KinematicScheme& scheme) const {
    const auto side = [&](std::size_t first, int n) {
      const auto in_T = [&](const std::vector<double>& m) { return std::vector<T>(m.begin(), m.end()); };
      return linear_mechanics<T>(in_T(matrices_[first]), in_T(matrices_[first + 1]), in_T(matrices_[first + 2]), n);
    };
    return test::couple<T>(side(0, mover_), side(3, moved_), of_mover_, of_moved_, forces, scheme);
  }

 private:
  static Matrix sorted(const std::vector<double>& m, int n, std::vector<int> first) {
    for (int i = 0; i < n; ++i)
      if (std::find(first.begin(), first.end(), i) == first.end()) first.push_back(i);
    Matrix result(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) result(i, j) = m[first[i] * n + first[j]];
    return result;
  }

  double chance() { return static_cast<double>(random_()) / 4294967295.0 * 2 - 1; }

  /// Symmetric and positive definite: scale · (I/2 + G Gᵀ).
  std::vector<double> positive(int n, double scale) {
    std::vector<double> G(n * n), m(n * n);
    for (double& g : G) g = chance();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        m[i * n + j] = i == j ? 0.5 * scale : 0;
        for (int k = 0; k < n; ++k) m[i * n + j] += scale * G[i * n + k] * G[j * n + k];
      }
    return m;
  }

  /// As many coordinates as are coupled, in chance order.
  std::vector<int> some(int n) {
    std::vector<int> all(n);
    for (int i = 0; i < n; ++i) all[i] = i;
    for (int i = n - 1; i > 0; --i) std::swap(all[i], all[pick(0, i)]);
    all.resize(coupled_);
    return all;
  }

  std::mt19937 random_;
  int coupled_, mover_, moved_;
  std::vector<std::vector<double>> matrices_;  // M, D, K of the mover, then of the moved
  std::vector<int> of_mover_, of_moved_;
};

}  // namespace oldham::test
