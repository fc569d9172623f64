// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "command.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham::app {

/// What is to be made of the results of a run.
struct RunPages {
  bool plot = false, animation = false, report = false;
  double judging = 0;  // s, about: how long the scheme is judged in the report

  /// About how long it takes for so many rows and columns, s, from reading them on where they are not read yet.
  double seconds(double rows, double columns, bool are_read = false) const;
};

/// Whether somebody who pressed Ctrl-C would wait for them.
bool takes_long(const RunPages& wanted, const RunRecord& record, double columns);

/// Makes them of the results in a folder and puts them there; tells of it in the answer.
void write_pages(RunPages wanted, const std::filesystem::path& folder, const std::string& title, Progress& progress,
                 Answer& answer);

}  // namespace oldham::app
