// SPDX-License-Identifier: MIT
#include "oldham/io/advice/limit_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "oldham/core/error.hpp"
#include "oldham/io/linearised.hpp"
#include "oldham/io/stability_answer.hpp"

namespace oldham::advice {
namespace {

constexpr double coarse_resolution = 5e-3;  // where evaluations are dear
constexpr double resolution = 1e-3;         // of the largest step
constexpr double ratio_linear = 1.2;        // of neighbouring steps of a scan
constexpr double ratio = 1.5;
constexpr double smallest_share = 1e-4;           // of the step in use: below it no stable step is looked for
constexpr double smallest_share_of_boxes = 1e-2;  // likewise, where every step must be asked for

int points_between(double low, double high, double by) {
  return std::max(2, static_cast<int>(std::ceil(std::log(high / low) / std::log(by))) + 1);
}

/// Where ρ(H) passes 1, with what the system grows by itself taken off; `fine` where evaluations are cheap.
template <class Radius>
LargestStep scan(const Radius& radius, const LimitSettings& settings, bool fine, const Budget& budget, double& low) {
  std::atomic<bool> enough{false};
  const auto look = [&] { enough = budget.is_over(); };
  const auto grown = [&](double H) { return radius(H) * std::exp(-settings.growth * H); };
  const double bottom = settings.near * smallest_share;
  if (fine) {
    low = bottom;
    return find_largest_step(
        grown, {low, settings.longest, points_between(low, settings.longest, ratio_linear), look, resolution, false},
        default_margin, &enough);
  }
  // down to a stable step first; each costs as many steps as there are states
  const auto is_stable = [&](double H) {
    try {
      return grown(H) <= 1 + default_margin;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::failure) throw;
      return false;
    }
  };
  low = std::min(settings.near, settings.longest) / 4;
  double high = settings.longest;
  while (!budget.is_over() && low > bottom && !is_stable(low)) {
    high = low;
    low /= 8;
  }
  return find_largest_step(grown, {low, high, points_between(low, high, ratio), look, coarse_resolution, true},
                           default_margin, &enough);
}

/// Steps that fit the grids of black boxes.
double on_grid(double step, std::optional<double> grid) {
  return grid ? std::max(1.0, std::round(step / *grid)) * *grid : step;
}

/// Steps on both sides of a limit.
struct Bracket {
  double stable = 0, unstable = 0;  // s; by the best guess; 0: none is
  double open = 0;                  // s; the last one that was asked about, where nothing is known of it
  double smallest = 0;              // s; of all
};

/// From the step in use on. Steps of which nothing is known are passed over: they are no limit.
Bracket walk(const CostlyRadius& radius, const LimitSettings& settings, const Budget& budget) {
  Bracket found{.smallest = settings.near};
  const auto look_at = [&](double step) {
    const JudgedStep here = radius.exact(step);
    found.open = 0;
    (here.kind == JudgedStep::Kind::unknown ? found.open : here.seems_stable() ? found.stable : found.unstable) = step;
    found.smallest = std::min(found.smallest, step);
  };
  look_at(settings.near);
  const bool goes_up = found.stable > 0;
  const double end = goes_up ? settings.longest : settings.near * smallest_share_of_boxes;
  for (double step = settings.near;
       !budget.is_over() && (goes_up ? found.unstable == 0 && step < end : found.stable == 0 && step > end);) {
    const double next = on_grid(goes_up ? std::min(ratio * step, end) : step / 2, radius.grid);
    if (next == step) break;
    look_at(step = next);
  }
  return found;
}

/// By what black boxes answer to probes, which costs steps of theirs for every length: a scan of all that may be asked,
/// or steps composed of shorter ones, would take longer than there is time for one scheme. A walk finds where to
/// search.
Limit find_limit_of_boxes(const Value& tree, const LimitSettings& settings, const Budget& budget) {
  CouplingJudge& judge = settings.boxes->judge;
  std::atomic<bool>& enough = settings.boxes->enough;
  enough = false;
  Limit limit;
  const CouplingVerdict here = judge.judge(tree, settings.near, false);
  if (here.kind == CouplingVerdict::Kind::inconclusive && here.lone_modes.empty()) {
    limit.why_not = here.reason;
    return limit;
  }
  std::map<double, JudgedStep> known;  // each of them builds the system anew
  const CostlyRadius radius{.exact =
                                [&](double H) {
                                  const auto [entry, is_new] = known.try_emplace(H);
                                  if (is_new) entry->second = judge.judge_step(tree, H);
                                  enough = budget.is_over();
                                  return entry->second;
                                },
                            .grid = judge.grid()};
  const Bracket around = walk(radius, settings, budget);
  limit.smallest_tried = around.smallest;
  if (around.stable == 0 && around.open > 0) {
    limit.why_not = fmt::format("no step down to {:.2g} s could be judged to be stable", around.smallest);
    return limit;
  }
  limit.is_predicted = limit.is_local = true;
  if (around.stable > 0) limit.largest = around.stable;
  limit.is_whole_range = around.stable >= settings.longest;
  double undecided_to = around.stable > 0 && around.unstable == 0 ? around.open : 0;
  if (around.stable > 0 && around.unstable > 0) {
    const LargestStep found = search_largest_step(radius, {around.stable, around.unstable, 2, {}, coarse_resolution},
                                                  default_margin, &enough);
    limit.crossings = found.crossings;
    if (found.is_range || !found.largest_stable_step) undecided_to = found.unstable_from.value_or(around.unstable);
    if (found.largest_stable_step) limit.largest = found.largest_stable_step;
  }
  limit.is_cut = budget.is_over() && !limit.is_whole_range;
  if (undecided_to > limit.largest.value_or(0) && !limit.is_cut) {
    limit.undecided_to = undecided_to;
    limit.undecided_because = "steps between could not be judged for certain";
  }
  if (limit.largest || budget.is_over()) return limit;
  if (const ZeroStability zero = judge.judge_zero_stability(tree); !zero.stable)
    limit.zero_radius = zero.spectral_radius;
  return limit;
}

}  // namespace

Limit find_limit(const Value& tree, const LimitSettings& settings, const Budget& budget) {
  Limit limit;
  System<double> system = build_system<double>(tree, {.threads = 1});
  Cosimulation<double>& cosimulation = *system.cosimulation;
  const bool is_linear = cosimulation.plan().is_linear;
  if (!is_linear && !settings.may_be_dear && cosimulation.vector_size() > dear_states) {
    limit.why_not = fmt::format("its map has {} rows, too many to make it for every scheme: found by running",
                                cosimulation.vector_size());
    return limit;
  }
  try {
    if (settings.boxes != nullptr) return find_limit_of_boxes(tree, settings, budget);
    const auto radius = [&](double H) {
      return find_spectral_radius(cosimulation, state_to_analyse(cosimulation, system.start, H), H);
    };
    const LargestStep found = scan(radius, settings, is_linear, budget, limit.smallest_tried);
    limit.is_predicted = true;
    limit.is_local = !is_linear;
    limit.largest = found.largest_stable_step;
    limit.is_whole_range = found.stable_throughout;
    limit.crossings = found.crossings;
    limit.is_cut = found.interrupted;
    if (limit.largest || found.interrupted) return limit;
    if (const ZeroVerdict zero = judge_limit(tree, default_margin); !zero.limit.stable)
      limit.zero_radius = zero.limit.spectral_radius;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::wrong_input) throw;
    if (!limit.is_predicted) limit.why_not = error.what();
  }
  return limit;
}

LimitsAlong find_limits_along(Cosimulation<double>& system, std::span<const MacroState<double>> states,
                              const LimitSettings& settings, const Budget& budget) {
  LimitsAlong along;
  for (const MacroState<double>& state : states) {
    const auto radius = [&](double H) {
      MacroState<double> about = state.clone();
      system.fill_history(about, H);
      system.assume_past(about, H);
      return find_spectral_radius(system, about, H);
    };
    LimitSettings here = settings;
    LargestStep found;
    double low = 0;
    try {
      here.growth += own_growth(system, state);
      found = scan(radius, here, false, budget, low);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::failure) throw;
      continue;  // no map can be made there: the run that came through stands
    }
    if (found.interrupted || budget.is_over()) return along;
    if (!found.largest_stable_step) continue;
    const double limit = *found.largest_stable_step;
    if (!along.smallest || limit < *along.smallest) {
      along.smallest = limit;
      along.time_of_smallest = state.time;
    }
    along.largest = std::max(along.largest.value_or(limit), limit);
  }
  along.is_complete = true;
  return along;
}

}  // namespace oldham::advice
