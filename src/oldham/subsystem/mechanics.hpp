// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// A mechanical system in coordinates q that tells its masses and forces: M(q) v' = f(t, q, v), q' = v.
template <class T>
class Mechanics {
 public:
  virtual ~Mechanics() = default;
  virtual int coordinates() const = 0;
  virtual bool has_constant_mass() const = 0;
  virtual bool is_linear() const = 0;                                 // M constant, f linear in q and v
  virtual void mass(std::span<const T> q, std::span<T> M) const = 0;  // row-major, symmetric
  virtual void force(const T& t, std::span<const T> q, std::span<const T> v, std::span<T> f) const = 0;
  virtual std::vector<T> initial_positions() const = 0;
  virtual std::vector<T> initial_velocities() const = 0;
  virtual std::vector<ParameterValue> parameters() const = 0;
};

/// M v' = −K q − D v with constant matrices, row-major.
template <class T>
struct LinearMechanics final : Mechanics<T> {
  std::vector<T> M, D, K, q0, v0;
  std::vector<ParameterValue> listed;

  int coordinates() const final { return static_cast<int>(q0.size()); }
  bool has_constant_mass() const final { return true; }
  bool is_linear() const final { return true; }
  void mass(std::span<const T>, std::span<T> into) const final { std::copy(M.begin(), M.end(), into.begin()); }
  void force(const T&, std::span<const T> q, std::span<const T> v, std::span<T> f) const final {
    const std::size_t n = q0.size();
    for (std::size_t i = 0; i < n; ++i) {
      f[i] = T(0);
      for (std::size_t j = 0; j < n; ++j) f[i] -= K[i * n + j] * q[j] + D[i * n + j] * v[j];
    }
  }
  std::vector<T> initial_positions() const final { return q0; }
  std::vector<T> initial_velocities() const final { return v0; }
  std::vector<ParameterValue> parameters() const final { return listed; }
};

}  // namespace oldham
