// SPDX-License-Identifier: MIT
#include "oldham/analysis/stability_map.hpp"

#include <cmath>

#include "oldham/analysis/cell_judge.hpp"

namespace oldham {
namespace {

double along(const MapAxis& axis, double share) {
  return axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                          : axis.low + (axis.high - axis.low) * share;
}

}  // namespace

double MapAxis::centre(int i) const { return along(*this, (i + 0.5) / count); }
double MapAxis::edge(int i) const { return i == count ? high : along(*this, static_cast<double>(i) / count); }

StabilityMap chart_stability(const MapAxis& x, const MapAxis& y, const std::function<RadiusAt()>& make_radius,
                             const ChartOptions& options) {
  StabilityMap map = make_empty_map(x, y, options.margin);
  CellJudge(map, make_radius, options).judge(std::ssize(map.origin), [](std::int64_t i) { return i; });
  count_cells(map);
  return map;
}

std::vector<BoundaryEdge> boundary_edges(const StabilityMap& map) {
  std::vector<BoundaryEdge> edges;
  const int nx = map.x.count, ny = map.y.count;
  const auto differ = [&](std::int64_t a, std::int64_t b) {
    const bool known = map.origin[a] != CellOrigin::none && map.origin[b] != CellOrigin::none;
    return known && map.is_stable(a) != map.is_stable(b);
  };
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix) {
      const std::int64_t cell = static_cast<std::int64_t>(iy) * nx + ix;
      if (ix + 1 < nx && differ(cell, cell + 1))
        edges.push_back({map.x.edge(ix + 1), map.y.edge(iy), map.x.edge(ix + 1), map.y.edge(iy + 1)});
      if (iy + 1 < ny && differ(cell, cell + nx))
        edges.push_back({map.x.edge(ix), map.y.edge(iy + 1), map.x.edge(ix + 1), map.y.edge(iy + 1)});
    }
  return edges;
}

}  // namespace oldham
