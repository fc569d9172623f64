// SPDX-License-Identifier: MIT
#include "oldham/coupling/exchange.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
bool solve_instant(FunctionRef<void(const T*, T*)> evaluate, int count, InstantSettings settings, T* w) {
  using std::abs;
  using std::max;
  using std::sqrt;
  std::vector<T> g(count);

  // substitution ends at once without feed-through, and after its depth when feed-through makes no loop
  for (int sweep = 0; settings.may_substitute && sweep < 8; ++sweep) {
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
  T size(1);                      // of what is added up: the variables, and the residual they begin with
  T before = std::numeric_limits<T>::max();
  for (int iteration = 0; iteration < 50; ++iteration) {
    evaluate(w, g.data());
    T residual(0);
    for (int i = 0; i < count; ++i) {
      r(i) = w[i] - g[i];
      if (!(abs(r(i)) <= std::numeric_limits<T>::max())) return false;  // also when it is not a number
      residual = max(residual, T(abs(r(i))));
      size = max(size, T(abs(w[i])));
    }
    if (iteration == 0) size = max(size, residual);
    if (residual <= 64 * epsilon * size) return true;
    // as near as the accuracy of g lets it come: rates of outputs may come from differences
    if (residual > before / 2 && residual <= sqrt(epsilon) * size) return true;
    before = residual;
    for (int j = 0; j < count; ++j) {
      const T original = w[j];
      const bool is_affine = settings.is_linear || (settings.affine_from >= 0 && j >= settings.affine_from);
      const T delta = is_affine ? T(1) : T(sqrt(epsilon) * max(T(1), T(abs(original))));
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

template bool solve_instant(FunctionRef<void(const double*, double*)>, int, InstantSettings, double*);
template bool solve_instant(FunctionRef<void(const Multiprecision*, Multiprecision*)>, int, InstantSettings,
                            Multiprecision*);

}  // namespace oldham
