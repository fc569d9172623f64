// SPDX-License-Identifier: MIT
#include "oldham/analysis/one_step_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/analysis/scatter.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

template <class T>
void require_state_access(const Cosimulation<T>& system) {
  for (const auto& subsystem : system.assembly().subsystems) {
    const SubsystemDescription& d = subsystem->description();
    if (!d.capabilities.state_access || !d.capabilities.rollback)
      throw_missing_capability(system.assembly().name,
                               fmt::format("the one-step map needs state access and rollback, but subsystem '{}' ({}) "
                                           "declares neither or only one",
                                           d.name, d.boundary->model),
                               "analyse a model that gives access to its state");
  }
}

/// Steps from a vector to a vector.
template <class T>
class Prober {
 public:
  Prober(Cosimulation<T>& system, const MacroState<T>& about, const T& step_length)
      : system_(system), about_(about), interval_{about.time, step_length}, limit_(system.scheme().divergence_limit) {
    // the size of a linear probe says nothing about where a run goes
    if (system.plan().is_linear) system.set_divergence_limit(std::numeric_limits<double>::max());
  }
  ~Prober() { system_.set_divergence_limit(limit_); }
  Prober(const Prober&) = delete;
  Prober& operator=(const Prober&) = delete;

  void step(const std::vector<T>& from, std::vector<T>& to) {
    state_.copy_from(about_);
    system_.write_vector(state_, from);
    const StepReport report = system_.step(state_, interval_);
    if (!report.is_accepted())
      throw Error(ErrorKind::failure, fmt::format("the one-step map cannot be made: {}", report.reason));
    system_.read_vector(state_, to);
  }

 private:
  Cosimulation<T>& system_;
  const MacroState<T>& about_;
  Interval<T> interval_;
  MacroState<T> state_;
  double limit_;
};

template <class T>
double norm(const std::vector<T>& v) {
  double sum = 0;
  for (const T& value : v) sum = std::max(sum, std::abs(to_double(value)));
  return sum;
}

}  // namespace

template <class T>
MacroState<T> state_to_analyse(Cosimulation<T>& system, const T& start, const T& step_length) {
  MacroState<T> state = system.initial_state(start);
  system.assume_past(state, step_length);
  return state;
}

template <class T>
OneStepMap<T> compute_one_step_map(Cosimulation<T>& system, const MacroState<T>& about, const T& step_length,
                                   bool with_defect) {
  using std::abs;
  using std::cbrt;
  using std::max;
  require_state_access(system);
  const int n = system.vector_size();
  const bool linear = system.plan().is_linear;
  Prober<T> prober(system, about, step_length);
  std::vector<T> z(n, T(0)), plus(n), minus(n), probe(n);
  // a linear step is the same about every point; zero leaves most digits to the probes
  if (!linear) {
    MacroState<T> copy = about.clone();
    system.read_vector(copy, z);
  }
  OneStepMap<T> map{n, std::vector<T>(static_cast<std::size_t>(n) * n), 0};
  std::vector<T> width(n);
  // wide enough that rounding, or the tolerance of a solver, does not show
  T noise = std::numeric_limits<T>::epsilon();
  for (const auto& subsystem : system.assembly().subsystems) noise = max(noise, T(subsystem->description().noise));
  if (linear) prober.step(z, minus);
  for (int j = 0; j < n; ++j) {
    width[j] = linear ? T(1) : T(cbrt(noise) * max(T(0.1), T(abs(z[j]))));
    probe = z;
    probe[j] += width[j];
    prober.step(probe, plus);
    T span = width[j];
    if (!linear) {
      // central differences: the error is of second order in the width
      probe[j] = z[j] - width[j];
      prober.step(probe, minus);
      span = 2 * width[j];
    }
    for (int i = 0; i < n; ++i) map.matrix[static_cast<std::size_t>(i) * n + j] = (plus[i] - minus[i]) / span;
  }

  if (!with_defect) return map;
  // the same step in a direction that no column was made from, against the linear prediction
  const double reach = linear ? 1.0 : 2.0;
  std::vector<T> direction(n), predicted(n, T(0));
  for (int j = 0; j < n; ++j) direction[j] = width[j] * T(reach * scatter(j));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) predicted[i] += map.matrix[static_cast<std::size_t>(i) * n + j] * direction[j];
  for (int j = 0; j < n; ++j) probe[j] = z[j] + direction[j];
  prober.step(probe, plus);
  if (!linear) prober.step(z, minus);
  const double scale = norm(predicted);
  for (int i = 0; i < n; ++i) plus[i] -= minus[i] + predicted[i];
  map.linearity_defect = scale > 0 ? norm(plus) / scale : norm(plus);
  return map;
}

template MacroState<double> state_to_analyse(Cosimulation<double>&, const double&, const double&);
template MacroState<Multiprecision> state_to_analyse(Cosimulation<Multiprecision>&, const Multiprecision&,
                                                     const Multiprecision&);
template OneStepMap<double> compute_one_step_map(Cosimulation<double>&, const MacroState<double>&, const double&, bool);
template OneStepMap<Multiprecision> compute_one_step_map(Cosimulation<Multiprecision>&,
                                                         const MacroState<Multiprecision>&, const Multiprecision&,
                                                         bool);

}  // namespace oldham
