// SPDX-License-Identifier: MIT
#include "study_report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "oldham/io/file_paths.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::app {
namespace {

constexpr std::size_t most_outputs = 40;  // columns of the table

/// Words without their quotation marks, numbers in as few digits as tell them apart, nothing for null.
std::string cell(const Json* value) {
  if (value == nullptr || value->is_null()) return "";
  if (const std::string text = value->text(); !text.empty()) return text;
  const std::string text = value->dump();
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() ? fmt::format("{}", number) : text;
}

/// A number for people.
std::string number_cell(const Json* value) {
  const std::string text = cell(value);
  return text.empty() ? text : fmt::format("{:.8g}", std::strtod(text.c_str(), nullptr));
}

}  // namespace

StudyHead study_head(const SystemArguments& arguments, const Value& root, std::string_view study, std::string verdict) {
  const Value* given = root.find("title");
  const std::string* words = given ? given->get<std::string>() : nullptr;
  StudyHead head{.title = fmt::format("{}: {}", study, words ? *words : arguments.file),
                 .verdict = std::move(verdict),
                 .system_file = to_toml(with_whole_paths(root)),
                 .origin = {}};
  head.origin = {{"system file", arguments.file},
                 {"program", "oldham " OLDHAM_VERSION},
                 {"finished", fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)))}};
  for (const std::string& assignment : arguments.overrides) head.origin.emplace_back("--set", assignment);
  head.origin.emplace_back("again", again_text(arguments.again("system.toml")));
  return head;
}

void write_study(const std::filesystem::path& page, const std::string& html, Answer& answer) {
  write_text(page, html);
  answer.json["report"] = page.string();
  answer.text += fmt::format("\n  report    {}", page.string());
}

SweepPage sweep_rows(const std::vector<Column>& keys, const std::vector<Column>& outputs,
                     const std::vector<Json>& rows) {
  SweepPage page{.keys = keys, .results = {{"status", ""}}, .rows = {}};
  const std::size_t shown = std::min(outputs.size(), most_outputs);
  page.results.insert(page.results.end(), outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(shown));
  page.results.insert(page.results.end(), {{"time", "s"}, {"corrections", ""}, {"wall time", "s"}});
  for (const Json& row : rows) {
    if (row.is_null()) continue;  // interrupted before it
    std::vector<std::string>& cells = page.rows.emplace_back();
    for (const Column& key : keys) cells.push_back(cell(row.find("settings")->find(key.name)));
    cells.push_back(cell(row.find("status")));
    const Json* values = row.find("outputs");
    for (std::size_t i = 0; i < shown; ++i) cells.push_back(values ? number_cell(values->find(outputs[i].name)) : "");
    for (const char* key : {"time", "corrections", "wall_s"}) cells.push_back(number_cell(row.find(key)));
  }
  return page;
}

}  // namespace oldham::app
