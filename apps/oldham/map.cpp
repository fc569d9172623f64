// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <iterator>

#include "command.hpp"
#include "oldham/analysis/stability_map.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/report/figure.hpp"

namespace oldham::app {
namespace {

struct MapArguments : SystemArguments {
  std::string x, y, file_out;
  bool log_x = false, log_y = false;
  double margin = default_margin;
  int threads = 0;

  std::filesystem::path chart() const {
    return file_out.empty() ? folder() / "map.png" : std::filesystem::path(file_out);
  }
};

struct KeyAxis {
  std::string key;
  MapAxis axis;
};

KeyAxis parse_axis(const std::string& text, const char* option, bool logarithmic) {
  const std::string form = fmt::format("{} KEY=LO:HI:N", option);
  const auto [key, range] = split_assignment(text, option, form.c_str());
  const std::vector<double> parts = parse_numbers(range, ':', option, form.c_str());
  if (parts.size() != 3 || parts[1] == parts[0] || parts[2] < 1 || parts[2] != std::floor(parts[2]) ||
      parts[2] > 100000)
    throw_wrong_input(option, fmt::format("'{}' is no range", range),
                      fmt::format("write {} with two different ends and N = 1 to 100000 cells", form));
  if (logarithmic && !(parts[0] * parts[1] > 0))
    throw_wrong_input(option, fmt::format("a logarithmic axis cannot reach from {} to {}", parts[0], parts[1]),
                      "choose ends of one sign");
  return {key, {parts[0], parts[1], static_cast<int>(parts[2]), logarithmic}};
}

/// Builds the system for a pair of values and returns its spectral radius; NaN where no map can be made.
class RadiusAt {
 public:
  RadiusAt(Value root, std::string x, std::string y) : root_(std::move(root)), x_(std::move(x)), y_(std::move(y)) {}

  double operator()(double x, double y) const {
    Value tree = root_;
    make_place(tree, x_).assign(x);
    make_place(tree, y_).assign(y);
    System<double> system = build_system<double>(tree, {.threads = 1});
    try {
      const MacroState<double> state = state_to_analyse(*system.cosimulation, system.start, system.step);
      return judge_stability(*system.cosimulation, state, system.step).spectral_radius;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::failure) throw;
      return std::numeric_limits<double>::quiet_NaN();
    }
  }

 private:
  Value root_;
  std::string x_, y_;
};

/// From the centre of the first cell to that of the last; a single cell is drawn whole.
Range drawn(const MapAxis& axis) {
  if (axis.count == 1) return {std::min(axis.low, axis.high), std::max(axis.low, axis.high)};
  return {axis.centre(0), axis.centre(axis.count - 1)};
}

std::filesystem::path write_map(const StabilityMap& map, const MapArguments& arguments, const KeyAxis& x,
                                const KeyAxis& y) {
  const std::filesystem::path png = arguments.chart();
  std::string title = arguments.file;
  for (const std::string& assignment : arguments.overrides)
    title += (&assignment == &arguments.overrides.front() ? ": " : ", ") +
             assignment.substr(assignment.find_last_of('.', assignment.find('=')) + 1);
  MapPlot plot{.title = title,
               .x_label = x.key,
               .y_label = y.key,
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
  std::string csv = fmt::format("{},{},spectral_radius\n", x.key, y.key);
  for (int iy = 0; iy < y.axis.count; ++iy)
    for (int ix = 0; ix < x.axis.count; ++ix)
      fmt::format_to(std::back_inserter(csv), "{},{},{}\n", x.axis.centre(ix), y.axis.centre(iy),
                     map.spectral_radius[static_cast<std::size_t>(iy) * x.axis.count + ix]);
  write_text(std::filesystem::path(png).replace_extension(".csv"), csv);
  return png;
}

Answer work(const MapArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const Value root = arguments.load();
  make_folder(arguments.chart().parent_path());
  const KeyAxis x = parse_axis(arguments.x, "--x", arguments.log_x),
                y = parse_axis(arguments.y, "--y", arguments.log_y);
  if (x.key == y.key)
    throw_wrong_input("--y", fmt::format("'{}' is the key of both axes", y.key), "chart two different keys");
  if (static_cast<double>(x.axis.count) * y.axis.count > 1e8)
    throw_wrong_input("--x", "a chart of more than 1e8 cells", "choose fewer cells");
  check_margin(arguments.margin);
  const RadiusAt radius_at(root, x.key, y.key);
  radius_at(x.axis.centre(0), y.axis.centre(0));  // a wrong key or missing capability shows here, once
  const double cells = static_cast<double>(x.axis.count) * y.axis.count;
  Progress progress("map", cells, {.enabled = true, .unit = "cells"});
  const StabilityMap map = chart_stability(
      x.axis, y.axis, arguments.margin, arguments.threads,
      [&](double at_x, double at_y) { return radius_at(at_x, at_y); }, [&](int done) { progress.add(done); },
      &interrupted);
  progress.finish();
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::filesystem::path file = write_map(map, arguments, x, y);

  Answer answer;
  answer.json["stable"] = map.stable;
  answer.json["total"] = static_cast<std::int64_t>(cells);
  answer.json["file"] = file.string();
  answer.json["status"] = map.interrupted ? "interrupted" : "completed";
  if (map.interrupted) answer.json["reason"] = interruption;
  answer.json["wall_s"] = wall;
  answer.text = fmt::format("{}{} of {:.0f} cells stable ({:.4g} %), {:.3g} s of wall time\n  chart     {}",
                            map.interrupted ? "interrupted: " : "", map.stable, cells,
                            100.0 * static_cast<double>(map.stable) / cells, wall, file.string());
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
  app->add_option("--margin", arguments->margin, "stable means spectral radius <= 1 + margin");
  app->add_option("-o,--output", arguments->file_out, "chart file (.png or .svg); the other, and a .csv, go beside it")
      ->type_name("FILE");
  app->add_option("--threads", arguments->threads, "threads to use (default: all)");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
