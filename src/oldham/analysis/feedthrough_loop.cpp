// SPDX-License-Identifier: MIT
#include "oldham/analysis/feedthrough_loop.hpp"

#include <algorithm>

#include "oldham/analysis/spectrum.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// α_i of T^r(H, H): 1; 2, −1; 3, −3, 1; …   [Schneider2017] eq. (50)
std::vector<int> end_weights(int order) {
  std::vector<int> weights = {order + 1};
  for (int i = 1; i <= order; ++i) weights.push_back(-weights.back() * (order + 1 - i) / (i + 1));
  return weights;
}

}  // namespace

template <class T>
typename FeedthroughLoop<T>::Matrix FeedthroughLoop<T>::companion() const {
  const int m = static_cast<int>(gain.rows()), depth = std::max(force_order, motion_order) + 1;
  const int size = 2 * depth * m, e0 = depth * m;
  // rows of Λ̃ and ẽ
  Matrix force = Matrix::Zero(m, size), motion = Matrix::Zero(m, size);
  const std::vector<int> of_force = end_weights(force_order), of_e = end_weights(motion_order);
  for (int i = 0; i <= force_order; ++i) force.middleCols(i * m, m) = Matrix::Identity(m, m) * T(of_force[i]);
  for (int i = 0; i <= motion_order; ++i) motion.middleCols(e0 + i * m, m) = Matrix::Identity(m, m) * T(of_e[i]);
  const Matrix answer = gain * (motion_is_known ? force : motion);

  Matrix companion = Matrix::Zero(size, size);
  companion.topRows(m) = answer;
  companion.middleRows(e0, m) = motion_is_looked_at ? answer : force;
  for (int i = 0; i + 1 < depth; ++i) {
    companion.block((i + 1) * m, i * m, m, m).setIdentity();
    companion.block(e0 + (i + 1) * m, e0 + i * m, m, m).setIdentity();
  }
  return companion;
}

template <class T>
T FeedthroughLoop<T>::spectral_radius() const {
  const Matrix matrix = companion();
  const Matrix transposed = matrix.transpose();  // column by column is row-major
  return oldham::spectral_radius(compute_eigenvalues(
      std::vector<T>(transposed.data(), transposed.data() + transposed.size()), static_cast<int>(matrix.rows())));
}

template <class T>
std::optional<FeedthroughLoop<T>> make_feedthrough_loop(const Cosimulation<T>& system) {
  const auto pair = read_kinematic_matrices(system);
  if (!pair || system.scheme().correction.least > 0) return std::nullopt;
  const Plan<T>& plan = system.plan();
  const bool moved_comes_first = plan.groups.size() > 1 && plan.groups.front().front() == pair->F.subsystem;
  if (moved_comes_first || !(pair->reaction_R * pair->R.D).isZero(0)) return std::nullopt;
  FeedthroughLoop<T> loop{pair->reaction_F * pair->F.D * pair->motion * pair->R.D, system.scheme().order,
                          system.scheme().motion.order, plan.kinds.motions_are_known};
  const PortRef acceleration = system.assembly().motions.front().in_acceleration;
  const int input = plan.input_offset[acceleration.subsystem] + acceleration.port;
  for (const auto& look : plan.second_looks) {
    if (look.subsystem == pair->R.subsystem) loop.motion_is_looked_at = true;
    if (std::find(look.inputs.begin(), look.inputs.end(), input) != look.inputs.end()) loop.motion_is_known = true;
  }
  return loop;
}

template struct FeedthroughLoop<double>;
template struct FeedthroughLoop<Multiprecision>;
template std::optional<FeedthroughLoop<double>> make_feedthrough_loop(const Cosimulation<double>&);
template std::optional<FeedthroughLoop<Multiprecision>> make_feedthrough_loop(const Cosimulation<Multiprecision>&);

}  // namespace oldham
