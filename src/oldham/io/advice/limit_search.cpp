// SPDX-License-Identifier: MIT
#include "oldham/io/advice/limit_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

/// By what black boxes answer to probes, which costs steps of theirs for every length: from the step in use to one on
/// the other side of the limit, then between the two.
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
  const std::optional<double> grid = judge.grid();
  const auto is_stable = [&](double H) {
    enough = budget.is_over();
    return judge.judge_step(tree, H).seems_stable();
  };
  double good = 0, bad = 0;
  const bool goes_up = is_stable(settings.near);
  (goes_up ? good : bad) = settings.near;
  limit.smallest_tried = settings.near;
  while (!budget.is_over() &&
         (goes_up ? bad == 0 && good < settings.longest : good == 0 && bad > settings.near * smallest_share_of_boxes)) {
    const double H = on_grid(goes_up ? std::min(ratio * good, settings.longest) : bad / 2, grid);
    if (H == good || H == bad) break;
    (is_stable(H) ? good : bad) = H;
    limit.smallest_tried = std::min(limit.smallest_tried, H);
  }
  while (!budget.is_over() && good > 0 && bad / good > 1 + coarse_resolution) {
    const double H = on_grid(std::sqrt(good * bad), grid);
    if (!(H > good && H < bad)) break;
    (is_stable(H) ? good : bad) = H;
  }
  limit.is_predicted = true;
  if (good > 0) limit.largest = good;
  limit.is_whole_range = good >= settings.longest;
  limit.is_cut = budget.is_over() && !limit.is_whole_range;
  if (good > 0 && bad > 0) limit.crossings = {{good, true}};
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
