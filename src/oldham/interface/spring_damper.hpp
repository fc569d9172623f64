// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/interface/interface_equations.hpp"

namespace oldham {

/// Linear spring and damper between two points a and b on a line.
///
///   λ = c (x_b − x_a) + d (ẋ_b − ẋ_a),   +λ acts on a, −λ on b
///
/// Arguments (x_a, ẋ_a, x_b, ẋ_b). [Li2017] eq. (2.1), with λ for their F.
template <class T>
class SpringDamper final : public InterfaceEquations<T> {
 public:
  SpringDamper(T stiffness, T damping) : c_(stiffness), d_(damping) {}  // N/m, N s/m

  int argument_count() const final { return 4; }
  int variable_count() const final { return 1; }
  bool is_linear() const final { return true; }
  void evaluate(const T* y, T* w) const final { w[0] = c_ * (y[2] - y[0]) + d_ * (y[3] - y[1]); }
  void jacobian(const T*, T* J) const final {
    J[0] = -c_;
    J[1] = -d_;
    J[2] = c_;
    J[3] = d_;
  }

 private:
  T c_, d_;
};

}  // namespace oldham
