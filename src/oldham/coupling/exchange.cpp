// SPDX-License-Identifier: MIT
#include "oldham/coupling/exchange.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
bool solve_instant(FunctionRef<void(const T*, T*)> evaluate, int count, InstantSettings settings, T* w) {
  using std::abs;
  using std::max;
  using std::sqrt;
  const std::vector<T> guess(w, w + count);
  std::vector<T> g(count);
  std::vector<int> open;  // variables that are not settled yet: those of loops
  for (int j = 0; j < count; ++j) open.push_back(j);

  // substitution ends at once without feed-through, and after its depth when feed-through makes no loop; what is in
  // no loop settles on the way
  for (int sweep = 0; settings.may_substitute && sweep < 8; ++sweep) {
    evaluate(w, g.data());
    open.clear();
    for (int j = 0; j < count; ++j)
      if (!(g[j] == w[j])) open.push_back(j);
    std::copy(g.begin(), g.end(), w);
    if (open.empty()) return true;
  }

  // Newton on r = w − g(w)
  const int size_of_loop = static_cast<int>(open.size());
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> J(size_of_loop, size_of_loop);
  Eigen::Matrix<T, Eigen::Dynamic, 1> r(size_of_loop);
  std::vector<T> moved(count);
  const T epsilon = std::numeric_limits<T>::epsilon();
  for (int j : open) w[j] = guess[j];  // substitution may have run away
  T size(1);                           // of what is added up: the variables, and the residual they begin with
  T before = std::numeric_limits<T>::max();
  for (int iteration = 0; iteration < 50; ++iteration) {
    evaluate(w, g.data());
    T residual(0);
    for (int i = 0; i < size_of_loop; ++i) {
      r(i) = w[open[i]] - g[open[i]];
      if (!(abs(r(i)) <= std::numeric_limits<T>::max())) return false;  // also when it is not a number
      residual = max(residual, T(abs(r(i))));
      size = max(size, T(abs(w[open[i]])));
    }
    if (iteration == 0) size = max(size, residual);
    // converged, or as near as the accuracy of g lets it come: rates of outputs may come from differences
    if (residual <= 64 * epsilon * size || (residual > before / 2 && residual <= sqrt(epsilon) * size)) {
      for (int j = 0; j < count; ++j)
        if (!(abs(w[j] - g[j]) <= max(residual, T(64 * epsilon * size)))) {  // it was in a loop after all
          settings.may_substitute = false;
          return solve_instant(evaluate, count, settings, w);
        }
      return true;
    }
    before = residual;
    for (int j = 0; j < size_of_loop; ++j) {
      const T original = w[open[j]];
      const bool is_affine = settings.is_linear || (settings.affine_from >= 0 && open[j] >= settings.affine_from);
      const T delta = is_affine ? T(1) : T(sqrt(epsilon) * max(T(1), T(abs(original))));
      w[open[j]] += delta;
      evaluate(w, moved.data());
      for (int i = 0; i < size_of_loop; ++i) J(i, j) = T(i == j ? 1 : 0) - (moved[open[i]] - g[open[i]]) / delta;
      w[open[j]] = original;
    }
    const Eigen::Matrix<T, Eigen::Dynamic, 1> change = J.partialPivLu().solve(r);
    for (int i = 0; i < size_of_loop; ++i) w[open[i]] -= change(i);
  }
  return false;
}

template <class T>
std::string law_without_answer(const Assembly<T>& assembly, const Plan<T>& plan, const T* y) {
  const auto is_number = [](const T& value) { return std::isfinite(to_double(value)); };
  for (const auto& use : plan.laws) {
    const Law<T>& law = assembly.laws[use.law];
    std::vector<T> arguments, values(law.equations->variable_count());
    for (int a = 0; a < use.argument_count; ++a) arguments.push_back(y[plan.law_arguments[use.first_argument + a]]);
    if (!std::ranges::all_of(arguments, is_number)) continue;
    law.equations->evaluate(arguments.data(), values.data());
    const auto wrong = std::ranges::find_if_not(values, is_number);
    if (wrong != values.end())
      return fmt::format("the law of interface '{}' gives {} there", law.name, to_double(*wrong));
  }
  return {};
}

template std::string law_without_answer(const Assembly<double>&, const Plan<double>&, const double*);
template std::string law_without_answer(const Assembly<Multiprecision>&, const Plan<Multiprecision>&,
                                        const Multiprecision*);
template bool solve_instant(FunctionRef<void(const double*, double*)>, int, InstantSettings, double*);
template bool solve_instant(FunctionRef<void(const Multiprecision*, Multiprecision*)>, int, InstantSettings,
                            Multiprecision*);

}  // namespace oldham
