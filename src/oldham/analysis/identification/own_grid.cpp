// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/own_grid.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {
namespace {

constexpr int parts = 64;        // of H
constexpr int long_search = 8;   // times that many, once there is something to see
constexpr int whole_steps = 16;  // of H, for grids that are coarser

/// Where outputs changed, as numbers of steps; the first answers to the change of the inputs and does not count.
std::vector<int> find_changes(const Trajectory& run, const std::vector<int>& outputs) {
  std::vector<int> changes;
  for (std::size_t k = 1; k < run.outputs.size(); ++k)
    if (std::any_of(outputs.begin(), outputs.end(), [&](int i) { return run.outputs[k][i] != run.outputs[k - 1][i]; }))
      changes.push_back(static_cast<int>(k));
  return changes;
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

}  // namespace

GridSearch find_own_grid(Probe& probe, double step_length, const std::vector<double>& change,
                         const std::vector<int>& outputs) {
  GridSearch search;
  const auto look = [&](int count, double h) {
    const Trajectory run = probe.run(std::vector<ProbeStep>(count, {h, change}));
    search.trouble = run.trouble;
    return run.trouble.empty() ? find_changes(run, outputs) : std::vector<int>{};
  };
  const double h = step_length / parts;
  const std::vector<int> first = look(parts, h);
  if (!search.trouble.empty() || static_cast<int>(first.size()) == parts - 1) return search;
  // nothing changes at all, or only from step to step
  if (first.empty()) {
    const std::vector<int> coarse = look(whole_steps, step_length);
    if (coarse.empty()) return search;
    search.grid = read_stair(coarse, step_length);
  }
  if (!search.grid) search.grid = read_stair(look(parts * long_search, h), h);
  if (!search.grid) return search;
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
