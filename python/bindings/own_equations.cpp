// SPDX-License-Identifier: MIT
#include "own_equations.hpp"

#include <algorithm>
#include <cmath>

#include "oldham/model/with_integrator.hpp"

namespace oldham::python {
namespace {

struct OwnEquations {
  static constexpr bool is_linear = false, has_linear_outputs = false;

  OwnInstance instance;
  std::vector<double> initial;
  bool has_jacobian = false;

  std::size_t states() const { return initial.size(); }
  std::vector<double> initial_state() const { return initial; }
  std::vector<ParameterValue> parameters() const { return instance.parameters; }

  void derivative(const double& t, const double* x, const double* u, double* dx) const {
    call("derivative", true, t, x, u, {dx, states()});
  }
  void output(const double& t, const double* x, const double* u, double* y) const {
    call("output", instance.boundary->feedthrough, t, x, u, {y, static_cast<std::size_t>(instance.outputs())});
  }
  void jacobian(const double& t, const double* x, const double* u, double* J) const {
    const std::size_t n = states();
    if (has_jacobian) return call("jacobian", true, t, x, u, {J, n * n});
    // by central differences
    std::vector<double> moved(x, x + n), above(n), below(n);
    for (std::size_t j = 0; j < n; ++j) {
      const double d = 6e-6 * std::max(1.0, std::abs(x[j]));  // about the cube root of a rounding
      moved[j] = x[j] + d;
      derivative(t, moved.data(), u, above.data());
      moved[j] = x[j] - d;
      derivative(t, moved.data(), u, below.data());
      moved[j] = x[j];
      for (std::size_t i = 0; i < n; ++i) J[i * n + j] = (above[i] - below[i]) / (2 * d);
    }
  }

 private:
  void call(const char* method, bool takes_inputs, double t, const double* x, const double* u,
            std::span<double> result) const {
    const py::gil_scoped_acquire lock;
    guarded([&] {
      const py::object function = instance.object.attr(method);
      const py::array_t<double> state = make_array({x, states()});
      const py::object returned = takes_inputs
                                      ? function(t, state, make_array({u, static_cast<std::size_t>(instance.inputs())}))
                                      : function(t, state);
      read_numbers(returned, result, instance.function(method));
    });
  }
};

}  // namespace

std::unique_ptr<Subsystem<double>> make_own_equations(OwnInstance instance, const IntegratorSettings& integrator) {
  const std::string name = instance.name;
  auto boundary = instance.boundary;
  OwnEquations model{std::move(instance), {}, false};
  const py::object start = model.instance.object.attr("initial_state");
  guarded([&] {
    const py::object given = PyCallable_Check(start.ptr()) ? start() : start;
    model.initial.resize(py::len(given));
    read_numbers(given, model.initial, model.instance.function("initial_state"));
  });
  model.has_jacobian = model.instance.has("jacobian");
  return with_integrator<double>(name, std::move(boundary), std::move(model), integrator);
}

}  // namespace oldham::python
