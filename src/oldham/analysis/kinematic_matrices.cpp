// SPDX-License-Identifier: MIT
#include "oldham/analysis/kinematic_matrices.hpp"

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/exchange.hpp"

namespace oldham {
namespace {

/// The matrix of an affine function: its answers to unit vectors.
template <class T, class Function>
typename KinematicMatrices<T>::Matrix read_matrix(int rows, int columns, const Function& evaluate) {
  std::vector<T> argument(columns, T(0)), at_zero(rows), value(rows);
  evaluate(argument, at_zero);
  typename KinematicMatrices<T>::Matrix matrix(rows, columns);
  for (int j = 0; j < columns; ++j) {
    argument[j] = T(1);
    evaluate(argument, value);
    argument[j] = T(0);
    for (int i = 0; i < rows; ++i) matrix(i, j) = value[i] - at_zero[i];
  }
  return matrix;
}

template <class T>
typename KinematicMatrices<T>::Side read_side(const Assembly<T>& assembly, int subsystem) {
  const SubsystemDescription& d = assembly.subsystems[subsystem]->description();
  const Equations<T>& equations = *assembly.subsystems[subsystem]->equations();
  const int n = equations.equation_size(), inputs = d.input_count(), outputs = d.output_count();
  const std::vector<T> still(n, T(0)), nothing(inputs, T(0));
  const T t(0);
  using Values = std::vector<T>;
  return {subsystem,
          read_matrix<T>(n, n, [&](const Values& x, Values& dx) { equations.derivative(t, x, nothing, dx); }),
          read_matrix<T>(n, inputs, [&](const Values& u, Values& dx) { equations.derivative(t, still, u, dx); }),
          read_matrix<T>(outputs, n, [&](const Values& x, Values& y) { equations.output(t, x, nothing, y); }),
          read_matrix<T>(outputs, inputs, [&](const Values& u, Values& y) { equations.output(t, still, u, y); }),
          equations.velocity_of()};
}

template <class T>
bool is_linear_pair(const Cosimulation<T>& system) {
  const Assembly<T>& assembly = system.assembly();
  if (assembly.subsystems.size() != 2 || assembly.motions.empty() || !system.plan().is_linear) return false;
  if (!assembly.constraints.empty() || !assembly.external_inputs.empty() || !assembly.known_inputs.empty())
    return false;
  for (const auto& subsystem : assembly.subsystems)
    if (!subsystem->description().capabilities.equations) return false;
  const int mover = assembly.motions.front().position.subsystem;
  for (const Motion& motion : assembly.motions)
    if (motion.position.subsystem != mover || motion.in_position.subsystem == mover) return false;
  return true;
}

}  // namespace

template <class T>
std::optional<KinematicMatrices<T>> read_kinematic_matrices(const Cosimulation<T>& system) {
  if (!is_linear_pair(system)) return std::nullopt;
  const Assembly<T>& assembly = system.assembly();
  const Plan<T>& plan = system.plan();
  const int mover = assembly.motions.front().position.subsystem, moved = 1 - mover;
  KinematicMatrices<T> pair;
  pair.R = read_side(assembly, mover);
  pair.F = read_side(assembly, moved);

  // u = joint · y, over the ports of both
  std::vector<T> w(plan.variables);
  const auto joint = read_matrix<T>(plan.inputs(), plan.outputs(), [&](const std::vector<T>& y, std::vector<T>& u) {
    for (int g = 0; g < static_cast<int>(plan.groups.size()); ++g) refresh(assembly, plan, g, y.data(), w.data());
    gather_inputs(plan, w.data(), static_cast<const T*>(nullptr), u.data());
  });
  const auto block = [&](int to, int from) {
    return joint
        .block(plan.input_offset[to], plan.output_offset[from], plan.input_offset[to + 1] - plan.input_offset[to],
               plan.output_offset[from + 1] - plan.output_offset[from])
        .eval();
  };
  if (!block(moved, moved).isZero(0)) return std::nullopt;
  pair.motion = block(moved, mover);
  pair.reaction_R = block(mover, mover);
  pair.reaction_F = block(mover, moved);
  return pair;
}

template std::optional<KinematicMatrices<double>> read_kinematic_matrices(const Cosimulation<double>&);
template std::optional<KinematicMatrices<Multiprecision>> read_kinematic_matrices(const Cosimulation<Multiprecision>&);

}  // namespace oldham
