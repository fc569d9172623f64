// SPDX-License-Identifier: MIT
#include "oldham/analysis/stability.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// How far below the step in use the limit H → 0 is taken. Parasitic eigenvalues that vanish do so like H^{1/(k+2)} at
/// the slowest, so the multiprecision factor leaves 1e-8 of them.
template <class T>
T vanishing() {
  if constexpr (std::is_same_v<T, double>)
    return 1e-7;
  else
    return T("1e-45");
}

}  // namespace

template <class T>
T find_spectral_radius(Cosimulation<T>& system, const MacroState<T>& about, const T& step_length) {
  const OneStepMap<T> map = compute_one_step_map(system, about, step_length, false);
  return spectral_radius(compute_eigenvalues(map.matrix, map.size));
}

template <class T>
StabilityVerdict<T> judge_stability(Cosimulation<T>& system, const MacroState<T>& about, const T& step_length,
                                    double margin) {
  const OneStepMap<T> map = compute_one_step_map(system, about, step_length);
  StabilityVerdict<T> verdict;
  verdict.eigenvalues = compute_eigenvalues(map.matrix, map.size);
  verdict.spectral_radius = spectral_radius(verdict.eigenvalues);
  verdict.stable = verdict.spectral_radius <= T(1) + T(margin);
  verdict.linearity_defect = map.linearity_defect;
  return verdict;
}

template <class T>
ZeroStability judge_zero_stability(Cosimulation<T>& system, const T& step_length, double margin) {
  using std::cos;
  using std::exp;
  using std::sin;
  const T H = step_length * vanishing<T>();
  const MacroState<T> state = state_to_analyse(system, T(0), H);
  const OneStepMap<T> map = compute_one_step_map(system, state, H, false);
  // multipliers are as large as 1/H²
  const bool balanced = std::is_same_v<T, double> || !system.plan().multipliers.empty();
  std::vector<Eigenvalue<T>> parasitic = compute_eigenvalues(map.matrix, map.size, balanced);

  // the eigenvalues that follow e^{sH}, each the nearest of those left
  Monolithic<T> monolithic(system);
  const std::vector<T> x = monolithic.read_states(state);
  for (const Eigenvalue<T>& s : monolithic.eigenvalues(T(0), x)) {
    const T growth = exp(s.real * H), real = growth * cos(s.imaginary * H), imaginary = growth * sin(s.imaginary * H);
    const auto distance = [&](const Eigenvalue<T>& e) {
      return T((e.real - real) * (e.real - real) + (e.imaginary - imaginary) * (e.imaginary - imaginary));
    };
    const auto nearest = std::min_element(parasitic.begin(), parasitic.end(),
                                          [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    if (nearest != parasitic.end()) parasitic.erase(nearest);
  }
  ZeroStability verdict;
  for (const Eigenvalue<T>& e : parasitic)
    verdict.spectral_radius = std::max(verdict.spectral_radius, to_double(T(e.modulus())));
  verdict.stable = verdict.spectral_radius <= 1 + margin;
  return verdict;
}

LargestStep find_largest_step(Cosimulation<double>& system, const StepScan& scan, double margin,
                              const std::atomic<bool>* interrupted) {
  const auto radius = [&](double H) {
    const MacroState<double> state = state_to_analyse(system, 0.0, H);
    return find_spectral_radius(system, state, H);
  };
  return find_largest_step(radius, scan, margin, interrupted);
}

LargestStep find_largest_step(FunctionRef<double(double)> radius, const StepScan& scan, double margin,
                              const std::atomic<bool>* interrupted) {
  struct Point {
    double step, excess;
  };
  const auto at = [&](double H) {
    if (scan.evaluated) scan.evaluated();
    try {
      return Point{H, radius(H) - 1.0};
    } catch (const Error& error) {
      // a step that cannot be made is none that can be used
      if (error.kind() != ErrorKind::failure) throw;
      return Point{H, std::numeric_limits<double>::infinity()};
    }
  };
  // between a stable and an unstable point, on ρ = 1 where the stable one is clearly below it; a neutral mode hovers
  // about 1 in its last digits, and is left by ρ = 1 + margin
  const auto bisect = [&](Point stable, Point unstable) {
    const double level = stable.excess < -margin ? 0 : margin;
    double a = stable.step, b = unstable.step;
    for (int k = 0; k < 200 && std::abs(b - a) > scan.resolution * std::abs(b); ++k) {
      const double middle = 0.5 * (a + b);
      (at(middle).excess <= level ? a : b) = middle;
    }
    return 0.5 * (a + b);
  };
  LargestStep result;
  const auto begin = std::chrono::steady_clock::now();
  Point before = at(scan.low), bracket = before;
  const bool stable_at_low = before.excess <= margin;
  for (int i = 1; i < scan.points; ++i) {
    if (interrupted && interrupted->load()) {
      result.interrupted = true;
      break;
    }
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() >= scan.budget) {
      result.is_budget_over = true;
      break;
    }
    const double share = static_cast<double>(i) / (scan.points - 1);
    const Point here = at(i == scan.points - 1 ? scan.high : scan.low * std::pow(scan.high / scan.low, share));
    const bool was_stable = before.excess <= margin, is_stable = here.excess <= margin;
    if (was_stable && !is_stable) result.crossings.push_back({bisect(bracket, here), true});
    if (!was_stable && is_stable) result.crossings.push_back({bisect(here, before), false});
    // the crossing is bracketed from below by the last point clearly below 1, or by the last one at all
    if (is_stable && (here.excess < -margin || !was_stable || bracket.excess >= -margin)) bracket = here;
    before = here;
    if (scan.first_only && was_stable && !is_stable) break;
  }
  if (stable_at_low) {
    const auto first =
        std::find_if(result.crossings.begin(), result.crossings.end(), [](const Crossing& c) { return c.upward; });
    const bool has_none = first == result.crossings.end();
    result.stable_throughout = has_none && !result.interrupted && !result.is_budget_over;
    result.largest_stable_step = has_none ? before.step : first->step;
  }
  return result;
}

template double find_spectral_radius(Cosimulation<double>&, const MacroState<double>&, const double&);
template Multiprecision find_spectral_radius(Cosimulation<Multiprecision>&, const MacroState<Multiprecision>&,
                                             const Multiprecision&);
template StabilityVerdict<double> judge_stability(Cosimulation<double>&, const MacroState<double>&, const double&,
                                                  double);
template StabilityVerdict<Multiprecision> judge_stability(Cosimulation<Multiprecision>&,
                                                          const MacroState<Multiprecision>&, const Multiprecision&,
                                                          double);
template ZeroStability judge_zero_stability(Cosimulation<double>&, const double&, double);
template ZeroStability judge_zero_stability(Cosimulation<Multiprecision>&, const Multiprecision&, double);

}  // namespace oldham
