// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "oldham/analysis/scatter.hpp"
#include "oldham/core/port.hpp"

namespace oldham {

/// The listed ports, or all of them.
inline std::vector<int> select_ports(const std::optional<std::vector<int>>& listed, int count) {
  if (listed) return *listed;
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// What counts as a large value of an input: the largest seen, or the nominal one.
inline double size_of_input(const std::vector<Port>& ports, const std::vector<double>& amplitudes, int input) {
  const double seen = input < static_cast<int>(amplitudes.size()) ? std::abs(amplitudes[input]) : 0;
  const double nominal = std::abs(ports[input].nominal);
  const double size = std::max(seen, nominal);
  return size > 0 && std::isfinite(size) ? size : 1.0;
}

/// Changes of connected inputs without pattern, of about one percent.
struct Disturbance {
  std::vector<int> inputs;
  std::vector<double> size;  // per connected input
  int all_inputs = 0;

  std::vector<double> at(int index) const {
    std::vector<double> change(all_inputs, 0.0);
    const int count = static_cast<int>(inputs.size());
    for (int j = 0; j < count; ++j) {
      const double value = scatter(index * count + j);
      change[inputs[j]] = size[j] * (value < 0 ? value - 0.5 : value + 0.5);  // none of them is next to nothing
    }
    return change;
  }
};

}  // namespace oldham
