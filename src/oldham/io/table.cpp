// SPDX-License-Identifier: MIT
#include "oldham/io/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

std::string_view trim_field(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Takes the text up to the next line end away; `complete` tells whether the line had one.
std::string_view take_line(std::string_view& text, bool& complete) {
  const auto end = text.find('\n');
  complete = end != std::string_view::npos;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(complete ? end + 1 : text.size());
  return line;
}

/// The fields of the first record, which may be quoted and then contain commas and line ends.
std::vector<std::string> take_headings(std::string_view& text) {
  std::vector<std::string> headings(1);
  bool quoted = false;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '"' && quoted && text.starts_with('"')) {
      headings.back() += '"';
      text.remove_prefix(1);
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      headings.emplace_back();
    } else if (c == '\n' && !quoted) {
      break;
    } else {
      headings.back() += c;
    }
  }
  return headings;
}

/// "position [m]" is a name and a unit; "position[1]" is a name.
Column parse_heading(std::string_view heading) {
  heading = trim_field(heading);
  const auto bracket = heading.rfind(" [");
  if (!heading.ends_with(']') || bracket == std::string_view::npos) return {std::string(heading), ""};
  const std::string_view unit = heading.substr(bracket + 2, heading.size() - bracket - 3);
  return {std::string(trim_field(heading.substr(0, bracket))), std::string(unit)};
}

std::optional<double> parse_field(std::string_view field) {
  field = trim_field(field);
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (end != field.data() + field.size() || field.empty()) return std::nullopt;
  if (status == std::errc::result_out_of_range) return std::strtod(std::string(field).c_str(), nullptr);
  return status == std::errc() ? std::optional(value) : std::nullopt;
}

/// Reads one row into `row`; says what is wrong, or nothing.
std::string parse_row(std::string_view line, std::vector<double>& row) {
  std::size_t count = 0;
  for (bool more = true; more; ++count) {
    const auto comma = line.find(',');
    more = comma != std::string_view::npos;
    const std::string_view field = line.substr(0, comma);
    const std::optional<double> value = parse_field(field);
    if (!value) return fmt::format("'{}' in column {} is not a number", trim_field(field), count + 1);
    if (count < row.size()) row[count] = *value;
    if (more) line.remove_prefix(comma + 1);
  }
  if (count != row.size()) return fmt::format("{} values where the first line names {} columns", count, row.size());
  return {};
}

std::string read_table_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::error_code no_error;
  if (!stream || std::filesystem::is_directory(file, no_error))
    throw_wrong_input(file.string(), "this table cannot be opened", "check that the file exists and may be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

const std::vector<double>& Table::column(std::string_view name) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].name == name) return columns[i];
    names.push_back(header[i].name);
  }
  throw_wrong_input("", fmt::format("the table has no column '{}'", name), suggest(name, names));
}

Table read_csv(const std::filesystem::path& file) {
  const std::string content = read_table_text(file);
  std::string_view text = content;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark
  if (trim_field(text).empty())
    throw_wrong_input(file.string(), "the table is empty", "it needs a first line such as 'time [s],x [m]'");
  const auto headings_begin = text;
  const std::vector<std::string> headings = take_headings(text);

  // the first column is the time
  Table table;
  const Column first = parse_heading(headings.front());
  std::string lower = first.name;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower != "time" && lower != "t")
    throw_wrong_input(file.string() + ":1", fmt::format("the first column is '{}'", first.name), "it has to be 'time'");
  if (!first.unit.empty() && first.unit != "s")
    throw_wrong_input(file.string() + ":1", fmt::format("the time is in '{}'", first.unit), "convert it to s");
  for (std::size_t i = 1; i < headings.size(); ++i) table.header.push_back(parse_heading(headings[i]));
  table.columns.resize(table.header.size());

  const auto headings_size = headings_begin.size() - text.size();
  std::size_t line_number = static_cast<std::size_t>(
      std::count(headings_begin.begin(), headings_begin.begin() + static_cast<long>(headings_size), '\n'));
  std::vector<double> row(headings.size());
  while (!text.empty()) {
    bool complete = true;
    const std::string_view line = take_line(text, complete);
    ++line_number;
    if (trim_field(line).empty()) continue;
    const std::string wrong = parse_row(line, row);
    if (!wrong.empty() && !complete) break;
    if (!wrong.empty())
      throw_wrong_input(fmt::format("{}:{}", file.string(), line_number), wrong,
                        "a table has one number per column, separated by commas");
    table.time.push_back(row[0]);
    for (std::size_t i = 1; i < row.size(); ++i) table.columns[i - 1].push_back(row[i]);
  }
  return table;
}

}  // namespace oldham
