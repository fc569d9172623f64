// SPDX-License-Identifier: MIT
#include "oldham/coupling/corrector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

constexpr int stalls_of_rounding = 3;
constexpr double rounding_reach = 1e4;    // times the tolerance; a larger residual that stalls is a failure
constexpr double slow_contraction = 0.1;  // a reused Jacobian that gains less than a digit per correction is stale

template <class T>
double largest(std::span<const T> r) {
  using std::abs;
  double result = 0;
  for (const T& value : r) result = std::max(result, std::abs(to_double(value)));
  return result;
}

}  // namespace

template <class T>
void Corrector<T>::begin_step(const CorrectorMemory<T>& memory) {
  const bool reuses = correction_.jacobian == Correction::Jacobian::reuse;
  // sensitivities that no state influences stay in the workspace; others come from the state, or not at all
  if (!jacobian_.is_state_independent()) {
    if (reuses)
      memory_ = memory;
    else
      memory_.valid = false;
  }
  is_fresh_ = false;
  stalls_ = 0;
  best_ = std::numeric_limits<double>::infinity();
  previous_residual_ = 0;
  previous_r_.clear();
}

template <class T>
void Corrector<T>::end_step(CorrectorMemory<T>& memory) const {
  if (correction_.jacobian == Correction::Jacobian::reuse && !jacobian_.is_state_independent()) memory = memory_;
}

template <class T>
typename Corrector<T>::Verdict Corrector<T>::examine(int corrections, double residual) {
  stalls_ = residual > 0.5 * best_ ? stalls_ + 1 : 0;
  best_ = std::min(best_, residual);
  if (corrections < correction_.least) return Verdict::go_on;
  if (!correction_.to_tolerance || residual <= correction_.tolerance) return Verdict::done;
  // Newton's method that gains nothing any more has met the rounding of stiff terms: no further step does better
  const bool is_rounding = correction_.kind == Correction::Kind::newton && stalls_ >= stalls_of_rounding &&
                           residual <= rounding_reach * correction_.tolerance;
  if (is_rounding) return Verdict::done;
  return corrections < correction_.most ? Verdict::go_on : Verdict::exhausted;
}

template <class T>
bool Corrector<T>::has_sensitivities_for(const StepContext<T>& context) const {
  return memory_.valid && memory_.step_length == context.interval.length &&
         memory_.nodes == context.reconstruction->nodes();
}

template <class T>
std::string Corrector<T>::correct(const StepContext<T>& context, std::span<const T> r, std::span<T> z) {
  r_.assign(r.begin(), r.end());
  context.constraints->write_residuals(0, r_);
  last_residual_ = largest<T>(r_);
  if (correction_.kind == Correction::Kind::newton) return correct_newton(context, z);
  relax(z);
  return {};
}

template <class T>
std::string Corrector<T>::correct_newton(const StepContext<T>& context, std::span<T> z) {
  const bool is_stale = !is_fresh_ && !jacobian_.is_state_independent() && previous_residual_ > 0 &&
                        last_residual_ > slow_contraction * previous_residual_;
  if (!has_sensitivities_for(context) || is_stale) {
    jacobian_.compute_sensitivities(context, memory_.sensitivities);
    memory_.valid = true;
    memory_.step_length = context.interval.length;
    memory_.nodes = context.reconstruction->nodes();
    is_fresh_ = true;
  }
  previous_residual_ = last_residual_;
  if (!jacobian_.factorize(memory_.sensitivities, context)) {
    memory_.valid = false;
    return "the interface Jacobian is singular: at this step size the coupling conditions do not determine the "
           "coupling variables; change the step or the order, or give solvers more micro steps to see them";
  }
  // z ← z − Σ weight · J⁻¹ r over the sets of conditions; nearly always there is one
  const auto& sets = context.constraints->sets();
  change_.assign(z.size(), T(0));
  for (std::size_t set = 0; set < sets.size(); ++set) {
    context.constraints->write_residuals(static_cast<int>(set), r_);
    solved_ = r_;
    jacobian_.solve(static_cast<int>(set), solved_);
    for (std::size_t j = 0; j < z.size(); ++j) change_[j] += sets[set].weight * solved_[j];
  }
  for (std::size_t j = 0; j < z.size(); ++j) z[j] -= change_[j];
  return {};
}

template <class T>
void Corrector<T>::relax(std::span<T> z) {
  if (previous_r_.empty() || correction_.kind == Correction::Kind::fixed_point) {
    relaxation_ = from_decimal<T>(correction_.relaxation);
  } else {
    // ω ← −ω ⟨r_old, r − r_old⟩ / |r − r_old|²   [Kuettler2008] eq. (44)
    T product(0), square(0);
    for (std::size_t j = 0; j < r_.size(); ++j) {
      const T change = r_[j] - previous_r_[j];
      product += previous_r_[j] * change;
      square += change * change;
    }
    if (square > T(0)) relaxation_ *= -product / square;
  }
  for (std::size_t j = 0; j < z.size(); ++j) z[j] -= relaxation_ * r_[j];
  previous_r_ = r_;
}

template class Corrector<double>;
template class Corrector<Multiprecision>;

}  // namespace oldham
