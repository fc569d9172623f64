// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04X}", static_cast<int>(c));
    else
      out += c;
  }
  return out + '"';
}

std::string key_text(std::string_view key) {
  const bool bare = !key.empty() && std::ranges::all_of(key, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  });
  return bare ? std::string(key) : quoted_text(key);
}

/// The shortest decimal that reads back as the same number, and reads back as a real.
std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string inline_text(const Value& value) {
  if (const bool* boolean = value.get<bool>()) return *boolean ? "true" : "false";
  if (const std::int64_t* integer = value.get<std::int64_t>()) return fmt::format("{}", *integer);
  if (const double* number = value.get<double>()) return number_text(*number);
  if (const std::string* text = value.get<std::string>()) return quoted_text(*text);
  std::string out;
  if (const Value::Array* array = value.get<Value::Array>()) {
    for (const Value& element : *array) out += (out.empty() ? "" : ", ") + inline_text(element);
    return fmt::format("[{}]", out);
  }
  for (const auto& [key, content] : *value.get<Value::Table>())
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", key_text(key), inline_text(content));
  return fmt::format("{{{}}}", out);
}

bool is_array_of_tables(const Value& value) {
  const Value::Array* array = value.get<Value::Array>();
  return array != nullptr && !array->empty() &&
         std::ranges::all_of(*array, [](const Value& element) { return element.is<Value::Table>(); });
}

void write_table(const Value::Table& table, const std::string& path, std::string& out) {
  // plain keys first: below the header of an inner table they would belong to that one
  for (const auto& [key, value] : table)
    if (!value.is<Value::Table>() && !is_array_of_tables(value))
      out += fmt::format("{} = {}\n", key_text(key), inline_text(value));
  const auto header = [&](std::string_view brackets, const std::string& name) {
    if (!out.empty()) out += '\n';
    out += fmt::format("{}{}{}\n", brackets.substr(0, brackets.size() / 2), name, brackets.substr(brackets.size() / 2));
  };
  for (const auto& [key, value] : table) {
    const std::string inner = path.empty() ? key_text(key) : fmt::format("{}.{}", path, key_text(key));
    if (const Value::Table* content = value.get<Value::Table>()) {
      header("[]", inner);
      write_table(*content, inner, out);
    } else if (is_array_of_tables(value)) {
      for (const Value& element : *value.get<Value::Array>()) {
        header("[[]]", inner);
        write_table(*element.get<Value::Table>(), inner, out);
      }
    }
  }
}

}  // namespace

std::string to_toml(const Value& root) {
  const Value::Table* table = root.get<Value::Table>();
  if (table == nullptr) return inline_text(root);
  std::string out;
  write_table(*table, {}, out);
  return out;
}

}  // namespace oldham
