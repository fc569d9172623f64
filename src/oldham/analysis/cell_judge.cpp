// SPDX-License-Identifier: MIT
#include "oldham/analysis/cell_judge.hpp"

#include <algorithm>
#include <limits>

#include "oldham/parallel/parallel_for.hpp"

namespace oldham {

bool CellJudge::judge(std::int64_t count, FunctionRef<std::int64_t(std::int64_t)> cell_at) {
  // some cells at a time, so that a thread is asked for seldom; few enough that the last ones are shared, too
  const std::int64_t share = std::clamp<std::int64_t>(count / 256, 1, 256);
  parallel_for(static_cast<int>((count + share - 1) / share), options_.threads, [&](int part) {
    if (is_interrupted()) return;
    std::unique_ptr<RadiusAt> radius_at = take();
    const std::int64_t begin = part * share, end = std::min(begin + share, count);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t cell = cell_at(i);
      map_.spectral_radius[cell] = (*radius_at)(map_.x.centre(static_cast<int>(cell % map_.x.count)),
                                                map_.y.centre(static_cast<int>(cell / map_.x.count)));
      map_.origin[cell] = CellOrigin::judged;
    }
    give_back(std::move(radius_at));
    if (options_.progress) options_.progress(end - begin);
  });
  map_.interrupted = is_interrupted();
  return !map_.interrupted;
}

std::unique_ptr<RadiusAt> CellJudge::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<RadiusAt> radius_at = std::move(idle_.back());
      idle_.pop_back();
      return radius_at;
    }
  }
  return std::make_unique<RadiusAt>(make_radius_());
}

void CellJudge::give_back(std::unique_ptr<RadiusAt> radius_at) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(radius_at));
}

StabilityMap make_empty_map(const MapAxis& x, const MapAxis& y, double margin) {
  StabilityMap map{.x = x, .y = y, .margin = margin, .spectral_radius = {}, .origin = {}};
  const std::size_t cells = static_cast<std::size_t>(x.count) * y.count;
  map.spectral_radius.assign(cells, std::numeric_limits<double>::quiet_NaN());
  map.origin.assign(cells, CellOrigin::none);
  return map;
}

void count_cells(StabilityMap& map) {
  map.stable = std::count_if(map.spectral_radius.begin(), map.spectral_radius.end(),
                             [&](double rho) { return rho <= 1 + map.margin; });
  map.evaluated = std::count(map.origin.begin(), map.origin.end(), CellOrigin::judged);
}

}  // namespace oldham
