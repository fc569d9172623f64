// SPDX-License-Identifier: MIT
#include "run_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "oldham/io/table.hpp"
#include "oldham/present/plot/first_view.hpp"
#include "oldham/present/record_of_run.hpp"
#include "oldham/report/animation.hpp"
#include "oldham/report/results_animation.hpp"
#include "oldham/report/results_page.hpp"
#include "plot_results.hpp"

namespace oldham::app {
namespace {

/// Of a page: for itself, for each row of results and for each number in them, s. Measured on a machine of 2024; on
/// others the run itself is about as much slower or faster.
struct Cost {
  double fixed, per_row, per_number;
};
constexpr Cost reading{0, 20e-9, 20e-9}, plotting{0.2, 0, 2e-9}, animating{0.1, 20e-9, 30e-9},
    reporting{0.15, 70e-9, 16e-9};  // which reads what was noted of the steps

}  // namespace

double RunPages::seconds(double rows, double columns, bool are_read) const {
  double sum = 0;
  const auto add = [&](const Cost& cost) { sum += cost.fixed + rows * (cost.per_row + columns * cost.per_number); };
  if (!are_read && (plot || report)) add(reading);
  if (plot) add(plotting);
  if (animation) add(animating);
  if (report) add(reporting);
  return report ? sum + judging : sum;
}

bool takes_long(const RunPages& wanted, const RunRecord& record, double columns) {
  constexpr double patience = 1;  // s
  const auto steps = static_cast<double>(record.macro_steps);
  const double interval = record.output_interval;
  return wanted.seconds(interval > 0 ? std::min(steps, (record.time - record.start) / interval) : steps, columns) >
         patience;
}

void write_pages(RunPages wanted, const std::filesystem::path& folder, const std::string& title, Progress& progress,
                 Answer& answer) {
  std::string& text = answer.text;
  Table table;
  if (wanted.plot || wanted.report) {
    progress.begin("reading");
    table = read_results(folder);
  }
  const std::optional<double> alarm =
      table.time.empty() ? std::nullopt : find_alarm_time(read_run_record(folder / record_name), table);
  if (alarm) answer.json["alarm_time"] = *alarm;
  const auto rows = static_cast<double>(table.time.size()), columns = static_cast<double>(table.header.size());
  const auto begin = [&](const char* what) { progress.begin(what, wanted.seconds(rows, columns, true)); };
  if (wanted.plot) {
    begin("drawing");
    const std::filesystem::path plot = plot_results(table, folder, title, alarm);
    text += plot.empty() ? "  plot      none: there are no outputs" : fmt::format("  plot      {}", plot.string());
  }
  wanted.plot = false;
  if (wanted.animation) {
    begin("animating");
    text += '\n';
    animate_results(folder, folder / "animation.html", AnimationOptions{}.max_frames, answer);
  }
  wanted.animation = false;
  if (wanted.report) {
    begin("report");
    const std::filesystem::path file = folder / "report.html";
    write_report(folder, {}, file, std::move(table), &interrupted);
    answer.json["report"] = file.string();
    text += fmt::format("\n  report    {}", file.string());
  }
}

}  // namespace oldham::app
