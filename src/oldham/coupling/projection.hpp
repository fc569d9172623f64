// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <span>
#include <string>
#include <vector>

#include "oldham/coupling/plan.hpp"

namespace oldham {

/// After the last sweep of a step: moves positions, then velocities, onto the constraints, along M⁻¹ Gᵀ: as impulses on
/// the constrained forces would move velocities, hence the least motion in the metric of the masses. The multipliers
/// stay as they are. Does nothing for other stabilisations.
template <class T>
class Projection {
 public:
  /// Without `wanted` it does nothing. Refuses a subsystem that does not say which of its states are positions.
  Projection(const Assembly<T>& assembly, const Plan<T>& plan, bool wanted);

  /// Whether every constrained subsystem has positions that are numbers of their own.
  static bool is_possible(const Assembly<T>& assembly, const Plan<T>& plan);

  bool empty() const { return members_.empty(); }

  /// From the states the subsystems have now; `outputs` follow. Returns an empty string, or why it failed.
  std::string apply(const Interval<T>& step, std::span<const InputSignal<T>> signals, std::span<T> outputs);

  /// The states of all subsystems, one after another.
  void move_states(const T& t, std::span<T> x);

 private:
  struct Member {  // a subsystem that takes part
    int subsystem, first_state;
    int states = 0;                // of its equations; what only its own steps use stands behind them in x
    std::vector<int> velocity_of;  // per state
    std::vector<int> tied;         // its velocities, where positions are no numbers of their own
    std::vector<T> x, moved, u;
    std::vector<T> rate, moved_rate;   // x' under u, and with a unit more of one force
    std::vector<std::vector<T>> move;  // per multiplier: what positions or velocities gain from a unit impulse
    std::vector<T> increments;         // where velocities are tied
  };
  void find_moves(const T& t, bool of_positions);
  /// x ← x moved `by` times along one multiplier. False: there is no way.
  [[nodiscard]] bool move(const T& t, bool positions, Member& member, int along, const T& by, std::vector<T>& x);
  bool project(const T& t, bool positions);
  [[nodiscard]] bool constraint_values(const T& t, bool positions, int along, const T& width, std::vector<T>& g);
  T level(const std::vector<T>& y, int multiplier, bool positions) const;

  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  std::vector<Member> members_;
  std::vector<T> y_, g_, ahead_, behind_;
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> response_;
  Eigen::PartialPivLU<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>> lu_;
  Eigen::Matrix<T, Eigen::Dynamic, 1> impulse_, solved_;
};

}  // namespace oldham
