// SPDX-License-Identifier: MIT
#include "oldham/io/longest_step.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/linearised.hpp"
#include "oldham/io/run_check.hpp"

namespace oldham {
namespace {

constexpr double share = 0.5;          // of the largest stable step
constexpr double close_enough = 1.05;  // steps on both sides of the limit
constexpr double tolerated_folds = 2;  // by which a mode may grow in all of a run: what grows more slowly does not show

/// s; absent where no step between these is unstable, or none is stable, as far as that is known.
std::optional<double> find_limit(const Value& root, double duration, double shortest, double longest,
                                 const std::atomic<bool>* interrupted) {
  int fmus = 0;
  const Value tree = with_isolated_fmus(root, fmus);
  CouplingJudge judge(tree, {.interrupted = interrupted});
  const auto is_interrupted = [&] { return interrupted != nullptr && interrupted->load(); };
  const auto is_stable = [&](double H) {
    const JudgedStep found = judge.judge_step(tree, H);
    return found.seems_stable() ||
           (found.kind != JudgedStep::Kind::unknown && std::log(found.radius) * duration <= tolerated_folds * H);
  };
  if (is_stable(longest)) return {};
  double bad = longest, good = bad / 2;
  for (; !is_stable(good); good /= 2) {
    bad = good;
    if (good < shortest || is_interrupted()) return {};
  }
  while (bad > close_enough * good && !is_interrupted()) {
    const double between = std::sqrt(good * bad);
    (is_stable(between) ? good : bad) = between;
  }
  return good;
}

/// Whether it can be told in a few steps. What is known by its answers alone takes as many as a run may have.
bool is_cheap(const System<double>& system) {
  const Cosimulation<double>& cosimulation = *system.cosimulation;
  return cosimulation.plan().variables > 0 &&
         std::ranges::none_of(cosimulation.assembly().subsystems, [](const auto& s) { return is_black_box(*s); }) &&
         cosimulation.vector_size() <= dear_states;
}

}  // namespace

System<double> build_run(const Value& root, const BuildOptions& options, const std::atomic<bool>* interrupted) {
  System<double> system = build_system<double>(root, options);
  if (!system.adaptive || !system.adaptive->is_largest_open || !is_cheap(system)) return system;
  AdaptiveStep& adaptive = *system.adaptive;
  std::optional<double> limit;
  try {
    limit = find_limit(root, system.end - system.start, adaptive.smallest, adaptive.largest, interrupted);
  } catch (const Error&) {
    // the run will say what is wrong, if anything is
  }
  if (!limit) return system;
  const double half = share * *limit;
  double largest = std::max(adaptive.smallest, half);
  if (adaptive.grid > 0) largest = adaptive.grid * std::max(1.0, std::floor(largest / adaptive.grid));
  adaptive.largest = largest;
  adaptive.first = std::min(adaptive.first, largest);
  adaptive.is_largest_judged = largest <= half;  // else it is what the file allows at least
  return system;
}

}  // namespace oldham
