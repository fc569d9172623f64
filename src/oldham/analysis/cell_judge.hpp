// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "oldham/analysis/stability_map.hpp"
#include "oldham/core/function_ref.hpp"

namespace oldham {

/// Judges cells of a map at their centres, many at a time.
class CellJudge {
 public:
  CellJudge(StabilityMap& map, const std::function<RadiusAt()>& make_radius, const ChartOptions& options)
      : map_(map), make_radius_(make_radius), options_(options) {}

  /// The cells cell_at(0) … cell_at(count − 1), each once. False: interrupted, some of them may be left.
  bool judge(std::int64_t count, FunctionRef<std::int64_t(std::int64_t)> cell_at);

 private:
  bool is_interrupted() const { return options_.interrupted && options_.interrupted->load(std::memory_order_relaxed); }
  std::unique_ptr<RadiusAt> take();
  void give_back(std::unique_ptr<RadiusAt> radius_at);

  StabilityMap& map_;
  const std::function<RadiusAt()>& make_radius_;
  const ChartOptions& options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<RadiusAt>> idle_;
};

/// A map of which nothing is known yet.
StabilityMap make_empty_map(const MapAxis& x, const MapAxis& y, double margin);
/// Counts what the cells say.
void count_cells(StabilityMap& map);

}  // namespace oldham
