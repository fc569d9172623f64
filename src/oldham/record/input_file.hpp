// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oldham/signal/time_signal.hpp"

namespace oldham {

/// A file of inputs over time, as importers of FMUs read them: a line of names, `time` first, then a row of numbers for
/// each time. Two rows at one time are a jump.
///
///     time,force,"valve.open"
///     0.0, 0.0,  0
///     0.5, 2.0,  1
struct InputFile {
  struct Column {
    std::string name, unit;      // "force [N]" has a unit
    int number = 0;              // as a spreadsheet counts; the time is 1
    std::vector<double> values;  // one for each row
  };
  std::string name;          // as messages call it
  std::vector<double> time;  // s
  std::vector<Column> columns;

  /// Straight lines between rows, or each value held until the next row.
  enum class Between { straight_lines, held };
  SignalDescription signal(const Column& column, Between between) const;
};

/// Refuses what is no such file, with line and column.
InputFile read_input_file(const std::filesystem::path& file);

}  // namespace oldham
