// SPDX-License-Identifier: MIT
#include "oldham/analysis/monolithic.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

template <class T>
T difference_width(const T& x) {
  using std::abs;
  using std::cbrt;
  using std::max;
  return cbrt(std::numeric_limits<T>::epsilon()) * max(T(1e-3), T(abs(x)));
}

}  // namespace

template <class T>
Monolithic<T>::Monolithic(Cosimulation<T>& system)
    : system_(system),
      equations_(system),
      projection_(system.assembly(), system.plan(), Projection<T>::is_possible(system.assembly(), system.plan())) {
  if (!system.assembly().changes.empty())
    throw_missing_capability(system.assembly().changes.front().where,
                             "the monolithic solution does not follow changes of parameters",
                             "leave out the [[change]] entries, or compare with a run at a smaller step");
  const int n = state_size();
  if (is_linear()) {
    // x' = A x + b, read off the equations column by column
    std::vector<T> x(n, T(0)), dx(n);
    offset_.resize(n);
    equations_.derivative(T(0), x, {}, offset_);
    matrix_.resize(static_cast<std::size_t>(n) * n);
    for (int j = 0; j < n; ++j) {
      x[j] = T(1);
      equations_.derivative(T(0), x, {}, dx);
      for (int i = 0; i < n; ++i) matrix_[static_cast<std::size_t>(i) * n + j] = dx[i] - offset_[i];
      x[j] = T(0);
    }
  } else if constexpr (std::is_same_v<T, double>) {
    // Errors of the steps add up to some thousand times the tolerance; a tenth of it costs a fifth more. What has many
    // states is stiff and fine-grained, and the rounding of its forces is above the first tolerance: steps would shrink
    // to nothing to resolve it.
    constexpr int many_states = 100;
    const ContinuousSolution::Settings tight{.relative_tolerance = 1e-14, .absolute_tolerance = 1e-15};
    const ContinuousSolution::Settings large{.relative_tolerance = 1e-10, .absolute_tolerance = 1e-12};
    solution_ = std::make_unique<ContinuousSolution>(n < many_states ? tight : large, n, equations_.switch_count());
  }
}

template <class T>
std::vector<T> Monolithic<T>::read_states(const MacroState<T>& state) {
  std::vector<T> x(state_size());
  equations_.read_states(state, x);
  projection_.move_states(state.time, x);
  return x;
}

template <class T>
const Propagator<T>& Monolithic<T>::propagator(const T& h) {
  for (const Propagator<T>& p : cache_)
    if (p.h == h) return p;
  if (cache_.size() >= 16) cache_.erase(cache_.begin());
  cache_.push_back(compute_propagator(matrix_, offset_, state_size(), 1, h, 0));  // b is an input held at 1
  return cache_.back();
}

template <class T>
void Monolithic<T>::advance(const Interval<T>& interval, std::vector<T>& x) {
  if (is_linear()) {
    const Propagator<T>& p = propagator(interval.length);
    const int n = state_size();
    std::vector<T> next = p.gamma;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) next[i] += p.phi[static_cast<std::size_t>(i) * n + j] * x[j];
    x = std::move(next);
    return;
  }
  if constexpr (std::is_same_v<T, double>) {
    const auto derivative = [&](const double& t, const double* at, double* dx) {
      equations_.derivative(t, {at, at + state_size()}, {}, {dx, dx + state_size()});
      (void)equations_.follow(t, {at, at + state_size()});  // where that fails, the derivative has failed already
    };
    const auto switches = [&](const double& t, const double* at, double* g) {
      equations_.switches(t, {at, at + state_size()}, {}, {g, g + equations_.switch_count()});
    };
    const auto next_kink = [&](const double& t) { return equations_.next_kink(t); };
    // the multipliers hold accelerations only: the rest drifts
    const auto project = [&](const double& t, double* at) { projection_.move_states(t, {at, at + state_size()}); };
    PiecewiseOde equations{{state_size(), derivative, {}}, switches, next_kink, {}};
    if (equations_.constraints() > 0) equations.project = project;
    const StepOutcome outcome = solution_->advance(equations, interval, x.data());
    if (!outcome.is_accepted())
      throw Error(ErrorKind::failure,
                  fmt::format("the monolithic solution failed after t = {:.9g} s: {}", interval.begin, outcome.reason));
  } else {
    throw_missing_capability(system_.assembly().name,
                             "the monolithic solution of a nonlinear system is computed in double precision",
                             "leave out --digits");
  }
}

template <class T>
std::vector<T> Monolithic<T>::linearise(const T& t, std::span<const T> x) const {
  if (is_linear()) return matrix_;
  const int n = state_size();
  std::vector<T> A(static_cast<std::size_t>(n) * n), at(x.begin(), x.end()), plus(n), minus(n);
  for (int j = 0; j < n; ++j) {
    const T width = difference_width(x[j]);
    at[j] = x[j] + width;
    equations_.derivative(t, at, {}, plus);
    at[j] = x[j] - width;
    equations_.derivative(t, at, {}, minus);
    at[j] = x[j];
    for (int i = 0; i < n; ++i) A[static_cast<std::size_t>(i) * n + j] = (plus[i] - minus[i]) / (2 * width);
  }
  return A;
}

template <class T>
std::vector<Eigenvalue<T>> Monolithic<T>::eigenvalues(const T& t, std::span<const T> x) const {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const int n = state_size(), m = equations_.constraints();
  std::vector<T> A = linearise(t, x);
  if (m == 0) return compute_eigenvalues(A, n);

  // motions that keep the constraints: those that neither g nor ġ sees. The others are no motions of the system.
  Matrix seen(n, 2 * m);
  std::vector<T> at(x.begin(), x.end()), plus(2 * m), minus(2 * m);
  for (int j = 0; j < n; ++j) {
    const T width = difference_width(x[j]);
    const auto values = [&](const T& value, std::vector<T>& g) {
      at[j] = value;
      equations_.constraint_values(t, at, {}, {g.data(), g.data() + m}, {g.data() + m, g.data() + 2 * m});
    };
    values(x[j] + width, plus);
    values(x[j] - width, minus);
    at[j] = x[j];
    for (int i = 0; i < 2 * m; ++i) seen(j, i) = (plus[i] - minus[i]) / (2 * width);
  }
  const Matrix basis = Eigen::HouseholderQR<Matrix>(seen).householderQ() * Matrix::Identity(n, n);
  const Matrix free = basis.rightCols(n - 2 * m);
  const Matrix reduced = free.transpose() * Eigen::Map<const Matrix>(A.data(), n, n) * free;
  A.assign(reduced.data(), reduced.data() + reduced.size());
  return compute_eigenvalues(A, n - 2 * m);
}

template <class T>
std::vector<T> exact_past(Monolithic<T>& monolithic, Cosimulation<T>& system, const MacroState<T>& state,
                          const T& step_length) {
  if (!monolithic.is_linear())
    throw_missing_capability(system.assembly().name, "startup = \"exact\" goes back in time and needs a linear system",
                             "use startup = \"ramp\" or \"constant\"");
  const Plan<T>& plan = system.plan();
  const std::vector<T> now = monolithic.read_states(state);
  std::vector<T> past, y(plan.outputs()), w(plan.variables);
  const auto variables_at = [&](const T& ago) {
    std::vector<T> x = now;
    monolithic.advance({state.time, -ago}, x);
    monolithic.outputs(state.time - ago, x, y, w);
    return w;
  };
  // samples inside a step belong to the one that ended at their row
  for (int age = 0; age < state.history.capacity(); ++age) {
    std::vector<T> row = age == 0 ? std::vector<T>(state.history.row(0), state.history.row(0) + plan.variables)
                                  : variables_at(step_length * age);
    for (SampleKind kind : {SampleKind::half_middle, SampleKind::third_first, SampleKind::third_second}) {
      if (std::find(plan.kind.begin(), plan.kind.end(), kind) == plan.kind.end()) continue;
      const std::vector<T> inside = variables_at(step_length * age + step_length * (T(1) - node_of<T>(kind)));
      for (int j = plan.base_variables; j < plan.variables; ++j)
        if (plan.kind[j] == kind) row[j] = inside[plan.signal[j][0]];
    }
    past.insert(past.end(), row.begin(), row.end());
  }
  return past;
}

template class Monolithic<double>;
template class Monolithic<Multiprecision>;
template std::vector<double> exact_past(Monolithic<double>&, Cosimulation<double>&, const MacroState<double>&,
                                        const double&);
template std::vector<Multiprecision> exact_past(Monolithic<Multiprecision>&, Cosimulation<Multiprecision>&,
                                                const MacroState<Multiprecision>&, const Multiprecision&);

}  // namespace oldham
