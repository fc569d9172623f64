// SPDX-License-Identifier: MIT
#include "oldham/model/mechanical/kinematic_pair.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/interface/reaction_force.hpp"
#include "oldham/model/linear/linear_model.hpp"
#include "oldham/model/mechanical/driven_ports.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

/// Linear ones are propagated exactly where that is asked for.
template <class T, class Model>
std::unique_ptr<Subsystem<T>> make_side(const KinematicSide<T>& side, Model model,
                                        std::shared_ptr<const Boundary> boundary) {
  if (!side.mechanics->is_linear() || side.joint)
    return with_integrator<T>(side.name, boundary, std::move(model), side.integrator);
  LinearModel<T> linear{read_linear_equations<T>(model, static_cast<int>(boundary->inputs.size()),
                                                 static_cast<int>(boundary->outputs.size())),
                        boundary};
  return with_integrator<T>(side.name, boundary, std::move(linear), side.integrator);
}

template <class T>
typename PartitionedMechanics<T>::Vector start_of(const Mechanics<T>& mechanics) {
  const std::vector<T> q0 = mechanics.initial_positions();
  return Eigen::Map<const typename PartitionedMechanics<T>::Vector>(q0.data(), static_cast<Eigen::Index>(q0.size()));
}

template <class T>
std::vector<T> coupled_start_of(const KinematicSide<T>& side) {
  const std::vector<T> all = side.mechanics->initial_positions();
  std::vector<T> coupled;
  for (int i : side.coupled) coupled.push_back(all[i]);
  return coupled;
}

template <class Matrix>
auto row_by_row(const Matrix& W) {
  std::vector<typename Matrix::Scalar> rows;
  for (int i = 0; i < W.rows(); ++i)
    for (int j = 0; j < W.cols(); ++j) rows.push_back(W(i, j));
  return rows;
}

/// Refuses a joint that does not fit its mover, or has no solution where it starts.
template <class T>
void check_joint(const KinematicSide<T>& mover, const std::vector<T>& guess) {
  if (!mover.joint) return;
  if (mover.joint->mover_coordinates() != static_cast<int>(mover.coupled.size()))
    throw_wrong_input(mover.where,
                      fmt::format("joint '{}' reads {} coordinates of '{}', which couples {}", mover.joint->name(),
                                  mover.joint->mover_coordinates(), mover.name, mover.coupled.size()),
                      "couple those that the joint reads");
  const std::vector<T> q0 = mover.mechanics->initial_positions(), v0 = mover.mechanics->initial_velocities();
  std::vector<T> q, v;
  for (int i : mover.coupled) {
    q.push_back(q0[i]);
    v.push_back(v0[i]);
  }
  DependentMotion<T> motion;
  motion.position = guess;
  const std::string problem = mover.joint->solve(T(0), q, v, motion);
  if (!problem.empty()) throw_wrong_input(mover.where, problem, "choose another start");
}

}  // namespace

ForceKind read_forces(Reader& scheme) {
  return scheme.choice(
      "forces", {{"exact", ForceKind::exact}, {"reduced", ForceKind::reduced}, {"approximate", ForceKind::approximate}},
      ForceKind::exact);
}

template <class T>
void add_kinematic_pair(const KinematicSide<T>& mover, const KinematicSide<T>& moved, ForceKind forces,
                        bool seen_by_moved, Assembly<T>& a) {
  const ForceDriven<T> first{{mover.mechanics, mover.coupled, forces}, mover.joint, coupled_start_of(moved)};
  const PartitionedMechanics<T> second(moved.mechanics, moved.coupled, forces);
  const int m = static_cast<int>(moved.coupled.size());
  if (first.prescribed() != m)
    throw_wrong_input(mover.where,
                      fmt::format("'{}' prescribes {} coordinates, but '{}' couples {}", mover.name, first.prescribed(),
                                  moved.name, m),
                      "couple as many on both sides");
  check_joint(mover, first.guess);
  const bool first_varies = !first.has_constant_mobility(), second_varies = !moved.mechanics->has_constant_mass();
  const bool approximate = forces == ForceKind::approximate, knows_mover = seen_by_moved && !approximate;
  if (knows_mover && (!first.mechanics.inner().empty() || first_varies || mover.joint))
    throw_wrong_input("scheme.outputs",
                      fmt::format("'extrapolated' leaves out the inner coordinates, joints and varying masses of "
                                  "'{}', which the force depends on",
                                  mover.name),
                      "use outputs = \"actual\", or forces = \"approximate\"");
  const bool is_carried = first.mechanics.is_carried();
  MotionDriven<T> structure{second, {}, is_carried};
  if (knows_mover) structure.mover = std::make_shared<const PartitionedMechanics<T>>(first.mechanics);
  const int of_R = first.ports_per_coordinate(), of_F = structure.ports_per_coordinate(),
            into_F = structure.inputs_per_coordinate();
  const int R = static_cast<int>(a.subsystems.size()), F = R + 1;
  a.subsystems.push_back(
      make_side(mover, first,
                force_driven_boundary({.coupled = m,
                                       .inner = static_cast<int>(first.mechanics.inner().size()),
                                       .joint = mover.joint ? static_cast<int>(mover.coupled.size()) : 0,
                                       .tells_mobility = first_varies,
                                       .is_carried = is_carried})));
  a.subsystems.push_back(make_side(moved, std::move(structure),
                                   motion_driven_boundary({.coupled = m,
                                                           .inner = static_cast<int>(second.inner().size()),
                                                           .tells_mobility = second_varies,
                                                           .is_carried = is_carried,
                                                           .knows_mover = knows_mover})));
  for (int i = 0; i < m; ++i) {
    const PortRef from{R, of_R * i}, to{F, into_F * i};
    const auto next = [](PortRef ref, int port) { return PortRef{ref.subsystem, ref.port + port}; };
    a.motions.push_back({from, next(from, 1), next(from, 2), to, next(to, 1), next(to, 2), mover.where, {}, {}});
    for (int port = 0; port < 3; ++port) a.connections.push_back({next(from, port), next(to, port), 1, 0, mover.where});
    if (is_carried) {
      a.connections.push_back({next(from, 4), next(to, 3), 1, 0, mover.where});
      a.motions.back().others = {next(from, 4)};
      a.motions.back().in_others = {next(to, 3)};
    }
    if (approximate) a.connections.push_back({{F, of_F * i}, {R, i}, 1, 0, mover.where});
  }
  if (approximate) return;

  const std::vector<T> none;
  Law<T> law{
      "reaction",
      std::make_unique<ReactionForce<T>>(
          m, first_varies ? none : row_by_row(first.mobility(T(0), start_of(*mover.mechanics))),
          second_varies ? none : row_by_row(second.mobility(second.mass(start_of(*moved.mechanics)))), is_carried),
      {},
      {},
      mover.where};
  for (int i = 0; i < m; ++i)
    law.arguments.push_back(knows_mover ? PortRef{F, of_F * i + 2} : PortRef{R, of_R * i + 3});
  for (int k = 0; first_varies && k < m * m; ++k) law.arguments.push_back({R, of_R * m + k});
  for (int i = 0; i < m; ++i) law.arguments.push_back({F, of_F * i + 1});
  for (int k = 0; second_varies && k < m * m; ++k) law.arguments.push_back({F, of_F * m + k});
  // accelerations are never known in time: the force takes those of the mover as the moved side sees them
  for (int i = 0; is_carried && i < m; ++i) law.arguments.push_back({F, of_F * (i + 1) - 1});
  for (int i = 0; i < m; ++i) law.effects.push_back({{R, i}, i, 1.0});
  a.laws.push_back(std::move(law));
}

template <class T>
Assembly<T> join_kinematically(const KinematicSide<T>& mover, const KinematicSide<T>& moved, ForceKind forces,
                               bool seen_by_moved) {
  Assembly<T> assembly;
  add_kinematic_pair(mover, moved, forces, seen_by_moved, assembly);
  return assembly;
}

template <class T>
double loop_gain(const KinematicSide<T>& mover, const KinematicSide<T>& moved) {
  const ForceDriven<T> first{{mover.mechanics, mover.coupled, ForceKind::exact}, mover.joint, coupled_start_of(moved)};
  const PartitionedMechanics<T> second(moved.mechanics, moved.coupled, ForceKind::exact);
  // M̂⁻¹ is the block of M⁻¹
  const auto W_moved = second.mobility(second.mass(start_of(*moved.mechanics)));
  const auto loop = W_moved.partialPivLu().solve(first.mobility(T(0), start_of(*mover.mechanics))).eval();
  Eigen::MatrixXd plain(loop.rows(), loop.cols());
  for (int i = 0; i < loop.rows(); ++i)
    for (int j = 0; j < loop.cols(); ++j) plain(i, j) = to_double(loop(i, j));
  return plain.eigenvalues().cwiseAbs().maxCoeff();
}

template void add_kinematic_pair(const KinematicSide<double>&, const KinematicSide<double>&, ForceKind, bool,
                                 Assembly<double>&);
template void add_kinematic_pair(const KinematicSide<Multiprecision>&, const KinematicSide<Multiprecision>&, ForceKind,
                                 bool, Assembly<Multiprecision>&);
template Assembly<double> join_kinematically(const KinematicSide<double>&, const KinematicSide<double>&, ForceKind,
                                             bool);
template Assembly<Multiprecision> join_kinematically(const KinematicSide<Multiprecision>&,
                                                     const KinematicSide<Multiprecision>&, ForceKind, bool);
template double loop_gain(const KinematicSide<double>&, const KinematicSide<double>&);
template double loop_gain(const KinematicSide<Multiprecision>&, const KinematicSide<Multiprecision>&);

}  // namespace oldham
