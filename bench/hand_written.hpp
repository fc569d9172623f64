// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "chain.hpp"
#include "oldham/subsystem/matrix_exponential.hpp"

namespace oldham::bench {

/// The chain stepped by a loop that knows nothing but this chain: what a co-simulation costs without an engine.
///
/// Explicit Jacobi, λ(θ) = λ_N + Σ_{p=1}^{k} θ^p … extrapolated from k + 1 samples, or semi-implicit: one Newton
/// correction of λ_{N+1} with the tridiagonal interface Jacobian, which is constant and factorised once.
template <int order, bool corrected>
class HandWrittenChain {
  static_assert(order == 0 || order == 1);

 public:
  HandWrittenChain(const Chain& chain, double step_length)
      : c_(chain.coupling_stiffness), d_(chain.coupling_damping), masses_(chain.masses.size()) {
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      const LinearEquations<double> e = chain.masses[i].linear_equations();
      const Propagator<double> map = compute_propagator(e.A, e.B, 2, 1, step_length, order);
      Mass& m = masses_[i];
      m.x = e.initial_state[0];
      m.v = e.initial_state[1];
      std::copy(map.phi.begin(), map.phi.end(), m.phi.begin());
      std::copy(map.gamma.begin(), map.gamma.end(), m.gamma.begin());
    }
    // beyond the ends of the chain pulls nothing
    newest_.assign(masses_.size() + 1, 0.0);
    for (std::size_t j = 1; j < masses_.size(); ++j) newest_[j] = spring(masses_[j - 1], masses_[j]);
    previous_ = newest_;
    guess_ = newest_;
    residual_.assign(newest_.size(), 0.0);
    moved_ = masses_;
    if (corrected) factorize();
  }

  void step() {
    const std::size_t n = masses_.size();
    for (std::size_t j = 1; j < n; ++j) guess_[j] = order == 0 ? newest_[j] : 2 * newest_[j] - previous_[j];
    advance();
    if constexpr (corrected) {
      for (std::size_t j = 1; j < n; ++j) residual_[j] = guess_[j] - spring(moved_[j - 1], moved_[j]);
      solve();
      for (std::size_t j = 1; j < n; ++j) guess_[j] -= residual_[j];
      advance();
    }
    std::swap(previous_, newest_);
    for (std::size_t i = 0; i < n; ++i) {
      masses_[i].x = moved_[i].x;
      masses_[i].v = moved_[i].v;
    }
    for (std::size_t j = 1; j < n; ++j) newest_[j] = corrected ? guess_[j] : spring(masses_[j - 1], masses_[j]);
  }

  double position(int i) const { return masses_[i].x; }

 private:
  struct Mass {
    double x, v;
    std::array<double, 4> phi;
    std::array<double, 2 * (order + 1)> gamma;
  };

  double spring(const Mass& a, const Mass& b) const { return c_ * (b.x - a.x) + d_ * (b.v - a.v); }

  /// Every mass over the step, under λ(θ) through the guess at θ = 1 and, with order 1, the newest sample at θ = 0.
  void advance() {
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      const Mass& m = masses_[i];
      const double end = guess_[i + 1] - guess_[i];
      double x = m.phi[0] * m.x + m.phi[1] * m.v, v = m.phi[2] * m.x + m.phi[3] * m.v;
      if constexpr (order == 0) {
        x += m.gamma[0] * end;
        v += m.gamma[1] * end;
      } else {
        const double begin = newest_[i + 1] - newest_[i];
        x += m.gamma[0] * begin + m.gamma[1] * (end - begin);
        v += m.gamma[2] * begin + m.gamma[3] * (end - begin);
      }
      moved_[i].x = x;
      moved_[i].v = v;
    }
  }

  /// What a unit of end force on this mass does to the force of a spring at its end.
  double answer(const Mass& m) const { return c_ * m.gamma[order] + d_ * m.gamma[2 * order + 1]; }

  /// J = tridiagonal(−S_j, 1 + S_j + S_{j+1}, −S_{j+1}) = L U
  void factorize() {
    lower_.assign(masses_.size() + 1, 0.0);
    upper_ = pivot_ = lower_;
    for (std::size_t j = 1; j < masses_.size(); ++j) {
      const double left = answer(masses_[j - 1]), right = answer(masses_[j]);
      lower_[j] = j == 1 ? 0.0 : -left * pivot_[j - 1];
      upper_[j] = -right;
      pivot_[j] = 1 / (1 + left + right - lower_[j] * upper_[j - 1]);
    }
    upper_[masses_.size() - 1] = 0;
  }

  void solve() {
    const std::size_t n = masses_.size();
    for (std::size_t j = 2; j < n; ++j) residual_[j] -= lower_[j] * residual_[j - 1];
    for (std::size_t j = n - 1; j >= 1; --j) residual_[j] = (residual_[j] - upper_[j] * residual_[j + 1]) * pivot_[j];
  }

  double c_, d_;
  std::vector<Mass> masses_, moved_;
  std::vector<double> newest_, previous_, guess_, residual_;  // λ of the spring before mass i
  std::vector<double> lower_, upper_, pivot_;
};

}  // namespace oldham::bench
