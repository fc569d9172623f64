// SPDX-License-Identifier: MIT
#include "oldham/integrator/integrator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/integrator/arkode.hpp"
#include "oldham/integrator/cvode.hpp"
#include "oldham/integrator/fixed_step.hpp"

namespace oldham {
namespace {

constexpr double most_micro_steps = 1e12;  // in one macro step

/// What a method works in; the parts it does not need stay empty.
template <class T>
struct Parts {
  IntegratorSettings settings;
  int size = 0;
  FixedStepWorkspace<T> fixed_step;
  std::unique_ptr<Cvode> cvode;
  std::unique_ptr<Arkode> arkode;
};

/// A row of the table of methods. One without functions is not available for this scalar.
template <class T>
struct Method {
  IntegratorKind kind;
  std::string_view name;
  void (*prepare)(Parts<T>&) = nullptr;
  StepOutcome (*integrate)(Parts<T>&, const Ode<T>&, Interval<T>, T* x) = nullptr;
};

template <class T, typename FixedStepWorkspace<T>::Matrices matrices>
void prepare_fixed_step(Parts<T>& parts) {
  parts.fixed_step = FixedStepWorkspace<T>(parts.settings, parts.size, matrices);
}

/// The loop of all fixed-step methods: n equal micro steps of at most the given length, so that the end is hit.
template <class T, MicroStepFunction<T> step>
StepOutcome repeat(Parts<T>& parts, const Ode<T>& ode, Interval<T> interval, T* x) {
  const long n = count_micro_steps(parts.settings, to_double(interval.length));
  if (n == 0)
    return StepOutcome::failed(fmt::format("its micro_step of {} s is too small for a step of {} s",
                                           parts.settings.micro_step, to_double(interval.length)));
  const T h = interval.length / n;

  for (long i = 0; i < n; ++i) {
    const T begin = interval.begin + i * h;
    const T end = i + 1 < n ? T(interval.begin + (i + 1) * h) : interval.end();
    StepOutcome outcome = step(ode, {begin, end, h}, parts.fixed_step, x);
    if (outcome.is_accepted()) outcome = require_finite("state", end, x, ode.size);
    if (!outcome.is_accepted()) return outcome;
  }
  return StepOutcome::accepted();
}

/// The row of a solver that computes in double only.
template <class T, class Solver, std::unique_ptr<Solver> Parts<T>::*solver>
constexpr Method<T> double_only(IntegratorKind kind, std::string_view name) {
  Method<T> method{kind, name};
  if constexpr (std::is_same_v<T, double>) {
    method.prepare = [](Parts<T>& parts) { parts.*solver = std::make_unique<Solver>(parts.settings, parts.size); };
    method.integrate = [](Parts<T>& parts, const Ode<T>& ode, Interval<T> interval, T* x) {
      return (parts.*solver)->integrate(ode, interval, x);
    };
  }
  return method;
}

template <class T>
constexpr auto make_methods() {
  using enum IntegratorKind;
  constexpr auto explicit_method = &prepare_fixed_step<T, FixedStepWorkspace<T>::Matrices::none>;
  constexpr auto implicit_method = &prepare_fixed_step<T, FixedStepWorkspace<T>::Matrices::needed>;
  return std::array{
      Method<T>{exact, "exact"},
      Method<T>{euler, "euler", explicit_method, &repeat<T, &step_explicit_euler<T>>},
      Method<T>{rk4, "rk4", explicit_method, &repeat<T, &step_rk4<T>>},
      Method<T>{trapezoidal, "trapezoidal", implicit_method, &repeat<T, &step_trapezoidal<T>>},
      Method<T>{linear_implicit, "linear-implicit", implicit_method, &repeat<T, &step_linear_implicit<T>>},
      double_only<T, Cvode, &Parts<T>::cvode>(cvode, "cvode"),
      double_only<T, Arkode, &Parts<T>::arkode>(arkode, "arkode"),
      Method<T>{semi_implicit_euler, "semi-implicit-euler"},
      Method<T>{ida, "ida"},
  };
}

template <class T>
constexpr auto methods = make_methods<T>();

void check(const IntegratorSettings& settings) {
  const std::string where = fmt::format("integrator {}", integrator_name(settings.kind));
  if (settings.kind == IntegratorKind::exact)
    throw_wrong_input(where, "only linear models can be advanced by the matrix exponential",
                      "use rk4, trapezoidal or cvode for this one");
  if (settings.kind == IntegratorKind::semi_implicit_euler || settings.kind == IntegratorKind::ida)
    throw_wrong_input(where, "this model has no equations for it", "use rk4, trapezoidal or cvode for this one");
  if (!(settings.micro_step >= 0) || !std::isfinite(settings.micro_step))
    throw_wrong_input(where, fmt::format("micro step {} s", settings.micro_step),
                      "give a positive length, or 0 for one step per macro step");
  if (!(settings.relative_tolerance >= 0) || !(settings.absolute_tolerance >= 0))
    throw_wrong_input(where, "a tolerance is negative or not a number", "give tolerances of zero or more");
}

}  // namespace

template <class T>
struct Integrator<T>::Workspace {
  const Method<T>& method;
  Parts<T> parts;
};

template <class T>
Integrator<T>::Integrator(const IntegratorSettings& settings, int size) {
  check(settings);
  const auto method = std::find_if(methods<T>.begin(), methods<T>.end(),
                                   [&](const Method<T>& candidate) { return candidate.kind == settings.kind; });
  if (!method->integrate)
    throw_missing_capability(fmt::format("integrator {}", method->name), "it computes in double precision only",
                             "use a fixed-step integrator (euler, rk4, trapezoidal, linear-implicit) or exact");
  workspace_ = std::make_unique<Workspace>(Workspace{*method, {settings, size, {}, {}, {}}});
  if (size > 0) method->prepare(workspace_->parts);
}

template <class T>
Integrator<T>::~Integrator() = default;
template <class T>
Integrator<T>::Integrator(Integrator&&) noexcept = default;
template <class T>
Integrator<T>& Integrator<T>::operator=(Integrator&&) noexcept = default;

template <class T>
StepOutcome Integrator<T>::integrate(const Ode<T>& ode, Interval<T> interval, T* x) {
  auto& [method, parts] = *workspace_;
  assert(ode.size == parts.size);
  if (interval.length == 0 || parts.size == 0) return StepOutcome::accepted();
  if (!(interval.length > 0))
    return StepOutcome::failed(fmt::format("{} cannot integrate over {} s from t = {} s", method.name,
                                           to_double(interval.length), to_double(interval.begin)));
  StepOutcome outcome = require_finite("state", interval.begin, x, parts.size);
  if (outcome.is_accepted()) outcome = method.integrate(parts, ode, interval, x);
  if (!outcome.is_accepted()) outcome.reason = fmt::format("{}: {}", method.name, outcome.reason);
  return outcome;
}

template class Integrator<double>;
template class Integrator<Multiprecision>;

long count_micro_steps(const IntegratorSettings& settings, double length) {
  // a ratio that is an integer up to rounding must not cost one more step
  const double ratio = settings.micro_step > 0 ? length / settings.micro_step : 1;
  if (!(ratio < most_micro_steps)) return 0;
  return std::max(1L, static_cast<long>(std::ceil(ratio - 1e-9)));
}

IntegratorKind integrator_kind(std::string_view name) {
  std::vector<std::string> known;
  for (const Method<double>& method : methods<double>) {
    if (method.name == name) return method.kind;
    known.emplace_back(method.name);
  }
  throw_wrong_input("", fmt::format("there is no integrator '{}'", name), suggest(name, known));
}

std::string_view integrator_name(IntegratorKind kind) {
  for (const Method<double>& method : methods<double>)
    if (method.kind == kind) return method.name;
  throw_wrong_input("integrator", fmt::format("kind {} is unknown", static_cast<int>(kind)),
                    "use one of the enumerators");
}

}  // namespace oldham
