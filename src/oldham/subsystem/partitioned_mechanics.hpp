// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <vector>

#include "oldham/subsystem/mechanics.hpp"

namespace oldham {

/// Kinematic coupling joins a mover to a moved system: the mover prescribes the coupled coordinates, the moved one
/// answers with the force Λ that this takes. [Schneider2017] section 2, with Λ as the force on the coupled coordinates
/// of the moved system.
///
/// Both sides also tell how the coupled coordinates would accelerate without Λ (a⁰), and how they answer to it
/// (mobility W). The force that makes both accelerations equal is
///
///   Λ = (W_mover + W_moved)⁻¹ (a⁰_mover − a⁰_moved)
///
///   exact    a⁰ = (M⁻¹ f)_c,                    W = (M⁻¹)_cc       needs positions and velocities only
///   reduced  a⁰ = M_cc⁻¹ (f_c − M_ci v'_i),     W = M_cc⁻¹         with inner accelerations v'_i under the inputs
///
/// approximate: Λ = M_cc v'_c + M_ci v'_i − f_c of the moved side alone, with the prescribed acceleration v'_c
enum class ForceKind { exact, reduced, approximate };

/// What the two sides have in common: the partition into coupled and inner coordinates, and what follows from it.
template <class T>
class PartitionedMechanics {
 public:
  PartitionedMechanics(std::shared_ptr<const Mechanics<T>> mechanics, std::vector<int> coupled, ForceKind forces);

  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  const Mechanics<T>& mechanics() const { return *mechanics_; }
  const std::vector<int>& coupled() const { return coupled_; }
  const std::vector<int>& inner() const { return inner_; }
  int coordinates() const { return static_cast<int>(coupled_.size() + inner_.size()); }

  Matrix mass(const Vector& q) const;
  Vector force(const T& t, const Vector& q, const Vector& v) const;

  /// a⁰ of the coupled coordinates, in the reduced form without what inner accelerations add to it.
  Vector free_acceleration(const Matrix& M, const Vector& f) const;
  /// Whether inner accelerations add to a⁰.
  bool is_carried() const { return forces_ == ForceKind::reduced && !inner_.empty(); }
  /// What they add where they do: −M_cc⁻¹ M_ci v'_i, out of the accelerations of all coordinates.
  Vector carried_acceleration(const Matrix& M, const Vector& a) const;
  /// W of the coupled coordinates.
  Matrix mobility(const Matrix& M) const;

  Matrix block(const Matrix& M, const std::vector<int>& rows, const std::vector<int>& columns) const;
  Vector pick(const Vector& all, const std::vector<int>& which) const;

 private:
  std::shared_ptr<const Mechanics<T>> mechanics_;
  std::vector<int> coupled_, inner_;
  ForceKind forces_;
};

}  // namespace oldham
