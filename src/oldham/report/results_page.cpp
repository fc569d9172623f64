// SPDX-License-Identifier: MIT
#include "oldham/report/results_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "oldham/core/error.hpp"
#include "oldham/io/folder_claim.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/present/plot/first_view.hpp"
#include "oldham/present/record_of_run.hpp"
#include "oldham/record/text_file.hpp"
#include "oldham/report/judge_step.hpp"
#include "oldham/report/results_animation.hpp"
#include "oldham/report/run_page.hpp"
#include "oldham/report/study_page.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Where the coupling variables were farthest off.
void add_steps(const Table& steps, RunFacts& facts) {
  const std::vector<double>& residuals = steps.column("residual");
  const auto worst = std::ranges::max_element(residuals);
  facts.worst_residual = *worst;
  facts.worst_time = steps.time[static_cast<std::size_t>(worst - residuals.begin())];
}

/// Says where results end before the run did, as those of a file that was cut short.
void add_missing_rows(const RunRecord& record, RunPage& page) {
  const double last = page.results.time.empty() ? record.start : page.results.time.back();
  if (last > record.time - 1.5 * std::max(record.output_interval, judged_step(record))) return;
  page.verdicts.push_back({Verdict::Tone::bad, "Results incomplete",
                           fmt::format("They end at t = {:g} s, the run at t = {:g} s: the file was cut short. Values, "
                                       "smallest and largest are of what is there.",
                                       last, record.time)});
}

/// What is told of a run where it told it: verdicts, graph and what made it.
void add_record(const fs::path& folder, const Value* root, const std::atomic<bool>* interrupted, RunPage& page) {
  RunFacts facts{
      .record = read_run_record(folder / record_name), .stability = {}, .why_not_judged = {}, .worst_time = {}};
  const RunRecord& record = facts.record;
  if (!page.steps.time.empty()) add_steps(page.steps, facts);
  if (root != nullptr) judge_step(*root, facts, interrupted);
  page.title = record.title;
  page.alarm_time = find_alarm_time(record, page.results);
  page.subtitle = fmt::format("{} · {} · finished {} · oldham {}", record.file, folder_name(folder), record.finished,
                              record.version);
  page.verdicts = judge_run(facts);
  add_missing_rows(record, page);
  page.graph = record.graph;
  page.accounts = record.accounts;
  page.pace = record.pace;
  page.balance = record.balance;
  page.schedule = fmt::format(
      "Schedule {}, correction {}, order {}, {}", record.schedule, record.correction, record.order,
      record.adaptive ? fmt::format("steps of {:.4g} to {:.4g} s by control = \"{}\"", record.adaptive->smallest,
                                    record.adaptive->largest, record.adaptive->control)
                      : fmt::format("step {:g} s", record.step));
  page.origin = {{"system file", record.file},
                 {"program", "oldham " + record.version},
                 {"finished", record.finished},
                 {"results", fs::absolute(folder).lexically_normal().string()},
                 {"again", facts.needs_its_program
                               ? "by the program that made it: the file below names models or laws that only it has"
                               : again_text("oldham run system.toml --report")}};
}

/// Nothing where nothing moves, or where it is nowhere, as in a run that diverged at once.
std::string motion_of(const fs::path& folder, const Value& root, const Table& results) {
  try {
    const Cast cast = read_cast(root);
    return cast.empty() ? "" : animation_fragment(read_animation(folder, root, cast, results), {});
  } catch (const Error&) {
    return "";
  }
}

/// The whole of a folder that the page is about.
RunPage read_page(const fs::path& folder, std::optional<Table> results, const std::atomic<bool>* interrupted) {
  RunPage page;
  page.results = results ? std::move(*results) : read_results(folder, results_name(folder));
  if (has_results(folder, "steps")) page.steps = read_results(folder, "steps");
  if (fs::exists(folder / "pace.csv")) page.paces = read_csv(folder / "pace.csv");
  const fs::path file = folder / "system.toml";
  std::optional<Value> root;
  if (fs::exists(file)) {
    root = read_toml(file);
    page.system_file = read_file(file);
  }
  if (fs::exists(folder / record_name)) {
    add_record(folder, root ? &*root : nullptr, interrupted, page);
  } else {
    page.title = folder_name(folder);
    page.subtitle = folder.string();
    page.verdicts = {{Verdict::Tone::plain, "Results alone",
                      fmt::format("The folder has no {}: nothing is known of the run that wrote it.", record_name)}};
  }
  if (root && !page.results.time.empty()) page.animation = motion_of(folder, *root, page.results);
  return page;
}

}  // namespace

const char* results_name(const fs::path& folder) { return has_results(folder) ? "results" : "monolithic"; }

void require_results(const fs::path& folder) {
  const char* remedy = "give the folder that 'oldham run FILE' wrote, results/NAME unless --out said otherwise";
  if (!fs::is_directory(folder)) throw_wrong_input(folder.string(), "there is no such folder", remedy);
  if (!has_results(folder, results_name(folder)))
    throw_wrong_input(folder.string(), "the folder has no results of a run", remedy);
}

void require_finished(const fs::path& folder) {
  if (is_claimed(folder))
    throw_wrong_input(folder.string(), "a run is still writing its results into this folder", "wait for its end");
}

void write_report(const fs::path& folder, const std::vector<fs::path>& others, const fs::path& page,
                  std::optional<Table> results, const std::atomic<bool>* interrupted) {
  require_results(folder);
  for (const fs::path& other : others) require_results(other);
  RunPage content = read_page(folder, std::move(results), interrupted);
  if (has_results(folder) && has_results(folder, "monolithic"))
    content.others.push_back({"monolithic", read_results(folder, "monolithic")});
  for (const fs::path& other : others) {
    const std::string name = folder_name(other);
    content.others.push_back(
        {name == folder_name(folder) ? other.string() : name, read_results(other, results_name(other))});
    if (fs::exists(folder / record_name) && fs::exists(other / record_name))
      content.verdicts.push_back(compare_runs(read_run_record(folder / record_name), content.others.back().label,
                                              read_run_record(other / record_name)));
  }
  make_folder(page.parent_path());
  write_text(page, to_html(content));
}

Reply report_results(const fs::path& folder, const std::vector<fs::path>& others, const fs::path& page,
                     const std::atomic<bool>* interrupted) {
  for (const fs::path& other : others) require_finished(other);
  require_finished(folder);
  const fs::path file = page.empty() ? folder / "report.html" : page;
  write_report(folder, others, file, {}, interrupted);
  Reply answer;
  answer.json["report"] = file.string();
  answer.json["bytes"] = fs::file_size(file);
  answer.text = fmt::format("  report    {}", file.string());
  return answer;
}

}  // namespace oldham
