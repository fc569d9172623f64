// SPDX-License-Identifier: MIT
#include "oldham/study/advice/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace oldham::advice {
namespace {

constexpr double still = 1e-9;       // of its magnitude: an output that moves by less is at rest
constexpr double rest_range = 1e-3;  // of its magnitude: the range of an output at rest
constexpr double rounding = 1e-13;   // in the unit of the output: what is left where values of about 1 cancel
constexpr double overshoot = 0.125;  // of what four points span: a smooth extremum between them stays below
constexpr double same_time = 1e-12;
constexpr double not_a_number = 1e100;  // as a share: its square is still a number

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Columns of the reference that move, with those of the run.
Pairs match(const Trajectory& run, const Trajectory& reference, std::span<const double> ranges) {
  Pairs pairs;
  for (std::size_t i = 0; i < reference.columns(); ++i) {
    if (!(ranges[i] > 0)) continue;
    if (i < run.columns() && run.names[i] == reference.names[i]) {
      pairs.emplace_back(i, i);
      continue;
    }
    const auto found = std::ranges::find(run.names, reference.names[i]);
    if (found != run.names.end()) pairs.emplace_back(i, static_cast<std::size_t>(found - run.names.begin()));
  }
  return pairs;
}

/// A step that leaves out what happens is not right because it is right where it arrives.
double find_skipped(const Trajectory& run, const Trajectory& reference, const Pairs& pairs,
                    std::span<const double> ranges) {
  if (run.rows() < 2 || reference.rows() <= run.rows()) return 0;
  double sum = 0;
  std::size_t k = 1, looked = 0;
  std::vector<double> left, right;
  reference.at(run.time[0], left);
  reference.at(run.time[1], right);
  for (std::size_t n = 0; n < reference.rows() && reference.time[n] <= run.time.back(); ++n) {
    const double t = reference.time[n];
    for (; k + 1 < run.rows() && run.time[k] < t; ++k) {
      left = right;
      reference.at(run.time[k + 1], right);
    }
    if (t < run.time[k - 1]) continue;
    const double share = (t - run.time[k - 1]) / (run.time[k] - run.time[k - 1]);
    for (const auto& [i, unused] : pairs) {
      const double line = left[i] + share * (right[i] - left[i]);
      sum += std::pow((reference.values[n * reference.columns() + i] - line) / ranges[i], 2);
    }
    ++looked;
  }
  return looked == 0 ? 0 : std::sqrt(sum / static_cast<double>(looked) / static_cast<double>(pairs.size()));
}

}  // namespace

void Trajectory::at(double t, std::vector<double>& row) const {
  const std::size_t n = columns(), count = rows();
  row.assign(n, 0);
  if (count == 0) return;
  const auto next = std::upper_bound(time.begin(), time.end(), t);
  const auto place = static_cast<std::size_t>(next - time.begin());
  const double close = same_time * std::max(std::abs(t), end() - time.front());
  for (const std::size_t k : {place - 1, place})
    if (k < count && std::abs(time[k] - t) <= close) {
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(k * n), n, row.begin());
      return;
    }
  const std::size_t points = std::min<std::size_t>(4, count);
  const std::size_t first = std::min(place < 2 ? 0 : place - 2, count - points);
  for (std::size_t a = first; a < first + points; ++a) {
    double weight = 1;
    for (std::size_t b = first; b < first + points; ++b)
      if (b != a) weight *= (t - time[b]) / (time[a] - time[b]);
    for (std::size_t i = 0; i < n; ++i) row[i] += weight * values[a * n + i];
  }
  // a cubic overshoots where values jump
  for (std::size_t i = 0; i < n; ++i) {
    double low = values[first * n + i], high = low;
    for (std::size_t a = first + 1; a < first + points; ++a) {
      low = std::min(low, values[a * n + i]);
      high = std::max(high, values[a * n + i]);
    }
    const double room = overshoot * (high - low);
    row[i] = std::clamp(row[i], low - room, high + room);
  }
}

std::vector<double> find_ranges(const Trajectory& trajectory) {
  const std::size_t n = trajectory.columns();
  std::vector<double> ranges(n, 0);
  if (trajectory.rows() == 0) return ranges;
  for (std::size_t i = 0; i < n; ++i) {
    double low = trajectory.values[i], high = low;
    bool is_finite = std::isfinite(low);
    for (std::size_t row = 1; row < trajectory.rows(); ++row) {
      const double value = trajectory.values[row * n + i];
      is_finite = is_finite && std::isfinite(value);
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const double magnitude = std::max(std::abs(low), std::abs(high));
    if (!is_finite) continue;
    if (high - low > std::max(still * magnitude, rounding))
      ranges[i] = high - low;
    else if (rest_range * magnitude > rounding)
      ranges[i] = rest_range * magnitude;
  }
  return ranges;
}

Distance find_distance(const Trajectory& run, const Trajectory& reference, std::span<const double> ranges) {
  Distance distance;
  const Pairs pairs = match(run, reference, ranges);
  if (pairs.empty()) return distance;
  const double last = reference.end() + same_time * (reference.end() - reference.time.front());
  double sum = 0;
  std::size_t looked = 0;
  std::vector<double> exact;
  for (std::size_t n = 0; n < run.rows() && run.time[n] <= last; ++n, ++looked) {
    reference.at(run.time[n], exact);
    for (const auto& [i, k] : pairs) {
      double off = std::abs(run.values[n * run.columns() + k] - exact[i]) / ranges[i];
      if (!std::isfinite(off)) off = not_a_number;
      sum += off * off;
      if (off <= distance.largest) continue;
      distance.largest = off;
      distance.output = i;
      distance.time = run.time[n];
    }
  }
  if (looked == 0) return distance;
  distance.rms = std::sqrt(sum / static_cast<double>(looked) / static_cast<double>(pairs.size()));
  distance.skipped = find_skipped(run, reference, pairs, ranges);
  return distance;
}

Trajectory extrapolate(const Trajectory& coarse, const Trajectory& fine, double ratio) {
  Trajectory limit{coarse.names, coarse.time, coarse.values};
  const std::size_t n = coarse.columns();
  std::vector<double> row;
  for (std::size_t k = 0; k < coarse.rows(); ++k) {
    fine.at(coarse.time[k], row);
    for (std::size_t i = 0; i < n; ++i) {
      double& value = limit.values[k * n + i];
      value = row[i] + (row[i] - value) / (ratio - 1);
    }
  }
  return limit;
}

}  // namespace oldham::advice
