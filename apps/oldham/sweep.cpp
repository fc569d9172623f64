// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "oldham/core/counted.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/system_study.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/present/text/key_unit.hpp"
#include "study_report.hpp"
#include "sweep_table.hpp"

namespace oldham::app {
namespace {

struct SweepArguments : SystemArguments {
  std::vector<std::string> over;
  int threads = 0;
  bool report = false;
};

/// The values of KEY=V1,V2,…; a comma inside brackets or quotes does not separate.
std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values(1);
  int depth = 0;
  bool quoted = false;
  for (char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '[' || c == '{')) ++depth;
    if (!quoted && (c == ']' || c == '}')) --depth;
    if (c == ',' && depth == 0 && !quoted)
      values.emplace_back();
    else
      values.back() += c;
  }
  return values;
}

Answer work(const SweepArguments& arguments) {
  const Value root = arguments.load();
  std::vector<SweepAxis> axes;
  std::vector<std::vector<std::string>> written;  // the values of each axis as they were given
  for (const std::string& text : arguments.over) {
    const auto [key, values] = split_assignment(text, "--over", "--over KEY=V1,V2,...");
    written.push_back(split_values(values));
    axes.push_back({key, {}});
    for (const std::string& value : written.back())
      axes.back().values.push_back(parse_toml_value(value, Origin::named(fmt::format("--over {}={}", key, value))));
  }

  const FolderClaim claim(arguments.folder(), "sweep.csv");
  Progress progress("sweep", 1);
  std::vector<Column> outputs;
  std::vector<Json> rows = sweep_runs(root, axes,
                                      {.threads = arguments.threads,
                                       .progress = [&](double share) { progress.add(share); },
                                       .interrupted = &interrupted,
                                       .outputs = &outputs});
  progress.finish();

  Answer answer;
  Json list = Json::array();
  std::string page;
  if (arguments.report) {
    std::vector<Column> keys;
    for (const SweepAxis& axis : axes) keys.push_back({axis.key, key_unit(root, axis.key)});
    const auto done = std::ranges::count_if(rows, [](const Json& row) { return !row.is_null(); });
    const StudyHead head = study_head(
        arguments, root, "Sweep", fmt::format("{}{}.", counted(done, "run"), interrupted ? ", then interrupted" : ""));
    page = sweep_page(head, sweep_rows(keys, outputs, rows));
  }
  SweepTable table = sweep_table(axes, written, rows);
  answer.text = table.shown;
  for (Json& row : rows)
    if (!row.is_null()) list.push_back(std::move(row));  // null: interrupted before it
  answer.json["rows"] = std::move(list);
  answer.json["status"] = interrupted ? "interrupted" : "completed";
  if (interrupted) answer.json["reason"] = interruption;
  answer.exit_code = interrupted ? 1 : 0;
  write_text(arguments.folder() / "sweep.csv", table.csv);
  answer.json["file"] = (arguments.folder() / "sweep.csv").string();
  answer.text += fmt::format("  table     {}", (arguments.folder() / "sweep.csv").string());
  if (arguments.report) write_study(arguments.folder() / "sweep.html", page, answer);
  return answer;
}

}  // namespace

Command add_sweep(CLI::App& parent) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* app = parent.add_subcommand("sweep", "one run for every combination of values");
  arguments->add_to(*app);
  app->add_option("--over", arguments->over, "key and values; repeat for more keys")
      ->required()
      ->type_name("KEY=V1,V2,...")
      ->allow_extra_args(false);
  app->add_option("--threads", arguments->threads, "threads to use (default: all)");
  app->add_flag("--report", arguments->report, "write a page with the table, to sort, and a plot");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
