// SPDX-License-Identifier: MIT
#include "oldham/io/longest_step.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/run_check.hpp"

namespace oldham {
namespace {

constexpr double share = 0.5;             // of the largest stable step
constexpr double close_enough = 1.05;     // steps on both sides of the limit
constexpr int most_rows = 160;            // of a map that is made for every length
constexpr double fewest_steps = 100'000;  // in a run of black boxes, which are asked for some ten thousand

/// s; absent where no step between these is unstable, or none is stable, as far as that is known.
std::optional<double> find_limit(const Value& root, double shortest, double longest) {
  int fmus = 0;
  CouplingJudge judge(with_isolated_fmus(root, fmus));
  const auto is_stable = [&](double H) { return judge.judge_step(root, H).seems_stable(); };
  if (is_stable(longest)) return {};
  double bad = longest, good = bad / 2;
  for (; !is_stable(good); good /= 2) {
    bad = good;
    if (good < shortest) return {};
  }
  while (bad > close_enough * good) {
    const double between = std::sqrt(good * bad);
    (is_stable(between) ? good : bad) = between;
  }
  return good;
}

bool is_cheap(const System<double>& system) {
  const Cosimulation<double>& cosimulation = *system.cosimulation;
  if (cosimulation.plan().variables == 0) return false;
  const auto& subsystems = cosimulation.assembly().subsystems;
  if (std::ranges::any_of(subsystems, [](const auto& s) { return is_black_box(*s); }))
    return (system.end - system.start) / system.step >= fewest_steps;
  return cosimulation.vector_size() <= most_rows;
}

}  // namespace

System<double> build_run(const Value& root, const BuildOptions& options) {
  System<double> system = build_system<double>(root, options);
  if (!system.adaptive || !system.adaptive->is_largest_open || !is_cheap(system)) return system;
  AdaptiveStep& adaptive = *system.adaptive;
  std::optional<double> limit;
  try {
    limit = find_limit(root, adaptive.smallest, adaptive.largest);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
    // the run will say what is wrong, if anything is
  }
  if (!limit) return system;
  double largest = std::max(adaptive.smallest, share * *limit);
  if (adaptive.grid > 0) largest = adaptive.grid * std::max(1.0, std::floor(largest / adaptive.grid));
  adaptive.largest = largest;
  adaptive.first = std::min(adaptive.first, largest);
  adaptive.is_largest_judged = true;
  return system;
}

}  // namespace oldham
