// SPDX-License-Identifier: MIT
#include "oldham/analysis/growth_watch.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {
namespace {

constexpr double least_factor = 6;   // of m_7 by m_0: what a run that grows by 100 in all reaches in its later half
constexpr double least_half = 0.25;  // of the growth, in each half: 3/7 where it is geometric
constexpr double least_acceleration = 0.8;  // of the halves: 1 where it is geometric, 0.34 for powers of time
constexpr double most_of_one = 0.6;         // of the growth, in one window: 1/7 where it is geometric
constexpr double clear_factor = 10;         // of m_k by m_0: to be seen in a plot
constexpr double least_ratio = 0.8;         // of neighbours: an envelope that beats falls by no more
constexpr double least_share = 1e-4;        // of the largest magnitude: adaptive solvers in FMUs leave 3e-5 and less

constexpr double lasting_share = 1e-3;  // of the largest magnitude: what is less must still be there at the end
constexpr double faded_share = 0.1;     // of m_7, at the end
constexpr double similar_steps = 2;     // longest by shortest window of a single step each

constexpr double equal_steps = 1e-6;  // relative: what rounding of times and a shortened last step come to

constexpr std::int64_t longest_first_window = 16;  // steps: what is made at its end costs little per step, then
constexpr std::int64_t first_windows = 128;        // of a short run
constexpr int unknown_levels = 24;                 // 16 * 2^24 steps to a window

}  // namespace

double GrowthWatch::Growth::rate(int k) const {
  return std::log(envelope[k] / envelope[0]) / ((bounds[k] + bounds[k + 2] - bounds[0] - bounds[2]) / 2);
}

double GrowthWatch::weight_of(const std::array<double, windows + 1>& bounds, int k) {
  const double share = (bounds[1] - bounds[0]) / (bounds[k + 1] - bounds[k]);
  return share < 1 - equal_steps ? share : 1;
}

GrowthWatch::GrowthWatch(const Settings& settings)
    : variables_(settings.variables),
      window_(settings.steps > 0 ? std::clamp<std::int64_t>(settings.steps / first_windows, 1, longest_first_window)
                                 : longest_first_window),
      is_equidistant_(settings.is_equidistant) {
  const auto count = static_cast<std::size_t>(variables_);
  for (std::vector<double>* all : {&low_, &high_, &merged_low_, &merged_high_, &magnitude_}) all->assign(count, 0);
  growth_.resize(count);
  first_.assign(count, 0);
  until_.assign(count, 0);
  level_.assign(count, 0);
  const bool is_count_known = settings.steps > 0 && settings.is_equidistant;
  int levels = is_count_known ? 1 : unknown_levels;
  for (std::int64_t length = window_; is_count_known && 2 * length * (windows - 1) <= settings.steps; length *= 2)
    ++levels;
  levels_.resize(static_cast<std::size_t>(levels));
  for (Level& level : levels_) {
    level.low.assign(count, 0);
    level.high.assign(count, 0);
    level.variations.assign(count * windows, 0);
  }
}

void GrowthWatch::begin(double time, const double* samples) {
  std::copy_n(samples, variables_, low_.begin());
  std::copy_n(samples, variables_, high_.begin());
  for (Level& level : levels_) level.bounds[0] = time;
  count_ = 0;
}

void GrowthWatch::close(double time, const double* samples) {
  for (int j = 0; j < variables_; ++j) {
    const double size = std::max(-low_[j], high_[j]);
    if (size > magnitude_[j]) magnitude_[j] = size;
    merged_low_[j] = low_[j];
    merged_high_[j] = high_[j];
    low_[j] = high_[j] = samples[j];
  }
  count_ = 0;
  for (Level& level : levels_) {
    add_window(level, time);
    if (!level.has_half) {
      level.low = merged_low_;
      level.high = merged_high_;
    } else {
      for (int j = 0; j < variables_; ++j) {
        merged_low_[j] = std::min(merged_low_[j], level.low[j]);
        merged_high_[j] = std::max(merged_high_[j], level.high[j]);
      }
    }
    level.has_half = !level.has_half;
    if (level.has_half) return;
  }
}

/// The window of the merged extremes, which ends now.
void GrowthWatch::add_window(Level& level, double time) {
  const auto place = static_cast<int>(level.closed % windows);
  double* const newest = level.variations.data() + static_cast<std::ptrdiff_t>(place) * variables_;
  for (int j = 0; j < variables_; ++j) newest[j] = merged_high_[j] - merged_low_[j];
  ++level.closed;
  level.bounds[level.closed % (windows + 1)] = time;
  if (level.closed < windows) return;
  // of most variables nothing more is asked: the newest against the oldest
  const auto at = [&](int slot) { return level.variations.data() + static_cast<std::ptrdiff_t>(slot) * variables_; };
  const double* const before = at(place == 0 ? windows - 1 : place - 1);
  const double* const oldest = at(place == windows - 1 ? 0 : place + 1);
  for (int j = 0; j < variables_; ++j)
    if ((newest[j] > before[j] ? newest[j] : before[j]) > least_factor * oldest[j]) [[unlikely]]
      examine(level, j);
}

void GrowthWatch::examine(const Level& level, int variable) {
  constexpr int count = windows - 1;
  std::array<double, windows + 1> bounds;
  for (int k = 0; k <= windows; ++k) bounds[k] = level.bounds[(level.closed + 1 + k) % (windows + 1)];
  if (!is_equidistant_ && bounds[windows] - bounds[windows - 1] > similar_steps * (bounds[1] - bounds[0])) return;
  const auto variation = [&](int k) {
    return weight_of(bounds, k) * level.variations[((level.closed + k) % windows) * variables_ + variable];
  };
  std::array<double, count> m;
  for (int k = 0; k < count; ++k) m[k] = std::max(variation(k), variation(k + 1));
  if (!(m[0] > 0) || !std::isfinite(m[count - 1])) return;
  if (m[count - 1] < least_share * magnitude_[variable]) return;
  const double total = std::log(m[count - 1] / m[0]);
  if (total < std::log(least_factor)) return;
  const double first = std::log(m[count / 2 - 1] / m[0]), second = std::log(m[count - 1] / m[count / 2]);
  if (std::min(first, second) < least_half * total || second < least_acceleration * first) return;
  for (int k = 1; k < count; ++k)
    if (m[k] < least_ratio * m[k - 1] || std::log(m[k] / m[k - 1]) > most_of_one * total) return;

  Growth& kept = growth_[variable];
  const bool is_first = kept.envelope[0] == 0;
  if (is_first || bounds.front() > until_[variable]) first_[variable] = m[0];
  until_[variable] = std::max(until_[variable], bounds.back());
  kept.total = std::max(kept.total, m[count - 1] / first_[variable]);
  if (!is_first && kept.factor() >= m[count - 1] / m[0]) return;
  found_ += is_first;
  kept.variable = variable;
  kept.envelope = m;
  kept.bounds = bounds;
  level_[variable] = static_cast<int>(&level - levels_.data());
  if (!is_first) return;
  kept.seen = kept.bounds[windows];
  kept.tenfold = kept.seen;
  for (int k = count - 1; k > 0 && m[k] >= clear_factor * m[0]; --k) kept.tenfold = kept.bounds[k + 2];
}

bool GrowthWatch::has_faded(int variable) const {
  const Growth& growth = growth_[variable];
  if (growth.envelope.back() >= lasting_share * magnitude_[variable]) return false;
  const Level& level = levels_[level_[variable]];
  const auto variation = [&](std::int64_t age) {
    return level.variations[((level.closed - 1 - age) % windows) * variables_ + variable];
  };
  return std::max(variation(0), variation(1)) < faded_share * growth.envelope.back();
}

std::vector<GrowthWatch::Growth> GrowthWatch::growths() const {
  std::vector<Growth> all;
  for (int j = 0; j < variables_; ++j)
    if (growth_[j].envelope[0] > 0 && !has_faded(j)) all.push_back(growth_[j]);
  return all;
}

GrowthWatch::Settings growth_settings(const RunSettings& run, int variables) {
  if (!run.adaptive) return {variables, step_count(run)};
  const double fewest = (run.end - run.start) / run.adaptive->largest;
  return {variables, fewest < 1e9 ? static_cast<std::int64_t>(fewest) : 0, false};
}

}  // namespace oldham
