// SPDX-License-Identifier: MIT
#include "oldham/report/figure.hpp"

#include <cairo.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>

#include "message_of.hpp"
#include "not_a_number.hpp"

namespace oldham {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

std::filesystem::path scratch(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "oldham_figures" /
                                       testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::create_directories(folder);
  return folder / name;
}

std::string bytes_of(const Figure& figure, const std::string& name) {
  const std::filesystem::path path = scratch(name);
  write_figure(figure, path);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Big-endian number in the header of a PNG: width at 16, height at 20.
unsigned png_number(const std::string& bytes, std::size_t at) {
  unsigned number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

LinePlot decay() {
  LinePlot plot{.title = "Decay & <more>", .x_label = "time (s)", .y_label = "force λ (N)"};
  Series series{.name = "reference", .x = {}, .y = {}};
  for (int i = 0; i <= 2000; ++i) {
    series.x.push_back(1e-3 * i);
    series.y.push_back(std::exp(-1e-3 * i) * std::cos(0.02 * i));
  }
  plot.series = {series};
  return plot;
}

LinePlot convergence() {
  LinePlot plot{.title = "Convergence", .x_label = "H (s)", .y_label = "error (m)", .log_x = true, .log_y = true};
  for (int order = 1; order <= 2; ++order) {
    Series series{.name = "scheme", .x = {}, .y = {}, .style = SeriesStyle::both};
    for (int i = 0; i < 8; ++i) {
      series.x.push_back(std::pow(0.5, i));
      series.y.push_back(std::pow(0.5, i * order));
    }
    plot.series.push_back(series);
    plot.slopes.push_back({static_cast<double>(order), ""});
  }
  return plot;
}

MapPlot disc() {
  MapPlot plot{.title = "Disc", .x_label = "a (–)", .y_label = "b (–)", .x_range = {-2, 2}, .y_range = {-2, 2}};
  plot.nx = plot.ny = 41;
  for (int iy = 0; iy < 41; ++iy)
    for (int ix = 0; ix < 41; ++ix) plot.values.push_back(std::hypot(plot.x_at(ix), plot.y_at(iy)));
  plot.values[0] = nan;
  plot.values[1] = inf;
  return plot;
}

StackedPlot stack() { return {"Stack", "time (s)", false, {decay(), decay(), decay(), decay()}}; }

/// Whether the outermost px of the picture are white: ink there would mean something was cut off.
bool has_white_rim(const std::filesystem::path& path) {
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> picture(
      cairo_image_surface_create_from_png(path.c_str()), &cairo_surface_destroy);
  const int width = cairo_image_surface_get_width(picture.get());
  const int height = cairo_image_surface_get_height(picture.get());
  const int rim = 8;
  for (int row = 0; row < height; ++row) {
    const auto* line = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(picture.get()) +
                                                              static_cast<std::ptrdiff_t>(row) *
                                                                  cairo_image_surface_get_stride(picture.get()));
    for (int column = 0; column < width; ++column) {
      const bool inside = row >= rim && row < height - rim && column >= rim && column < width - rim;
      if (!inside && (line[column] & 0xffffff) != 0xffffff) return false;
    }
  }
  return width > 0;
}

std::string refusal(const Figure& figure, const std::filesystem::path& path) {
  return message_of([&] { write_figure(figure, path); });
}

TEST(Figure, PngHasSignatureAndTwoPixelsPerPx) {
  const std::string bytes = bytes_of(decay(), "figure.png");
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png_number(bytes, 16), 2400u);
  EXPECT_EQ(png_number(bytes, 20), 1600u);
}

TEST(Figure, StackGrowsWithItsPanels) {
  // 240 px for the fourth panel, two pixels each
  EXPECT_EQ(png_number(bytes_of(stack(), "figure.png"), 20), 1600u + 480u);
}

TEST(Figure, SvgCarriesTitleAndLabelsAsText) {
  const std::string svg = bytes_of(decay(), "figure.svg");
  for (const char* text : {"<title>Decay &amp; &lt;more&gt;</title>", "time (s)", "force λ (N)", "reference", "−0.4"})
    EXPECT_TRUE(contains(svg, text)) << text;
}

TEST(Figure, SvgOfAMapTellsTheShareOfStableCells) {
  const std::string svg = bytes_of(disc(), "figure.svg");
  for (const char* text : {"of 41 × 41 cells stable (ρ ≤ 1 + 10⁻⁹)", "spectral radius ρ", "unstable", "not finite"})
    EXPECT_TRUE(contains(svg, text)) << text;
}

TEST(Figure, SameFigureGivesSameBytes) {
  // the other figures in between would shift every counter the process keeps
  for (const char* name : {"figure.png", "figure.svg"})
    for (const Figure& figure : {Figure(decay()), Figure(convergence()), Figure(stack()), Figure(disc())}) {
      const std::string first = bytes_of(figure, name);
      bytes_of(disc(), name);
      EXPECT_TRUE(first == bytes_of(figure, name)) << name << " of kind " << figure.index();
    }
}

TEST(Figure, ReferenceSlopesAreLabelledWithTheirOrder) {
  const std::string svg = bytes_of(convergence(), "figure.svg");
  EXPECT_TRUE(contains(svg, "order 1"));
  EXPECT_TRUE(contains(svg, "order 2"));
}

TEST(Figure, DegenerateDataIsDrawn) {
  const std::vector<Series> cases{{"empty", {}, {}},
                                  {"one point", {1}, {2}},
                                  {"equal", {1, 1, 1}, {2, 2, 2}},
                                  {"zero", {0, 0}, {0, 0}},
                                  {"gaps", {1, 2, nan, 4, 5}, {nan, 1, 2, inf, 3}},
                                  {"only gaps", {nan, 1}, {1, nan}},
                                  {"negative", {-1, -2}, {-3, -4}},
                                  {"huge", {-1e308, 1e308, 1e299}, {1e308, -1e308, -1e299}},
                                  {"tiny", {1e-310, 2e-310}, {1e-320, 5e-324}},
                                  {"broken \xff\xc3 bytes\n", {0, 1}, {0, 1}}};
  for (const Series& series : cases)
    for (const bool log : {false, true})
      for (const SeriesStyle style : {SeriesStyle::line, SeriesStyle::both}) {
        LinePlot plot{.title = series.name, .x_label = "x", .y_label = "y", .log_x = log, .log_y = log};
        plot.series = {series};
        plot.series[0].style = style;
        if (log) plot.slopes = {{2, ""}};
        EXPECT_NO_THROW(write_figure(plot, scratch("figure.svg"))) << series.name;
      }
  EXPECT_NO_THROW(write_figure(LinePlot{}, scratch("figure.png")));
}

TEST(Figure, DegenerateMapsAreDrawn) {
  MapPlot plot{.title = "one cell", .x_label = "", .y_label = ""};
  plot.nx = plot.ny = 1;
  for (const double value : {0.5, 3.0, 1e300, nan, -inf}) {
    plot.values = {value};
    EXPECT_NO_THROW(write_figure(plot, scratch("figure.png"))) << value;
  }
}

TEST(Figure, NothingReachesTheEdgeOfTheSheet) {
  LinePlot crowded = decay();
  crowded.title = crowded.x_label = crowded.y_label = std::string(400, 'W');
  for (double& x : crowded.series[0].x) x = 1e6 + 1e-6 * x;
  for (double& y : crowded.series[0].y) y = -1e9 - y;
  for (int i = 0; i < 60; ++i) crowded.series.push_back(crowded.series[0]);
  for (Series& series : crowded.series) series.name = std::string(200, 'W');
  MapPlot labelled = disc();
  labelled.title = labelled.x_label = labelled.y_label = labelled.value_label = std::string(400, 'W');
  labelled.x_range = {1e6, 1e6 + 1e-3};
  const std::filesystem::path path = scratch("figure.png");
  for (const Figure& figure :
       {Figure(decay()), Figure(convergence()), Figure(stack()), Figure(disc()), Figure(crowded), Figure(labelled)}) {
    write_figure(figure, path);
    EXPECT_TRUE(has_white_rim(path)) << "kind " << figure.index();
  }
}

TEST(Figure, WrongInputSaysWhatToDo) {
  EXPECT_TRUE(contains(refusal(decay(), scratch("figure.pdf")), ".png or .svg"));
  EXPECT_TRUE(contains(refusal(decay(), scratch("none") / "figure.png"), "create it first"));
  std::filesystem::create_directories(scratch("folder.png"));
  EXPECT_TRUE(contains(refusal(decay(), scratch("folder.png")), "choose another path"));

  const std::filesystem::path path = scratch("figure.png");
  LinePlot uneven = decay();
  uneven.series[0].y.pop_back();
  EXPECT_TRUE(contains(refusal(uneven, path), "one y for every x"));
  LinePlot linear = convergence();
  linear.log_x = false;
  EXPECT_TRUE(contains(refusal(linear, path), "set log_x and log_y"));
  EXPECT_TRUE(contains(refusal(StackedPlot{}, path), "1 to 24"));
  MapPlot map = disc();
  map.log_x = true;
  EXPECT_TRUE(contains(refusal(map, path), "positive low end"));
  map.values.pop_back();
  EXPECT_TRUE(contains(refusal(map, path), "x running fastest"));
}

}  // namespace
}  // namespace oldham
