// SPDX-License-Identifier: MIT
#include "oldham/analysis/stability_map.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace oldham {
namespace {

using Radius = double (*)(double x, double y);

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::function<RadiusAt()> from(Radius radius) {
  return [=] { return RadiusAt(radius); };
}

StabilityMap uniform(const MapAxis& x, const MapAxis& y, Radius radius) {
  return chart_stability(x, y, from(radius), {});
}
StabilityMap adaptive(const MapAxis& x, const MapAxis& y, Radius radius, int threads = 0) {
  return chart_stability_adaptively(x, y, from(radius), {.threads = threads});
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// What an adaptive chart promises, whatever it has found.
void expect_promises(const StabilityMap& map, const StabilityMap& full) {
  const int nx = map.x.count, ny = map.y.count;
  const auto verdict = [&](std::int64_t cell) {
    return std::isnan(map.spectral_radius[cell]) ? 2 : map.is_stable(cell) ? 1 : 0;
  };
  std::int64_t evaluated = 0, stable = 0;
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix) {
      const std::int64_t cell = static_cast<std::int64_t>(iy) * nx + ix;
      const bool judged = map.origin[cell] == CellOrigin::judged;
      ASSERT_NE(map.origin[cell], CellOrigin::none);
      evaluated += judged;
      stable += map.is_stable(cell);
      if (judged) {
        ASSERT_TRUE(same_bits(map.spectral_radius[cell], full.spectral_radius[cell])) << ix << ' ' << iy;
      }
      for (int y = std::max(0, iy - 1); y <= std::min(ny - 1, iy + 1); ++y)
        for (int x = std::max(0, ix - 1); x <= std::min(nx - 1, ix + 1); ++x)
          if (verdict(static_cast<std::int64_t>(y) * nx + x) != verdict(cell)) {
            ASSERT_TRUE(judged) << ix << ' ' << iy;
          }
    }
  EXPECT_EQ(map.evaluated, evaluated);
  EXPECT_EQ(map.stable, stable);
}

void expect_same_verdicts(const MapAxis& x, const MapAxis& y, Radius radius) {
  const StabilityMap map = adaptive(x, y, radius), full = uniform(x, y, radius);
  EXPECT_EQ(full.evaluated, std::ssize(full.spectral_radius));
  expect_promises(map, full);
  EXPECT_EQ(map.stable, full.stable);
  for (std::int64_t cell = 0; cell < std::ssize(full.origin); ++cell) {
    ASSERT_EQ(map.is_stable(cell), full.is_stable(cell)) << cell % x.count << ' ' << cell / x.count;
    ASSERT_EQ(std::isnan(map.spectral_radius[cell]), std::isnan(full.spectral_radius[cell])) << cell;
  }
}

double disc(double x, double y) { return std::hypot(x, y); }
double stripes(double x, double y) { return 1 + 0.5 * std::sin(12 * x + 3 * y); }
double hole(double x, double y) { return 2 - 1.5 * std::exp(-50 * (x * x + y * y)); }

TEST(MapAxis, HasItsCellsBetweenItsEdges) {
  const MapAxis linear{-2, 0, 4}, logarithmic{1, 10000, 4, true};
  EXPECT_EQ(linear.centre(1), -1.25);
  EXPECT_EQ(linear.edge(0), -2);
  EXPECT_EQ(linear.edge(4), 0);
  // powers round in the last digits
  EXPECT_NEAR(logarithmic.centre(0), std::sqrt(10), 1e-14);
  EXPECT_NEAR(logarithmic.edge(3), 1000, 1e-11);
}

TEST(StabilityMap, IsTheRadiusAtEveryCentre) {
  const MapAxis x{-1, 2, 7}, y{0.1, 10, 5, true};
  const StabilityMap map = uniform(x, y, disc);
  for (int iy = 0; iy < 5; ++iy)
    for (int ix = 0; ix < 7; ++ix) EXPECT_EQ(map.spectral_radius[iy * 7 + ix], disc(x.centre(ix), y.centre(iy)));
  EXPECT_EQ(map.evaluated, 35);
}

TEST(AdaptiveMap, HasTheVerdictsOfTheFullChart) {
  for (Radius radius : {disc, stripes, hole}) expect_same_verdicts({-1.5, 1.5, 400}, {-1.5, 1.5, 400}, radius);
}

TEST(AdaptiveMap, FitsAnyNumberOfCells) {
  for (auto [nx, ny] : {std::pair{1, 1}, {1, 300}, {300, 1}, {2, 2}, {7, 530}, {333, 517}, {641, 129}, {321, 320}})
    expect_same_verdicts({-1.3, 1.5, nx}, {-1.4, 1.2, ny}, disc);
}

TEST(AdaptiveMap, HasLogarithmicAxes) {
  // stable below y = x^2
  const auto parabola = [](double x, double y) { return y / (x * x); };
  expect_same_verdicts({0.01, 100, 350, true}, {1e-3, 1e3, 410, true}, parabola);
  expect_same_verdicts({-100, -0.01, 350, true}, {1, 2, 400}, parabola);
}

TEST(AdaptiveMap, JudgesFewCellsWhereTheBoundaryIsShort) {
  const MapAxis axis{-1.5, 1.5, 1000};
  const StabilityMap map = adaptive(axis, axis, disc);
  // the lattice takes 1 cell in 64; the circle is 2100 cells round, and every halving of the spacing judges about twice
  // as many cells along it as the one before: three thousand, six, twelve
  EXPECT_LT(map.evaluated, 1000000 / 64 + 21000);
}

TEST(AdaptiveMap, NeverMissesARegionAsWideAsItsSpacing) {
  // no hint of it anywhere around
  const auto square = [](double x, double y) { return x >= 203 && x < 211 && y >= 77 && y < 85 ? 2.0 : 0.5; };
  const MapAxis axis{0, 400, 400};
  ASSERT_EQ(adaptive_spacing(axis, axis), 8);
  expect_same_verdicts(axis, axis, square);
}

TEST(AdaptiveMap, FollowsAThinRegionThatItHasMet) {
  // a curve two cells thin all along, without any hint beside it
  const auto curve = [](double x, double y) {
    const double slope = 0.7 * 12 * std::cos(12 * x);
    return std::abs(y - 0.7 * std::sin(12 * x)) / std::hypot(1, slope) < 0.0045 ? 3.0 : 0.2;
  };
  expect_same_verdicts({-1, 1, 480}, {-1, 1, 480}, curve);
}

TEST(AdaptiveMap, FindsAPeakBetweenItsSamplesByTheWayItRises) {
  // a pole above a stripe thinner than a cell, at a slant: the radius falls as the reciprocal of the distance
  const auto pole = [](double x, double y) { return 0.3 / std::abs(y - 0.01 * x - 203.4); };
  const MapAxis axis{0, 400, 400};
  const StabilityMap full = uniform(axis, axis, pole);
  EXPECT_GT(full.stable, 400 * 400 - 400);  // less than a cell of it in a column
  EXPECT_LT(full.stable, 400 * 400 - 100);
  expect_same_verdicts(axis, axis, pole);
}

TEST(AdaptiveMap, FindsAnIslandBetweenItsSamplesByTheWayItRises) {
  // between four samples: the nearest are 5.7 cells away
  const auto island = [](double x, double y) {
    return 0.5 + 0.6 * std::exp(-((x - 204.5) * (x - 204.5) + (y - 124.5) * (y - 124.5)) / 30);
  };
  const MapAxis axis{0, 400, 400};
  EXPECT_LT(uniform(axis, axis, island).stable, 160000);
  expect_same_verdicts(axis, axis, island);
}

TEST(AdaptiveMap, KeepsCellsWithoutARadiusApart) {
  const auto gaps = [](double x, double y) {
    if (x * x + y * y < 0.3) return nan;
    if (y > 1.2) return std::numeric_limits<double>::infinity();
    if (y < -1.2) return 0.0;
    return disc(x, y);
  };
  expect_same_verdicts({-1.5, 1.5, 400}, {-1.5, 1.5, 400}, gaps);
  expect_same_verdicts({-1.5, 1.5, 400}, {-1.5, 1.5, 400}, [](double, double) { return nan; });
}

TEST(AdaptiveMap, IsBitwiseTheSameWhateverTheNumberOfThreads) {
  for (Radius radius : {disc, stripes}) {
    const MapAxis x{-1.5, 1.5, 450}, y{-1.5, 1.5, 370};
    const StabilityMap one = adaptive(x, y, radius, 1);
    for (int threads : {0, 2, 3}) {
      const StabilityMap other = adaptive(x, y, radius, threads);
      EXPECT_EQ(other.origin, one.origin);
      EXPECT_EQ(other.spectral_radius, one.spectral_radius);
      EXPECT_EQ(other.evaluated, one.evaluated);
    }
  }
}

TEST(StabilityMap, KeepsWhatWasJudgedBeforeAnInterruption) {
  const MapAxis axis{-1.5, 1.5, 400};
  const StabilityMap full = uniform(axis, axis, disc);
  for (auto* chart : {chart_stability, chart_stability_adaptively})
    for (std::int64_t limit : {0, 1000, 2800, 3500}) {
      std::atomic<bool> stop{limit == 0};
      std::atomic<std::int64_t> done{0};
      const auto progress = [&](std::int64_t cells) {
        if ((done += cells) >= limit) stop = true;
      };
      const StabilityMap map = chart(axis, axis, from(disc), {.progress = progress, .interrupted = &stop});
      EXPECT_TRUE(map.interrupted);
      EXPECT_EQ(map.evaluated, done.load());
      EXPECT_GE(map.evaluated, limit);
      EXPECT_LT(map.evaluated, 160000);
      for (std::size_t cell = 0; cell < full.spectral_radius.size(); ++cell) {
        const bool judged = map.origin[cell] == CellOrigin::judged;
        if (judged) {
          ASSERT_EQ(map.spectral_radius[cell], full.spectral_radius[cell]);
        }
        if (map.origin[cell] == CellOrigin::none) {
          ASSERT_TRUE(std::isnan(map.spectral_radius[cell]));
        }
      }
    }
}

TEST(StabilityMap, PassesOnWhatTheSystemRefuses) {
  const auto refuse = [](double x, double) {
    if (x > 1.45) throw std::invalid_argument("no such system");
    return 0.5;
  };
  const MapAxis axis{-1.5, 1.5, 100};
  for (auto* chart : {chart_stability, chart_stability_adaptively})
    EXPECT_THROW(chart(axis, axis, from(refuse), {}), std::invalid_argument);
}

TEST(StabilityMap, HasABoundaryAroundEveryRegion) {
  const auto middle = [](double x, double y) { return x > 1 && x < 2 && y > 1 && y < 2 ? 0.5 : 1.5; };
  const std::vector<BoundaryEdge> edges = boundary_edges(uniform({0, 3, 3}, {0, 3, 3}, middle));
  ASSERT_EQ(edges.size(), 4u);
  double length = 0;
  for (const auto& [x0, y0, x1, y1] : edges) {
    length += std::hypot(x1 - x0, y1 - y0);
    for (double end : {x0, y0, x1, y1}) EXPECT_TRUE(end == 1 || end == 2) << end;
  }
  EXPECT_EQ(length, 4);
  EXPECT_TRUE(boundary_edges(uniform({0, 3, 3}, {0, 3, 3}, [](double, double) { return 0.5; })).empty());
}

}  // namespace
}  // namespace oldham
