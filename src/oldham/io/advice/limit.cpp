// SPDX-License-Identifier: MIT
#include "oldham/io/advice/limit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oldham::advice {
namespace {

constexpr double same = 1.01;  // limits that differ by less are one

}  // namespace

void narrow(Limit& limit, const LimitsAlong& along) {
  limit.is_local = !along.is_complete;
  if (!limit.largest || !along.smallest) return;
  const double highest = std::max(*limit.largest, *along.largest);
  if (*along.smallest < *limit.largest) {
    limit.largest = along.smallest;
    limit.is_whole_range = limit.is_cut = false;
  }
  if (highest <= same * *limit.largest) return;
  limit.undecided_to = highest;
  limit.undecided_because = "the limit differs along the run";
}

void doubt(Limit& limit, std::optional<double> ran, double failed, const std::string& how) {
  if (!limit.largest || !(failed < *limit.largest)) return;
  limit.undecided_to = std::max(limit.undecided_to.value_or(0), *limit.largest);
  limit.undecided_because = fmt::format("a run with {:.3g} s {}", failed, how);
  limit.is_whole_range = limit.is_cut = false;
  limit.largest.reset();
  if (ran && *ran < failed) limit.largest = ran;
}

std::string why_unstable(const Limit& limit) {
  return limit.zero_radius
             ? fmt::format("ZERO-UNSTABLE: no step helps (spectral radius {:.4g} in the limit)", *limit.zero_radius)
             : fmt::format("unstable at every step down to {:.2g} s", limit.smallest_tried);
}

}  // namespace oldham::advice
