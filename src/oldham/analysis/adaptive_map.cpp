// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "oldham/analysis/cell_judge.hpp"
#include "oldham/analysis/stability_map.hpp"

namespace oldham {
namespace {

constexpr int blocks_wanted = 40;   // along the shorter side, before anything is refined
constexpr int largest_spacing = 8;  // cells
// Between samples ln ρ is taken to leave its interpolation by up to this many second differences. One eighth would do
// for a parabola; a pole, ρ = w/|x|, needs ln(s/w)/ln 3 when its samples lie s to either side, so that 3 finds w =
// s/27.
constexpr double distrust = 3;
// A block is also refined when the bound is nearer than this share of the variation of ln ρ over the block: there a
// mode that has stayed below the dominating one until now can pass the bound unseen.
constexpr double reach = 0.5;
constexpr double largest_excess = 30;  // |ln ρ| beyond which radii are not told apart

enum class Verdict { stable, unstable, unknown };

struct Block {
  int column, row;
};

using Corners = std::array<std::int64_t, 4>;  // cells; (0,0), (1,0), (0,1), (1,1)

/// Cells `spacing` apart, and the last of every row and column; between them the blocks. Every other line of it is a
/// line of the lattice of twice the spacing.
struct Lattice {
  int nx, ny, spacing;

  int columns() const { return std::max(1, (nx + spacing - 2) / spacing); }
  int rows() const { return std::max(1, (ny + spacing - 2) / spacing); }
  int x(int column) const { return std::min(column * spacing, nx - 1); }
  int y(int row) const { return std::min(row * spacing, ny - 1); }
  std::int64_t cell(int ix, int iy) const { return static_cast<std::int64_t>(iy) * nx + ix; }
  Corners corners(const Block& b) const {
    const int x0 = x(b.column), x1 = x(b.column + 1), y0 = y(b.row), y1 = y(b.row + 1);
    return {cell(x0, y0), cell(x1, y0), cell(x0, y1), cell(x1, y1)};
  }
};

class AdaptiveChart {
 public:
  AdaptiveChart(StabilityMap& map, CellJudge& judge) : map_(map), judge_(judge), nx_(map.x.count), ny_(map.y.count) {}

  void chart() {
    Lattice lattice{nx_, ny_, adaptive_spacing(map_.x, map_.y)};
    std::vector<Block> blocks;
    for (int row = 0; row < lattice.rows(); ++row)
      for (int column = 0; column < lattice.columns(); ++column) blocks.push_back({column, row});
    if (!judge_corners(lattice, blocks)) return;

    // finer where the boundary is or may be
    struct Decided {
      Lattice lattice;
      Block block;
    };
    std::vector<Decided> decided;
    while (lattice.spacing > 1) {
      const Lattice finer{nx_, ny_, lattice.spacing / 2};
      std::vector<Block> parts;
      for (const Block& block : blocks)
        if (has_boundary(lattice, block))
          add_parts(block, finer, parts);
        else
          decided.push_back({lattice, block});
      if (!judge_corners(finer, parts)) return;
      blocks = std::move(parts);
      lattice = finer;
    }
    for (const Decided& d : decided) infer(d.lattice, d.block);
    follow_boundaries();
  }

 private:
  Verdict verdict(std::int64_t cell) const {
    if (std::isnan(map_.spectral_radius[cell])) return Verdict::unknown;
    return map_.is_stable(cell) ? Verdict::stable : Verdict::unstable;
  }

  bool judge_cells(std::vector<std::int64_t>& cells) {
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return judge_.judge(std::ssize(cells), [&](std::int64_t i) { return cells[i]; });
  }

  bool judge_corners(const Lattice& lattice, const std::vector<Block>& blocks) {
    std::vector<std::int64_t> cells;
    for (const Block& block : blocks)
      for (std::int64_t corner : lattice.corners(block))
        if (map_.origin[corner] == CellOrigin::none) cells.push_back(corner);
    return judge_cells(cells);
  }

  /// The up to four blocks of half the spacing; fewer where the grid ends.
  static void add_parts(const Block& b, const Lattice& finer, std::vector<Block>& into) {
    for (int row : {2 * b.row, 2 * b.row + 1})
      for (int column : {2 * b.column, 2 * b.column + 1})
        if (row < finer.rows() && column < finer.columns()) into.push_back({column, row});
  }

  /// ln(ρ/(1 + margin)): 0 at the bound.
  double excess(std::int64_t cell) const {
    return std::clamp(std::log(map_.spectral_radius[cell] / (1 + map_.margin)), -largest_excess, largest_excess);
  }

  /// How much the excess bends towards the bound at place `at` of an axis: its second difference over the spacing; 0
  /// where the samples on both sides are not known.
  double bend(int at, int count, int spacing, std::int64_t centre, std::int64_t stride) const {
    const int before = at % spacing == 0 ? spacing : at % spacing, after = std::min(spacing, count - 1 - at);
    if (at - before < 0 || after == 0) return 0;
    const std::int64_t a = centre - before * stride, b = centre + after * stride;
    if (map_.origin[a] != CellOrigin::judged || map_.origin[b] != CellOrigin::judged) return 0;
    const double here = excess(centre);
    const double second = spacing * ((excess(a) - here) / before + (excess(b) - here) / after);
    return std::isnan(second) ? 0 : std::max(0.0, here < 0 ? -second : second);
  }

  /// Whether corners differ, or ρ may pass the bound between them.
  bool has_boundary(const Lattice& lattice, const Block& block) const {
    const Corners corners = lattice.corners(block);
    const Verdict first = verdict(corners[0]);
    double nearest = largest_excess, farthest = 0, bend_x = 0, bend_y = 0;
    for (std::int64_t corner : corners) {
      if (verdict(corner) != first) return true;
      const double distance = std::abs(excess(corner));
      nearest = std::min(nearest, distance);
      farthest = std::max(farthest, distance);
      bend_x = std::max(bend_x, bend(static_cast<int>(corner % nx_), nx_, lattice.spacing, corner, 1));
      bend_y = std::max(bend_y, bend(static_cast<int>(corner / nx_), ny_, lattice.spacing, corner, nx_));
    }
    if (first == Verdict::unknown) return false;
    return nearest <= distrust * (bend_x + bend_y) + reach * (farthest - nearest);
  }

  /// Cells between corners that agree take over their verdict; ρ is interpolated.
  void infer(const Lattice& lattice, const Block& block) {
    const int x0 = lattice.x(block.column), x1 = lattice.x(block.column + 1);
    const int y0 = lattice.y(block.row), y1 = lattice.y(block.row + 1);
    std::array<double, 4> rho;
    std::ranges::transform(lattice.corners(block), rho.begin(),
                           [&](std::int64_t c) { return map_.spectral_radius[c]; });
    const bool is_finite = std::ranges::all_of(rho, [](double r) { return std::isfinite(r); });
    const auto [low, high] = std::ranges::minmax(rho);
    for (int iy = y0; iy <= y1; ++iy)
      for (int ix = x0; ix <= x1; ++ix) {
        const std::int64_t here = lattice.cell(ix, iy);
        if (map_.origin[here] != CellOrigin::none) continue;
        const double u = x1 > x0 ? static_cast<double>(ix - x0) / (x1 - x0) : 0;
        const double v = y1 > y0 ? static_cast<double>(iy - y0) / (y1 - y0) : 0;
        const double between = (1 - v) * ((1 - u) * rho[0] + u * rho[1]) + v * ((1 - u) * rho[2] + u * rho[3]);
        // rounding must not carry it over the bound
        map_.spectral_radius[here] = is_finite ? std::clamp(between, low, high) : rho[0];
        map_.origin[here] = CellOrigin::inferred;
      }
  }

  template <class Visit>
  void visit_neighbours(std::int64_t here, const Visit& visit) const {
    const int ix = static_cast<int>(here % nx_), iy = static_cast<int>(here / nx_);
    for (int y = std::max(0, iy - 1); y <= std::min(ny_ - 1, iy + 1); ++y)
      for (int x = std::max(0, ix - 1); x <= std::min(nx_ - 1, ix + 1); ++x)
        if (x != ix || y != iy) visit(static_cast<std::int64_t>(y) * nx_ + x);
  }

  /// Judges inferred cells that touch a cell of another verdict, until there are none.
  void follow_boundaries() {
    std::vector<std::int64_t> cells;
    const auto add_if_at_boundary = [&](std::int64_t here) {
      if (map_.origin[here] != CellOrigin::inferred) return;
      bool differs = false;
      visit_neighbours(here, [&](std::int64_t other) { differs = differs || verdict(other) != verdict(here); });
      if (differs) cells.push_back(here);
    };
    for (std::int64_t here = 0; here < std::ssize(map_.origin); ++here) add_if_at_boundary(here);
    while (!cells.empty() && judge_cells(cells)) {
      const std::vector<std::int64_t> judged = std::exchange(cells, {});
      for (std::int64_t here : judged) visit_neighbours(here, add_if_at_boundary);
    }
  }

  StabilityMap& map_;
  CellJudge& judge_;
  int nx_, ny_;
};

}  // namespace

int adaptive_spacing(const MapAxis& x, const MapAxis& y) {
  const int wanted = std::clamp(std::min(x.count, y.count) / blocks_wanted, 1, largest_spacing);
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(wanted)));
}

StabilityMap chart_stability_adaptively(const MapAxis& x, const MapAxis& y,
                                        const std::function<RadiusAt()>& make_radius, const ChartOptions& options) {
  StabilityMap map = make_empty_map(x, y, options.margin);
  CellJudge judge(map, make_radius, options);
  AdaptiveChart(map, judge).chart();
  count_cells(map);
  return map;
}

}  // namespace oldham
