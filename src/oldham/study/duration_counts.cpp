// SPDX-License-Identifier: MIT
#include "oldham/study/duration_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace oldham {
namespace {

constexpr int exact_bits = 7;  // of a class: 128 classes for each factor of two
constexpr std::uint64_t half = std::uint64_t{1} << exact_bits;
constexpr double longest = 9e9;  // s; nanoseconds of it are an integer of 64 bits
constexpr std::size_t class_count = (64 - exact_bits) * half + half;

std::uint64_t nanoseconds(double seconds) {
  return static_cast<std::uint64_t>(std::llround(1e9 * std::clamp(seconds, 0.0, longest)));
}

/// Twice `half` classes of one nanosecond, then `half` classes for each further bit.
std::size_t class_of(std::uint64_t ns) {
  const int shift = std::max(0, static_cast<int>(std::bit_width(ns)) - exact_bits - 1);
  return static_cast<std::size_t>(shift) * half + (ns >> shift);
}

/// The longest duration of a class, ns.
std::uint64_t last_of(std::size_t number) {
  if (number < 2 * half) return number;
  const std::size_t shift = number / half - 1;
  return ((number - shift * half + 1) << shift) - 1;
}

/// Upper ends of bins, ns: 1 us, 2 us, 5 us, ... 500 s; what is longer is in the last one.
constexpr auto ends = [] {
  std::array<std::uint64_t, 27> list{};
  std::uint64_t power = 1000;
  for (std::size_t i = 0; i < list.size(); i += 3, power *= 10) {
    list[i] = power;
    list[i + 1] = 2 * power;
    list[i + 2] = 5 * power;
  }
  return list;
}();

}  // namespace

DurationCounts::DurationCounts() : classes_(class_count), bins_(ends.size() + 1) {}

void DurationCounts::add(double seconds) {
  const std::uint64_t ns = nanoseconds(seconds);
  ++classes_[class_of(ns)];
  ++bins_[static_cast<std::size_t>(std::ranges::upper_bound(ends, ns) - ends.begin())];
  ++count_;
  largest_ = std::max(largest_, seconds);
}

double DurationCounts::quantile(double share) const {
  if (count_ == 0) return 0;
  const auto rank = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    seen += classes_[i];
    if (seen >= std::max<std::int64_t>(1, rank)) return std::min(static_cast<double>(last_of(i)) / 1e9, largest_);
  }
  return largest_;
}

Durations DurationCounts::result() const {
  Durations result{.count = count_, .p50 = quantile(0.5), .p99 = quantile(0.99), .largest = largest_};
  std::size_t used = bins_.size();
  while (used > 0 && bins_[used - 1] == 0) --used;
  for (std::size_t i = 0; i < used; ++i) {
    const double from = i == 0 ? 0 : static_cast<double>(ends[i - 1]) / 1e9;
    const double to = i < ends.size() ? static_cast<double>(ends[i]) / 1e9 : largest_;
    result.bins.push_back({from, to, bins_[i]});
  }
  return result;
}

}  // namespace oldham
