// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace oldham {

/// Name and unit of a recorded quantity; the unit is empty where there is none.
struct Column {
  std::string name;
  std::string unit;
  bool operator==(const Column&) const = default;
};

/// Recorded quantities over time, in memory: columns[i][row] is header[i] at time[row].
struct Table {
  std::vector<Column> header;                // without the time
  std::vector<double> time;                  // s
  std::vector<std::vector<double>> columns;  // as many as the header has entries

  /// The column of that name; an unknown name is a wrong_input error with the near misses.
  const std::vector<double>& column(std::string_view name) const;
};

/// Reads a table whose first line has the names ("time [s],mass.position [m]") and whose first column is the time.
/// A last line cut short, as a killed run may leave it, is ignored.
Table read_csv(const std::filesystem::path& file);

/// The results of that name in a folder, from HDF5, or from CSV where there is no such file.
Table read_results(const std::filesystem::path& folder, const std::string& name = "results");
bool has_results(const std::filesystem::path& folder, const std::string& name = "results");

/// Reads /time and /values with the attributes names and units.
Table read_hdf5(const std::filesystem::path& file);

}  // namespace oldham
