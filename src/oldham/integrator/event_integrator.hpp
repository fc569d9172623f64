// SPDX-License-Identifier: MIT
#pragma once

#include <cvode/cvode.h>

#include <span>
#include <vector>

#include "oldham/integrator/sign_change.hpp"

namespace oldham {

/// How a solution goes on behind a step or an event.
enum class Course { goes_on, needs_event, ends };

/// x' = f(t, x) between events. All but f may be empty, that which handles events only where none can occur.
struct HybridSystem {
  Ode<double> ode;
  /// An event is due where one of them changes from positive to not positive, or back.
  FunctionRef<void(const double& t, const double* x, double* g)> indicators;
  FunctionRef<double()> next_event;                            // the next time known in advance; infinity: none
  FunctionRef<Course(double t, const double* x)> finish_step;  // told of every step of the solver
  FunctionRef<Course(double t, double* x)> handle_event;       // may change x, f and the next time
};

/// CVODE (BDF) for solutions with events: these are located, handled, and the solver starts anew behind them. It
/// remembers nothing between calls, so that a repeated step is bitwise the same.
class EventIntegrator {
 public:
  struct Settings {
    long max_steps = 1'000'000;  // the most internal steps in one interval before it fails
    long max_events = 10'000;    // the same for events that no time was known of
  };
  EventIntegrator(const Settings& settings, int size, int indicator_count);
  EventIntegrator(const EventIntegrator&) = delete;
  EventIntegrator& operator=(const EventIntegrator&) = delete;

  /// To be called before the first interval; also allowed while an event is handled.
  void set_tolerances(double relative, std::span<const double> absolute);

  /// x at interval.end(), or at time() where the system ended itself: then the outcome is the last.
  StepOutcome advance(const HybridSystem& system, Interval<double> interval, double* x);
  double time() const { return time_; }

 private:
  using Memory = sundials::Owned<void*, &CVodeFree>;

  /// What the C callbacks see.
  struct Running : sundials::Problem {
    const HybridSystem* system = nullptr;
  };
  static int evaluate_indicators(double t, N_Vector x, double* g, void* running) noexcept;

  /// How the solution goes on at time_, or why it does not.
  struct Reached {
    Course course = Course::goes_on;
    StepOutcome outcome{};
  };
  Reached integrate_to(double stop);
  Reached handle_event(bool was_known);
  bool leaves_zero(double begin);
  double* state() const { return N_VGetArrayPointer(state_.get()); }

  Settings settings_;
  Running running_;
  int size_, indicator_count_;
  sundials::Context context_;
  sundials::Vector state_, tolerances_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  Memory memory_;  // refers to all of the above
  sundials::SignChange sign_change_;
  std::vector<double> first_, g_;

  double time_ = 0;
  double same_time_ = 0;  // s; what is nearer than this is the same instant
  double crowd_ = 0;      // s; events that are nearer to each other are a crowd
  double longest_step_ = 0;
  long steps_ = 0, events_ = 0;  // in this interval
  long crowded_ = 0;             // events, each of them at once behind the one before
  double last_event_ = 0;
};

}  // namespace oldham
