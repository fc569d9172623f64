// SPDX-License-Identifier: MIT
#include "oldham/record/known_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

[[noreturn]] void refuse_column(const InputFile& file, const InputFile::Column& column, const std::string& subsystem,
                                const Boundary& boundary) {
  const std::string where = fmt::format("{}:1", file.name);
  const std::string what = fmt::format("column {}: '{}'", column.number, column.name);
  const auto is_it = [&](const Port& port) { return port.name == column.name; };
  if (std::ranges::find(boundary.texts, column.name) != boundary.texts.end())
    throw_missing_capability(where,
                             fmt::format("{} of '{}' is a text, and files of inputs have numbers", what, subsystem),
                             "leave the column out");
  std::vector<std::string> names;
  for (const Port& port : boundary.inputs) names.push_back(port.name);
  if (std::ranges::any_of(boundary.outputs, is_it))
    throw_wrong_input(where, fmt::format("{} is an output of '{}', not an input", what, subsystem),
                      "leave the column out");
  if (names.empty())
    throw_wrong_input(where, fmt::format("{}, but '{}' has no inputs", what, subsystem), "leave the file out");
  throw_wrong_input(where, fmt::format("{} is no input of '{}'", what, subsystem), suggest(column.name, names));
}

}  // namespace

std::vector<MatchedInput> match_inputs(const InputFile& file, const std::string& subsystem, const Boundary& boundary,
                                       std::span<const std::string> known) {
  std::vector<MatchedInput> matched;
  for (const InputFile::Column& column : file.columns) {
    if (std::ranges::find(known, column.name) != known.end()) continue;
    const auto port = std::ranges::find(boundary.inputs, column.name, &Port::name);
    if (port == boundary.inputs.end()) refuse_column(file, column, subsystem, boundary);
    if (!column.unit.empty() && port->has_unit && port->unit.text != column.unit)
      throw_wrong_input(fmt::format("{}:1", file.name),
                        fmt::format("column {}: '{}' is in {}, but the input of '{}' is in {}", column.number,
                                    column.name, column.unit, subsystem, port->unit.text),
                        "convert the column, and name its unit or none");
    using Between = InputFile::Between;
    matched.push_back({static_cast<int>(port - boundary.inputs.begin()),
                       file.signal(column, port->is_discrete ? Between::held : Between::straight_lines)});
  }
  return matched;
}

}  // namespace oldham
