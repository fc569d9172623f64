// SPDX-License-Identifier: MIT
#include "oldham/integrator/continuous_solution.hpp"

#include <cvode/cvode_proj.h>
#include <fmt/format.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

constexpr double same_begin = 1e-9;  // of an interval
constexpr double most = std::numeric_limits<double>::max();

}  // namespace

using sundials::require;

ContinuousSolution::ContinuousSolution(const Settings& settings, int size, int switch_count)
    : settings_(settings),
      context_(sundials::make_context()),
      state_(N_VNew_Serial(size, context_.get())),
      answer_(N_VNew_Serial(size, context_.get())),
      given_(size),
      sign_change_(switch_count) {
  running_.relative_tolerance = settings.relative_tolerance;
  running_.absolute_tolerance = settings.absolute_tolerance;
  running_.largest.resize(size);
  // SUNDIALS has no matrix without rows
  if (size == 0) return;

  memory_.reset(CVodeCreate(CV_BDF, context_.get()));
  void* memory = memory_.get();
  sundials::Problem* const problem = &running_;
  require(CVodeSetErrHandlerFn(memory, sundials::keep_message, problem), "CVodeSetErrHandlerFn");
  N_VConst(0, state_.get());
  require(CVodeInit(memory, sundials::evaluate, 0, state_.get()), "CVodeInit");
  require(CVodeSetUserData(memory, problem), "CVodeSetUserData");
  require(CVodeWFtolerances(memory, weigh), "CVodeWFtolerances");
  matrix_.reset(SUNDenseMatrix(size, size, context_.get()));
  linear_solver_.reset(SUNLinSol_Dense(state_.get(), matrix_.get(), context_.get()));
  require(CVodeSetLinearSolver(memory, linear_solver_.get(), matrix_.get()), "CVodeSetLinearSolver");
  if (switch_count == 0) return;
  require(CVodeRootInit(memory, switch_count, evaluate_switches), "CVodeRootInit");
  require(CVodeSetNoInactiveRootWarn(memory), "CVodeSetNoInactiveRootWarn");
}

int ContinuousSolution::weigh(N_Vector x, N_Vector weight, void* data) noexcept {
  Running& running = Running::of(data);
  for (std::size_t i = 0; i < running.largest.size(); ++i) {
    double& largest = running.largest[i];
    largest = std::max(largest, std::abs(NV_Ith_S(x, i)));
    NV_Ith_S(weight, i) = 1 / (running.relative_tolerance * largest + running.absolute_tolerance);
  }
  return 0;
}

int ContinuousSolution::evaluate_switches(double t, N_Vector x, double* g, void* data) noexcept {
  Running& running = Running::of(data);
  try {
    running.equations->switches(running.clamp(t), N_VGetArrayPointer(x), g);
    return 0;
  } catch (...) {
    running.thrown = std::current_exception();
    return -1;
  }
}

int ContinuousSolution::project(double t, N_Vector x, N_Vector change, double, N_Vector, void* data) noexcept {
  Running& running = Running::of(data);
  try {
    N_VScale(1, x, change);
    if (running.equations->project) running.equations->project(running.clamp(t), N_VGetArrayPointer(change));
    N_VLinearSum(1, change, -1, x, change);
    return 0;
  } catch (...) {
    running.thrown = std::current_exception();
    return -1;
  }
}

void ContinuousSolution::start_piece(bool is_behind_kink) {
  void* memory = memory_.get();
  piece_end_ = most;
  for (bool searches = static_cast<bool>(running_.equations->next_kink); searches;) {
    const double kink = running_.equations->next_kink(time_);
    searches = kink - time_ <= sundials::shortest_step({time_, 0}) && kink > time_;
    if (searches) {  // over a rounding of t the state does not change
      time_ = kink;
      is_behind_kink = true;
    } else if (kink > time_ && kink < most) {
      piece_end_ = kink;
    }
  }
  running_.first_time = is_behind_kink ? std::nextafter(time_, most) : time_;
  running_.last_time = piece_end_ < most ? std::nextafter(piece_end_, -most) : most;

  require(CVodeReInit(memory, time_, state_.get()), "CVodeReInit");
  require(CVodeSetStopTime(memory, piece_end_), "CVodeSetStopTime");
  // steps that no longer move time are a failure, not a million steps
  require(CVodeSetMinStep(memory, sundials::shortest_step({time_, 0})), "CVodeSetMinStep");
  reached_ = Reached::step;
  has_stepped_ = false;
}

int ContinuousSolution::step() {
  // the time to go to only tells the first step the direction; the same one for every call
  const double ahead = std::min(time_ + 1, piece_end_);
  const int flag = CVode(memory_.get(), ahead, state_.get(), &time_, CV_ONE_STEP);
  reached_ = flag == CV_ROOT_RETURN ? Reached::sign_change : flag == CV_TSTOP_RETURN ? Reached::kink : Reached::step;
  has_stepped_ = true;
  return flag;
}

StepOutcome ContinuousSolution::advance(const PiecewiseOde& equations, Interval<double> interval, double* x) {
  const double end = interval.end();
  if (given_.empty() || end - interval.begin <= sundials::shortest_step(interval)) return StepOutcome::accepted();
  const bool is_known = goes_on_ && std::abs(interval.begin - given_time_) <= same_begin * interval.length &&
                        std::equal(given_.begin(), given_.end(), x);
  goes_on_ = false;  // until this call has succeeded

  // on this side of kinks, where f may jump
  const auto derivative = [&](const double& t, const double* at, double* dx) {
    equations.ode.derivative(running_.clamp(t), at, dx);
  };
  const Ode<double> ode{equations.ode.size, derivative, {}};
  running_.start(ode);
  running_.equations = &equations;
  if (equations.project) require(CVodeSetProjFn(memory_.get(), project), "CVodeSetProjFn");
  if (!is_known) {
    time_ = interval.begin;
    std::copy_n(x, given_.size(), N_VGetArrayPointer(state_.get()));
    std::fill(running_.largest.begin(), running_.largest.end(), 0.0);
    start_piece(false);
  }

  long sign_changes = 0;
  for (long steps = 0; time_ < end; ++steps) {
    if (steps == settings_.max_steps)
      return StepOutcome::failed(
          fmt::format("stopped at t = {} s after {} internal steps; {} times a switching function "
                      "changed its sign",
                      time_, steps, sign_changes));
    if (reached_ == Reached::sign_change) {
      const auto switches = [&](const double& t, const double* at, double* g) {
        equations.switches(running_.clamp(t), at, g);
      };
      time_ = sign_change_.pass(memory_.get(), time_, state_.get(), switches);
      ++sign_changes;
    }
    if (reached_ != Reached::step) start_piece(reached_ == Reached::kink);
    if (const int flag = step(); flag < 0) return sundials::conclude(running_, flag, time_);
  }

  // between the ends of the last step
  N_VScale(1, state_.get(), answer_.get());
  if (has_stepped_ && end < time_) require(CVodeGetDky(memory_.get(), end, 0, answer_.get()), "CVodeGetDky");
  std::copy_n(N_VGetArrayPointer(answer_.get()), given_.size(), given_.begin());
  if (equations.project) equations.project(end, given_.data());
  std::copy(given_.begin(), given_.end(), x);
  given_time_ = end;
  goes_on_ = true;
  return StepOutcome::accepted();
}

}  // namespace oldham
