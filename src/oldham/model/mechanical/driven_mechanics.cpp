// SPDX-License-Identifier: MIT
#include "oldham/model/mechanical/driven_mechanics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// df/dx by central differences, for solvers that want one.
template <class T, class Model>
void difference_jacobian(const Model& model, const T& t, const T* x, const T* u, int n, T* J) {
  using std::abs;
  using std::cbrt;
  using std::max;
  std::vector<T> at(x, x + n), plus(n), minus(n);
  for (int j = 0; j < n; ++j) {
    const T width = cbrt(std::numeric_limits<T>::epsilon()) * max(T(1), T(abs(x[j])));
    at[j] = x[j] + width;
    model.derivative(t, at.data(), u, plus.data());
    at[j] = x[j] - width;
    model.derivative(t, at.data(), u, minus.data());
    at[j] = x[j];
    for (int i = 0; i < n; ++i) J[i * n + j] = (plus[i] - minus[i]) / (2 * width);
  }
}

/// W behind the other outputs, where it varies.
template <class T>
void write_mobility(const PartitionedMechanics<T>& mechanics, const typename PartitionedMechanics<T>::Matrix& M,
                    T*& y) {
  if (mechanics.mechanics().has_constant_mass()) return;
  const auto W = mechanics.mobility(M);
  for (int i = 0; i < W.rows(); ++i)
    for (int j = 0; j < W.cols(); ++j) *y++ = W(i, j);
}

}  // namespace

// ---- the mover ----

template <class T>
std::vector<T> ForceDriven<T>::initial_state() const {
  std::vector<T> x = mechanics.mechanics().initial_positions();
  const std::vector<T> v = mechanics.mechanics().initial_velocities();
  x.insert(x.end(), v.begin(), v.end());
  return x;
}

template <class T>
std::vector<int> ForceDriven<T>::velocity_of() const {
  const int n = mechanics.coordinates();
  std::vector<int> velocity(2 * n, -1);
  for (int i = 0; i < n; ++i) velocity[i] = n + i;
  return velocity;
}

template <class T>
int ForceDriven<T>::prescribed() const {
  return joint ? joint->moved_coordinates() : static_cast<int>(mechanics.coupled().size());
}

template <class T>
bool ForceDriven<T>::has_constant_mobility() const {
  return mechanics.mechanics().has_constant_mass() && (!joint || joint->is_linear());
}

template <class T>
typename PartitionedMechanics<T>::Matrix ForceDriven<T>::mobility(
    const T& t, const typename PartitionedMechanics<T>::Vector& q) const {
  const auto W = mechanics.mobility(mechanics.mass(q));
  if (!joint) return W;
  std::vector<T> x(q.data(), q.data() + q.size());
  x.resize(2 * x.size(), T(0));
  const DependentMotion<T> motion = dependent(t, x.data());
  using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const RowMajor> Xi(motion.jacobian.data(), prescribed(), W.rows());
  return Xi * W * Xi.transpose();
}

template <class T>
void ForceDriven<T>::derivative(const T& t, const T* x, const T* u, T* dx) const {
  using Vector = typename PartitionedMechanics<T>::Vector;
  const int n = mechanics.coordinates(), m = prescribed();
  const Vector q = Eigen::Map<const Vector>(x, n), v = Eigen::Map<const Vector>(x + n, n);
  const DependentMotion<T> motion = dependent(t, x);
  Vector f = mechanics.force(t, q, v);
  const std::size_t count = mechanics.coupled().size();
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < m; ++k) f(mechanics.coupled()[i]) -= motion.jacobian[k * count + i] * u[k];
  const Vector a = mechanics.mass(q).ldlt().solve(f);
  for (int i = 0; i < n; ++i) {
    dx[i] = v(i);
    dx[n + i] = a(i);
  }
}

template <class T>
void ForceDriven<T>::output(const T& t, const T* x, const T* u, T* y) const {
  using Vector = typename PartitionedMechanics<T>::Vector;
  const int n = mechanics.coordinates(), m = prescribed();
  const Vector q = Eigen::Map<const Vector>(x, n), v = Eigen::Map<const Vector>(x + n, n);
  const auto M = mechanics.mass(q);
  const Vector f = mechanics.force(t, q, v);
  std::vector<T> dx(2 * n);
  derivative(t, x, u, dx.data());
  const Vector a = Eigen::Map<const Vector>(dx.data() + n, n), free = mechanics.free_acceleration(M, f);
  const bool is_carried = mechanics.is_carried();
  const Vector carried = is_carried ? mechanics.carried_acceleration(M, a) : Vector();
  const DependentMotion<T> motion = dependent(t, x);
  const std::size_t count = mechanics.coupled().size();
  for (int k = 0; k < m; ++k, y += ports_per_coordinate()) {
    y[0] = motion.position[k];
    y[1] = motion.velocity[k];
    y[2] = y[3] = motion.bias[k];
    for (std::size_t i = 0; i < count; ++i) {
      y[2] += motion.jacobian[k * count + i] * a(mechanics.coupled()[i]);
      y[3] += motion.jacobian[k * count + i] * free(i);
    }
    if (!is_carried) continue;
    y[4] = T(0);
    for (std::size_t i = 0; i < count; ++i) y[4] += motion.jacobian[k * count + i] * carried(i);
  }
  if (!has_constant_mobility()) {
    const auto W = mobility(t, q);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) *y++ = W(i, j);
  }
  const auto show = [&](const std::vector<int>& coordinates) {
    for (int i : coordinates) {
      *y++ = q(i);
      *y++ = v(i);
    }
  };
  if (joint) show(mechanics.coupled());
  show(mechanics.inner());
}

template <class T>
void ForceDriven<T>::jacobian(const T& t, const T* x, const T* u, T* J) const {
  difference_jacobian(*this, t, x, u, 2 * mechanics.coordinates(), J);
}

// ---- the moved ----

template <class T>
std::vector<T> MotionDriven<T>::initial_state() const {
  const std::vector<T> q = mechanics.mechanics().initial_positions(), v = mechanics.mechanics().initial_velocities();
  std::vector<T> x;
  for (int i : mechanics.inner()) x.push_back(q[i]);
  for (int i : mechanics.inner()) x.push_back(v[i]);
  return x;
}

template <class T>
std::vector<int> MotionDriven<T>::velocity_of() const {
  const int n = static_cast<int>(mechanics.inner().size());
  std::vector<int> velocity(2 * n, -1);
  for (int i = 0; i < n; ++i) velocity[i] = n + i;
  return velocity;
}

template <class T>
typename MotionDriven<T>::Instant MotionDriven<T>::at(const T& t, const T* x, const T* u) const {
  const int n = mechanics.coordinates();
  const auto &coupled = mechanics.coupled(), &inner = mechanics.inner();
  Instant now;
  for (auto* vector : {&now.q, &now.v, &now.a}) vector->setZero(n);
  for (std::size_t i = 0; i < coupled.size(); ++i, u += inputs_per_coordinate()) {
    now.q(coupled[i]) = u[0];
    now.v(coupled[i]) = u[1];
    now.a(coupled[i]) = u[2];
  }
  for (std::size_t i = 0; i < inner.size(); ++i) {
    now.q(inner[i]) = x[i];
    now.v(inner[i]) = x[inner.size() + i];
  }
  now.M = mechanics.mass(now.q);
  now.f = mechanics.force(t, now.q, now.v);
  if (!inner.empty()) {
    // M_ii v'_i = f_i − M_ic v'_c
    const auto a = mechanics.block(now.M, inner, inner)
                       .ldlt()
                       .solve(mechanics.pick(now.f, inner) -
                              mechanics.block(now.M, inner, coupled) * mechanics.pick(now.a, coupled))
                       .eval();
    for (std::size_t i = 0; i < inner.size(); ++i) now.a(inner[i]) = a(i);
  }
  return now;
}

template <class T>
void MotionDriven<T>::derivative(const T& t, const T* x, const T* u, T* dx) const {
  const Instant now = at(t, x, u);
  const std::size_t n = mechanics.inner().size();
  for (std::size_t i = 0; i < n; ++i) {
    dx[i] = x[n + i];
    dx[n + i] = now.a(mechanics.inner()[i]);
  }
}

template <class T>
void MotionDriven<T>::output(const T& t, const T* x, const T* u, T* y) const {
  const Instant now = at(t, x, u);
  const auto missing = (now.M * now.a - now.f).eval();  // what the coupled equations lack
  using Vector = typename PartitionedMechanics<T>::Vector;
  Vector free = mechanics.free_acceleration(now.M, now.f), of_mover;
  if (mechanics.is_carried()) free += mechanics.carried_acceleration(now.M, now.a);
  const int inputs = inputs_per_coordinate();
  if (mover) {
    // its coordinates, in its own order
    const int n = mover->coordinates();
    Vector q(n), v(n);
    for (std::size_t i = 0; i < mechanics.coupled().size(); ++i) {
      q(mover->coupled()[i]) = u[inputs * i];
      v(mover->coupled()[i]) = u[inputs * i + 1];
    }
    of_mover = mover->free_acceleration(mover->mass(q), mover->force(t, q, v));
  }
  for (std::size_t i = 0; i < mechanics.coupled().size(); ++i) {
    *y++ = missing(mechanics.coupled()[i]);
    *y++ = free(i);
    if (mover) *y++ = of_mover(i);
    if (mover_is_carried) *y++ = u[inputs * i + 3];
  }
  write_mobility(mechanics, now.M, y);
  for (int i : mechanics.inner()) {
    *y++ = now.q(i);
    *y++ = now.v(i);
  }
}

template <class T>
void MotionDriven<T>::jacobian(const T& t, const T* x, const T* u, T* J) const {
  difference_jacobian(*this, t, x, u, 2 * static_cast<int>(mechanics.inner().size()), J);
}

template struct ForceDriven<double>;
template struct ForceDriven<Multiprecision>;
template struct MotionDriven<double>;
template struct MotionDriven<Multiprecision>;

}  // namespace oldham
