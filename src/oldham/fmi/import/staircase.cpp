// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/staircase.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace oldham::fmi {
namespace {

constexpr double tolerance = 1e-4;    // of the range of an input
constexpr double still = 1e-6;        // of the magnitude of an input: a range below this is no motion
constexpr double most_changes = 0.5;  // of the parts: with changes in fewer, the FMU may have a grid
// of the longest part: rounding decides on which side of a border an inner step falls
constexpr double same_gap = 2.01;
constexpr double same_time = 1e-3;                    // of the longest part
constexpr int first_trial = 16, rarest_trial = 1024;  // steps

/// A number that a double holds exactly.
double fingerprint_of(std::span<const double> y) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a, 64 bits at a time
  for (const double value : y) hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211u;
  return static_cast<double>((hash ^ hash >> 32) >> 12);
}

}  // namespace

Staircase::Staircase(std::size_t inputs, bool is_second_order)
    : is_second_order_(is_second_order),
      parts_(is_second_order ? fewest : most),
      low_(inputs, std::numeric_limits<double>::infinity()),
      high_(inputs, -std::numeric_limits<double>::infinity()) {}

int Staircase::parts(double length) const {
  if (!(grid_ > 0)) return parts_;
  return is_trial() ? std::clamp(4 * on_grid(length), fewest, most) : on_grid(length);
}

int Staircase::on_grid(double length) const {
  return std::clamp(static_cast<int>(std::lround(length / grid_)), 1, most);
}

void Staircase::note(const InputSignal<double>& inputs) {
  if (steps_to_trial_ > 0) --steps_to_trial_;
  u_.resize(low_.size());
  for (int piece = 0; piece < inputs.pieces(); ++piece)
    for (const double theta : {inputs.breaks[piece], inputs.breaks[piece + 1]}) {
      inputs.evaluate_piece(piece, theta, u_.data());
      for (std::size_t i = 0; i < u_.size(); ++i) {
        low_[i] = std::min(low_[i], u_[i]);
        high_[i] = std::max(high_[i], u_[i]);
      }
    }
  double wanted = 0;
  for (int piece = 0; piece < inputs.pieces(); ++piece)
    for (std::size_t i = 0; i < low_.size(); ++i) {
      // |u(θ) − u(θ₀)| ≤ Σ_p |c_p| (θ₁^p − θ₀^p) between the borders θ₀ and θ₁ of the piece
      const double* c = inputs.piece(piece);
      double change = 0, begin = 1, end = 1;
      for (int p = 1; p <= inputs.degree; ++p) {
        begin *= inputs.breaks[piece];
        end *= inputs.breaks[piece + 1];
        change += std::abs(c[static_cast<std::size_t>(p * inputs.inputs) + i]) * (end - begin);
      }
      const double range = std::max(high_[i] - low_[i], still * std::max(std::abs(low_[i]), std::abs(high_[i])));
      if (!(range > 0)) continue;
      const double share = change / range;
      wanted = std::max(wanted, is_second_order_ ? std::sqrt(share / (8 * tolerance)) : share / (2 * tolerance));
    }
  // few different numbers, and fewer only step by step, so that the numerical method changes rarely
  const int least = std::max(fewest, parts_ / 2);
  parts_ = fewest;
  while (parts_ < most && (parts_ < wanted || parts_ < least)) parts_ *= 2;
}

void Staircase::watch_again() {
  steps_to_watch_ = steps_to_watch;
  finest_ = least_gap_ = std::numeric_limits<double>::infinity();
  most_gap_ = resolution_ = 0;
  last_change_ = std::numeric_limits<double>::quiet_NaN();
  earlier_ = -1;
  switches_ = false;
}

void Staircase::begin_step(double begin, std::span<const double> y) {
  last_.assign(y.begin(), y.end());
  changes_ = watched_ = 0;
  // of changes in steps between nothing is known; not a number: there was no step
  if (grid_ == 0 && !(std::abs(begin - end_) <= same_time * resolution_)) watch_again();
}

void Staircase::add_part(const Interval<double>& part, std::span<const double> y) {
  ++watched_;
  end_ = part.end();
  resolution_ = std::max(resolution_, part.length);
  if (std::ranges::equal(y, last_)) return;
  ++changes_;
  switches_ = switches_ || fingerprint_of(y) == earlier_;
  earlier_ = fingerprint_of(last_);
  last_.assign(y.begin(), y.end());
  if (!std::isnan(last_change_)) {
    least_gap_ = std::min(least_gap_, end_ - last_change_);
    most_gap_ = std::max(most_gap_, end_ - last_change_);
  }
  last_change_ = end_;
}

void Staircase::end_step(double length) {
  if (is_trial()) {
    if (changes_ == 0) return;  // outputs at rest show no grid
    const int expected = on_grid(length);
    steps_to_trial_ = steps_between_trials_ = std::min(2 * steps_between_trials_, rarest_trial);
    if (changes_ < expected - 1 || changes_ > expected + 1) grid_ = 0;
    return;
  }
  if (--steps_to_give_up_ == 0) steps_to_watch_ = 0;
  if (changes_ == 0 || steps_to_watch_ == 0) return;  // outputs at rest show no grid
  --steps_to_watch_;
  finest_ = std::min(finest_, length / changes_);
  // rounding decides on which side of a communication point an inner step falls: the finest of several steps counts
  if (switches_ || changes_ > most_changes * watched_ || most_gap_ - least_gap_ > same_gap * resolution_) {
    steps_to_watch_ = 0;
  } else if (steps_to_watch_ == 0) {
    grid_ = finest_;
    steps_to_trial_ = steps_between_trials_ = first_trial;
  }
}

void Staircase::save(std::vector<double>& values) const {
  values.insert(values.end(), low_.begin(), low_.end());
  values.insert(values.end(), high_.begin(), high_.end());
  for (const int count : {parts_, steps_to_watch_, steps_to_give_up_, steps_to_trial_, steps_between_trials_})
    values.push_back(count);
  values.insert(values.end(), {grid_, finest_, last_change_, resolution_, least_gap_, most_gap_, end_, earlier_,
                               switches_ ? 1.0 : 0.0});
}

void Staircase::restore(std::span<const double>& values) {
  const auto take = [&values](std::vector<double>& into) {
    std::copy_n(values.begin(), into.size(), into.begin());
    values = values.subspan(into.size());
  };
  take(low_);
  take(high_);
  for (int* count : {&parts_, &steps_to_watch_, &steps_to_give_up_, &steps_to_trial_, &steps_between_trials_}) {
    *count = static_cast<int>(values.front());
    values = values.subspan(1);
  }
  for (double* number : {&grid_, &finest_, &last_change_, &resolution_, &least_gap_, &most_gap_, &end_, &earlier_}) {
    *number = values.front();
    values = values.subspan(1);
  }
  switches_ = values.front() != 0;
  values = values.subspan(1);
}

}  // namespace oldham::fmi
