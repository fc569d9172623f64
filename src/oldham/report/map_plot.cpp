// SPDX-License-Identifier: MIT
#include "oldham/report/map_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "oldham/report/contour.hpp"
#include "oldham/report/frame.hpp"

namespace oldham {
namespace {

constexpr double column_width = 190;  // colour bar and legend, right of the map
constexpr double bar_width = 26;
const Pen contour_pen{ink, 1.8, {}};

/// ρ as colour: 0 to 1 evenly, above logarithmically up to `top`.
struct RadiusScale {
  double margin;
  double top;  // 2 or 10

  Colour colour(double radius) const {
    if (!std::isfinite(radius)) return no_value;
    if (radius <= 1 + margin) return colour_at(stable_scale, radius);
    return colour_at(unstable_scale, std::log10(radius) / std::log10(top));
  }
  /// Place on the bar: the lower half is stable, the upper half unstable.
  double fraction(double radius) const {
    return radius <= 1 ? radius / 2 : 0.5 + 0.5 * std::log10(radius) / std::log10(top);
  }
};

double largest_finite(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, value);
  return largest;
}

bool has_gaps(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
}

std::uint32_t pixel(Colour colour) {
  const auto byte = [](double channel) { return static_cast<std::uint32_t>(std::lround(channel * 255)); };
  return 0xff000000u | byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue);
}

/// Every pixel shows the nearest sample; those at the edge of the range show half their cell.
void draw_cells(Canvas& canvas, const MapPlot& plot, const Rect& box, const RadiusScale& scale) {
  const int columns = static_cast<int>(box.width()) * Canvas::pixels_per_px;
  const int rows = static_cast<int>(box.height()) * Canvas::pixels_per_px;
  std::vector<std::uint32_t> cells;
  cells.reserve(plot.values.size());
  for (const double value : plot.values) cells.push_back(pixel(scale.colour(value)));

  const auto nearest = [](int pixel_index, int pixels, int samples) {
    return static_cast<std::size_t>(std::lround((pixel_index + 0.5) / pixels * (samples - 1)));
  };
  std::vector<std::size_t> sample_of_column(static_cast<std::size_t>(columns));
  for (int column = 0; column < columns; ++column) sample_of_column[column] = nearest(column, columns, plot.nx);
  std::vector<std::uint32_t> pixels;
  pixels.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int row = rows - 1; row >= 0; --row) {
    const std::size_t line = nearest(row, rows, plot.ny) * static_cast<std::size_t>(plot.nx);
    for (const std::size_t sample : sample_of_column) pixels.push_back(cells[line + sample]);
  }
  canvas.image(box, pixels, columns);
}

void draw_contour(Canvas& canvas, const MapPlot& plot, const Rect& box) {
  const double dx = box.width() / std::max(1, plot.nx - 1);
  const double dy = box.height() / std::max(1, plot.ny - 1);
  std::vector<std::array<Point, 2>> lines;
  for (const auto& [x0, y0, x1, y1] : compute_contour(plot.values, plot.nx, 1 + plot.margin))
    lines.push_back({Point{box.left + x0 * dx, box.bottom - y0 * dy}, Point{box.left + x1 * dx, box.bottom - y1 * dy}});
  canvas.push_clip(box);
  canvas.stroke(lines, contour_pen);
  canvas.pop_clip();
}

void draw_colour_bar(Canvas& canvas, const MapPlot& plot, const Rect& bar, const RadiusScale& scale) {
  const int steps = 512;
  std::vector<std::uint32_t> pixels;
  for (int step = steps - 1; step >= 0; --step) {
    const double place = (step + 0.5) / steps;
    pixels.push_back(
        pixel(place < 0.5 ? colour_at(stable_scale, 2 * place) : colour_at(unstable_scale, 2 * place - 1)));
  }
  canvas.image(bar, pixels, 1);
  const double middle = (bar.top + bar.bottom) / 2;
  canvas.stroke(std::array{Point{bar.left, middle}, Point{bar.right, middle}}, contour_pen);
  canvas.outline(bar, {ink, 1.2, {}});

  static constexpr std::array narrow{0.0, 0.25, 0.5, 0.75, 1.0, 1.2, 1.5, 2.0};
  static constexpr std::array wide{0.0, 0.25, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0};
  double widest = 0;
  for (const double radius : scale.top < 5 ? narrow : wide) {
    const double y = bar.bottom - scale.fraction(radius) * bar.height();
    canvas.stroke(std::array{Point{bar.right, y}, Point{bar.right + 6, y}}, {ink, 1.2, {}});
    const bool is_clipped = radius == scale.top && largest_finite(plot.values) > scale.top;
    const std::string label = (is_clipped ? "≥ " : "") + number_label(radius);
    canvas.text(label, {bar.right + 11, y}, {.size = tick_size});
    widest = std::max(widest, canvas.text_width(label, {.size = tick_size}));
  }
  canvas.fitted_text(plot.value_label, {bar.right + 11 + widest + 10, middle},
                     {.size = label_size, .horizontal = Align::centre, .vertical = Align::start, .upwards = true},
                     bar.height());
}

struct LegendRow {
  Colour colour;
  std::string name;
  bool is_line;
};

std::vector<LegendRow> legend_rows(const MapPlot& plot) {
  std::vector<LegendRow> rows{{colour_at(stable_scale, 0.75), "stable", false},
                              {colour_at(unstable_scale, 0.5), "unstable", false},
                              {contour_pen.colour, "ρ = 1", true}};
  if (has_gaps(plot.values)) rows.push_back({no_value, "not finite", false});
  return rows;
}

void draw_legend(Canvas& canvas, const std::vector<LegendRow>& rows, Point corner) {
  double y = corner.y + 0.75 * tick_size;
  for (const LegendRow& row : rows) {
    const Rect swatch{corner.x, y - 8, corner.x + bar_width, y + 8};
    if (row.is_line) {
      canvas.stroke(std::array{Point{swatch.left, y}, Point{swatch.right, y}}, contour_pen);
    } else {
      canvas.fill(swatch, row.colour);
      canvas.outline(swatch, {ink, 1, {}});
    }
    canvas.text(row.name, {swatch.right + 11, y}, {.size = tick_size});
    y += 1.5 * tick_size;
  }
}

}  // namespace

std::string stable_share(const MapPlot& plot) {
  const auto stable = std::count_if(plot.values.begin(), plot.values.end(),
                                    [&](double value) { return std::isfinite(value) && value <= 1 + plot.margin; });
  const auto total = static_cast<std::ptrdiff_t>(plot.values.size());
  const double percent = 100.0 * static_cast<double>(stable) / static_cast<double>(total);
  if (stable < total && percent > 99.9) return "> 99.9 %";
  if (stable > 0 && percent < 0.1) return "< 0.1 %";
  return fmt::format("{:.1f} %", percent);
}

void draw(Canvas& canvas, const MapPlot& plot) {
  const RadiusScale scale{plot.margin, largest_finite(plot.values) <= 2 ? 2.0 : 10.0};
  const std::string bound = plot.margin > 0 ? "1 + " + number_label(plot.margin) : "1";
  const Rect sheet = canvas.area();
  const double top =
      draw_title(canvas, plot.title,
                 fmt::format("{} of {} × {} cells stable (ρ ≤ {})", stable_share(plot), plot.nx, plot.ny, bound));

  // the map takes what its labels and the colour bar leave
  Frame frame;
  frame.box = {sheet_margin, std::round(top), sheet.right - sheet_margin - column_width,
               std::round(sheet.bottom - sheet_margin - room_below())};
  frame.y = fitted_y_axis(plot.y_range, plot.log_y, frame.box.height());
  frame.box.top += std::round(room_above(frame.y));
  frame.box.left = std::round(sheet_margin + room_left(canvas, frame.y));
  frame.x = fitted_x_axis(canvas, plot.x_range, plot.log_x, frame.box.width());

  draw_cells(canvas, plot, frame.box, scale);
  draw_contour(canvas, plot, frame.box);
  draw_axes(canvas, frame, {plot.x_label, plot.y_label, true, sheet_margin});

  const std::vector<LegendRow> rows = legend_rows(plot);
  const double legend_height = 1.5 * tick_size * static_cast<double>(rows.size());
  const double column = frame.box.right + 36;
  draw_colour_bar(canvas, plot,
                  {column, frame.box.top, column + bar_width, std::round(frame.box.bottom - legend_height - 28)},
                  scale);
  draw_legend(canvas, rows, {column, frame.box.bottom - legend_height});
}

}  // namespace oldham
