// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"

namespace oldham {

/// x' = A x + B u, y = C x + D u with the user's matrices and ports.
template <class T>
struct LinearModel {
  LinearEquations<T> e;
  std::shared_ptr<const Boundary> boundary;

  static constexpr bool is_linear = true, has_linear_outputs = true;

  std::vector<T> initial_state() const { return e.initial_state; }
  std::vector<ParameterValue> parameters() const { return {}; }
  LinearEquations<T> linear_equations() const { return e; }

  void derivative(const T&, const T* x, const T* u, T* dx) const { multiply_add(e.A, x, e.B, u, dx); }
  void output(const T&, const T* x, const T* u, T* y) const { multiply_add(e.C, x, e.D, u, y); }
  void jacobian(const T&, const T*, const T*, T* J) const { std::copy(e.A.begin(), e.A.end(), J); }

 private:
  /// r = M x + N u
  void multiply_add(const std::vector<T>& M, const T* x, const std::vector<T>& N, const T* u, T* r) const {
    const std::size_t n = e.initial_state.size(), m = boundary->inputs.size(),
                      rows = n > 0 ? M.size() / n : N.size() / m;
    for (std::size_t i = 0; i < rows; ++i) {
      r[i] = T(0);
      for (std::size_t j = 0; j < n; ++j) r[i] += M[i * n + j] * x[j];
      for (std::size_t j = 0; j < m; ++j) r[i] += N[i * m + j] * u[j];
    }
  }
};

template <class T>
LinearModel<T> read_linear_model(Reader& parameters);

}  // namespace oldham
