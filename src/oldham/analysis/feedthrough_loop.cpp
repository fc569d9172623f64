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

namespace {

/// How outputs of all subsystems change with coupling variables, through feed-through alone.
template <class T>
class Response {
 public:
  Response(const Cosimulation<T>& system, const MacroState<T>& state)
      : assembly_(system.assembly()), plan_(system.plan()), state_(state), before_(plan_.outputs()) {
    for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
      assembly_.subsystems[s]->restore(state.snapshots[s]);
      x_.emplace_back(assembly_.subsystems[s]->equations()->equation_size());
      assembly_.subsystems[s]->equations()->read_equation_state(x_.back());
    }
    before_ = at(state.inputs);
  }
  /// Changes of the outputs with changes of these variables.
  std::vector<T> to(const std::vector<int>& variables, const std::vector<T>& changes) const {
    std::vector<T> u = state_.inputs;
    for (int i = 0; i < plan_.inputs(); ++i)
      for (int k = plan_.term_offset[i]; k < plan_.term_offset[i + 1]; ++k)
        for (std::size_t v = 0; v < variables.size(); ++v)
          if (plan_.terms[k].source == variables[v]) u[i] += plan_.terms[k].factor * changes[v];
    std::vector<T> y = at(u);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] -= before_[i];
    return y;
  }

 private:
  std::vector<T> at(const std::vector<T>& u) const {
    std::vector<T> y(plan_.outputs());
    for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
      assembly_.subsystems[s]->equations()->output(
          state_.time, x_[s], {u.data() + plan_.input_offset[s], u.data() + plan_.input_offset[s + 1]},
          {y.data() + plan_.output_offset[s], y.data() + plan_.output_offset[s + 1]});
    return y;
  }
  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  const MacroState<T>& state_;
  std::vector<std::vector<T>> x_;
  std::vector<T> before_;
};

}  // namespace

template <class T>
std::optional<FeedthroughLoop<T>> measure_feedthrough_loop(const Cosimulation<T>& system, const MacroState<T>& state) {
  const Assembly<T>& assembly = system.assembly();
  const Plan<T>& plan = system.plan();
  const auto lacks_equations = [](const auto& s) { return !s->description().capabilities.equations; };
  if (assembly.motions.empty() || system.scheme().correction.least > 0 || plan.groups.size() > 1 ||
      system.scheme().motion.loop != MotionCoupling::Loop::jacobi ||
      std::any_of(assembly.subsystems.begin(), assembly.subsystems.end(), lacks_equations))
    return std::nullopt;
  // accelerations, and what the moved answer directly
  std::vector<int> accelerations, forces, force_outputs, acceleration_outputs;
  for (const auto& copy : plan.copies)
    for (const Motion& motion : assembly.motions) {
      if (copy.output == plan.output_offset[motion.acceleration.subsystem] + motion.acceleration.port) {
        accelerations.push_back(copy.variable);
        acceleration_outputs.push_back(copy.output);
        break;
      }
      const int moved = motion.in_position.subsystem;
      if (copy.output >= plan.output_offset[moved] && copy.output < plan.output_offset[moved + 1]) {
        forces.push_back(copy.variable);
        force_outputs.push_back(copy.output);
        break;
      }
    }
  const Response<T> response(system, state);
  const int m = static_cast<int>(forces.size());
  using Matrix = typename FeedthroughLoop<T>::Matrix;
  FeedthroughLoop<T> loop{Matrix::Zero(m, m), system.scheme().order, system.scheme().motion.order};
  for (int j = 0; j < m; ++j) {
    const std::vector<T> moved = response.to({forces[j]}, {T(1)});
    std::vector<T> change;
    for (int output : acceleration_outputs) change.push_back(moved[output]);
    const std::vector<T> answered = response.to(accelerations, change);
    for (int i = 0; i < m; ++i) loop.gain(i, j) = answered[force_outputs[i]];
  }
  return loop;
}

template struct FeedthroughLoop<double>;
template struct FeedthroughLoop<Multiprecision>;
template std::optional<FeedthroughLoop<double>> make_feedthrough_loop(const Cosimulation<double>&);
template std::optional<FeedthroughLoop<Multiprecision>> make_feedthrough_loop(const Cosimulation<Multiprecision>&);
template std::optional<FeedthroughLoop<double>> measure_feedthrough_loop(const Cosimulation<double>&,
                                                                         const MacroState<double>&);
template std::optional<FeedthroughLoop<Multiprecision>> measure_feedthrough_loop(const Cosimulation<Multiprecision>&,
                                                                                 const MacroState<Multiprecision>&);

}  // namespace oldham
