// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "oldham/coupling/run.hpp"

namespace oldham {

/// How the error of a run is measured against the monolithic solution.
enum class ErrorNorm {
  nrmse,  // root of Σ error² over Σ (reference − its mean)², summed over all outputs of the kind and over time
  max,    // largest absolute error
};

/// Errors of one run, outputs taken together by kind. [Li2017] section 3.2.3
struct ConvergenceErrors {
  double position = 0;  // against the exact solution from the start
  double velocity = 0;
  double local_position = 0;  // against the exact solution from the previous communication point
  double local_velocity = 0;
};

/// The errors by the names that answers have for them.
struct ErrorColumn {
  const char* name;
  double ConvergenceErrors::*member;
  bool is_local;
};
inline constexpr ErrorColumn error_columns[] = {{"position", &ConvergenceErrors::position, false},
                                                {"velocity", &ConvergenceErrors::velocity, false},
                                                {"local_position", &ConvergenceErrors::local_position, true},
                                                {"local_velocity", &ConvergenceErrors::local_velocity, true}};

struct ConvergenceStudy {
  std::vector<double> steps;
  std::vector<ConvergenceErrors> errors;
  /// Observed orders between neighbouring steps: ln(e1/e2)/ln(H1/H2), one fewer than steps.
  std::vector<ConvergenceErrors> orders;
  std::string failure = {};  // of the first step whose run did not complete; the others are kept
};

/// A system at its start for a given step.
struct PreparedRun {
  Cosimulation<double>* system = nullptr;
  MacroState<double> state;
  RunSettings settings;
  std::function<void()> stepped = {};  // told after every macro step
};

ConvergenceErrors measure_errors(PreparedRun& prepared, ErrorNorm norm, bool local);

/// The study that these errors at these steps make.
ConvergenceStudy observe_orders(std::vector<double> steps, std::vector<ConvergenceErrors> errors);

/// `prepare` makes the run for a step; one that does not complete is an error with its reason.
ConvergenceStudy study_convergence(const std::vector<double>& steps, ErrorNorm norm, bool local,
                                   const std::function<PreparedRun(double step)>& prepare);

}  // namespace oldham
