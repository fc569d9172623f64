// SPDX-License-Identifier: MIT
#include "oldham/io/advice/toml_edit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

constexpr std::size_t npos = std::string::npos;

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

/// A header, or a key with its value, and where they stand in the text.
struct Statement {
  std::string header;  // "[scheme]"; empty for a key
  std::string key;
  std::size_t begin = 0;   // of its line
  std::size_t equals = 0;  // of the sign
  std::size_t value_begin = 0, value_end = 0;
  std::size_t after = 0;  // where the next line begins
};

/// Behind a text in quotes that begins here.
std::size_t skip_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string_view three = text.substr(at, 3);
  if (three.size() == 3 && three[1] == quote && three[2] == quote) {
    std::size_t end = at + 3;
    while ((end = text.find(three, end)) != npos && quote == '"' && text[end - 1] == '\\') ++end;
    return end == npos ? text.size() : std::min(text.size(), end + 3);
  }
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
    if (quote == '"' && text[at] == '\\') ++at;
  return std::min(text.size(), at + 1);
}

std::size_t line_end(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == npos ? text.size() : end;
}

/// Behind a value that begins here: at the comment or the end of its last line.
std::size_t skip_value(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = skip_quoted(text, at);
      continue;
    }
    if (c == '#') {
      if (depth == 0) break;
      at = line_end(text, at);
      continue;
    }
    if (c == '\n' && depth == 0) break;
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    ++at;
  }
  return at;
}

std::vector<Statement> read_statements(std::string_view text) {
  std::vector<Statement> list;
  for (std::size_t at = 0; at < text.size();) {
    Statement s;
    s.begin = at;
    const std::size_t first = text.find_first_not_of(" \t\r", at);
    if (first == npos) break;
    if (text[first] == '\n' || text[first] == '#') {
      at = std::min(text.size(), line_end(text, first) + 1);
      continue;
    }
    if (text[first] == '[') {
      const std::size_t end = skip_value(text, first);
      s.header = trimmed(text.substr(first, end - first));
      s.after = std::min(text.size(), line_end(text, end) + 1);
    } else {
      std::size_t equals = first;
      while (equals < text.size() && text[equals] != '=')
        equals = text[equals] == '"' || text[equals] == '\'' ? skip_quoted(text, equals) : equals + 1;
      s.key = trimmed(text.substr(first, equals - first));
      s.equals = equals;
      s.value_begin = std::min(text.size(), text.find_first_not_of(" \t", equals + 1));
      s.value_end = skip_value(text, s.value_begin);
      while (s.value_end > s.value_begin &&
             (text[s.value_end - 1] == ' ' || text[s.value_end - 1] == '\t' || text[s.value_end - 1] == '\r'))
        --s.value_end;
      s.after = std::min(text.size(), line_end(text, s.value_end) + 1);
    }
    at = s.after;
    list.push_back(std::move(s));
  }
  return list;
}

/// The header of the table that a path leads into, by its place; `count` where there is none.
std::size_t find_table(std::string_view text, const std::vector<Statement>& all, const std::vector<std::string>& path) {
  // connections have no names and go by their numbers
  const bool is_number = path.front() == "connect" && path[1].find_first_not_of("0123456789") == npos;
  std::size_t number = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (path.size() == 2 && all[i].header == fmt::format("[{}]", path[0])) return i;
    if (path.size() != 3 || all[i].header != fmt::format("[[{}]]", path[0])) continue;
    if (is_number && fmt::format("{}", number++) == path[1]) return i;
    for (std::size_t k = i + 1; k < all.size() && all[k].header.empty(); ++k) {
      const std::string_view value = text.substr(all[k].value_begin, all[k].value_end - all[k].value_begin);
      if (all[k].key == "name" && value.size() > 2 && value.substr(1, value.size() - 2) == path[1]) return i;
    }
  }
  return all.size();
}

/// The parts of a path: a list, the name of an element and a key, or a table and a key, which may have dots.
std::vector<std::string> table_and_key(const Setting& setting, const Value& tree) {
  std::vector<std::string> path = split_path(setting.path);
  const Value* first = tree.find(path.front());
  if (first == nullptr || !first->is<Value::Table>()) return path;
  while (path.size() > 2) {
    const std::string joined = fmt::format("{}.{}", path[path.size() - 2], path.back());
    path.pop_back();
    path.back() = joined;
  }
  return path;
}

void set_key(std::string& text, const Setting& setting, const std::vector<std::string>& path) {
  const std::vector<Statement> all = read_statements(text);
  const std::string value = to_toml(setting.value);
  const std::string& key = path.back();
  const std::size_t table = find_table(text, all, path);
  if (table == all.size()) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += path.size() == 2
                ? fmt::format("\n[{}]\n{} = {}\n", path[0], key, value)
                : fmt::format("\n[[{}]]\nname = {}\n{} = {}\n", path[0], to_toml(Value(path[1])), key, value);
    return;
  }
  std::size_t last = table, column = 0;
  for (std::size_t i = table + 1; i < all.size() && all[i].header.empty(); ++i) {
    if (all[i].key == key) {
      // a comment behind it stays where it was, as far as the new value leaves room
      const std::size_t next = text.find_first_not_of(' ', all[i].value_end);
      const bool is_commented = next != npos && text[next] == '#';
      const std::size_t end = is_commented ? next : all[i].value_end;
      const bool is_one_line = text.find('\n', all[i].value_begin) > end;
      const std::size_t before = is_one_line ? end - all[i].value_begin : 0;
      const std::size_t room = is_commented ? std::max(before, value.size() + 1) : 0;
      text = fmt::format("{}{:<{}}{}", text.substr(0, all[i].value_begin), value, room, text.substr(end));
      return;
    }
    last = i;
    column = std::max(column, all[i].equals - all[i].begin);
  }
  const std::size_t after = all[last].after;
  const bool is_open = after > 0 && text[after - 1] != '\n';
  text = fmt::format("{}{}{:<{}}= {}\n{}", text.substr(0, after), is_open ? "\n" : "", key,
                     std::max(column, key.size() + 1), value, text.substr(after));
}

}  // namespace

std::optional<std::string> edit_toml(std::string text, const std::vector<Setting>& settings, const Value& expected) {
  try {
    for (const Setting& setting : settings) {
      const std::vector<std::string> path = table_and_key(setting, expected);
      if (path.size() < 2 || path.size() > 3) return {};
      set_key(text, setting, path);
    }
    if (parse_toml(text, "edited") == expected) return text;
  } catch (const Error&) {
    // not TOML any more
  }
  return {};
}

}  // namespace oldham::advice
