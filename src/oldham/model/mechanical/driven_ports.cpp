// SPDX-License-Identifier: MIT
#include "oldham/model/mechanical/driven_ports.hpp"

#include <fmt/format.h>

#include "oldham/core/scalar.hpp"
#include "oldham/model/mechanical/driven_mechanics.hpp"

namespace oldham {
namespace {

void add_mobility_ports(int coupled, Boundary& boundary) {
  for (int i = 1; i <= coupled; ++i)
    for (int j = 1; j <= coupled; ++j)
      boundary.outputs.push_back({fmt::format("mobility{}{}", i, j), parse_unit("1/kg"),
                                  "acceleration of a coupled coordinate per force on another"});
}

void add_coordinate_ports(const char* name, const char* what, int count, Boundary& boundary) {
  for (int i = 1; i <= count; ++i) {
    boundary.outputs.push_back({fmt::format("{}{}.position", name, i), parse_unit("m"), what});
    boundary.outputs.push_back({fmt::format("{}{}.velocity", name, i), parse_unit("m/s"), "its velocity"});
  }
}

}  // namespace

std::shared_ptr<const Boundary> force_driven_boundary(const DrivenPorts& ports) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "force-driven mechanics";
  boundary->feedthrough = true;
  for (int i = 1; i <= ports.coupled; ++i) {
    const std::string name = fmt::format("coupling{}.", i);
    boundary->inputs.push_back({name + "force", parse_unit("N"), "force that the coupled coordinate puts in the way"});
    boundary->outputs.push_back({name + "position", parse_unit("m"), "coupled coordinate"});
    boundary->outputs.push_back({name + "velocity", parse_unit("m/s"), "its velocity"});
    boundary->outputs.push_back({name + "acceleration", parse_unit("m/s^2"), "its acceleration"});
    boundary->outputs.push_back({name + "free_acceleration", parse_unit("m/s^2"),
                                 ports.is_carried
                                     ? "its acceleration without the coupling force and without inner accelerations"
                                     : "its acceleration without the coupling force"});
    if (ports.is_carried)
      boundary->outputs.push_back(
          {name + "carried_acceleration", parse_unit("m/s^2"), "what inner accelerations add to that"});
  }
  if (ports.tells_mobility) add_mobility_ports(ports.coupled, *boundary);
  add_coordinate_ports("joint", "coordinate that the joint reads", ports.joint, *boundary);
  add_coordinate_ports("inner", "inner coordinate", ports.inner, *boundary);
  return boundary;
}

std::shared_ptr<const Boundary> motion_driven_boundary(const DrivenPorts& ports) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "motion-driven mechanics";
  boundary->feedthrough = true;
  for (int i = 1; i <= ports.coupled; ++i) {
    const std::string name = fmt::format("coupling{}.", i);
    boundary->inputs.push_back({name + "position", parse_unit("m"), "where the coupled coordinate is moved to"});
    boundary->inputs.push_back({name + "velocity", parse_unit("m/s"), "velocity it is moved with"});
    boundary->inputs.push_back({name + "acceleration", parse_unit("m/s^2"), "acceleration it is moved with"});
    if (ports.is_carried)
      boundary->inputs.push_back({name + "mover_carried_acceleration", parse_unit("m/s^2"),
                                  "what inner accelerations of the mover add to its own acceleration"});
    boundary->outputs.push_back({name + "force", parse_unit("N"), "force that this takes"});
    boundary->outputs.push_back(
        {name + "free_acceleration", parse_unit("m/s^2"), "acceleration it would have without that force"});
    if (ports.knows_mover)
      boundary->outputs.push_back(
          {name + "mover_free_acceleration", parse_unit("m/s^2"), "the same of the mover, under the motion seen here"});
    if (ports.is_carried)
      boundary->outputs.push_back({name + "mover_carried_acceleration", parse_unit("m/s^2"),
                                   "what inner accelerations of the mover add to that, as seen here"});
  }
  if (ports.tells_mobility) add_mobility_ports(ports.coupled, *boundary);
  add_coordinate_ports("inner", "inner coordinate", ports.inner, *boundary);
  return boundary;
}

template <class T, class Model>
LinearEquations<T> read_linear_equations(const Model& model, int inputs, int outputs) {
  LinearEquations<T> e;
  e.initial_state = model.initial_state();
  const int n = static_cast<int>(e.initial_state.size());
  std::vector<T> x(n, T(0)), u(inputs, T(0)), dx(n), y(outputs);
  e.A.resize(n * n);
  e.B.resize(n * inputs);
  e.C.resize(outputs * n);
  e.D.resize(outputs * inputs);
  const auto read = [&](T& entry, int column, int columns, std::vector<T>& into_dx, std::vector<T>& into_y) {
    entry = T(1);
    model.derivative(T(0), x.data(), u.data(), dx.data());
    model.output(T(0), x.data(), u.data(), y.data());
    for (int i = 0; i < n; ++i) into_dx[i * columns + column] = dx[i];
    for (int i = 0; i < outputs; ++i) into_y[i * columns + column] = y[i];
    entry = T(0);
  };
  for (int j = 0; j < n; ++j) read(x[j], j, n, e.A, e.C);
  for (int j = 0; j < inputs; ++j) read(u[j], j, inputs, e.B, e.D);
  return e;
}

template LinearEquations<double> read_linear_equations(const ForceDriven<double>&, int, int);
template LinearEquations<Multiprecision> read_linear_equations(const ForceDriven<Multiprecision>&, int, int);
template LinearEquations<double> read_linear_equations(const MotionDriven<double>&, int, int);
template LinearEquations<Multiprecision> read_linear_equations(const MotionDriven<Multiprecision>&, int, int);

}  // namespace oldham
