// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/one_step_map.hpp"
#include "oldham/analysis/spectrum.hpp"
#include "oldham/core/function_ref.hpp"

namespace oldham {

/// ρ may exceed 1 by this much and still count as stable: rounding in the eigenvalues of a neutral mode.
inline constexpr double default_margin = 1e-6;

template <class T>
struct StabilityVerdict {
  T spectral_radius = T(0);
  bool stable = false;
  std::vector<Eigenvalue<T>> eigenvalues;  // largest modulus first
  double linearity_defect = 0;
};

/// ρ alone, for many systems or steps.
template <class T>
T find_spectral_radius(Cosimulation<T>& system, const MacroState<T>& about, const T& step_length);

/// Stable when ρ <= 1 + margin.
template <class T>
StabilityVerdict<T> judge_stability(Cosimulation<T>& system, const MacroState<T>& about, const T& step_length,
                                    double margin = default_margin);

/// The limit H → 0 of the parasitic eigenvalues: what no smaller step can cure.
struct ZeroStability {
  double spectral_radius = 0;
  bool stable = false;
};

/// Evaluates the map at a step so small that its eigenvalues are those of the limit, and takes away the ones that
/// follow the monolithic system's e^{sH}. `step_length`: the step in use, for scale.
template <class T>
ZeroStability judge_zero_stability(Cosimulation<T>& system, const T& step_length, double margin = default_margin);

/// How well that is known which an answer is made from.
enum class Confidence { high, medium, low };

/// Where ρ passes 1 as the step grows.
struct Crossing {
  double step = 0;  // s
  bool upward = true;
};
struct LargestStep {
  std::optional<double> largest_stable_step;  // first upward crossing; absent when unstable at the smallest step
  bool stable_throughout = false;             // no crossing: the largest scanned step is reported, and was evaluated
  std::vector<Crossing> crossings;
  bool interrupted = false;
  bool is_budget_over = false;  // steps and crossings that were not looked at may change the rest

  // where verdicts may fail
  std::optional<double> stable_up_to{};   // s: the last stable step for certain, below the crossing
  std::optional<double> unstable_from{};  // s: the first unstable one for certain
  std::optional<double> error{};          // s: standard error of the crossing, where verdicts beside it scatter
  bool is_range = false;                  // these are far apart, or the latter is absent: the largest is at least this
  bool is_left_open = false;              // no step is stable for certain, and the smallest not unstable
  int steps = 0, steps_left_open = 0;     // of the scan: all, and those of which nothing can be concluded
  Confidence confidence = Confidence::high;
};
struct StepScan {
  double low = 0, high = 0;              // s
  int points = 0;                        // spaced geometrically
  std::function<void()> evaluated = {};  // told after every evaluation of ρ, of which a crossing takes about fifty
  double resolution = 4e-16;             // of a crossing, relative; coarser ones take fewer evaluations
  bool first_only = false;               // ends at the first upward crossing
  std::optional<double> about = {};      // s: the step in question; what is near it is looked at first
  double budget = std::numeric_limits<double>::infinity();  // s of wall time
};
/// Verdicts of the scan count ρ <= 1 + margin as stable, so that a neutral mode makes no crossings of its own; the
/// bisection then is on ρ = 1 exactly where the scan brackets it. `interrupted` ends it early.
LargestStep find_largest_step(Cosimulation<double>& system, const StepScan& scan, double margin = default_margin,
                              const std::atomic<bool>* interrupted = nullptr);
/// The same for any ρ(H).
LargestStep find_largest_step(FunctionRef<double(double)> radius, const StepScan& scan, double margin = default_margin,
                              const std::atomic<bool>* interrupted = nullptr);

}  // namespace oldham
