// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "oldham/core/function_ref.hpp"
#include "oldham/core/interval.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/multibody/dynamics.hpp"

namespace oldham {
class Ida;
}

namespace oldham::multibody {

/// The equations of motion with both position and velocity constraints, stabilised by further multipliers μ, solved by
/// IDA: slow and precise, the reference for the other formulations. In double precision only.
///   q̇ = N(q) (v + M⁻¹ Jᵀ μ),   M v̇ = Q − Jᵀ λ,   Φ = 0,   J v + ∂Φ/∂t = 0                              [Gear1985]
template <class T>
class GglSolver {
 public:
  GglSolver(Dynamics<T>& dynamics, const IntegratorSettings& settings);
  ~GglSolver();

  /// x = (q, v), consistent. Every call starts anew.
  StepOutcome advance(const Interval<T>& interval, const FunctionRef<const T*(const T& t)>& inputs, T* x);

 private:
  void residual(double t, const double* y, const double* dy, const double* u, double* r);

  Dynamics<T>& dynamics_;
  std::unique_ptr<Ida> ida_;
  std::vector<T> y_, dy_, moved_, product_;
};

}  // namespace oldham::multibody
