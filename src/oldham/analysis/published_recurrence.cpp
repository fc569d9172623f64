// SPDX-License-Identifier: MIT
#include "oldham/analysis/published_recurrence.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/subsystem/matrix_exponential.hpp"

namespace oldham {
namespace {

template <class T>
using Matrix = typename KinematicMatrices<T>::Matrix;

template <class T>
Matrix<T> block_diagonal(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> both = Matrix<T>::Zero(a.rows() + b.rows(), a.cols() + b.cols());
  both.topLeftCorner(a.rows(), a.cols()) = a;
  both.bottomRightCorner(b.rows(), b.cols()) = b;
  return both;
}

template <class T>
std::vector<T> row_major(const Matrix<T>& m) {
  std::vector<T> entries;
  entries.reserve(m.size());
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) entries.push_back(m(i, j));
  return entries;
}

/// T^r: entry (i, p) is the factor of (τ/H)^p in the weight of the sample at −iH. [Schneider2017] eq. (30)
template <class T>
Matrix<T> extrapolation_weights(int order) {
  Matrix<T> weights = Matrix<T>::Zero(order + 1, order + 1);
  for (int i = 0; i <= order; ++i) {
    weights(i, 0) = T(1);
    // Π_{j≠i} (θ + j) / (j − i)
    for (int j = 0; j <= order; ++j) {
      if (j == i) continue;
      for (int p = order; p >= 0; --p)
        weights(i, p) = (weights(i, p) * T(j) + (p > 0 ? weights(i, p - 1) : T(0))) / T(j - i);
    }
  }
  return weights;
}

}  // namespace

template <class T>
PublishedForm<T> make_published_form(const KinematicMatrices<T>& pair) {
  const auto& [R, F, motion, reaction_R, reaction_F] = pair;
  std::vector<int> positions, velocities;
  for (int i = 0; i < static_cast<int>(R.velocity_of.size()); ++i)
    if (R.velocity_of[i] >= 0) {
      positions.push_back(i);
      velocities.push_back(R.velocity_of[i]);
    }
  const int n = static_cast<int>(positions.size()), states = static_cast<int>(R.A.rows());
  PublishedForm<T> form{R.A, R.B, Matrix<T>::Zero(3 * n, states), Matrix<T>::Zero(3 * n, R.B.cols()), F.A, {}, {}, {}};
  for (int i = 0; i < n; ++i) {
    form.C_R(i, positions[i]) = form.C_R(n + i, velocities[i]) = T(1);
    form.C_R.row(2 * n + i) = R.A.row(velocities[i]);
    form.D_R.row(2 * n + i) = R.B.row(velocities[i]);
  }
  // what the ports of the mover say in terms of (q, v, v̇): those that answer to Λ are P v̇ with v̇ = A_v x + B_v u, the
  // others C x. Where rows of v̇ depend on each other P is not unique, but says the same of any v̇ that occurs.
  const Matrix<T> A_v = form.C_R.bottomRows(n);
  Matrix<T> acceleration(n, states + R.B.cols()), answer = Matrix<T>::Zero(R.C.rows(), acceleration.cols());
  acceleration << A_v, form.D_R.bottomRows(n);
  for (int i = 0; i < answer.rows(); ++i)
    if (!R.D.row(i).isZero(0)) answer.row(i) << R.C.row(i), R.D.row(i);
  const Matrix<T> by_acceleration =
      acceleration.transpose().colPivHouseholderQr().solve(answer.transpose()).transpose();
  const Matrix<T> by_state = R.C - by_acceleration * A_v;
  Matrix<T> ports(R.C.rows(), 3 * n);
  ports.rightCols(n) = by_acceleration;
  for (int i = 0; i < n; ++i) {
    ports.col(i) = by_state.col(positions[i]);
    ports.col(n + i) = by_state.col(velocities[i]);
  }
  form.B_F = F.B * motion * ports;
  form.C_F = reaction_F * F.C;
  form.D_F = (reaction_R + reaction_F * F.D * motion) * ports;
  return form;
}

template <class T>
Matrix<T> PublishedRecurrence<T>::matrix(const T& step_length) const {
  const Matrix<T> A = block_diagonal<T>(form.A_R, form.A_F), B = block_diagonal<T>(form.B_R, form.B_F),
                  C = block_diagonal<T>(form.C_R, form.C_F), D = block_diagonal<T>(form.D_R, form.D_F);
  const int n = static_cast<int>(A.rows()), m = static_cast<int>(D.rows()), r = order;
  const int force = static_cast<int>(form.D_F.rows()), motion = m - force;
  // u = L y: (u_R, u_F) = (y_F, y_R)
  Matrix<T> L = Matrix<T>::Zero(m, m);
  L.topRightCorner(force, force).setIdentity();
  L.bottomLeftCorner(motion, motion).setIdentity();
  const bool printed = samples == InputSamples::printed;
  const Matrix<T> of_x = printed ? Matrix<T>(L * C) : Matrix<T>::Zero(m, n);  // u_k = of_x · x_k + of_y · y_k
  const Matrix<T> of_y = printed ? Matrix<T>(L * D * L) : L;

  using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Propagator<T> propagator = compute_propagator(row_major<T>(A), row_major<T>(B), n, m, step_length, r);
  const Matrix<T> gamma = Eigen::Map<const RowMajor>(propagator.gamma.data(), n, m * (r + 1));
  const Matrix<T> weights = extrapolation_weights<T>(r);

  const int depth = r + 1, y0 = depth * n, size = depth * (n + m);
  Matrix<T> S = Matrix<T>::Zero(size, size);
  S.topLeftCorner(n, n) = Eigen::Map<const RowMajor>(propagator.phi.data(), n, n);
  for (int i = 0; i < depth; ++i) {
    Matrix<T> integral = Matrix<T>::Zero(n, m);  // ∫ e^{A(H−τ)} B T_i(τ) dτ
    for (int p = 0; p < depth; ++p) integral += gamma.middleCols(p * m, m) * weights(i, p);
    S.block(0, i * n, n, n) += integral * of_x;
    S.block(0, y0 + i * m, n, m) = integral * of_y;
  }
  S.middleRows(y0, m) = C * S.topRows(n);
  for (int i = 0; i < depth; ++i) S.block(y0, y0 + i * m, m, m) += D * L * weights.row(i).sum();  // T^r(H, H)
  for (int i = 0; i + 1 < depth; ++i) {
    S.block((i + 1) * n, i * n, n, n).setIdentity();
    S.block(y0 + (i + 1) * m, y0 + i * m, m, m).setIdentity();
  }
  return S;
}

template <class T>
std::vector<Eigenvalue<T>> PublishedRecurrence<T>::eigenvalues(const T& step_length) const {
  const Matrix<T> S = matrix(step_length);
  return compute_eigenvalues(row_major<T>(S), static_cast<int>(S.rows()));
}

template <class T>
PublishedRecurrence<T> make_published_recurrence(const Cosimulation<T>& system) {
  const std::string& name = system.assembly().name;
  const char* remedy = "leave out --recurrence";
  const auto pair = read_kinematic_matrices(system);
  if (!pair) throw_missing_capability(name, "no closed-form recurrence has been published for this system", remedy);
  // only exact propagation tells how a step answers, beside doing it
  for (const auto& subsystem : system.assembly().subsystems)
    if (const Capabilities& can = subsystem->description().capabilities; !can.step_sensitivity || !can.linear)
      throw_wrong_input(name,
                        fmt::format("the published recurrence is that of exact propagation, but '{}' has another "
                                    "integrator",
                                    subsystem->description().name),
                        "use integrator = \"exact\", or leave out --recurrence");
  const Scheme& scheme = system.scheme();
  if (system.plan().groups.size() != 1 || scheme.correction.least > 0 ||
      scheme.motion.loop != MotionCoupling::Loop::jacobi)
    throw_missing_capability(name, "the published recurrence is that of explicit Jacobi coupling, loop included",
                             remedy);
  if (scheme.order != scheme.motion.order)
    throw_missing_capability(name, "the published recurrence has force_order = state_order", remedy);
  return {make_published_form(*pair), scheme.order};
}

template PublishedForm<double> make_published_form(const KinematicMatrices<double>&);
template PublishedForm<Multiprecision> make_published_form(const KinematicMatrices<Multiprecision>&);
template struct PublishedRecurrence<double>;
template struct PublishedRecurrence<Multiprecision>;
template PublishedRecurrence<double> make_published_recurrence(const Cosimulation<double>&);
template PublishedRecurrence<Multiprecision> make_published_recurrence(const Cosimulation<Multiprecision>&);

}  // namespace oldham
