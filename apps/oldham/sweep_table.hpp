// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/io/json.hpp"
#include "oldham/io/system_study.hpp"

namespace oldham::app {

/// The runs of a sweep as a table, one line for each.
struct SweepTable {
  std::string csv;    // keys, status, time, corrections, wall_s, energy_residual.total, outputs, reason
  std::string shown;  // for people: a few outputs in a few digits
};

/// `written`: the values of each axis as they were given. Rows that are null were not run.
SweepTable sweep_table(const std::vector<SweepAxis>& axes, const std::vector<std::vector<std::string>>& written,
                       const std::vector<Json>& rows);

}  // namespace oldham::app
