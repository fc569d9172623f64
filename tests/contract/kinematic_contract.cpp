// SPDX-License-Identifier: MIT
#include "contract/kinematic_contract.hpp"

#include <algorithm>
#include <stdexcept>

namespace oldham::test {
namespace {

std::vector<int> without(int n, const std::vector<int>& some) {
  std::vector<int> rest;
  for (int i = 0; i < n; ++i)
    if (std::find(some.begin(), some.end(), i) == some.end()) rest.push_back(i);
  return rest;
}

Vector vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Matrix mass_of(const Mechanics<double>& mechanics, const Vector& q) {
  Matrix M(q.size(), q.size());
  mechanics.mass({q.data(), q.data() + q.size()}, {M.data(), M.data() + M.size()});
  return M;
}

Vector force_of(const Mechanics<double>& mechanics, double t, const Vector& q, const Vector& v) {
  Vector f(q.size());
  mechanics.force(t, {q.data(), q.data() + q.size()}, {v.data(), v.data() + v.size()}, {f.data(), f.data() + f.size()});
  return f;
}

}  // namespace

WholePair::WholePair(std::shared_ptr<const Mechanics<double>> mover, std::shared_ptr<const Mechanics<double>> moved,
                     std::vector<int> of_mover, std::vector<int> of_moved, FollowerOf follower)
    : mover_(std::move(mover)),
      moved_(std::move(moved)),
      of_mover_(std::move(of_mover)),
      of_moved_(std::move(of_moved)),
      follower_(std::move(follower)),
      n_R_(mover_->coordinates()),
      n_F_(moved_->coordinates()),
      m_(static_cast<int>(of_moved_.size())) {
  inner_ = without(n_F_, of_moved_);
  if (!follower_)
    follower_ = [m = m_](double, const Vector& q, const Vector& v) {
      return Follower{q, v, Vector::Zero(m), Matrix::Identity(m, m)};
    };
}

Vector WholePair::start() const {
  const Vector q_F = vector_of(moved_->initial_positions()), v_F = vector_of(moved_->initial_velocities());
  Vector x(states());
  x << vector_of(mover_->initial_positions()), vector_of(mover_->initial_velocities()), q_F(inner_), v_F(inner_);
  return x;
}

WholePair::Instant WholePair::at(double t, const Vector& x) const {
  const int n_i = n_F_ - m_;
  const Vector q_R = x.head(n_R_), v_R = x.segment(n_R_, n_R_);
  const Follower led = follower_(t, q_R(of_mover_), v_R(of_mover_));
  Vector q_F(n_F_), v_F(n_F_);
  q_F(of_moved_) = led.q;
  v_F(of_moved_) = led.v;
  q_F(inner_) = x.segment(2 * n_R_, n_i);
  v_F(inner_) = x.tail(n_i);
  Matrix E_R = Matrix::Zero(m_, n_R_), E_F = Matrix::Zero(m_, n_F_);
  for (std::size_t j = 0; j < of_mover_.size(); ++j) E_R.col(of_mover_[j]) = led.Xi.col(static_cast<Eigen::Index>(j));
  for (int i = 0; i < m_; ++i) E_F(i, of_moved_[i]) = 1;
  const Matrix M_R = mass_of(*mover_, q_R), M_F = mass_of(*moved_, q_F);
  const int n = n_R_ + n_F_;
  Matrix all = Matrix::Zero(n + m_, n + m_);
  all.topLeftCorner(n_R_, n_R_) = M_R;
  all.block(n_R_, n_R_, n_F_, n_F_) = M_F;
  all.block(0, n, n_R_, m_) = E_R.transpose();
  all.block(n_R_, n, n_F_, m_) = -E_F.transpose();
  all.block(n, 0, m_, n_R_) = E_R;
  all.block(n, n_R_, m_, n_F_) = -E_F;
  Vector right(n + m_);
  right << force_of(*mover_, t, q_R, v_R), force_of(*moved_, t, q_F, v_F), -led.bias;
  const Vector found = all.fullPivLu().solve(right);
  const Vector a_F = found.segment(n_R_, n_F_);
  Instant now{Vector(states()), found.tail(m_), 0.5 * v_R.dot(M_R * v_R) + 0.5 * v_F.dot(M_F * v_F)};
  now.dx << v_R, found.head(n_R_), x.tail(n_i), a_F(inner_);
  return now;
}

Matrix WholePair::matrix() const {
  Matrix A(states(), states());
  for (int j = 0; j < states(); ++j) A.col(j) = at(0, Vector::Unit(states(), j)).dx;
  return A;
}

Vector WholePair::integrate(Vector x, double end, int steps) const {
  const double h = end / steps;
  for (int k = 0; k < steps; ++k) {
    const double t = k * h;
    const Vector a = at(t, x).dx, b = at(t + h / 2, x + h / 2 * a).dx, c = at(t + h / 2, x + h / 2 * b).dx,
                 d = at(t + h, x + h * c).dx;
    x += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return x;
}

ChanceMechanics::ChanceMechanics(unsigned seed, double damping) {
  std::mt19937 random(seed);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const auto chance = [&] { return static_cast<double>(random()) / 4294967295.0 * 2 - 1; };
  const int m = 1 + static_cast<int>(seed % 3), n_R = m + pick(1, 2), n_F = m + pick(1, 2);
  const auto positive = [&](int n, double scale) {
    Matrix G(n, n);
    for (double& g : G.reshaped()) g = chance();
    return Matrix(scale * (0.5 * Matrix::Identity(n, n) + G * G.transpose()));
  };
  const auto some = [&](int n) {
    std::vector<int> all(n);
    for (int i = 0; i < n; ++i) all[i] = i;
    for (int i = n - 1; i > 0; --i) std::swap(all[i], all[pick(0, i)]);
    all.resize(m);
    return all;
  };
  M_R = positive(n_R, 1);
  D_R = positive(n_R, damping);
  K_R = positive(n_R, 20);
  M_F = positive(n_F, 1);
  D_F = positive(n_F, damping);
  K_F = positive(n_F, 20);
  // sums of products may differ from their mirror image in the last bit
  for (Matrix* each : {&M_R, &D_R, &K_R, &M_F, &D_F, &K_F})
    *each = each->selfadjointView<Eigen::Lower>().toDenseMatrix();
  of_mover = some(n_R);
  of_moved = some(n_F);
  for (Vector* each : {&q_R, &v_R}) *each = Vector::NullaryExpr(n_R, chance);
  for (Vector* each : {&q_F, &v_F}) *each = Vector::NullaryExpr(n_F, chance);
  for (int i = 0; i < m; ++i) {
    q_F(of_moved[i]) = q_R(of_mover[i]);
    v_F(of_moved[i]) = v_R(of_mover[i]);
  }
}

void ChanceMechanics::part(Matrix& M, const std::vector<int>& coupled) {
  for (int i : coupled)
    for (int j : without(static_cast<int>(M.rows()), coupled)) M(i, j) = M(j, i) = 0;
}

Vector states_of(Cosimulation<double>& system, const MacroState<double>& state) {
  std::vector<double> all(system.vector_size());
  system.read_vector(state, all);
  all.resize(system.state_size());
  return vector_of(all);
}

Correction correction_named(const std::string& name) {
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == name) return row.correction;
  throw std::out_of_range(name);
}

}  // namespace oldham::test
