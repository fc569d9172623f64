// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "oldham/core/scalar.hpp"
#include "oldham/model/mechanical/driven_mechanics.hpp"

// The dependent motion of a mover's joint, followed from step to step.

namespace oldham {
namespace {

/// What is remembered of a solution: t, q_R, q_F, ∂ξ/∂t, Ξ.
template <class T>
struct Remembered {
  const T *t, *mover, *moved, *rate, *jacobian;
  static std::size_t size(int n, int m) { return 1 + n + 2 * m + static_cast<std::size_t>(n) * m; }
  Remembered(const std::vector<T>& memory, int n, int m)
      : t(memory.data()), mover(t + 1), moved(mover + n), rate(moved + m), jacobian(rate + m) {}
};

/// The tangent of the solution that is remembered: a step may be long, and the other solutions not far.
template <class T>
std::vector<T> predict(const std::vector<T>& memory, const T& t, const std::vector<T>& q, int m) {
  const auto n = static_cast<int>(q.size());
  const Remembered<T> last(memory, n, m);
  std::vector<T> position(last.moved, last.moved + m);
  for (int k = 0; k < m; ++k) {
    position[k] += last.rate[k] * (t - *last.t);
    for (int i = 0; i < n; ++i) position[k] += last.jacobian[k * n + i] * (q[i] - last.mover[i]);
  }
  return position;
}

}  // namespace

template <class T>
void ForceDriven<T>::read_coupled(const T* x, std::vector<T>& q, std::vector<T>& v) const {
  for (int i : mechanics.coupled()) {
    q.push_back(x[i]);
    v.push_back(x[mechanics.coordinates() + i]);
  }
}

template <class T>
std::string ForceDriven<T>::find_dependent(const T& t, const T* x, DependentMotion<T>& motion) const {
  const auto count = static_cast<int>(mechanics.coupled().size()), m = prescribed();
  std::vector<T> q, v;
  read_coupled(x, q, v);
  motion.resize(m, count);
  if (joint) {
    motion.position = followed.memory.empty() ? guess : predict(followed.memory, t, q, m);
    return joint->solve(t, q, v, motion);
  }
  std::fill(motion.jacobian.begin(), motion.jacobian.end(), T(0));
  for (int i = 0; i < m; ++i) motion.jacobian[i * count + i] = T(1);
  std::fill(motion.bias.begin(), motion.bias.end(), T(0));
  motion.position = q;
  motion.velocity = v;
  return {};
}

template <class T>
DependentMotion<T> ForceDriven<T>::dependent(const T& t, const T* x) const {
  DependentMotion<T> motion;
  const std::string problem = find_dependent(t, x, motion);
  if (problem.empty()) return motion;
  if (followed.trouble.empty()) followed.trouble = problem;
  for (auto* values : {&motion.position, &motion.velocity, &motion.bias, &motion.jacobian})
    std::fill(values->begin(), values->end(), std::numeric_limits<T>::quiet_NaN());
  return motion;
}

template <class T>
void ForceDriven<T>::start_following() const {
  followed = {};
  if (!joint) return;
  const auto n = static_cast<int>(mechanics.coupled().size());
  followed.memory.assign(Remembered<T>::size(n, prescribed()), T(0));
  std::copy(guess.begin(), guess.end(), followed.memory.begin() + 1 + n);
}

template <class T>
std::string ForceDriven<T>::follow(const T& t, const T* x) const {
  if (!joint) return {};
  DependentMotion<T> motion;
  const std::string problem = find_dependent(t, x, motion);
  if (!problem.empty()) return followed.trouble.empty() ? problem : followed.trouble;
  std::vector<T> q, v;
  read_coupled(x, q, v);
  auto into = followed.memory.begin();
  *into++ = t;
  into = std::copy(q.begin(), q.end(), into);
  into = std::copy(motion.position.begin(), motion.position.end(), into);
  // ∂ξ/∂t = v_F − Ξ v_R
  for (std::size_t k = 0; k < motion.velocity.size(); ++k, ++into) {
    *into = motion.velocity[k];
    for (std::size_t i = 0; i < v.size(); ++i) *into -= motion.jacobian[k * v.size() + i] * v[i];
  }
  std::copy(motion.jacobian.begin(), motion.jacobian.end(), into);
  followed.trouble.clear();
  return {};
}

#define OLDHAM_INSTANTIATE(T)                                                                         \
  template void ForceDriven<T>::read_coupled(const T*, std::vector<T>&, std::vector<T>&) const;       \
  template std::string ForceDriven<T>::find_dependent(const T&, const T*, DependentMotion<T>&) const; \
  template DependentMotion<T> ForceDriven<T>::dependent(const T&, const T*) const;                    \
  template void ForceDriven<T>::start_following() const;                                              \
  template std::string ForceDriven<T>::follow(const T&, const T*) const
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham
