// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/analysis/stability_map.hpp"

namespace oldham::app {

/// An axis of a stability chart, and the key of the system file that goes along it.
struct KeyAxis {
  std::string key;
  MapAxis axis;
};

struct AxisLimits {
  int most_cells = 100000;
  bool logarithmic = false;
};

/// Reads "KEY=LO:HI:N"; `option` is what errors call it.
KeyAxis parse_axis(const std::string& text, const char* option, const AxisLimits& limits);

}  // namespace oldham::app
