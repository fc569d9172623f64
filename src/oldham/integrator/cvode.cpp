// SPDX-License-Identifier: MIT
#include "oldham/integrator/cvode.hpp"

#include <fmt/format.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>

#include "oldham/core/error.hpp"

namespace oldham {

using sundials::require;

Cvode::Cvode(const IntegratorSettings& settings, int size)
    : context_(sundials::make_context()), state_(N_VNew_Serial(size, context_.get())) {
  const int highest_order = settings.adams ? 12 : 5;
  if (settings.order < 0 || settings.order > highest_order)
    throw_wrong_input("integrator cvode", fmt::format("order {} is not available", settings.order),
                      fmt::format("{} has orders 1 to {}; 0 leaves the choice to it", settings.adams ? "Adams" : "BDF",
                                  highest_order));

  memory_.reset(CVodeCreate(settings.adams ? CV_ADAMS : CV_BDF, context_.get()));
  void* memory = memory_.get();
  require(CVodeSetErrHandlerFn(memory, sundials::keep_message, &problem_), "CVodeSetErrHandlerFn");
  N_VConst(0, state_.get());
  require(CVodeInit(memory, sundials::evaluate, 0, state_.get()), "CVodeInit");
  require(CVodeSetUserData(memory, &problem_), "CVodeSetUserData");
  require(CVodeSStolerances(memory, settings.relative_tolerance, settings.absolute_tolerance), "CVodeSStolerances");
  require(CVodeSetMaxNumSteps(memory, settings.max_steps), "CVodeSetMaxNumSteps");
  if (settings.order > 0) require(CVodeSetMaxOrd(memory, settings.order), "CVodeSetMaxOrd");

  if (settings.adams) {
    nonlinear_solver_.reset(SUNNonlinSol_FixedPoint(state_.get(), 0, context_.get()));
    require(CVodeSetNonlinearSolver(memory, nonlinear_solver_.get()), "CVodeSetNonlinearSolver");
    return;
  }
  problem_.jacobian.resize(static_cast<std::size_t>(size) * size);
  matrix_.reset(SUNDenseMatrix(size, size, context_.get()));
  linear_solver_.reset(SUNLinSol_Dense(state_.get(), matrix_.get(), context_.get()));
  require(CVodeSetLinearSolver(memory, linear_solver_.get(), matrix_.get()), "CVodeSetLinearSolver");
}

StepOutcome Cvode::integrate(const Ode<double>& ode, Interval<double> interval, double* x) {
  // over a rounding of t the state does not change
  const double shortest_step = sundials::shortest_step(interval);
  if (interval.end() - interval.begin <= shortest_step) return StepOutcome::accepted();

  problem_.start(ode);
  void* memory = memory_.get();
  double* state = N_VGetArrayPointer(state_.get());
  std::copy_n(x, ode.size, state);

  // forget the previous call; nothing beyond the end may be evaluated, inputs are not known there
  require(CVodeReInit(memory, interval.begin, state_.get()), "CVodeReInit");
  require(CVodeSetStopTime(memory, interval.end()), "CVodeSetStopTime");
  // steps that no longer move time are a failure, not a million steps
  require(CVodeSetMinStep(memory, shortest_step), "CVodeSetMinStep");
  if (linear_solver_)
    require(CVodeSetJacFn(memory, ode.jacobian ? sundials::evaluate_jacobian : nullptr), "CVodeSetJacFn");

  double reached = interval.begin;
  const int flag = CVode(memory, interval.end(), state_.get(), &reached, CV_NORMAL);
  StepOutcome outcome = sundials::conclude(problem_, flag, reached);
  if (outcome.is_accepted()) std::copy_n(state, ode.size, x);
  return outcome;
}

}  // namespace oldham
