// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "oldham/analysis/kinematic_matrices.hpp"

namespace oldham {

/// What remains of a kinematic pair for H → 0: states stand still, and force and acceleration answer each other through
/// the feed-through D of both sides alone.
///
///   Λ_{k+1} = K ẽ,   ẽ = T^s(H,H) e,   Λ̃ = T^r(H,H) Λ
///
/// e_k: the force that the accelerations of the mover at T_k were evaluated with; K: the answer of the force to what
/// the moved side sees of them. Jacobi coupling has e_{k+1} = Λ̃, so that
///
///   det(μ I − Σ_r Σ_s K / μ) = 0,   Σ_r = Σ_i α_i μ^{−i},  α_i = (−1)^i (r+1 over i+1)
///
/// [Schneider2017] eqs. (36), (54), corrected: the inverse stands before the product, and i = 0 … r. K is their
/// D_F D_R: −m_Fco/m_R with two masses and approximate forces, eq. (69).
template <class T>
struct FeedthroughLoop {
  using Matrix = typename KinematicMatrices<T>::Matrix;
  Matrix gain;                       // K
  int force_order = 0;               // r
  int motion_order = 0;              // s
  bool motion_is_known = false;      // ẽ is Λ̃: the moved side comes second, or sees the updated acceleration
  bool motion_is_looked_at = false;  // e_{k+1} is the force just found: updated force

  /// The block companion matrix on (Λ_k … Λ_{k−d}, e_k … e_{k−d}), d = max(r, s).
  Matrix companion() const;
  T spectral_radius() const;
};

/// Of a system as it is stepped; nothing where it is no linear kinematic pair, where coupling is corrected, where the
/// moved side comes first, or where the force takes from the mover directly what answers to the force.
template <class T>
std::optional<FeedthroughLoop<T>> make_feedthrough_loop(const Cosimulation<T>& system);

/// The same of any system with prescribed motions, at one of its states, measured: accelerations and forces answer to
/// each other affinely. Forces that a law finds out of both sides together make no loop. Nothing where there are no
/// motions, where coupling is corrected, where groups follow one another, or where outputs are looked at again.
template <class T>
std::optional<FeedthroughLoop<T>> measure_feedthrough_loop(const Cosimulation<T>& system, const MacroState<T>& state);

}  // namespace oldham
