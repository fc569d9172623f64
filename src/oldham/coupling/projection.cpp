// SPDX-License-Identifier: MIT
#include "oldham/coupling/projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

constexpr int most_iterations = 20;

template <class T>
bool is_constrained(const Plan<T>& plan, std::size_t s) {
  return std::any_of(plan.multiplier_terms.begin(), plan.multiplier_terms.end(), [&](const auto& term) {
    return term.force >= plan.input_offset[s] && term.force < plan.input_offset[s + 1];
  });
}

template <class T>
bool has_positions(const Subsystem<T>& subsystem) {
  if (!subsystem.description().capabilities.state_access) return false;
  const std::vector<int> velocity_of = subsystem.equations()->velocity_of();
  return std::any_of(velocity_of.begin(), velocity_of.end(), [](int velocity) { return velocity >= 0; });
}

}  // namespace

template <class T>
bool Projection<T>::is_possible(const Assembly<T>& assembly, const Plan<T>& plan) {
  for (std::size_t s = 0; s < assembly.subsystems.size(); ++s)
    if (is_constrained(plan, s) && !has_positions(*assembly.subsystems[s])) return false;
  return true;
}

template <class T>
Projection<T>::Projection(const Assembly<T>& assembly, const Plan<T>& plan, bool wanted)
    : assembly_(assembly), plan_(plan) {
  if (!wanted || plan.multipliers.empty()) return;
  int first_state = 0;
  for (std::size_t s = 0; s < assembly.subsystems.size(); ++s) {
    const Subsystem<T>& subsystem = *assembly.subsystems[s];
    const SubsystemDescription& d = subsystem.description();
    const int states = subsystem.equations()->equation_size();
    first_state += states;
    if (!is_constrained(plan, s)) continue;
    std::vector<int> tied;
    if (d.capabilities.state_access) tied = subsystem.equations()->tied_velocities();
    if (tied.empty() && !has_positions(subsystem))
      throw_missing_capability(assembly.name,
                               fmt::format("stabilisation = \"projection\" moves positions and velocities, but "
                                           "subsystem '{}' ({}) does not say which of its states they are",
                                           d.name, d.boundary->model),
                               "use stabilisation = \"index-2\"");
    Member member;
    member.subsystem = static_cast<int>(s);
    member.first_state = first_state - states;
    member.states = states;
    member.velocity_of = subsystem.equations()->velocity_of();
    member.tied = std::move(tied);
    member.increments.resize(member.tied.size());
    for (auto* vector : {&member.x, &member.moved}) vector->resize(std::max(states, d.state_size));
    for (auto* vector : {&member.rate, &member.moved_rate}) vector->resize(states);
    member.u.resize(d.input_count());
    member.move.assign(plan.multipliers.size(), std::vector<T>(states));
    members_.push_back(std::move(member));
  }
  const int count = static_cast<int>(plan.multipliers.size());
  y_.resize(plan.outputs());
  for (auto* vector : {&g_, &ahead_, &behind_}) vector->resize(count);
  response_.resize(count, count);
  impulse_.resize(count);
  solved_.resize(count);
  lu_ = Eigen::PartialPivLU<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>>(count);
}

template <class T>
void Projection<T>::move_states(const T& t, std::span<T> x) {
  if (members_.empty()) return;
  for (Member& member : members_) {
    std::copy_n(x.begin() + member.first_state, member.states, member.x.begin());
    std::fill(member.u.begin(), member.u.end(), T(0));  // masses do not depend on forces
  }
  for (bool positions : {true, false}) project(t, positions);
  for (const Member& member : members_) std::copy_n(member.x.begin(), member.states, x.begin() + member.first_state);
}

template <class T>
std::string Projection<T>::apply(const Interval<T>& step, std::span<const InputSignal<T>> signals,
                                 std::span<T> outputs) {
  if (members_.empty()) return {};
  for (Member& member : members_) {
    assembly_.subsystems[member.subsystem]->read_state(member.x);
    const InputSignal<T>& signal = signals[member.subsystem];
    signal.evaluate_piece(signal.pieces() - 1, T(1), member.u.data());
  }
  for (bool positions : {true, false})
    if (!project(step.end(), positions))
      return fmt::format("the {} could not be projected onto the constraints; reduce scheme.step",
                         positions ? "positions" : "velocities");
  for (Member& member : members_) {
    Subsystem<T>& subsystem = *assembly_.subsystems[member.subsystem];
    subsystem.write_state(member.x);
    subsystem.read_outputs({outputs.data() + plan_.output_offset[member.subsystem],
                            outputs.data() + plan_.output_offset[member.subsystem + 1]});
  }
  return {};
}

/// M⁻¹ Gᵀ, column by column: accelerations are affine in forces, so a difference of one unit is exact.
template <class T>
void Projection<T>::find_moves(const T& t, bool of_positions) {
  for (Member& member : members_) {
    const Equations<T>& equations = *assembly_.subsystems[member.subsystem]->equations();
    const std::span<const T> x(member.x.data(), member.states);
    equations.derivative(t, x, member.u, member.rate);
    for (std::size_t i = 0; i < plan_.multipliers.size(); ++i) {
      const auto& multiplier = plan_.multipliers[i];
      bool is_moved = false;
      for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
        const auto& term = plan_.multiplier_terms[k];
        const int input = term.force - plan_.input_offset[member.subsystem];
        if (input < 0 || input >= static_cast<int>(member.u.size())) continue;
        member.u[input] += term.force_factor;
        is_moved = true;
      }
      std::fill(member.move[i].begin(), member.move[i].end(), T(0));
      if (!is_moved) continue;
      equations.derivative(t, x, member.u, member.moved_rate);
      for (const int v : member.tied) member.move[i][v] = member.moved_rate[v] - member.rate[v];
      for (std::size_t q = 0; q < member.velocity_of.size(); ++q) {
        const int v = member.velocity_of[q];
        if (v >= 0) member.move[i][of_positions ? q : v] = member.moved_rate[v] - member.rate[v];
      }
      for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
        const auto& term = plan_.multiplier_terms[k];
        const int input = term.force - plan_.input_offset[member.subsystem];
        if (input >= 0 && input < static_cast<int>(member.u.size())) member.u[input] -= term.force_factor;
      }
    }
  }
}

template <class T>
T Projection<T>::level(const std::vector<T>& y, int index, bool positions) const {
  const auto& multiplier = plan_.multipliers[index];
  T sum = positions ? T(-multiplier.offset) : T(0);
  for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
    const auto& term = plan_.multiplier_terms[k];
    sum += positions ? term.position_factor * y[term.position] : term.velocity_factor * y[term.velocity];
  }
  return sum;
}

template <class T>
bool Projection<T>::move(const T& t, bool positions, Member& member, int along, const T& by, std::vector<T>& x) {
  const std::vector<T>& move = member.move[along];
  if (!positions || member.tied.empty()) {
    for (int i = 0; i < member.states; ++i) x[i] += by * move[i];
    return true;
  }
  for (std::size_t i = 0; i < member.tied.size(); ++i) member.increments[i] = by * move[member.tied[i]];
  return assembly_.subsystems[member.subsystem]->equations()->move_positions(t, member.increments, member.u,
                                                                             {x.data(), x.data() + member.states});
}

/// g or ġ at x + width · move of one multiplier (−1: at x).
template <class T>
bool Projection<T>::constraint_values(const T& t, bool positions, int along, const T& width, std::vector<T>& g) {
  for (Member& member : members_) {
    std::copy(member.x.begin(), member.x.end(), member.moved.begin());
    if (along >= 0 && !move(t, positions, member, along, width, member.moved)) return false;
    assembly_.subsystems[member.subsystem]->equations()->output(
        t, {member.moved.data(), member.moved.data() + member.states}, member.u,
        {y_.data() + plan_.output_offset[member.subsystem], y_.data() + plan_.output_offset[member.subsystem + 1]});
  }
  for (std::size_t i = 0; i < g.size(); ++i) g[i] = level(y_, static_cast<int>(i), positions);
  return true;
}

template <class T>
bool Projection<T>::project(const T& t, bool positions) {
  using std::abs;
  using std::cbrt;
  using std::max;
  using std::sqrt;
  const int count = static_cast<int>(plan_.multipliers.size());
  // joints that a formulation leaves open are closed first: else closing them would look like a bad step of Newton's
  for (Member& member : members_) {
    if (!positions || member.tied.empty()) continue;
    std::fill(member.increments.begin(), member.increments.end(), T(0));
    if (!assembly_.subsystems[member.subsystem]->equations()->move_positions(
            t, member.increments, member.u, {member.x.data(), member.x.data() + member.states}))
      return false;
  }
  find_moves(t, positions);
  // Newton's method ends at the rounding of what is compared; the root of it leaves room for many terms
  const T near = sqrt(std::numeric_limits<T>::epsilon());
  T before = std::numeric_limits<T>::max(), largest(0), scale(1);
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (!constraint_values(t, positions, -1, T(0), g_)) return false;
    largest = T(0);
    for (const T& g : g_) largest = max(largest, T(abs(g)));
    for (const auto& term : plan_.multiplier_terms)
      scale =
          max(scale,
              T(abs(positions ? term.position_factor * y_[term.position] : term.velocity_factor * y_[term.velocity])));
    // as near as rounding lets it come, or not there at all
    if (!(largest < before)) return largest <= near * scale;
    if (largest == T(0)) return true;
    before = largest;
    // response of the constraints to the moves, by central differences (exact where outputs are linear)
    for (int j = 0; j < count; ++j) {
      T size(0);
      for (const Member& member : members_)
        for (const T& value : member.move[j]) size = max(size, T(abs(value)));
      if (size == T(0)) return false;
      const T width = cbrt(std::numeric_limits<T>::epsilon()) / size;
      if (!constraint_values(t, positions, j, width, ahead_) || !constraint_values(t, positions, j, T(-width), behind_))
        return false;
      for (int i = 0; i < count; ++i) response_(i, j) = (ahead_[i] - behind_[i]) / (2 * width);
    }
    for (int i = 0; i < count; ++i) impulse_(i) = g_[i];
    lu_.compute(response_);
    solved_.noalias() = lu_.permutationP() * impulse_;
    lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(solved_);
    lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(solved_);
    for (Member& member : members_)
      for (int j = 0; j < count; ++j)
        if (!move(t, positions, member, j, T(-solved_(j)), member.x)) return false;
  }
  return largest <= near * scale;
}

template class Projection<double>;
template class Projection<Multiprecision>;

}  // namespace oldham
