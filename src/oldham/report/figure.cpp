// SPDX-License-Identifier: MIT
#include "oldham/report/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>

#include "oldham/core/error.hpp"
#include "oldham/report/line_plot.hpp"
#include "oldham/report/map_plot.hpp"

namespace oldham {
namespace {

constexpr double sheet_width = 1200;     // px
constexpr double sheet_height = 800;     // px
constexpr double panel_height = 240;     // px, of every panel beyond the third
constexpr std::size_t most_panels = 24;  // what the largest image can hold

double position_on(Range range, bool logarithmic, int index, int count) {
  const double share = count > 1 ? static_cast<double>(index) / (count - 1) : 0.5;
  if (logarithmic) return range.low * std::pow(range.high / range.low, share);
  return std::lerp(range.low, range.high, share);
}

void check_range(const std::string& where, const char* name, Range range, bool logarithmic) {
  const bool is_fine = is_showable(range.low, logarithmic) && is_showable(range.high, logarithmic) &&
                       range.high - range.low > 1e-12 * std::max(std::abs(range.low), std::abs(range.high));
  if (is_fine) return;
  throw_wrong_input(where, fmt::format("{} from {} to {} cannot be drawn", name, range.low, range.high),
                    logarithmic ? "give a positive low end and a higher high end, or make the axis linear"
                                : "give a finite low end and a higher high end");
}

std::string place_of(const std::string& title) { return fmt::format("figure '{}'", title); }

void check(const LinePlot& plot) {
  const std::string where = place_of(plot.title);
  for (const Series& series : plot.series)
    if (series.x.size() != series.y.size())
      throw_wrong_input(
          where, fmt::format("series '{}' has {} x and {} y values", series.name, series.x.size(), series.y.size()),
          "give one y for every x, NaN where there is none");
  if (!plot.slopes.empty() && !(plot.log_x && plot.log_y))
    throw_wrong_input(where, "reference slopes mean powers, which are straight only between two logarithmic axes",
                      "set log_x and log_y, or leave the slopes out");
  if (plot.x_range) check_range(where, "x range", *plot.x_range, plot.log_x);
  if (plot.y_range) check_range(where, "y range", *plot.y_range, plot.log_y);
}

void check(const StackedPlot& plot) {
  if (plot.panels.empty() || plot.panels.size() > most_panels)
    throw_wrong_input(place_of(plot.title), fmt::format("a stack of {} panels cannot be drawn", plot.panels.size()),
                      fmt::format("give 1 to {}, or split it into several figures", most_panels));
  for (LinePlot panel : plot.panels) {
    panel.log_x = plot.log_x;
    check(panel);
  }
}

void check(const MapPlot& plot) {
  const std::string where = place_of(plot.title);
  if (plot.nx < 1 || plot.ny < 1 ||
      plot.values.size() != static_cast<std::size_t>(plot.nx) * static_cast<std::size_t>(plot.ny))
    throw_wrong_input(where, fmt::format("{} values for {} × {} cells", plot.values.size(), plot.nx, plot.ny),
                      "give nx * ny values, x running fastest");
  if (!(plot.margin >= 0 && std::isfinite(plot.margin)))
    throw_wrong_input(where, fmt::format("margin {} is not a bound", plot.margin), "give 0 or a small positive number");
  check_range(where, "x range", plot.x_range, plot.log_x);
  check_range(where, "y range", plot.y_range, plot.log_y);
}

double height_of(const LinePlot&) { return sheet_height; }
double height_of(const MapPlot&) { return sheet_height; }
double height_of(const StackedPlot& plot) {
  return sheet_height + panel_height * std::max(0.0, static_cast<double>(plot.panels.size()) - 3);
}

ImageFormat format_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".png") return ImageFormat::png;
  if (ending == ".svg") return ImageFormat::svg;
  throw_wrong_input(path.string(), fmt::format("figures cannot be written as '{}'", ending),
                    "let the name end in .png or .svg");
}

void write_bytes(const std::string& bytes, const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::error_code ignored;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    throw_wrong_input(path.string(), fmt::format("there is no folder '{}'", folder.string()),
                      "create it first, or choose another path");
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file)
    throw_wrong_input(path.string(), "the figure cannot be written there",
                      "check permissions and free space, or choose another path");
}

}  // namespace

double MapPlot::x_at(int ix) const { return position_on(x_range, log_x, ix, nx); }
double MapPlot::y_at(int iy) const { return position_on(y_range, log_y, iy, ny); }

void write_figure(const Figure& figure, const std::filesystem::path& path) {
  const ImageFormat format = format_of(path);
  const std::string bytes = std::visit(
      [&](const auto& plot) {
        check(plot);
        Canvas canvas(sheet_width, height_of(plot), format);
        draw(canvas, plot);
        return canvas.finish(plot.title);
      },
      figure);
  write_bytes(bytes, path);
}

}  // namespace oldham
