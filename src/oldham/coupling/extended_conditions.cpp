// SPDX-License-Identifier: MIT
#include "oldham/coupling/extended_conditions.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
ExtendedConditions<T>::ExtendedConditions(const Assembly<T>& assembly, const Plan<T>& plan, Extension extension)
    : assembly_(assembly), plan_(plan), extension_(extension) {
  if (extension == Extension::none) return;
  second_of_variables_.assign(plan.base_variables, T(0));
  law_variables_.resize(plan.base_variables);
  std::size_t largest = 0;
  for (const auto& law : assembly.laws)
    largest = std::max<std::size_t>(largest, law.equations->argument_count() * law.equations->variable_count());
  law_jacobian_.resize(largest);
}

template <class T>
void ExtendedConditions<T>::evaluate(const Reconstruction<T>& reconstruction, const MacroState<T>& state,
                                     const T& length, std::span<const T> y, std::span<const T> second,
                                     std::span<T> returned) {
  if (plan_.extended.empty()) return;
  if (extension_ == Extension::derivative)
    differentiate(y, second);
  else
    integrate(length, state.outputs, y, second);
  const auto condition = reconstruction.middle_condition(extension_, length);
  const T* past = state.history.row(0);
  for (const auto& [end, middle] : plan_.extended)
    returned[middle] =
        condition.returned * returned[end] + condition.past * past[end] + condition.second * second_of_variables_[end];
}

/// dw/dt = dg/dy · dy/dt
template <class T>
void ExtendedConditions<T>::differentiate(std::span<const T> y, std::span<const T> rate) {
  for (const auto& copy : plan_.copies) second_of_variables_[copy.variable] = rate[copy.output];
  T arguments[most_law_arguments];
  for (const auto& use : plan_.laws) {
    const InterfaceEquations<T>& equations = *assembly_.laws[use.law].equations;
    const int* argument = plan_.law_arguments.data() + use.first_argument;
    for (int a = 0; a < use.argument_count; ++a) arguments[a] = y[argument[a]];
    equations.jacobian(arguments, law_jacobian_.data());
    for (int v = 0; v < equations.variable_count(); ++v) {
      T sum(0);
      for (int a = 0; a < use.argument_count; ++a) sum += law_jacobian_[v * use.argument_count + a] * rate[argument[a]];
      second_of_variables_[use.first_variable + v] = sum;
    }
  }
}

/// ∫ w dt by Simpson's rule with the middle value that the integral of the outputs implies: exact where a law is
/// linear.
template <class T>
void ExtendedConditions<T>::integrate(const T& length, std::span<const T> y_before, std::span<const T> y,
                                      std::span<const T> integral) {
  for (const auto& copy : plan_.copies) second_of_variables_[copy.variable] = integral[copy.output];
  T before[most_law_arguments], middle[most_law_arguments], after[most_law_arguments];
  for (const auto& use : plan_.laws) {
    const InterfaceEquations<T>& equations = *assembly_.laws[use.law].equations;
    const int* argument = plan_.law_arguments.data() + use.first_argument;
    for (int a = 0; a < use.argument_count; ++a) {
      before[a] = y_before[argument[a]];
      after[a] = y[argument[a]];
      middle[a] = (6 * integral[argument[a]] / length - before[a] - after[a]) / 4;
    }
    T* sum = second_of_variables_.data() + use.first_variable;
    const int count = equations.variable_count();
    std::fill(sum, sum + count, T(0));
    for (const auto& [at, weight] : {std::pair{before, 1}, std::pair{middle, 4}, std::pair{after, 1}}) {
      equations.evaluate(at, law_variables_.data());
      for (int v = 0; v < count; ++v) sum[v] += weight * law_variables_[v] * length / 6;
    }
  }
}

template class ExtendedConditions<double>;
template class ExtendedConditions<Multiprecision>;

}  // namespace oldham
