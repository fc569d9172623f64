// SPDX-License-Identifier: MIT
#include "sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace oldham::app {
namespace {

constexpr std::size_t most_shown = 6;  // outputs, for people

/// Quoted where it would be taken for several fields.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result.append(c == '"' ? 2 : 1, c);
  return result + '"';
}

/// A word or a number in the fewest digits; nothing for null, or where it is absent.
std::string text_of(const Json* value) {
  if (value == nullptr || value->is_null()) return {};
  if (const std::string text = value->text(); !text.empty()) return text;
  const std::string text = value->dump();
  if (text == "\"\"") return {};
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() ? fmt::format("{}", number) : text;
}

/// Those that the file or a ready-made system publishes; all where there are none.
std::vector<std::string> output_names(const std::vector<Json>& rows) {
  std::vector<std::string> names;
  for (const Json& row : rows)
    if (const Json* outputs = row.find("outputs"); names.empty() && outputs != nullptr) names = outputs->keys();
  const auto is_port = [](const std::string& name) { return name.find('.') != std::string::npos; };
  if (!std::ranges::all_of(names, is_port)) std::erase_if(names, is_port);
  return names;
}

const Json* energy_of(const Json& row) {
  const Json* residual = row.find("energy_residual");
  const Json* total = residual != nullptr ? residual->find("total") : nullptr;
  return total != nullptr ? total->find("signed") : nullptr;
}

}  // namespace

SweepTable sweep_table(const std::vector<SweepAxis>& axes, const std::vector<std::vector<std::string>>& written,
                       const std::vector<Json>& rows) {
  const std::vector<std::string> names = output_names(rows);
  const std::size_t shown = std::min(names.size(), most_shown);
  std::string keys;
  for (const SweepAxis& axis : axes) keys += field(axis.key) + ",";
  SweepTable table{keys + "status,time,corrections,wall_s,energy_residual.total", keys + "status,time,corrections"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.csv += "," + field(names[i]);
    if (i < shown) table.shown += "," + field(names[i]);
  }
  table.csv += ",reason\n";
  table.shown += '\n';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Json& row = rows[i];
    if (row.is_null()) continue;
    std::string line;
    std::size_t rest = i, left = rows.size();
    for (const std::vector<std::string>& values : written) {
      left /= values.size();
      line += field(values[rest / left]) + ",";
      rest %= left;
    }
    line += text_of(row.find("status"));
    table.shown += line;
    for (const char* key : {"time", "corrections"}) {
      const std::string value = text_of(row.find(key));
      line += "," + value;
      table.shown += value.empty() ? "," : fmt::format(",{:.6g}", std::strtod(value.c_str(), nullptr));
    }
    table.csv += line + "," + text_of(row.find("wall_s")) + "," + text_of(energy_of(row));
    const Json* outputs = row.find("outputs");
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::string value = outputs != nullptr ? text_of(outputs->find(names[k])) : "";
      table.csv += "," + value;
      if (k < shown) table.shown += value.empty() ? "," : fmt::format(",{:.6g}", std::strtod(value.c_str(), nullptr));
    }
    table.csv += "," + field(text_of(row.find("reason"))) + '\n';
    table.shown += '\n';
  }
  if (names.size() > shown) table.shown += fmt::format("  and {} more outputs in the table\n", names.size() - shown);
  return table;
}

}  // namespace oldham::app
