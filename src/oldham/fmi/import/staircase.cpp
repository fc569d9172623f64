// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/staircase.hpp"

#include <algorithm>
#include <cmath>

namespace oldham::fmi {
namespace {

constexpr double tolerance = 1e-4;    // of the range of an input
constexpr double still = 1e-6;        // of the magnitude of an input: a range below this is no motion
constexpr double most_changes = 0.5;  // of the parts: with changes in fewer, the FMU has a grid

}  // namespace

Staircase::Staircase(std::size_t inputs, bool is_second_order)
    : is_second_order_(is_second_order),
      parts_(is_second_order ? fewest : most),
      low_(inputs, std::numeric_limits<double>::infinity()),
      high_(inputs, -std::numeric_limits<double>::infinity()) {}

int Staircase::on_grid(double length) const {
  return std::clamp(static_cast<int>(std::lround(length / grid_)), 1, most);
}

void Staircase::note(const InputSignal<double>& inputs) {
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

void Staircase::add_part(std::span<const double> y) {
  ++watched_;
  if (std::ranges::equal(y, last_)) return;
  ++changes_;
  last_.assign(y.begin(), y.end());
}

void Staircase::end_step(double length) {
  if (changes_ == 0) return;  // outputs at rest show no grid
  --steps_to_watch_;
  finest_ = std::min(finest_, length / changes_);
  // rounding decides on which side of a communication point an inner step falls: the finest of several steps counts
  if (changes_ > most_changes * watched_)
    steps_to_watch_ = 0;
  else if (steps_to_watch_ == 0)
    grid_ = finest_;
}

void Staircase::save(std::vector<double>& values) const {
  values.insert(values.end(), low_.begin(), low_.end());
  values.insert(values.end(), high_.begin(), high_.end());
  values.insert(values.end(), {static_cast<double>(parts_), static_cast<double>(steps_to_watch_), grid_, finest_});
}

void Staircase::restore(std::span<const double>& values) {
  const auto take = [&values](std::vector<double>& into) {
    std::copy_n(values.begin(), into.size(), into.begin());
    values = values.subspan(into.size());
  };
  take(low_);
  take(high_);
  parts_ = static_cast<int>(values[0]);
  steps_to_watch_ = static_cast<int>(values[1]);
  grid_ = values[2];
  finest_ = values[3];
  values = values.subspan(4);
}

}  // namespace oldham::fmi
