// SPDX-License-Identifier: MIT
#include "oldham/integrator/sundials.hpp"

#include <fmt/format.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/integrator/fixed_step.hpp"

namespace oldham::sundials {
namespace {

enum Answer { unrecoverable = -1, success = 0, recoverable = 1 };

/// Runs a callback; what the ODE throws is kept, because it must not pass through C.
template <class Callback>
int guarded(Problem& problem, Callback&& callback) noexcept {
  try {
    StepOutcome outcome = callback();
    if (outcome.is_accepted()) return success;
    problem.not_finite = std::move(outcome.reason);
    return recoverable;
  } catch (...) {
    problem.thrown = std::current_exception();
    return unrecoverable;
  }
}

}  // namespace

Context make_context() {
  SUNContext context = nullptr;
  require(SUNContext_Create(nullptr, &context), "SUNContext_Create");
  return Context(context);
}

void Problem::start(const Ode<double>& chosen) {
  ode = &chosen;
  thrown = nullptr;
  not_finite.clear();
  message.clear();
}

int evaluate(double t, N_Vector x, N_Vector dx, void* data) noexcept {
  Problem& problem = *static_cast<Problem*>(data);
  return guarded(problem,
                 [&] { return evaluate_derivative(*problem.ode, t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx)); });
}

int evaluate_jacobian(double t, N_Vector x, N_Vector, SUNMatrix jacobian, void* data, N_Vector, N_Vector,
                      N_Vector) noexcept {
  Problem& problem = *static_cast<Problem*>(data);
  return guarded(problem, [&] {
    const int size = problem.ode->size;
    problem.ode->jacobian(t, N_VGetArrayPointer(x), problem.jacobian.data());
    for (int j = 0; j < size; ++j)
      for (int i = 0; i < size; ++i)
        SM_ELEMENT_D(jacobian, i, j) = problem.jacobian[static_cast<std::size_t>(i) * size + j];
    return require_finite("Jacobian entry", t, problem.jacobian.data(), size * size);
  });
}

void keep_message(int code, const char*, const char*, char* message, void* data) noexcept {
  if (code >= 0) return;  // warnings
  try {
    static_cast<Problem*>(data)->message = message;
  } catch (...) {  // out of memory: the outcome goes without the text
  }
}

void require(int flag, std::string_view call) {
  if (flag < 0) throw Error(ErrorKind::failure, fmt::format("{} failed with code {}", call, flag));
}

double shortest_step(Interval<double> interval) {
  return 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(interval.begin), std::abs(interval.end()));
}

StepOutcome conclude(const Problem& problem, int flag, double t) {
  if (problem.thrown) std::rethrow_exception(problem.thrown);
  if (flag >= 0) return StepOutcome::accepted();
  std::string reason = fmt::format("stopped at t = {} s: {}", t, problem.message);
  if (!problem.not_finite.empty()) reason += fmt::format(" ({})", problem.not_finite);
  return StepOutcome::failed(std::move(reason));
}

}  // namespace oldham::sundials
