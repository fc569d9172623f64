// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "oldham/analysis/stability.hpp"

namespace oldham {

/// One axis of a chart, divided into cells that are judged at their centres: low + (high − low)(i + 1/2)/count, or the
/// same between the logarithms.
struct MapAxis {
  double low = 0, high = 1;
  int count = 1;
  bool logarithmic = false;
  double centre(int i) const;
};

struct StabilityMap {
  MapAxis x, y;
  double margin = default_margin;
  std::vector<double> spectral_radius;  // [iy * x.count + ix]; NaN where the map could not be made
  std::int64_t stable = 0;
  bool interrupted = false;
};

/// Judges every cell. `radius_at(x, y)` builds the system and returns ρ; it is called from several threads at once.
StabilityMap chart_stability(const MapAxis& x, const MapAxis& y, double margin, int threads,
                             const std::function<double(double x, double y)>& radius_at,
                             const std::function<void(int cells)>& progress, const std::atomic<bool>* interrupted);

}  // namespace oldham
