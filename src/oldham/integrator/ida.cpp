// SPDX-License-Identifier: MIT
#include "oldham/integrator/ida.hpp"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>

#include "oldham/integrator/fixed_step.hpp"

namespace oldham {

using sundials::require;

/// Multipliers carry the rounding of constraints divided by h or h². Newton's method must not wait for their digits;
/// what they do to the others is tested there.
constexpr double algebraic_tolerance = 1e-2;

Ida::Ida(const IntegratorSettings& settings, const std::vector<bool>& differential)
    : size_(static_cast<int>(differential.size())),
      first_step_(std::sqrt(settings.relative_tolerance)),
      context_(sundials::make_context()),
      state_(N_VNew_Serial(size_, context_.get())),
      rate_(N_VNew_Serial(size_, context_.get())),
      differential_(N_VNew_Serial(size_, context_.get())) {
  memory_.reset(IDACreate(context_.get()));
  void* memory = memory_.get();
  require(IDASetErrHandlerFn(memory, &Ida::keep_message, &call_), "IDASetErrHandlerFn");
  N_VConst(0, state_.get());
  N_VConst(0, rate_.get());
  require(IDAInit(memory, &Ida::evaluate, 0, state_.get(), rate_.get()), "IDAInit");
  require(IDASetUserData(memory, &call_), "IDASetUserData");
  require(IDASetMaxNumSteps(memory, settings.max_steps), "IDASetMaxNumSteps");
  sundials::Vector absolute(N_VNew_Serial(size_, context_.get()));
  for (int i = 0; i < size_; ++i) {
    N_VGetArrayPointer(differential_.get())[i] = differential[i] ? 1 : 0;
    N_VGetArrayPointer(absolute.get())[i] = differential[i] ? settings.absolute_tolerance : algebraic_tolerance;
  }
  require(IDASVtolerances(memory, settings.relative_tolerance, absolute.get()), "IDASVtolerances");
  require(IDASetId(memory, differential_.get()), "IDASetId");
  require(IDASetSuppressAlg(memory, SUNTRUE), "IDASetSuppressAlg");
  matrix_.reset(SUNDenseMatrix(size_, size_, context_.get()));
  linear_solver_.reset(SUNLinSol_Dense(state_.get(), matrix_.get(), context_.get()));
  require(IDASetLinearSolver(memory, linear_solver_.get(), matrix_.get()), "IDASetLinearSolver");
}

int Ida::evaluate(double t, N_Vector y, N_Vector dy, N_Vector residual, void* data) noexcept {
  Call& call = *static_cast<Call*>(data);
  try {
    double* r = N_VGetArrayPointer(residual);
    call.dae->residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy), r);
    StepOutcome outcome = require_finite("residual", t, r, static_cast<int>(N_VGetLength(residual)));
    if (outcome.is_accepted()) return 0;
    call.problem.not_finite = std::move(outcome.reason);
    return 1;  // recoverable: a smaller step may do
  } catch (...) {
    call.problem.thrown = std::current_exception();
    return -1;
  }
}

void Ida::keep_message(int code, const char* module, const char* function, char* message, void* data) noexcept {
  sundials::keep_message(code, module, function, message, &static_cast<Call*>(data)->problem);
}

StepOutcome Ida::integrate(const Dae& dae, Interval<double> interval, double* y, double* dy) {
  const double shortest_step = sundials::shortest_step(interval);
  if (interval.end() - interval.begin <= shortest_step) return StepOutcome::accepted();
  call_.dae = &dae;
  call_.problem = {};
  std::copy_n(y, size_, N_VGetArrayPointer(state_.get()));
  std::copy_n(dy, size_, N_VGetArrayPointer(rate_.get()));
  void* memory = memory_.get();
  require(IDAReInit(memory, interval.begin, state_.get(), rate_.get()), "IDAReInit");
  require(IDASetStopTime(memory, interval.end()), "IDASetStopTime");
  // IDA's own guess shrinks with the tolerance, down to where constraints divided by h² are noise
  require(IDASetInitStep(memory, std::min(interval.length, first_step_)), "IDASetInitStep");
  double reached = interval.begin;
  const int flag = IDASolve(memory, interval.end(), &reached, state_.get(), rate_.get(), IDA_NORMAL);
  StepOutcome outcome = sundials::conclude(call_.problem, flag, reached);
  if (!outcome.is_accepted()) return outcome;
  std::copy_n(N_VGetArrayPointer(state_.get()), size_, y);
  std::copy_n(N_VGetArrayPointer(rate_.get()), size_, dy);
  return outcome;
}

}  // namespace oldham
