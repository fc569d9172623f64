// SPDX-License-Identifier: MIT
#include "oldham/analysis/stability_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/parallel/parallel_for.hpp"

namespace oldham {

double MapAxis::centre(int i) const {
  const double share = (i + 0.5) / count;
  return logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
}

StabilityMap chart_stability(const MapAxis& x, const MapAxis& y, double margin, int threads,
                             const std::function<double(double, double)>& radius_at,
                             const std::function<void(int)>& progress, const std::atomic<bool>* interrupted) {
  StabilityMap map{x, y, margin, {}, 0, false};
  map.spectral_radius.assign(static_cast<std::size_t>(x.count) * y.count, std::numeric_limits<double>::quiet_NaN());
  // one row at a time, so that a thread is asked for seldom
  parallel_for(y.count, threads, [&](int iy) {
    if (interrupted && interrupted->load(std::memory_order_relaxed)) return;
    for (int ix = 0; ix < x.count; ++ix)
      map.spectral_radius[static_cast<std::size_t>(iy) * x.count + ix] = radius_at(x.centre(ix), y.centre(iy));
    progress(x.count);
  });
  map.interrupted = interrupted && interrupted->load();
  map.stable = std::count_if(map.spectral_radius.begin(), map.spectral_radius.end(),
                             [&](double rho) { return rho <= 1 + margin; });
  return map;
}

}  // namespace oldham
