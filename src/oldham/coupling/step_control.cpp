// SPDX-License-Identifier: MIT
#include "oldham/coupling/step_control.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace oldham {
namespace {

constexpr double acceptable = 2;
constexpr int most_rejections = 6;  // in a row
constexpr double safety = 0.8;
constexpr double least_factor = 0.2;
constexpr double least_error = 1e-10;
constexpr double same_length = 1e-9;  // relative

// four rungs to an octave: 2^{-k/4}
constexpr std::array rungs = {1.0, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605};
// a length is kept until the law has gone three quarters of a rung below it: 2^{-3/16}. One rung up the law is at most
// one rung above its rest and, as the error has just grown, asks for 2^{-0.3/4} 2^{-0.4/4}; it must not go down again
// for that
constexpr double least_of_rung = 0.8781260801866497;

}  // namespace

double AdaptiveStep::decay_time() const { return decay > 0 ? decay : std::max(1.0, 10 * largest); }

std::string_view AdaptiveStep::control_word() const {
  return control == Control::energy ? "energy" : control == Control::residual ? "residual" : "doubling";
}

bool StepLaw::is_precise(double error) const { return error <= acceptable; }

bool StepLaw::accepts(double error, double length, int rejections) const {
  return is_precise(error) || !can_reject || length <= smallest * (1 + same_length) || rejections >= most_rejections;
}

double StepLaw::factor(double error, double last_error) const {
  const double k_I = 0.3 / order, k_P = 0.4 / order;
  const double now = std::max(error, least_error);
  const double before = last_error < 0 ? now : std::max(last_error, least_error);
  return safety * std::pow(now, -(k_I + k_P)) * std::pow(before, k_P);
}

double StepLaw::rung(double wanted) const {
  if (!(wanted > smallest)) return smallest;
  if (grid > 0) return std::max(smallest, grid * std::floor(std::min(wanted, largest) / grid * (1 + same_length)));
  const double below = std::ceil(4 * std::log2(largest / std::min(wanted, largest)) - 4 * same_length);
  const int k = static_cast<int>(below);
  return std::max(smallest, std::ldexp(largest * rungs[static_cast<std::size_t>(k % 4)], -(k / 4)));
}

void StepLaw::reject(double error, double length, StepMemory& memory) const {
  // nothing at all can be said of a step that was not finished
  const double share =
      std::isfinite(error) ? std::max(least_factor, safety * std::pow(error, -1 / order)) : least_factor;
  memory.wanted = std::max(smallest, length * share);
  memory.length = rung(memory.wanted);
  ++memory.rejections;
}

void StepLaw::accept(double error, double length, bool was_clipped, StepMemory& memory) const {
  const double most = memory.rejections > 0 ? 1 : most_growth;
  const double share = std::isfinite(error) ? factor(error, memory.last_error) : least_factor;
  // what a rung is shorter than wanted is not lost, or no small growth would ever lead to the next one
  const double next = grid > 0 ? length + grid : length / rungs[1];
  const double base = was_clipped ? length : std::clamp(memory.wanted, length, next);
  // where rungs are farther apart than steps may grow, it takes several steps to the next one
  const double limit = grid > 0 && memory.rejections == 0 ? most * base : most * length;
  double wanted = std::clamp(base * share, least_factor * length, limit);
  // a step that only met an event early does not speak against the length that was wanted
  if (was_clipped && error <= 1) wanted = std::max(wanted, memory.length);
  if (!was_clipped) memory.last_error = error;
  memory.wanted = std::clamp(wanted, smallest, largest);
  memory.rejections = 0;
  const bool stays = memory.wanted < memory.length && memory.wanted >= least_of_rung * memory.length;
  if (!stays) memory.length = rung(memory.wanted);
}

}  // namespace oldham
