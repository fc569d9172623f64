// SPDX-License-Identifier: MIT
#include "own_law.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "convert.hpp"

namespace oldham::python {
namespace {

class OwnEquation final : public InterfaceEquations<double> {
 public:
  OwnEquation(std::string name, py::object function, py::object jacobian, bool is_linear, int arguments, int variables)
      : name_(std::move(name)),
        has_jacobian_(!jacobian.is_none()),
        function_(std::move(function)),
        jacobian_(std::move(jacobian)),
        is_linear_(is_linear),
        arguments_(arguments),
        variables_(variables) {}

  int argument_count() const final { return arguments_; }
  int variable_count() const final { return variables_; }
  bool is_linear() const final { return is_linear_; }

  void evaluate(const double* y, double* w) const final {
    call(function_, y, {w, static_cast<std::size_t>(variables_)});
  }
  void jacobian(const double* y, double* J) const final {
    if (has_jacobian_) return call(jacobian_, y, {J, static_cast<std::size_t>(variables_) * arguments_});
    // by central differences
    std::vector<double> moved(y, y + arguments_), above(variables_), below(variables_);
    for (int j = 0; j < arguments_; ++j) {
      const double d = 6e-6 * std::max(1e-3, std::abs(y[j]));  // about the cube root of a rounding
      moved[j] = y[j] + d;
      evaluate(moved.data(), above.data());
      moved[j] = y[j] - d;
      evaluate(moved.data(), below.data());
      moved[j] = y[j];
      for (int i = 0; i < variables_; ++i) J[i * arguments_ + j] = (above[i] - below[i]) / (2 * d);
    }
  }

 private:
  /// Outputs are handed over one by one, in the order of `reads`.
  void call(const PythonObject& function, const double* y, std::span<double> result) const {
    const py::gil_scoped_acquire lock;
    guarded([&] {
      py::tuple values(arguments_);
      for (int i = 0; i < arguments_; ++i) values[i] = py::float_(y[i]);
      read_numbers(function.get()(*values), result, "the law '" + name_ + "'");
    });
  }

  std::string name_;
  bool has_jacobian_;
  PythonObject function_, jacobian_;
  bool is_linear_;
  int arguments_, variables_;
};

}  // namespace

std::shared_ptr<const InterfaceEquations<double>> make_own_law(const std::string& name, const py::object& made_by,
                                                               int arguments, int variables, Reader& parameters) {
  const Value table(parameters.entries(), parameters.origin());
  const auto made = guarded([&] { return made_by(to_python(table)).cast<py::dict>(); });
  return std::make_shared<OwnEquation>(name, made["function"], made["jacobian"], made["linear"].cast<bool>(), arguments,
                                       variables);
}

}  // namespace oldham::python
