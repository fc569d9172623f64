// SPDX-License-Identifier: MIT
#include "oldham/coupling/exchange.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
bool solve_instant(FunctionRef<void(const T*, T*)> evaluate, int count, bool is_linear, T* w) {
  using std::abs;
  using std::max;
  using std::sqrt;
  std::vector<T> g(count);

  // substitution ends at once without feed-through, and after its depth when feed-through makes no loop
  for (int sweep = 0; sweep < 8; ++sweep) {
    evaluate(w, g.data());
    const bool settled = std::equal(g.begin(), g.end(), w);
    std::copy(g.begin(), g.end(), w);
    if (settled) return true;
  }

  // Newton on r = w − g(w)
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> J(count, count);
  Eigen::Matrix<T, Eigen::Dynamic, 1> r(count);
  std::vector<T> moved(count);
  const T epsilon = std::numeric_limits<T>::epsilon();
  std::fill(w, w + count, T(0));  // substitution may have run away
  for (int iteration = 0; iteration < 50; ++iteration) {
    evaluate(w, g.data());
    T size(1), residual(0);
    for (int i = 0; i < count; ++i) {
      r(i) = w[i] - g[i];
      if (!(abs(r(i)) <= std::numeric_limits<T>::max())) return false;  // also when it is not a number
      residual = max(residual, T(abs(r(i))));
      size = max(size, T(abs(w[i])));
    }
    if (residual <= 64 * epsilon * size) return true;
    for (int j = 0; j < count; ++j) {
      const T original = w[j];
      const T delta = is_linear ? T(1) : T(sqrt(epsilon) * max(T(1), T(abs(original))));
      w[j] += delta;
      evaluate(w, moved.data());
      for (int i = 0; i < count; ++i) J(i, j) = T(i == j ? 1 : 0) - (moved[i] - g[i]) / delta;
      w[j] = original;
    }
    const Eigen::Matrix<T, Eigen::Dynamic, 1> change = J.partialPivLu().solve(r);
    for (int i = 0; i < count; ++i) w[i] -= change(i);
  }
  return false;
}

template <class T>
void differentiate(const Assembly<T>& assembly, const Plan<T>& plan, const T* y, const T* rate, T* w_rate) {
  for (const auto& copy : plan.copies) w_rate[copy.variable] = rate[copy.output];
  T arguments[most_law_arguments];
  std::vector<T> J;
  for (const auto& use : plan.laws) {
    const InterfaceEquations<T>& equations = *assembly.laws[use.law].equations;
    const int* argument = plan.law_arguments.data() + use.first_argument;
    for (int a = 0; a < use.argument_count; ++a) arguments[a] = y[argument[a]];
    J.resize(equations.variable_count() * use.argument_count);
    equations.jacobian(arguments, J.data());
    for (int v = 0; v < equations.variable_count(); ++v) {
      T sum(0);
      for (int a = 0; a < use.argument_count; ++a) sum += J[v * use.argument_count + a] * rate[argument[a]];
      w_rate[use.first_variable + v] = sum;
    }
  }
}

template <class T>
void integrate(const Assembly<T>& assembly, const Plan<T>& plan, const T& length, const T* y_before, const T* y,
               const T* integral, T* w_integral) {
  for (const auto& copy : plan.copies) w_integral[copy.variable] = integral[copy.output];
  T before[most_law_arguments], middle[most_law_arguments], after[most_law_arguments];
  std::vector<T> w(plan.base_variables);
  for (const auto& use : plan.laws) {
    const InterfaceEquations<T>& equations = *assembly.laws[use.law].equations;
    const int* argument = plan.law_arguments.data() + use.first_argument;
    for (int a = 0; a < use.argument_count; ++a) {
      before[a] = y_before[argument[a]];
      after[a] = y[argument[a]];
      middle[a] = (6 * integral[argument[a]] / length - before[a] - after[a]) / 4;
    }
    T* sum = w_integral + use.first_variable;
    const int count = equations.variable_count();
    std::fill(sum, sum + count, T(0));
    for (const auto& [at, weight] : {std::pair{before, 1}, std::pair{middle, 4}, std::pair{after, 1}}) {
      equations.evaluate(at, w.data());
      for (int v = 0; v < count; ++v) sum[v] += weight * w[v] * length / 6;
    }
  }
}

template void differentiate(const Assembly<double>&, const Plan<double>&, const double*, const double*, double*);
template void differentiate(const Assembly<Multiprecision>&, const Plan<Multiprecision>&, const Multiprecision*,
                            const Multiprecision*, Multiprecision*);
template void integrate(const Assembly<double>&, const Plan<double>&, const double&, const double*, const double*,
                        const double*, double*);
template void integrate(const Assembly<Multiprecision>&, const Plan<Multiprecision>&, const Multiprecision&,
                        const Multiprecision*, const Multiprecision*, const Multiprecision*, Multiprecision*);
template bool solve_instant(FunctionRef<void(const double*, double*)>, int, bool, double*);
template bool solve_instant(FunctionRef<void(const Multiprecision*, Multiprecision*)>, int, bool, Multiprecision*);

}  // namespace oldham
