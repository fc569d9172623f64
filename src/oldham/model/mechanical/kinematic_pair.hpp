// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/mechanical/driven_mechanics.hpp"

namespace oldham {

/// One side of a kinematic coupling.
template <class T>
struct KinematicSide {
  std::string name;
  std::shared_ptr<const Mechanics<T>> mechanics;
  std::vector<int> coupled;  // coordinates that take part, in this order
  IntegratorSettings integrator;
  std::string where = {};  // for messages: file and line
  /// Of a mover: from its coupled coordinates to those of the moved side; none: they are equal.
  std::shared_ptr<const KinematicJoint<T>> joint = {};
};

/// scheme.forces
ForceKind read_forces(Reader& scheme);

/// Adds a mover and what it moves, joined at coupled coordinates; forces as asked for. [Schneider2017] section 2
///
/// `seen_by_moved`: exact and reduced forces take also the mover's share from the motion as the moved side sees it,
/// which extrapolated outputs mean. That needs a mover without inner coordinates, and equal coordinates.
template <class T>
void add_kinematic_pair(const KinematicSide<T>& mover, const KinematicSide<T>& moved, ForceKind forces,
                        bool seen_by_moved, Assembly<T>& assembly);

/// The pair alone.
template <class T>
Assembly<T> join_kinematically(const KinematicSide<T>& mover, const KinematicSide<T>& moved, ForceKind forces,
                               bool seen_by_moved = false);

/// Gain of the loop without delay between the acceleration of a mover and the force of what it moves, when forces are
/// approximate: the largest modulus of M̂ W, M̂ = M_cc − M_ci M_ii⁻¹ M_ic of the moved side, W of the mover. Above 1 no
/// step is small enough, with extrapolation already below. [Schneider2017] eqs. (36), (43)
template <class T>
double loop_gain(const KinematicSide<T>& mover, const KinematicSide<T>& moved);

}  // namespace oldham
