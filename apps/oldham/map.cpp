// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <iterator>

#include "command.hpp"
#include "equal_steps.hpp"
#include "key_axis.hpp"
#include "oldham/analysis/stability_map.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/unit_text.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/stability_answer.hpp"
#include "oldham/io/system_chart.hpp"
#include "oldham/present/text/key_unit.hpp"
#include "oldham/report/figure.hpp"
#include "study_report.hpp"

namespace oldham::app {
namespace {

struct MapArguments : SystemArguments {
  std::string x, y, file_out;
  bool log_x = false, log_y = false;
  double margin = default_margin;
  int threads = 0;
  bool adaptive = false;
  int digits = 0;
  bool report = false;

  std::filesystem::path chart() const {
    const std::filesystem::path named = file_out.empty() ? out : file_out;
    const bool is_file = named.extension() == ".png" || named.extension() == ".svg" || !file_out.empty();
    return is_file ? named : folder() / "map.png";
  }
};

/// From the centre of the first cell to that of the last; a single cell is drawn whole.
Range drawn(const MapAxis& axis) {
  if (axis.count == 1) return {std::min(axis.low, axis.high), std::max(axis.low, axis.high)};
  return {axis.centre(0), axis.centre(axis.count - 1)};
}

/// One line per cell; a chart in which some are inferred says which.
std::string cells_text(const StabilityMap& map, const std::string& x_key, const std::string& y_key, bool adaptive) {
  std::string csv = fmt::format("{},{},spectral_radius{}\n", x_key, y_key, adaptive ? ",inferred" : "");
  std::vector<std::string> columns;
  for (int ix = 0; ix < map.x.count; ++ix) columns.push_back(fmt::format("{}", map.x.centre(ix)));
  std::size_t cell = 0;
  for (int iy = 0; iy < map.y.count; ++iy) {
    const std::string row = fmt::format(",{},", map.y.centre(iy));
    for (int ix = 0; ix < map.x.count; ++ix, ++cell) {
      csv += columns[ix];
      csv += row;
      fmt::format_to(std::back_inserter(csv), "{}", map.spectral_radius[cell]);
      if (adaptive) csv += map.origin[cell] == CellOrigin::inferred ? ",1" : ",0";
      csv += '\n';
    }
  }
  return csv;
}

/// One line per edge between a stable cell and one that is not.
std::string boundary_text(const StabilityMap& map) {
  std::string csv = "x0,y0,x1,y1\n";
  for (const auto& [x0, y0, x1, y1] : boundary_edges(map))
    fmt::format_to(std::back_inserter(csv), "{},{},{},{}\n", x0, y0, x1, y1);
  return csv;
}

std::filesystem::path boundary_file(const std::filesystem::path& chart) {
  return chart.parent_path() / fmt::format("{}-boundary.csv", chart.stem().string());
}

std::filesystem::path write_map(const StabilityMap& map, const MapArguments& arguments, const KeyAxis& x,
                                const KeyAxis& y, const Column& x_key, const Column& y_key) {
  const std::filesystem::path png = arguments.chart();
  std::string title = arguments.file;
  for (const std::string& assignment : arguments.overrides)
    title += (&assignment == &arguments.overrides.front() ? ": " : ", ") +
             assignment.substr(assignment.find_last_of('.', assignment.find('=')) + 1);
  MapPlot plot{.title = title,
               .x_label = with_unit(x_key.name, x_key.unit),
               .y_label = with_unit(y_key.name, y_key.unit),
               .log_x = x.axis.logarithmic,
               .log_y = y.axis.logarithmic,
               .x_range = drawn(x.axis),
               .y_range = drawn(y.axis),
               .nx = x.axis.count,
               .ny = y.axis.count,
               .values = map.spectral_radius,
               .margin = map.margin};
  write_figure(plot, png);
  for (const char* ending : {".svg", ".png"})
    if (png.extension() != ending) write_figure(plot, std::filesystem::path(png).replace_extension(ending));
  write_text(std::filesystem::path(png).replace_extension(".csv"), cells_text(map, x.key, y.key, arguments.adaptive));
  write_text(boundary_file(png), boundary_text(map));
  return png;
}

/// About how long it takes to write and draw so many cells, s, from how long this machine takes to write numbers.
double seconds_to_draw(double cells) {
  constexpr double fixed = 0.2, as_long_as_numbers = 5;  // s; and for a cell
  constexpr int tried = 2000;
  const auto begin = std::chrono::steady_clock::now();
  std::string text;
  for (int i = 1; i <= tried; ++i) fmt::format_to(std::back_inserter(text), "{}", 1.0 / i);
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return fixed + as_long_as_numbers * taken / tried * cells;
}

Answer work(const MapArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const Value root = arguments.load();
  const FolderClaim claim(arguments.chart().parent_path(), arguments.chart().filename());
  const KeyAxis x = parse_axis(arguments.x, "--x", {.logarithmic = arguments.log_x}),
                y = parse_axis(arguments.y, "--y", {.logarithmic = arguments.log_y});
  if (x.key == y.key)
    throw_wrong_input("--y", fmt::format("'{}' is the key of both axes", y.key), "chart two different keys");
  if (static_cast<double>(x.axis.count) * y.axis.count > 1e8)
    throw_wrong_input("--x", "a chart of more than 1e8 cells", "choose fewer cells");
  check_margin(arguments.margin);
  check_digits(arguments.digits);
  SystemChart chart(root, x.key, y.key, Origin::named("--x"), Origin::named("--y"));
  if (arguments.digits > 0) chart.settle(arguments.margin, settled_band);
  chart.check(x.axis.centre(0), y.axis.centre(0));  // a wrong key or missing capability shows here, once
  const double cells = static_cast<double>(x.axis.count) * y.axis.count;
  // how many cells an adaptive chart judges is known at its end
  Progress progress("map", arguments.adaptive ? 0 : cells, {.enabled = true, .unit = "cells"});
  const double drawing = seconds_to_draw(cells);
  progress.expect(drawing);
  const StabilityMap map = (arguments.adaptive ? chart_stability_adaptively : chart_stability)(
      x.axis, y.axis, [&] { return chart.make_radius(); },
      {.margin = arguments.margin,
       .threads = arguments.threads,
       .progress = [&](std::int64_t done) { progress.add(static_cast<double>(done)); },
       .interrupted = &interrupted});
  progress.begin("drawing", drawing);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Column x_key{x.key, key_unit(root, x.key)}, y_key{y.key, key_unit(root, y.key)};
  const std::filesystem::path file = write_map(map, arguments, x, y, x_key, y_key);

  Answer answer;
  Json& json = answer.json;
  json["stable"] = map.stable;
  json["total"] = static_cast<std::int64_t>(cells);
  json["evaluated"] = map.evaluated;
  json["mode"] = arguments.adaptive ? "adaptive" : "uniform";
  if (arguments.digits > 0) {
    json["settled"] = chart.settled();
    json["changed"] = chart.changed();
  }
  json["file"] = file.string();
  json["boundary"] = boundary_file(file).string();
  json["status"] = map.interrupted ? "interrupted" : "completed";
  if (map.interrupted) json["reason"] = interruption;
  json["wall_s"] = wall;
  std::string& text = answer.text;
  text = fmt::format("{}{} of {:.0f} cells stable ({:.4g} %), {:.3g} s of wall time\n",
                     map.interrupted ? "interrupted: " : "", map.stable, cells,
                     100.0 * static_cast<double>(map.stable) / cells, wall);
  if (arguments.adaptive) {
    const int spacing = adaptive_spacing(x.axis, y.axis);
    json["spacing"] = spacing;
    text += fmt::format(
        "  adaptive  {} cells judged ({:.3g} %): the boundary is exact to a cell; regions less than {} cells wide\n"
        "            are found where the spectral radius around them gives a hint\n",
        map.evaluated, 100.0 * static_cast<double>(map.evaluated) / cells, spacing);
  }
  if (arguments.digits > 0)
    text += fmt::format("  settled   {} cells within {:g} of the bound judged in {} digits, {} verdicts changed\n",
                        chart.settled(), settled_band, arguments.digits, chart.changed());
  text += fmt::format("  chart     {}", file.string());
  note_equal_steps(root, answer);
  if (arguments.report) {
    const std::string verdict = fmt::format("{} of {:.0f} cells are stable, {:.4g} %.", map.stable, cells,
                                            100.0 * static_cast<double>(map.stable) / cells);
    const StudyHead head = study_head(arguments, root, "Stability", verdict);
    write_study(std::filesystem::path(file).replace_extension(".html"), map_page(head, map, x_key, y_key), answer);
  }
  progress.finish();
  answer.exit_code = map.interrupted ? 1 : 0;
  return answer;
}

}  // namespace

Command add_map(CLI::App& parent) {
  auto arguments = std::make_shared<MapArguments>();
  CLI::App* app = parent.add_subcommand("map", "stability chart over two keys of the file");
  arguments->add_to(*app);
  app->add_option("--x", arguments->x, "key and range along x, judged at cell centres")
      ->required()
      ->type_name("KEY=LO:HI:N");
  app->add_option("--y", arguments->y, "key and range along y")->required()->type_name("KEY=LO:HI:N");
  app->add_flag("--log-x", arguments->log_x, "logarithmic x axis");
  app->add_flag("--log-y", arguments->log_y, "logarithmic y axis");
  app->add_flag("--adaptive", arguments->adaptive,
                "judge only cells along the boundary, and those that tell where it is");
  app->add_option(
         "--digits", arguments->digits,
         fmt::format("judge cells whose radius is within {:g} of the bound in this many decimal digits", settled_band))
      ->type_name("N");
  app->add_option("--margin", arguments->margin, "stable means spectral radius <= 1 + margin");
  app->get_option("--out")
      ->description("folder, or chart file (.png or .svg), beside which the other and a .csv go")
      ->type_name("DIR|FILE");
  app->add_option("--output", arguments->file_out, "chart file, as --out takes it")->type_name("FILE");
  app->add_option("--threads", arguments->threads, "threads to use (default: all)");
  app->add_flag("--report", arguments->report, "write a page whose chart tells the value of every cell");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
