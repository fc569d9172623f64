// SPDX-License-Identifier: MIT
#include "oldham/model/rod/linear_implicit_euler.hpp"

#include <fmt/format.h>

namespace oldham::rod {

template <class T>
StepOutcome LinearImplicitEuler<T>::step(const Rod<T>& rod, const RodInputs<T>& at_end, const T& h, T* state) {
  using std::isfinite;
  const int N = rod.edges(), n = rod.unknown_count();
  rod.insert_ends(at_end, state);

  // M − h ∂f/∂u − h² ∂f/∂q and h (f + h ∂f/∂q u)
  A_.set_zero();
  rod.linearise(state, at_end, -h * h, -h, A_, f_.data(), flow_.data());
  for (int i = 0; i < n; ++i) {
    A_(i, i) += rod.masses()[i];
    f_[i] = h * (f_[i] + h * flow_[i]);
  }
  for (const int node : {0, N}) {
    if (!rod.is_held(node)) continue;
    for (int i = 6 * node; i < 6 * node + 3; ++i) {
      A_.pin(i);
      f_[i] = T(0);
    }
  }
  if (!A_.factor()) return StepOutcome::diverged("the matrix of its step is singular or not finite");
  A_.solve(f_.data());

  // velocities, then positions by the new velocities
  T* u = rod.velocity(state, 0);
  for (int i = 0; i < n; ++i) u[i] += f_[i];
  T turned(0);
  for (int k = 0; k <= N; ++k) {
    if (!rod.is_held(k))
      for (int i = 0; i < 3; ++i) rod.node(state, k)[i] += h * u[6 * k + i];
    if (k == N) break;
    const T turn[3] = {h * u[6 * k + 3], h * u[6 * k + 4], h * u[6 * k + 5]};
    turned = std::max(turned, T(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]));
    multibody::turn_quaternion(rod.frame(state, k), turn);
  }
  T sum(0);
  for (int i = 0; i < rod.state_count(); ++i) sum += state[i];
  if (!isfinite(sum)) return StepOutcome::diverged("its state is not finite");
  // one linearisation cannot follow an edge that far; beyond half a turn neighbours lose each other's hemisphere
  if (turned > T(4))
    return StepOutcome::diverged(
        fmt::format("an edge turned by more than 2 rad within a step of {} s: take smaller steps", to_double(h)));
  return StepOutcome::accepted();
}

template class LinearImplicitEuler<double>;
template class LinearImplicitEuler<Multiprecision>;

}  // namespace oldham::rod
