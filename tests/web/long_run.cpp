// SPDX-License-Identifier: MIT
// Writes the results that a run of ten minutes at 1 kHz with 20 signals leaves: long_run FOLDER
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "oldham/io/results.hpp"

int main(int count, char** arguments) {
  if (count != 2) return std::fputs("usage: long_run FOLDER\n", stderr), 2;
  constexpr int signals = 20, rows = 600'001;
  std::vector<oldham::Column> columns;
  for (int s = 0; s < signals; ++s) columns.push_back({fmt::format("signal{}", s), s % 2 == 0 ? "m" : "N"});
  oldham::ResultWriter writer(arguments[1], columns, {.csv = false});
  std::vector<double> row(signals);
  for (int i = 0; i < rows; ++i) {
    for (int s = 0; s < signals; ++s) row[s] = std::sin(1e-3 * i * (1 + s)) + 0.2 * std::sin(0.7 * i);
    if (i == 123'457) row[0] = 1234.5;
    writer.append(1e-3 * i, row);
  }
  writer.finish();
  return 0;
}
