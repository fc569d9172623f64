// SPDX-License-Identifier: MIT
#pragma once

#include <cvode/cvode.h>

#include <vector>

#include "oldham/integrator/sign_change.hpp"

namespace oldham {

/// x' = f(t, x), and where f is not smooth. All but f may be empty.
struct PiecewiseOde {
  Ode<double> ode;
  FunctionRef<void(const double& t, const double* x, double* g)> switches;  // f may jump where a g changes its sign
  FunctionRef<double(const double& t)> next_kink;         // the first time behind t where f has a kink or jumps
  FunctionRef<void(const double& t, double* x)> project;  // moves x onto what f alone would drift away from
};

/// A solution by CVODE (BDF) that goes on from call to call: the solver chooses its steps as if nobody asked, and
/// answers from their polynomials, so that many points cost no more than few. It starts anew behind every kink and
/// every sign change of a switching function.
class ContinuousSolution {
 public:
  struct Settings {
    double relative_tolerance = 1e-12;  // of the largest value that a state has had since the start
    double absolute_tolerance = 1e-15;
    long max_steps = 1'000'000;  // the most internal steps in one call before it fails
  };
  ContinuousSolution(const Settings& settings, int size, int switch_count);
  ContinuousSolution(const ContinuousSolution&) = delete;
  ContinuousSolution& operator=(const ContinuousSolution&) = delete;

  /// x at interval.end(). Where x and interval.begin are not what the last call ended with, a new solution starts
  /// there.
  StepOutcome advance(const PiecewiseOde& equations, Interval<double> interval, double* x);

 private:
  using Memory = sundials::Owned<void*, &CVodeFree>;

  /// What the C callbacks see.
  struct Running : sundials::Problem {
    const PiecewiseOde* equations = nullptr;
    double first_time = 0, last_time = 0;  // f is evaluated between them: on this side of kinks, if only by a rounding
    double relative_tolerance = 0, absolute_tolerance = 0;
    std::vector<double> largest;  // |x|, of every state
    double clamp(double t) const { return t < first_time ? first_time : t > last_time ? last_time : t; }
    static Running& of(void* problem) { return *static_cast<Running*>(static_cast<sundials::Problem*>(problem)); }
  };
  enum class Reached { step, kink, sign_change };

  static int weigh(N_Vector x, N_Vector weight, void* running) noexcept;
  static int evaluate_switches(double t, N_Vector x, double* g, void* running) noexcept;
  static int project(double t, N_Vector x, N_Vector change, double, N_Vector, void* running) noexcept;

  /// From `time_` and `state_` on.
  void start_piece(bool is_behind_kink);
  int step();

  Settings settings_;
  Running running_;
  sundials::Context context_;
  sundials::Vector state_, answer_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  Memory memory_;  // refers to all of the above

  double time_ = 0;       // as far as the solution is known; `state_` is x there
  double piece_end_ = 0;  // the next kink
  Reached reached_ = Reached::step;
  bool has_stepped_ = false;  // in this piece
  bool goes_on_ = false;
  double given_time_ = 0;  // what the last call ended with
  std::vector<double> given_;
  sundials::SignChange sign_change_;
};

}  // namespace oldham
