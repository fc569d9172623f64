// SPDX-License-Identifier: MIT
#include "oldham/subsystem/step_map.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"

namespace oldham {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double same_length = 1e-9;  // relative: what a step may differ by from that of the map

Matrix to_matrix(const std::vector<double>& values, int rows, int columns) {
  return Eigen::Map<const Matrix>(values.data(), rows, columns);
}
std::vector<double> to_values(const Matrix& matrix) { return {matrix.data(), matrix.data() + matrix.size()}; }

/// α of the part [from, to] of a step, as a matrix on α of the whole.
Matrix part_of(const StepMap& map, double from, double to) {
  const int powers = map.degree + 1, m = map.inputs;
  Matrix part = Matrix::Zero(powers * m, powers * m);
  // one input of each power at a time: shifting mixes powers, never inputs
  std::vector<double> unit(powers), shifted(powers);
  for (int p = 0; p < powers; ++p) {
    std::fill(unit.begin(), unit.end(), 0.0);
    unit[p] = 1;
    shift_polynomial(unit.data(), map.degree, 1, from, to, shifted.data());
    for (int q = 0; q < powers; ++q)
      for (int i = 0; i < m; ++i) part(q * m + i, p * m + i) = shifted[q];
  }
  return part;
}

void require_size(const std::vector<double>& values, int expected, const char* what) {
  if (static_cast<int>(values.size()) != expected)
    throw_wrong_input("step map", fmt::format("{} has {} entries instead of {}", what, values.size(), expected),
                      "make it with the sizes that the map declares");
}

}  // namespace

StepMap make_step_map(double step, int states, int inputs, int outputs, int degree) {
  StepMap map{step, states, inputs, outputs, degree, {}, {}, {}, {}, {}, {}, {}};
  map.a.assign(static_cast<std::size_t>(states) * states, 0.0);
  map.b.assign(static_cast<std::size_t>(states) * map.coefficients(), 0.0);
  map.c.assign(static_cast<std::size_t>(outputs) * states, 0.0);
  map.d.assign(static_cast<std::size_t>(outputs) * map.coefficients(), 0.0);
  return map;
}

StepMap compose(const StepMap& base, int n) {
  if (n < 1)
    throw_wrong_input("step map", fmt::format("{} steps cannot be made one", n), "compose one step or more of them");
  const int states = base.states, columns = base.coefficients();
  const Matrix a = to_matrix(base.a, states, states), b = to_matrix(base.b, states, columns);
  const Matrix c = to_matrix(base.c, base.outputs, states), d = to_matrix(base.d, base.outputs, columns);
  // x after j steps = power · x_0 + driven · α
  Matrix power = Matrix::Identity(states, states), driven = Matrix::Zero(states, columns);
  StepMap whole = base;
  whole.step = base.step * n;
  for (int j = 0; j < n; ++j) {
    const Matrix part = part_of(base, static_cast<double>(j) / n, static_cast<double>(j + 1) / n);
    if (j == n - 1) {
      whole.c = to_values(c * power);
      whole.d = to_values(c * driven + d * part);
    }
    driven = a * driven + b * part;
    power = a * power;
  }
  whole.a = to_values(power);
  whole.b = to_values(driven);
  return whole;
}

StepMapSubsystem::StepMapSubsystem(std::string name, std::shared_ptr<const Boundary> boundary, StepMap map)
    : map_(std::move(map)) {
  description_.name = std::move(name);
  description_.boundary = std::move(boundary);
  description_.state_size = map_.states;
  description_.capabilities = {.rollback = true,
                               .state_access = true,
                               .step_sensitivity = true,
                               .linear = true,
                               .serialisation = has_value_bytes<double>};
  if (map_.inputs != description_.input_count() || map_.outputs != description_.output_count())
    throw_wrong_input(description_.name,
                      fmt::format("the map has {} inputs and {} outputs, the boundary {} and {}", map_.inputs,
                                  map_.outputs, description_.input_count(), description_.output_count()),
                      "use the map of a subsystem with these ports");
  if (!(map_.step > 0) || map_.degree < 0)
    throw_wrong_input(description_.name, "a step map needs a step above zero and a degree of zero or more",
                      "make it for the macro step and order of the scheme");
  require_size(map_.a, map_.states * map_.states, "A");
  require_size(map_.b, map_.states * map_.coefficients(), "B");
  require_size(map_.c, map_.outputs * map_.states, "C");
  require_size(map_.d, map_.outputs * map_.coefficients(), "D");
  if (map_.offset.empty()) map_.offset.assign(map_.outputs, 0.0);
  if (map_.held.empty()) map_.held.assign(map_.inputs, 0.0);
  require_size(map_.offset, map_.outputs, "the offset");
  require_size(map_.held, map_.inputs, "the list of held inputs");
  if (!map_.direct.empty()) require_size(map_.direct, map_.outputs * map_.inputs, "the direct answer");
  initialize(0);
  next_ = xy_;
  alpha_.resize(map_.coefficients());
}

StepMapSubsystem::StepMapSubsystem(const SubsystemDescription& original, StepMap map)
    : StepMapSubsystem(original.name, original.boundary, std::move(map)) {}

void StepMapSubsystem::initialize(const double&) {
  xy_.assign(map_.states + map_.outputs, 0.0);
  xy_.insert(xy_.end(), map_.held.begin(), map_.held.end());
}

void StepMapSubsystem::apply_inputs(std::span<const double> u) {
  if (map_.direct.empty()) return;
  double* const y = xy_.data() + map_.states;
  double* const seen = y + map_.outputs;
  for (int j = 0; j < map_.inputs; ++j) {
    for (int i = 0; i < map_.outputs; ++i) y[i] += map_.direct[i * map_.inputs + j] * (u[j] - seen[j]);
    seen[j] = u[j];
  }
}

std::string StepMapSubsystem::refusal(const Interval<double>& step, const InputSignal<double>& inputs) const {
  if (!(std::abs(step.length - map_.step) <= same_length * map_.step))
    return fmt::format("its map is that of a step of {} s, and this one has {} s", map_.step, step.length);
  if (inputs.inputs == 0) return {};
  if (inputs.pieces() != 1) return "its map is that of one polynomial, and these inputs have several pieces";
  if (inputs.degree > map_.degree)
    return fmt::format("its map is that of inputs of degree {}, and these have degree {}", map_.degree, inputs.degree);
  return {};
}

void StepMapSubsystem::follow(const double* x, const double* alpha, double* next) const {
  const int states = map_.states, columns = map_.coefficients();
  const auto row = [&](const double* of_x, const double* of_alpha) {
    double sum = 0;
    for (int j = 0; j < states; ++j) sum += of_x[j] * x[j];
    for (int j = 0; j < columns; ++j) sum += of_alpha[j] * alpha[j];
    return sum;
  };
  for (int i = 0; i < states; ++i) next[i] = row(&map_.a[i * states], &map_.b[i * columns]);
  for (int i = 0; i < map_.outputs; ++i) next[states + i] = row(&map_.c[i * states], &map_.d[i * columns]);
}

StepOutcome StepMapSubsystem::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  if (std::string reason = refusal(step, inputs); !reason.empty()) return StepOutcome::failed(std::move(reason));
  std::fill(alpha_.begin(), alpha_.end(), 0.0);
  std::copy_n(inputs.piece(0), (inputs.degree + 1) * inputs.inputs, alpha_.begin());
  for (int i = 0; i < map_.inputs; ++i) alpha_[i] -= map_.held[i];
  follow(xy_.data(), alpha_.data(), next_.data());
  if (inputs.inputs > 0) inputs.evaluate_end(next_.data() + map_.states + map_.outputs);
  xy_.swap(next_);
  return StepOutcome::accepted();
}

void StepMapSubsystem::respond(const Interval<double>& step, const InputSignal<double>& direction, std::span<double> dy,
                               std::span<double>, std::span<double>) {
  // a step that is refused says so when it is made
  std::fill(dy.begin(), dy.end(), 0.0);
  if (!refusal(step, direction).empty()) return;
  std::fill(alpha_.begin(), alpha_.end(), 0.0);
  std::copy_n(direction.piece(0), (direction.degree + 1) * direction.inputs, alpha_.begin());
  const std::vector<double> rest(map_.states, 0.0);
  follow(rest.data(), alpha_.data(), next_.data());
  std::copy_n(next_.begin() + map_.states, map_.outputs, dy.begin());
}

void StepMapSubsystem::read_outputs(std::span<double> y) const {
  for (int i = 0; i < map_.outputs; ++i) y[i] = map_.offset[i] + xy_[map_.states + i];
}

void StepMapSubsystem::save(Snapshot<double>& into) const { into.values.assign(xy_.begin(), xy_.end()); }
void StepMapSubsystem::restore(const Snapshot<double>& from) {
  std::copy(from.values.begin(), from.values.end(), xy_.begin());
}
void StepMapSubsystem::read_state(std::span<double> x) const { std::copy_n(xy_.begin(), map_.states, x.begin()); }
void StepMapSubsystem::write_state(std::span<const double> x) { std::copy(x.begin(), x.end(), xy_.begin()); }

}  // namespace oldham
