// SPDX-License-Identifier: MIT
#include "oldham/coupling/constraint_conditions.hpp"

#include <algorithm>
#include <cmath>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
ConstraintViolation measure_violation(const Plan<T>& plan, std::span<const T> y) {
  ConstraintViolation largest;
  for (const auto& multiplier : plan.multipliers) {
    T g = -multiplier.offset, dg(0);
    for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
      const auto& term = plan.multiplier_terms[k];
      g += term.position_factor * y[term.position];
      dg += term.velocity_factor * y[term.velocity];
    }
    largest.position = std::max(largest.position, std::abs(to_double(g)));
    largest.velocity = std::max(largest.velocity, std::abs(to_double(dg)));
  }
  return largest;
}

template <class T>
std::vector<ConditionSet<T>> condition_sets(const Stabilisation& stabilisation, const T& H) {
  using Kind = Stabilisation::Kind;
  const std::array<T, 3> g = {T(1), T(0), T(0)}, dg = {T(0), T(1), T(0)}, ddg = {T(0), T(0), T(1)};
  const std::array levels = {g, dg, ddg};
  switch (stabilisation.kind) {
    case Kind::baumgarte: {
      const T alpha = from_decimal<T>(stabilisation.alpha) / H, beta = from_decimal<T>(stabilisation.beta) / H;
      return {{T(1), {std::array{T(beta * beta), T(2 * alpha), T(1)}}}};
    }
    case Kind::weighted: {
      std::vector<ConditionSet<T>> sets;
      for (int level = 0; level < 3; ++level)
        if (stabilisation.weights[level] != 0)
          sets.push_back({from_decimal<T>(stabilisation.weights[level]), {levels[level]}});
      return sets;
    }
    case Kind::projection:
      return {{T(1), {levels[stabilisation.level]}}};
    case Kind::index_1:
      return {{T(1), {ddg, g, dg}}};
    case Kind::index_2:
      return {{T(1), {dg, g}}};
    case Kind::index_3:
      return {{T(1), {g}}};
  }
  return {};
}

template <class T>
ConstraintConditions<T>::ConstraintConditions(const Plan<T>& plan, const Stabilisation& stabilisation)
    : plan_(plan), stabilisation_(stabilisation), levels_(plan.multipliers.size()), scales_(plan.multipliers.size()) {
  if (plan.multipliers.empty()) sets_ = {{T(1)}};
}

template <class T>
void ConstraintConditions<T>::begin_step(const T& length) {
  if (plan_.multipliers.empty()) return;
  if (length != length_) sets_ = condition_sets(stabilisation_, length);
  length_ = length;
  z_.clear();
}

template <class T>
void ConstraintConditions<T>::evaluate(std::span<const T> y, std::span<const T> rates, std::span<const T> z,
                                       std::span<T> returned) {
  if (plan_.multipliers.empty()) return;
  for (std::size_t i = 0; i < plan_.multipliers.size(); ++i) {
    const auto& multiplier = plan_.multipliers[i];
    auto& level = levels_[i];
    auto& scale = scales_[i];
    level = {T(-multiplier.offset), T(0), T(0)};
    scale = {1, 1, 1};
    const auto add = [&](int which, const T& value) {
      level[which] += value;
      scale[which] = std::max(scale[which], std::abs(to_double(value)));
    };
    for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
      const auto& term = plan_.multiplier_terms[k];
      add(0, term.position_factor * y[term.position]);
      add(1, term.velocity_factor * y[term.velocity]);
      if (!rates.empty()) add(2, term.velocity_factor * rates[term.velocity]);
    }
    for (int sample : multiplier.samples) returned[sample] = z[sample];
  }
  previous_z_.swap(z_);
  z_.assign(z.begin(), z.end());
}

template <class T>
typename ConstraintConditions<T>::Worst ConstraintConditions<T>::worst() const {
  Worst result;
  const auto compare = [&](double residual, int variable) {
    if (!(residual <= result.residual)) result = {residual, variable};
  };
  const int samples = stabilisation_.samples();
  for (std::size_t i = 0; i < plan_.multipliers.size(); ++i)
    for (int s = 0; s < samples; ++s) {
      const int variable = plan_.multipliers[i].samples[s];
      if (sets_.size() > 1) {
        // none of the sets is fulfilled alone: what they agree on has been found when it no longer moves
        const double scale = std::max(plan_.nominal[variable], std::abs(to_double(z_[variable])));
        compare(previous_z_.empty() ? std::numeric_limits<double>::infinity()
                                    : std::abs(to_double(T(z_[variable] - previous_z_[variable]))) / scale,
                variable);
        continue;
      }
      double residual = 0, scale = 0;
      for (int level = 0; level < 3; ++level) {
        const double factor = to_double(sets_.front().rows[s][level]);
        residual += factor * to_double(levels_[i][level]);
        scale += std::abs(factor) * scales_[i][level];
      }
      compare(std::abs(residual) / scale, variable);
    }
  return result;
}

template <class T>
void ConstraintConditions<T>::write_residuals(int set, std::span<T> r) const {
  const int samples = stabilisation_.samples();
  for (std::size_t i = 0; i < plan_.multipliers.size(); ++i)
    for (int s = 0; s < samples; ++s) {
      T sum(0);
      for (int level = 0; level < 3; ++level) sum += sets_[set].rows[s][level] * levels_[i][level];
      r[plan_.multipliers[i].samples[s]] = sum;
    }
}

template ConstraintViolation measure_violation(const Plan<double>&, std::span<const double>);
template ConstraintViolation measure_violation(const Plan<Multiprecision>&, std::span<const Multiprecision>);
template std::vector<ConditionSet<double>> condition_sets(const Stabilisation&, const double&);
template std::vector<ConditionSet<Multiprecision>> condition_sets(const Stabilisation&, const Multiprecision&);
template class ConstraintConditions<double>;
template class ConstraintConditions<Multiprecision>;

}  // namespace oldham
