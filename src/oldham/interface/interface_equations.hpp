// SPDX-License-Identifier: MIT
#pragma once

namespace oldham {

/// Equations between the outputs of subsystems and the coupling variables: w = g(y). Knows neither schemes nor steps.
template <class T>
class InterfaceEquations {
 public:
  virtual ~InterfaceEquations() = default;
  virtual int argument_count() const = 0;  // outputs it reads
  virtual int variable_count() const = 0;  // coupling variables it determines
  virtual bool is_linear() const = 0;
  virtual void evaluate(const T* y, T* w) const = 0;
  virtual void jacobian(const T* y, T* dw_dy) const = 0;  // row-major, variable_count x argument_count
};

}  // namespace oldham
