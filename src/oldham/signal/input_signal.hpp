// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace oldham {

/// The inputs of one subsystem over one macro step: a piecewise polynomial in the step's own time.
///
///   u_i(t) = Σ_p c[piece][p][i] θ^p,   θ = (t − T_N)/H ∈ [0, 1]
///
/// A view: the coefficients live in the stepping workspace. Pieces share one θ axis, so a single-piece signal
/// needs no shifting.
template <class T>
struct InputSignal {
  int inputs = 0;
  int degree = 0;
  std::span<const T> breaks;        // θ of the piece borders, from 0 to 1: one more than there are pieces
  const T* coefficients = nullptr;  // piece-major, then power, then input

  int pieces() const { return static_cast<int>(breaks.size()) - 1; }
  const T* piece(int index) const { return coefficients + static_cast<long>(index) * (degree + 1) * inputs; }

  /// u(θ); at an inner border the later piece counts, at θ = 1 the last one.
  void evaluate(const T& theta, T* u) const {
    int index = 0;
    while (index + 1 < pieces() && theta >= breaks[index + 1]) ++index;
    evaluate_piece(index, theta, u);
  }

  void evaluate_piece(int index, const T& theta, T* u) const {
    const T* c = piece(index);
    for (int i = 0; i < inputs; ++i) {
      T value = c[degree * inputs + i];
      for (int p = degree - 1; p >= 0; --p) value = value * theta + c[p * inputs + i];
      u[i] = value;
    }
  }

  /// du/dt inside a piece, in a step of this length.
  void evaluate_piece_slope(int index, const T& theta, const T& length, T* slope) const {
    const T* c = piece(index);
    for (int i = 0; i < inputs; ++i) {
      T value(0);
      for (int p = degree; p >= 1; --p) value = value * theta + p * c[p * inputs + i];
      slope[i] = value / length;
    }
  }

  /// u at the end of the step, where every power of θ is 1.
  void evaluate_end(T* u) const {
    const T* c = piece(pieces() - 1);
    for (int i = 0; i < inputs; ++i) {
      T value = c[degree * inputs + i];
      for (int p = degree - 1; p >= 0; --p) value += c[p * inputs + i];
      u[i] = value;
    }
  }

  /// du/dt at the end of a step of this length.
  void evaluate_slope(const T& length, T* slope) const {
    const T* c = piece(pieces() - 1);
    for (int i = 0; i < inputs; ++i) {
      T value(0);
      for (int p = 1; p <= degree; ++p) value += p * c[p * inputs + i];
      slope[i] = value / length;
    }
  }
};

}  // namespace oldham
