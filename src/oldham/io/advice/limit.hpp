// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/stability.hpp"

namespace oldham::advice {

/// Up to which step a scheme is stable.
struct Limit {
  bool is_predicted = false;  // else nothing below is known, for this reason
  std::string why_not;
  std::optional<double> largest;       // s; all steps up to it are; absent: none that was tried
  std::optional<double> undecided_to;  // s; from there up to here it is too close to call, for this reason
  std::string undecided_because;
  bool is_local = false;        // of a system that is not linear, about its start alone
  bool is_whole_range = false;  // stable up to the longest step that was tried
  bool is_cut = false;          // time ran out: the largest step is at least this
  std::vector<Crossing> crossings;
  double smallest_tried = 0;          // s
  std::optional<double> zero_radius;  // in the limit H → 0, where that is unstable
};

/// The limits at some states of a run.
struct LimitsAlong {
  std::optional<double> smallest, largest;  // s; steps between the two are stable at some of the states only
  double time_of_smallest = 0;              // s
  bool is_complete = false;                 // else time ran out
};
/// The limit that holds all the way; what lies between it and the largest one is too close to call.
void narrow(Limit& limit, const LimitsAlong& along);

/// A step shorter than the largest one did not run as it should, so that the limit is not what counts: only up to the
/// longest step that did run is it sure.
void doubt(Limit& limit, std::optional<double> ran, double failed, const std::string& how = "did not come through");

/// Why no step is stable.
std::string why_unstable(const Limit& limit);

}  // namespace oldham::advice
