// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/own_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

constexpr int parts = 64;        // of H
constexpr int long_search = 8;   // times that many, once there is something to see
constexpr int whole_steps = 16;  // of H, for grids that are coarser
constexpr int many_steps = 256;  // of H, for those that are much coarser
constexpr int fine_parts = 16;   // of a part, for grids that are finer
constexpr int halvings = 40;     // of the length of a step, to the last digits of where it becomes another

/// Where outputs changed, as numbers of steps; the first answers to the change of the inputs and does not count.
std::vector<int> find_changes(const Trajectory& run, const std::vector<int>& outputs) {
  std::vector<int> changes;
  for (std::size_t k = 1; k < run.outputs.size(); ++k)
    if (std::any_of(outputs.begin(), outputs.end(), [&](int i) { return run.outputs[k][i] != run.outputs[k - 1][i]; }))
      changes.push_back(static_cast<int>(k));
  return changes;
}

/// Whether what changes does so by more than rounding makes of a slow motion, which then looks like a staircase.
bool is_clear(const Trajectory& run, const std::vector<int>& outputs) {
  return std::any_of(outputs.begin(), outputs.end(), [&](int i) {
    double largest = 0, change = 0;
    for (std::size_t k = 0; k < run.outputs.size(); ++k) {
      largest = std::max(largest, std::abs(run.outputs[k][i]));
      if (k > 0) change = std::max(change, std::abs(run.outputs[k][i] - run.outputs[k - 1][i]));
    }
    return change > 1e3 * std::numeric_limits<double>::epsilon() * largest;
  });
}

/// Distances that are equal but for the width of a step, with steps between that changed nothing. The first and the
/// last change are known to a step, and where a step ends on the grid rounding decides to which it belongs.
std::optional<OwnGrid> read_stair(const std::vector<int>& changes, double h) {
  const int count = static_cast<int>(changes.size()) - 1;  // of distances
  if (count < 1 || changes.back() - changes.front() == count) return std::nullopt;
  const double distance = static_cast<double>(changes.back() - changes.front()) / count;
  for (int n = 0; n <= count; ++n)
    if (std::abs(changes[n] - changes.front() - n * distance) > 1.5) return std::nullopt;
  return OwnGrid{distance * h, 2 * h / count};
}

/// A number with so many digits that is as near as the error lets it be.
std::optional<double> round_number(const OwnGrid& grid, int digits) {
  const double unit = std::pow(10, std::floor(std::log10(grid.step)) - digits + 1);
  const double rounded = std::round(grid.step / unit) * unit;
  return std::abs(rounded - grid.step) <= grid.error ? std::optional(rounded) : std::nullopt;
}

/// The distance of the first two lengths at which one step becomes another: one of the subsystem's own more.
std::optional<OwnGrid> measure(Probe& probe, const OwnGrid& about, const std::vector<double>& change,
                               const std::vector<int>& outputs) {
  const auto end_of = [&](double length) { return probe.run({{length, change}}); };
  const auto is_same = [&](const Trajectory& a, const Trajectory& b) {
    return a.trouble.empty() && b.trouble.empty() &&
           std::all_of(outputs.begin(), outputs.end(), [&](int i) { return a.outputs[0][i] == b.outputs[0][i]; });
  };
  const double reach = about.step + about.error;
  double edges[2] = {};
  double begin = 1e-3 * about.step;
  for (double& edge : edges) {
    const Trajectory first = end_of(begin);
    double low = begin, high = begin + 1.1 * reach;
    if (!first.trouble.empty() || is_same(first, end_of(high))) return std::nullopt;
    for (int n = 0; n < halvings && high - low > 1e-12 * high; ++n) {
      const double middle = 0.5 * (low + high);
      (is_same(first, end_of(middle)) ? low : high) = middle;
    }
    edge = high;
    begin = high + 1e-6 * about.step;
  }
  const double step = edges[1] - edges[0];
  if (!(std::abs(step - about.step) <= about.error + 1e-6 * about.step)) return std::nullopt;
  return OwnGrid{step, 1e-7 * step};  // clocks round
}

}  // namespace

GridSearch find_own_grid(Probe& probe, double step_length, const std::vector<double>& change,
                         const std::vector<int>& outputs) {
  GridSearch search;
  Trajectory run;
  const auto look = [&](int count, double h) {
    run = probe.run(std::vector<ProbeStep>(count, {h, change}));
    search.trouble = run.trouble;
    return run.trouble.empty() ? find_changes(run, outputs) : std::vector<int>{};
  };
  double h = step_length / parts;
  std::vector<int> first = look(parts, h);
  if (!search.trouble.empty()) return search;
  if (static_cast<int>(first.size()) == parts - 1) {
    // something changes in every part: on no grid, or on a finer one
    h /= fine_parts;
    first = look(parts, h);
    const bool is_stair = search.trouble.empty() && read_stair(first, h) && is_clear(run, outputs);
    search.trouble.clear();  // as short a step need not be made
    if (!is_stair) return search;
  }
  // nothing changes at all, or only from step to step
  if (first.empty()) {
    std::vector<int> coarse = look(whole_steps, step_length);
    // one change has no distance from others
    if (coarse.size() < 2 && search.trouble.empty()) coarse = look(many_steps, step_length);
    if (coarse.empty()) return search;
    search.grid = read_stair(coarse, step_length);
  }
  if (!search.grid) search.grid = read_stair(look(parts * long_search, h), h);
  if (!search.grid) return search;
  if (const std::optional<OwnGrid> measured = measure(probe, *search.grid, change, outputs)) search.grid = measured;
  // grids are round numbers, or the step was made of them
  OwnGrid& grid = *search.grid;
  std::optional<double> exact = round_number(grid, 1);
  if (!exact) exact = round_number(grid, 2);
  const double part = step_length / std::max(1.0, std::round(step_length / grid.step));
  if (!exact && std::abs(part - grid.step) <= grid.error) exact = part;
  if (exact) grid = {*exact, 0};
  return search;
}

}  // namespace oldham
