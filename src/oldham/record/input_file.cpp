// SPDX-License-Identifier: MIT
#include "oldham/record/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

/// One line cut at its separators.
class Fields {
 public:
  Fields(std::string_view line, char separator) {
    std::string field;
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
        field += c;
        ++i;
      } else if (c == '"') {
        is_quoted = !is_quoted;
      } else if (c == separator && !is_quoted) {
        end_field(field);
      } else {
        field += c;
      }
    }
    end_field(field);
    is_open_ = is_quoted;
  }
  const std::vector<std::string>& all() const { return all_; }
  bool is_open() const { return is_open_; }  // a quotation mark has no partner

 private:
  void end_field(std::string& field) {
    const auto is_space = [](unsigned char c) { return c == ' ' || c == '\t' || c == '\r'; };
    const auto begin = std::ranges::find_if_not(field, is_space);
    const auto end = std::find_if_not(field.rbegin(), std::make_reverse_iterator(begin), is_space).base();
    all_.emplace_back(begin, end);
    field.clear();
  }
  std::vector<std::string> all_;
  bool is_open_ = false;
};

/// Commas, unless the first line has none and something else instead.
char separator_of(std::string_view line) {
  bool is_quoted = false;
  std::size_t commas = 0, semicolons = 0, tabs = 0;
  for (const char c : line) {
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    commas += c == ',';
    semicolons += c == ';';
    tabs += c == '\t';
  }
  return commas > 0 ? ',' : semicolons > 0 ? ';' : tabs > 0 ? '\t' : ',';
}

/// A number, or true or false.
std::optional<double> number_in(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower == "true" || lower == "false") return lower == "true" ? 1 : 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::error_code ignored;
  if (!stream || std::filesystem::is_directory(file, ignored))
    throw_wrong_input(file.string(), "this file of inputs cannot be opened", "check that it exists and may be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

class InputReader {
 public:
  explicit InputReader(const std::filesystem::path& path) { file_.name = path.string(); }

  InputFile read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark
    for (; !text.empty(); ++line_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      if (width_ == 0)
        read_head(line);
      else
        read_row(line);
    }
    if (file_.time.empty())
      throw_wrong_input(file_.name, width_ == 0 ? "the file is empty" : "the file has no row of numbers",
                        "write a line of names and a row for each time: time,u1,u2");
    return std::move(file_);
  }

 private:
  std::string place() const { return fmt::format("{}:{}", file_.name, line_); }

  void read_head(std::string_view line) {
    separator_ = separator_of(line);
    const Fields fields(line, separator_);
    if (fields.is_open()) throw_wrong_input(place(), "a quotation mark has no partner", "close the quoted name");
    std::vector<std::string> names = fields.all();
    ends_with_separator_ = names.size() > 1 && names.back().empty();
    if (ends_with_separator_) names.pop_back();
    width_ = names.size();
    std::string first = names.front().substr(0, names.front().find(" ["));
    std::ranges::transform(first, first.begin(), [](unsigned char c) { return std::tolower(c); });
    if (first != "time" && first != "t")
      throw_wrong_input(place(), fmt::format("the first column is '{}'", names.front()),
                        "the first column is the time in s, and is called time");
    if (names.front().find(" [") != std::string::npos && !names.front().ends_with("[s]"))
      throw_wrong_input(place(), fmt::format("the first column is '{}'", names.front()), "convert the time to s");
    for (std::size_t i = 1; i < names.size(); ++i) add_column(names[i], static_cast<int>(i) + 1);
  }

  void add_column(const std::string& heading, int number) {
    InputFile::Column column{heading, "", number, {}};
    const std::size_t bracket = heading.rfind(" [");
    if (heading.ends_with(']') && bracket != std::string::npos) {
      column.name = heading.substr(0, heading.find_last_not_of(' ', bracket) + 1);
      column.unit = heading.substr(bracket + 2, heading.size() - bracket - 3);
    }
    if (column.name.empty()) throw_wrong_input(place(), fmt::format("column {} has no name", number), "name it");
    for (const InputFile::Column& other : file_.columns)
      if (other.name == column.name)
        throw_wrong_input(place(), fmt::format("columns {} and {} are both '{}'", other.number, number, column.name),
                          "leave one of them");
    file_.columns.push_back(std::move(column));
  }

  void read_row(std::string_view line) {
    std::vector<std::string> fields = Fields(line, separator_).all();
    if (fields.size() == width_ + 1 && fields.back().empty()) fields.pop_back();
    if (fields.size() != width_)
      throw_wrong_input(place(), fmt::format("{} values where the first line names {} columns", fields.size(), width_),
                        "write one number for each column");
    for (std::size_t i = 0; i < width_; ++i) {
      const std::string name = i == 0 ? "time" : file_.columns[i - 1].name;
      const std::optional<double> value = number_in(fields[i]);
      const char* decimal =
          separator_ != ',' && fields[i].find(',') != std::string::npos ? ", with a decimal point" : "";
      if (!value)
        throw_wrong_input(place(),
                          fields[i].empty()
                              ? fmt::format("column {} ('{}') has no value", i + 1, name)
                              : fmt::format("column {} ('{}'): '{}' is not a number", i + 1, name, fields[i]),
                          fmt::format("write a number{}, or true or false", decimal));
      if (!std::isfinite(*value))
        throw_wrong_input(place(), fmt::format("column {} ('{}'): {} is not finite", i + 1, name, fields[i]),
                          "leave the row out, or write a number");
      if (i == 0)
        add_time(*value);
      else
        file_.columns[i - 1].values.push_back(*value);
    }
  }

  void add_time(double time) {
    if (!file_.time.empty() && time < file_.time.back())
      throw_wrong_input(place(), fmt::format("the time goes back from {} s to {} s", file_.time.back(), time),
                        "sort the rows by time; two rows at one time are a jump");
    file_.time.push_back(time);
  }

  InputFile file_;
  int line_ = 1;
  char separator_ = ',';
  std::size_t width_ = 0;  // 0: the first line is still to come
  bool ends_with_separator_ = false;
};

}  // namespace

SignalDescription InputFile::signal(const Column& column, Between between) const {
  SignalDescription signal;
  auto& points = signal.points;
  for (std::size_t first = 0, last = 0; first < time.size(); first = last + 1) {
    for (last = first; last + 1 < time.size() && time[last + 1] == time[first];) ++last;
    // of several rows at one time the first ends what was before, and the last begins what follows
    const bool is_held = between == Between::held && !points.empty();
    const double before = is_held ? points.back().value : column.values[first], after = column.values[last];
    points.push_back({time[first], before});
    if (after != before) points.push_back({time[first], after});
  }
  return signal;
}

InputFile read_input_file(const std::filesystem::path& file) { return InputReader(file).read(read_text(file)); }

}  // namespace oldham
