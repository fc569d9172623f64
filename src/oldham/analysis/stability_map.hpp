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
  /// Between cells i − 1 and i; edge(0) = low, edge(count) = high.
  double edge(int i) const;
};

/// How the value of a cell came about.
enum class CellOrigin : std::uint8_t { none, judged, inferred };

struct StabilityMap {
  MapAxis x, y;
  double margin = default_margin;
  std::vector<double> spectral_radius;  // [iy * x.count + ix]; NaN where the map could not be made
  std::vector<CellOrigin> origin;       // likewise; none: not reached before an interruption
  std::int64_t stable = 0;
  std::int64_t evaluated = 0;  // cells judged at their centres
  bool interrupted = false;

  bool is_stable(std::int64_t cell) const { return spectral_radius[cell] <= 1 + margin; }
};

/// ρ of the system at a point; it may keep what it works with, as it is called by one thread at a time.
using RadiusAt = std::function<double(double x, double y)>;

struct ChartOptions {
  double margin = default_margin;
  int threads = 0;                                     // 0: all
  std::function<void(std::int64_t cells)> progress{};  // told how many cells more have been judged, from any thread
  const std::atomic<bool>* interrupted = nullptr;      // ends the work early
};

/// Judges every cell. `make_radius` is called for as many functions as work at once. The map does not depend on the
/// number of threads.
StabilityMap chart_stability(const MapAxis& x, const MapAxis& y, const std::function<RadiusAt()>& make_radius,
                             const ChartOptions& options);

/// Judges cells along the boundary of stability only: a lattice of cells `adaptive_spacing` apart first, then block by
/// block finer where verdicts differ or where ρ bends so much that it may pass the bound in between. Last, every
/// boundary that was met is followed to its end.
///
/// Wherever neighbouring cells of the result differ in their verdict, both were judged at their centres, with the value
/// that the full chart has there. Cells inside a block whose corners agree take over the verdict, and ρ between them.
/// A region wider than the spacing both ways is never missed; a narrower one is found where the bending of ρ around it
/// gives a hint.
StabilityMap chart_stability_adaptively(const MapAxis& x, const MapAxis& y,
                                        const std::function<RadiusAt()>& make_radius, const ChartOptions& options);

/// How many cells apart the first samples of an adaptive chart lie: a power of two.
int adaptive_spacing(const MapAxis& x, const MapAxis& y);

/// A piece of the boundary: the edge between a stable cell and one that is not.
struct BoundaryEdge {
  double x0, y0, x1, y1;
};
std::vector<BoundaryEdge> boundary_edges(const StabilityMap& map);

}  // namespace oldham
