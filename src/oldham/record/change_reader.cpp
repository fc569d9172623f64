// SPDX-License-Identifier: MIT
#include "oldham/record/change_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham {

std::vector<ParameterChange> read_changes(std::vector<Reader>& entries) {
  std::vector<ParameterChange> changes;
  for (Reader& entry : entries) {
    ParameterChange change;
    entry.optional_text("name");  // for --set
    change.time = entry.number("time", "s");
    change.subsystem = entry.text("subsystem");
    change.parameter = entry.text("parameter");
    const Value* value = entry.value("value");
    if (value == nullptr) entry.fail_missing("value", "a value of the parameter", "2.0");
    change.value = *value;
    change.where = entry.origin().text();
    changes.push_back(std::move(change));
  }
  return changes;
}

std::vector<std::string> schedule(std::vector<ParameterChange>& changes, const EqualStepGrid& grid) {
  constexpr double same_point = 1e-9;  // of a step
  std::vector<std::string> notes;
  std::ranges::stable_sort(changes, {}, &ParameterChange::time);
  // the first row of a file may lie before the start
  for (const ParameterChange& change : changes) {
    if (change.is_of_file && change.time <= grid.start) continue;
    if (change.time <= grid.start)
      throw_wrong_input(change.where,
                        fmt::format("the change of '{}.{}' at {:g} s is not after the start, {:g} s", change.subsystem,
                                    change.parameter, change.time, grid.start),
                        fmt::format("give its first value under [subsystem.parameters] of '{}'", change.subsystem));
    if (change.time >= grid.end) {
      if (!change.is_of_file)
        notes.push_back(fmt::format("the change of '{}.{}' at {:g} s comes after the end, {:g} s", change.subsystem,
                                    change.parameter, change.time, grid.end));
      continue;
    }
    const double steps = (change.time - grid.start) / grid.step;
    if (grid.needed_by.empty() || std::abs(steps - std::round(steps)) <= same_point) continue;
    throw_wrong_input(
        change.where,
        fmt::format("a step would have to end at {:g} s, but '{}' makes steps of {:g} s only", change.time,
                    grid.needed_by, grid.step),
        fmt::format("change '{}' at {:.9g} s or {:.9g} s", change.parameter, grid.start + std::floor(steps) * grid.step,
                    grid.start + std::ceil(steps) * grid.step));
  }
  return notes;
}

}  // namespace oldham
