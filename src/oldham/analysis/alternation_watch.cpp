// SPDX-License-Identifier: MIT
#include "oldham/analysis/alternation_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

constexpr int enough_bursts = 4;
constexpr std::int64_t looks = 32, longest_pause = 500;  // bursts in a run; steps
constexpr double similar = 0.3;                          // smallest of the differences by the largest
constexpr double notable = 0.1;                          // mean difference by the largest magnitude: less is ripple
constexpr double steady = 0.5;                           // last burst by the first: less is decay

}  // namespace

AlternationWatch::AlternationWatch(const Settings& settings)
    : variables_(settings.variables),
      burst_(static_cast<std::size_t>(settings.variables) * points),
      streaks_(static_cast<std::size_t>(settings.variables)) {
  pause_ = std::clamp<std::int64_t>(settings.steps / looks - points, 0, longest_pause);
  const bool is_long_enough = settings.variables > 0 && settings.steps >= enough_bursts * points;
  wait_ = is_long_enough ? 0 : std::numeric_limits<std::int64_t>::max();
}

void AlternationWatch::take(double time, const double* samples) {
  if (taken_ == 0) begin_ = time;
  for (int j = 0; j < variables_; ++j) burst_[static_cast<std::size_t>(j) * points + taken_] = samples[j];
  if (++taken_ < points) return;
  for (int j = 0; j < variables_; ++j) examine(time, j);
  taken_ = 0;
  wait_ = pause_;
}

void AlternationWatch::examine(double end, int variable) {
  const double* const w = burst_.data() + static_cast<std::size_t>(variable) * points;
  Streak& streak = streaks_[variable];
  double largest = 0, smallest = std::numeric_limits<double>::infinity(), sum = 0;
  bool alternates = true, is_switch = true;
  for (int i = 0; i < points; ++i) streak.magnitude = std::max(streak.magnitude, std::abs(w[i]));
  for (int i = 1; i < points; ++i) {
    const double difference = w[i] - w[i - 1];
    largest = std::max(largest, std::abs(difference));
    smallest = std::min(smallest, std::abs(difference));
    sum += std::abs(difference);
    if (i < 2) continue;
    alternates = alternates && difference * (w[i - 1] - w[i - 2]) < 0;
    is_switch = is_switch && w[i] == w[i - 2];
  }
  const double mean = sum / (points - 1);
  if (!alternates || is_switch || !(smallest >= similar * largest) || !(mean >= notable * streak.magnitude)) {
    // what alternated long enough before stays known
    if (streak.bursts < enough_bursts) streak.bursts = 0;
    return;
  }
  if (streak.bursts++ == 0) {
    streak.begin = begin_;
    streak.first = mean;
  }
  streak.end = end;
  streak.last = mean;
}

std::vector<AlternationWatch::Alternation> AlternationWatch::alternations() const {
  std::vector<Alternation> all;
  for (int j = 0; j < variables_; ++j) {
    const Streak& streak = streaks_[j];
    if (streak.bursts < enough_bursts || !(streak.last >= steady * streak.first)) continue;
    all.push_back({j, streak.begin, streak.end, (streak.first + streak.last) / 2});
  }
  return all;
}

}  // namespace oldham
