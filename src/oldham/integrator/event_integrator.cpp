// SPDX-License-Identifier: MIT
#include "oldham/integrator/event_integrator.hpp"

#include <fmt/format.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <limits>

namespace oldham {
namespace {

constexpr double same_event = 1e-10;     // of an interval
constexpr double crowd = 1e-8;           // of an interval: events that are nearer to each other than this are a crowd
constexpr double crowd_roundings = 1e5;  // of t: the same where intervals are short; CVODE locates roots to 100 of them
constexpr long most_crowded = 10;        // events that go on like this never let time pass
constexpr int least_steps = 10;          // in an interval: an indicator that changes and returns in one is not seen
constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

using sundials::require;

EventIntegrator::EventIntegrator(const Settings& settings, int size, int indicator_count)
    : settings_(settings),
      size_(size),
      indicator_count_(indicator_count),
      context_(sundials::make_context()),
      // a system without states has one that rests, for the solver's sake
      state_(N_VNew_Serial(std::max(size, 1), context_.get())),
      tolerances_(N_VNew_Serial(std::max(size, 1), context_.get())),
      sign_change_(indicator_count),
      first_(indicator_count),
      g_(indicator_count) {
  const int rows = std::max(size, 1);
  memory_.reset(CVodeCreate(CV_BDF, context_.get()));
  void* memory = memory_.get();
  sundials::Problem* const problem = &running_;
  require(CVodeSetErrHandlerFn(memory, sundials::keep_message, problem), "CVodeSetErrHandlerFn");
  N_VConst(0, state_.get());
  N_VConst(1, tolerances_.get());
  require(CVodeInit(memory, sundials::evaluate, 0, state_.get()), "CVodeInit");
  require(CVodeSetUserData(memory, problem), "CVodeSetUserData");
  require(CVodeSVtolerances(memory, 1, tolerances_.get()), "CVodeSVtolerances");
  matrix_.reset(SUNDenseMatrix(rows, rows, context_.get()));
  linear_solver_.reset(SUNLinSol_Dense(state_.get(), matrix_.get(), context_.get()));
  require(CVodeSetLinearSolver(memory, linear_solver_.get(), matrix_.get()), "CVodeSetLinearSolver");
  if (indicator_count == 0) return;
  require(CVodeRootInit(memory, indicator_count, evaluate_indicators), "CVodeRootInit");
  require(CVodeSetNoInactiveRootWarn(memory), "CVodeSetNoInactiveRootWarn");
}

void EventIntegrator::set_tolerances(double relative, std::span<const double> absolute) {
  std::copy(absolute.begin(), absolute.end(), N_VGetArrayPointer(tolerances_.get()));
  require(CVodeSVtolerances(memory_.get(), relative, tolerances_.get()), "CVodeSVtolerances");
}

int EventIntegrator::evaluate_indicators(double t, N_Vector x, double* g, void* data) noexcept {
  Running& running = *static_cast<Running*>(static_cast<sundials::Problem*>(data));
  try {
    running.system->indicators(t, N_VGetArrayPointer(x), g);
    return 0;
  } catch (...) {
    running.thrown = std::current_exception();
    return -1;
  }
}

StepOutcome EventIntegrator::advance(const HybridSystem& system, Interval<double> interval, double* x) {
  const auto derivative = [&](const double& t, const double* at, double* dx) {
    if (size_ == 0) *dx = 0;
    if (size_ > 0) system.ode.derivative(t, at, dx);
  };
  const Ode<double> ode{std::max(size_, 1), derivative, {}};
  running_.start(ode);
  running_.system = &system;
  std::copy_n(x, size_, state());
  time_ = interval.begin;
  last_event_ = -never;
  steps_ = events_ = crowded_ = 0;
  same_time_ = std::max(same_event * interval.length, 2 * sundials::shortest_step(interval));
  crowd_ = std::max(crowd * interval.length, crowd_roundings * sundials::shortest_step(interval));
  longest_step_ = interval.length / least_steps;

  const double end = interval.end();
  Reached reached;
  while (reached.course != Course::ends) {
    const double next = system.next_event ? system.next_event() : never;
    if (next <= time_ + same_time_) {
      const bool has_moved = next > last_event_ + same_time_;
      time_ = std::max(time_, next);
      reached = handle_event(has_moved);
    } else if (time_ + same_time_ >= end) {
      break;
    } else {
      reached = integrate_to(std::min(next, end));
      if (reached.course == Course::needs_event) reached = handle_event(false);
    }
    if (!reached.outcome.is_accepted()) return reached.outcome;
  }
  std::copy_n(state(), size_, x);
  if (reached.course == Course::goes_on) return StepOutcome::accepted();
  return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", time_));
}

EventIntegrator::Reached EventIntegrator::integrate_to(double stop) {
  void* memory = memory_.get();
  const HybridSystem& system = *running_.system;
  const double begin = time_;
  if (indicator_count_ > 0) system.indicators(begin, state(), first_.data());
  const bool begins_at_zero = std::ranges::find(first_, 0.0) != first_.end();

  // forget what was; nothing behind the stop may be evaluated, for f may jump there
  require(CVodeReInit(memory, begin, state_.get()), "CVodeReInit");
  require(CVodeSetStopTime(memory, stop), "CVodeSetStopTime");
  // steps that no longer move time are a failure, not a million steps
  require(CVodeSetMinStep(memory, sundials::shortest_step({begin, stop - begin})), "CVodeSetMinStep");
  require(CVodeSetMaxStep(memory, indicator_count_ > 0 ? longest_step_ : 0), "CVodeSetMaxStep");

  for (bool is_first = true;; is_first = false) {
    if (++steps_ > settings_.max_steps)
      return {Course::goes_on, StepOutcome::failed(fmt::format("stopped at t = {} s after {} internal steps and {} "
                                                               "events",
                                                               time_, settings_.max_steps, events_))};
    const int flag = CVode(memory, stop, state_.get(), &time_, CV_ONE_STEP);
    if (flag < 0) return {Course::goes_on, sundials::conclude(running_, flag, time_)};
    bool is_event = flag == CV_ROOT_RETURN;
    if (is_first && begins_at_zero && leaves_zero(begin))
      is_event = true;
    else if (is_event)
      time_ = sign_change_.pass(memory, time_, state_.get(), system.indicators);

    const Course course = system.finish_step ? system.finish_step(time_, state()) : Course::goes_on;
    if (course != Course::goes_on) return {course};
    if (is_event) return {Course::needs_event};
    if (flag == CV_TSTOP_RETURN) return {};
  }
}

/// The solver sees no root in a function that vanishes at the begin and then is positive; the first step is cut off
/// where it has become so.
bool EventIntegrator::leaves_zero(double begin) {
  const HybridSystem& system = *running_.system;
  const auto has_left = [&] {
    system.indicators(time_, state(), g_.data());
    for (int i = 0; i < indicator_count_; ++i)
      if (first_[i] == 0 && g_[i] > 0) return true;
    return false;
  };
  if (!has_left()) return false;
  const double reached = time_;
  double ahead = sundials::shortest_step({begin, reached - begin});
  for (bool searches = true; searches; ahead *= 2) {
    time_ = std::min(begin + ahead, reached);
    require(CVodeGetDky(memory_.get(), time_, 0, state_.get()), "CVodeGetDky");
    searches = time_ < reached && !has_left();
  }
  return true;
}

EventIntegrator::Reached EventIntegrator::handle_event(bool was_known) {
  crowded_ = !was_known && time_ - last_event_ <= crowd_ ? crowded_ + 1 : 0;
  last_event_ = time_;
  if (crowded_ >= most_crowded)
    return {Course::goes_on, StepOutcome::failed(fmt::format("events follow each other without end at t = {:.9g} s: "
                                                             "the model has no solution behind it",
                                                             time_))};
  if (!was_known && ++events_ > settings_.max_events)
    return {Course::goes_on, StepOutcome::failed(fmt::format("stopped at t = {:.9g} s after {} events in one step: the "
                                                             "model chatters",
                                                             time_, settings_.max_events))};
  return {running_.system->handle_event(time_, state())};
}

}  // namespace oldham
