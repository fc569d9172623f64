// SPDX-License-Identifier: MIT
#include "oldham/io/toml_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/io/toml_check.hpp"

namespace oldham {
namespace {

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string_view line_of(std::string_view text, std::size_t number) {
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return trim(text.substr(0, text.find('\n')));
}

/// A word without blanks, quotes or brackets, as one writes it on a command line.
bool is_bare_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_-+./:@%~\\").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  });
}

[[noreturn]] void refuse_syntax(const toml::parse_error& error, std::string_view text, const std::string& name) {
  const toml::source_position at = error.source().begin;
  std::string_view what = error.description();
  if (const std::size_t end = what.find(": "); what.starts_with("Error while parsing") && end != std::string_view::npos)
    what.remove_prefix(end + 2);
  // the usual slip is a text without its quotation marks
  const std::string_view line = line_of(text, at.line);
  const std::size_t equals = line.find('=');
  const std::string_view key = trim(line.substr(0, equals));
  const std::string_view right = equals == std::string_view::npos ? std::string_view() : trim(line.substr(equals + 1));
  std::string remedy = fmt::format("correct the line: {}", line);
  if (line.empty()) remedy = "close the bracket or quotation mark that is still open above";
  if (what.find("redefine") != std::string_view::npos) remedy = "write the key or table once only";
  if (is_bare_word(right) && !std::isdigit(static_cast<unsigned char>(right.front())))
    remedy = fmt::format("a text needs quotation marks: {} = \"{}\"", key, right);
  throw_wrong_input(fmt::format("{}:{}:{}", name, at.line, at.column), what, remedy);
}

Origin origin_of(const toml::source_region& region, const Origin& whole, bool has_lines) {
  if (!has_lines) return whole;
  return {whole.source, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

/// Carries a parsed tree over. Without lines, every value gets the origin of the whole.
class Conversion {
 public:
  Conversion(Origin whole, bool has_lines) : whole_(std::move(whole)), has_lines_(has_lines) {}

  Value convert(const toml::node& node) const {
    const Origin origin = origin_of(node.source(), whole_, has_lines_);
    if (const toml::table* table = node.as_table()) return Value(convert_table(*table), origin);
    if (const toml::array* array = node.as_array()) {
      Value::Array values;
      values.reserve(array->size());
      for (const toml::node& element : *array) values.push_back(convert(element));
      return Value(std::move(values), origin);
    }
    if (const auto* text = node.as_string()) return Value(text->get(), origin);
    if (const auto* integer = node.as_integer()) return Value(integer->get(), origin);
    if (const auto* number = node.as_floating_point()) return Value(number->get(), origin);
    if (const auto* boolean = node.as_boolean()) return Value(boolean->get(), origin);
    throw_wrong_input(origin.text(), "dates and times have no meaning here",
                      "write times as numbers in s, or put the date in quotation marks");
  }

  Value::Table convert_table(const toml::table& table) const {
    // the parser sorts by name; the order of the file is in the positions of the keys
    std::vector<std::pair<const toml::key*, const toml::node*>> entries;
    for (auto entry = table.begin(); entry != table.end(); ++entry) entries.emplace_back(&entry->first, &entry->second);
    std::ranges::stable_sort(entries, [](const auto& a, const auto& b) {
      const toml::source_position p = a.first->source().begin, q = b.first->source().begin;
      return std::pair(p.line, p.column) < std::pair(q.line, q.column);
    });
    Value::Table converted;
    for (const auto& [key, node] : entries) converted[key->str()] = convert(*node);
    return converted;
  }

 private:
  Origin whole_;
  bool has_lines_;
};

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse_missing_file(const std::filesystem::path& file) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(file, ignored);
  const std::filesystem::path folder = is_folder ? file : file.has_parent_path() ? file.parent_path() : ".";
  std::vector<std::string> nearby;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".toml")
      nearby.push_back(is_folder || file.has_parent_path() ? entry.path().string() : entry.path().filename().string());
  std::ranges::sort(nearby);
  std::string remedy = nearby.empty() ? "check the path" : fmt::format("nearby: {}", fmt::join(nearby, ", "));
  if (!std::filesystem::exists(folder, ignored))
    remedy = fmt::format("there is no folder '{}' either", folder.string());
  throw_wrong_input(file.string(), is_folder ? "is a folder, not a system file" : "there is no such file", remedy);
}

}  // namespace

Value parse_toml(std::string_view text, const std::string& name) {
  check_toml(text, name);
  try {
    const Origin whole = Origin::named(name);
    return Value(Conversion(whole, true).convert_table(toml::parse(text, name)), whole);
  } catch (const toml::parse_error& error) {
    refuse_syntax(error, text, name);
  }
}

Value read_toml(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || std::filesystem::is_directory(file, ignored))
    refuse_missing_file(file);
  std::ifstream stream(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream.good() && !stream.eof()) throw_wrong_input(file.string(), "cannot be read", "check its permissions");
  if (text.starts_with("PK\3\4"))
    throw_wrong_input(
        file.string(), "is an archive, not a system file",
        "an FMU is run by 'oldham fmu run', or named by a subsystem of a system file: fmu = \"pump.fmu\"");
  return parse_toml(text, file.string());
}

Value parse_toml_value(std::string_view text, const Origin& origin) {
  text = trim(text);
  if (text.empty()) throw_wrong_input(origin.text(), "the value is missing", "write \"\" for an empty text");
  const bool is_ascii = std::ranges::none_of(text, [](unsigned char c) { return c >= 0x80; });
  if (!is_ascii && is_bare_word(text)) return Value(text, origin);
  check_toml(text, origin.text());
  try {
    const toml::table table = toml::parse(fmt::format("value = {}\n", text));
    if (table.size() == 1) return Conversion(origin, false).convert(*table.get("value"));
  } catch (const toml::parse_error&) {
    if (const std::optional<double> number = parse_number(text)) return Value(*number, origin);
    if (is_bare_word(text)) return Value(text, origin);
  }
  throw_wrong_input(origin.text(), fmt::format("'{}' is not a value", text),
                    "write a number, a word, '\"several words\"', '[1, 2]' or '{a = 1}', quoted for the shell");
}

void apply_override(Value& root, std::string_view assignment) {
  constexpr std::string_view form = "write --set PATH=VALUE, for example --set scheme.order=2";
  const Origin origin = Origin::named(fmt::format("--set {}", trim(assignment)));
  // an equals sign inside a quoted name belongs to the name
  std::size_t equals = 0;
  char quote = 0;
  for (; equals < assignment.size() && (quote != 0 || assignment[equals] != '='); ++equals) {
    const char c = assignment[equals];
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
  }
  const std::string_view path = trim(assignment.substr(0, equals));
  if (equals == assignment.size()) throw_wrong_input(origin.text(), "there is no '='", form);
  if (path.empty()) throw_wrong_input(origin.text(), "there is no path before '='", form);

  set_value(root, path, parse_toml_value(assignment.substr(equals + 1), origin));
}

void set_value(Value& root, std::string_view path, Value value) {
  const std::string last = split_path(path).back();
  Value& place = make_place(root, path, value.origin());
  // an element that goes by its name keeps it
  const Value* name = place.find("name");
  const std::string* name_text = name == nullptr ? nullptr : name->get<std::string>();
  if (name_text != nullptr && *name_text == last) {
    Value::Table* table = value.get<Value::Table>();
    if (table == nullptr)
      throw_wrong_input(value.origin().text(), fmt::format("{} is a table", path),
                        fmt::format("set {}.KEY instead", path));
    if (table->find("name") == nullptr) (*table)["name"] = *name;
  }
  place = std::move(value);
}

}  // namespace oldham
