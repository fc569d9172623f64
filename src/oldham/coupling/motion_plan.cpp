// SPDX-License-Identifier: MIT
#include "oldham/coupling/motion_plan.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// One look sees all actual inputs of a subsystem.
template <class T>
void add_look(int subsystem, std::initializer_list<int> inputs, Plan<T>& plan) {
  auto& looks = plan.second_looks;
  auto look = std::find_if(looks.begin(), looks.end(), [&](const auto& l) { return l.subsystem == subsystem; });
  if (look == looks.end()) look = looks.insert(looks.end(), {subsystem, {}});
  look->inputs.insert(look->inputs.end(), inputs);
}

}  // namespace

template <class T>
void plan_motions(const Assembly<T>& assembly, const Scheme& scheme, Plan<T>& plan) {
  plan.basis.resize(plan.variables);
  for (int j = 0; j < plan.variables; ++j) plan.basis[j] = j;
  if (assembly.motions.empty() && assembly.turns.empty()) return;
  using Coupling = MotionCoupling;
  const Coupling& coupling = scheme.motion;
  const bool is_corrected = scheme.correction.least > 0;
  const bool differentiates =
      coupling.velocity == Coupling::Velocity::derivative ||
      (coupling.velocity == Coupling::Velocity::automatic && coupling.order > 0 && !is_corrected);
  const bool sees_actual = coupling.outputs == Coupling::Outputs::actual ||
                           (coupling.outputs == Coupling::Outputs::automatic && !is_corrected);
  const auto variable_of = [&](PortRef output) {
    const int index = plan.output_offset[output.subsystem] + output.port;
    for (const auto& copy : plan.copies)
      if (copy.output == index) return copy.variable;
    return -1;
  };
  const auto input_of = [&](PortRef input) { return plan.input_offset[input.subsystem] + input.port; };
  std::vector<int> group_of(assembly.subsystems.size());
  for (std::size_t g = 0; g < plan.groups.size(); ++g)
    for (int s : plan.groups[g]) group_of[s] = static_cast<int>(g);

  plan.kinds.motions = plan.kinds.motions_are_known = true;
  // a constant position has no velocity: a start-up ramp would begin with the wrong motion
  plan.kinds.rates_need_a_slope = coupling.velocity == Coupling::Velocity::automatic;
  for (const Motion& motion : assembly.motions) {
    const int position = variable_of(motion.position), velocity = variable_of(motion.velocity);
    plan.kind[position] = plan.kind[variable_of(motion.acceleration)] = SampleKind::motion;
    for (PortRef other : motion.others) plan.kind[variable_of(other)] = SampleKind::motion;
    plan.kind[velocity] = differentiates ? SampleKind::motion_rate : SampleKind::motion;
    if (differentiates) plan.basis[velocity] = position;
    const int mover = motion.position.subsystem, moved = motion.in_position.subsystem;
    if (!is_corrected && group_of[mover] >= group_of[moved]) plan.kinds.motions_are_known = false;
    if (sees_actual) add_look(moved, {input_of(motion.in_position), input_of(motion.in_velocity)}, plan);
    if (coupling.loop == Coupling::Loop::updated_acceleration) {
      add_look(moved, {input_of(motion.in_acceleration)}, plan);
      for (PortRef other : motion.in_others) add_look(moved, {input_of(other)}, plan);
    }
  }
  for (const Turn& turn : assembly.turns) {
    typename Plan<T>::Turn planned;
    for (int i = 0; i < 4; ++i) {
      planned.quaternion[i] = variable_of(turn.quaternion[i]);
      plan.kind[planned.quaternion[i]] = SampleKind::previous;
    }
    for (int i = 0; i < 3; ++i) {
      planned.turn[i] = plan.laws[turn.law].first_variable + i;
      plan.kind[planned.turn[i]] = SampleKind::motion;
      const int spin = variable_of(turn.spin[i]);
      plan.kind[spin] = differentiates ? SampleKind::motion_rate : SampleKind::motion;
      if (differentiates) plan.basis[spin] = planned.turn[i];
      if (sees_actual)
        add_look(turn.in_turn[i].subsystem, {input_of(turn.in_turn[i]), input_of(turn.in_spin[i])}, plan);
    }
    for (int i = 0; sees_actual && i < 4; ++i)
      add_look(turn.in_quaternion[i].subsystem, {input_of(turn.in_quaternion[i])}, plan);
    plan.turns.push_back(planned);
  }
  if (coupling.loop != Coupling::Loop::updated_force) return;
  std::vector<int> movers;
  for (const Motion& motion : assembly.motions) {
    const int mover = motion.position.subsystem;
    if (std::find(movers.begin(), movers.end(), mover) != movers.end()) continue;
    movers.push_back(mover);
    typename Plan<T>::SecondLook look{mover, {}};
    for (int i = plan.input_offset[mover]; i < plan.input_offset[mover + 1]; ++i) look.inputs.push_back(i);
    plan.second_looks.push_back(std::move(look));
  }
}

template void plan_motions(const Assembly<double>&, const Scheme&, Plan<double>&);
template void plan_motions(const Assembly<Multiprecision>&, const Scheme&, Plan<Multiprecision>&);

}  // namespace oldham
