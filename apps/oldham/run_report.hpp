// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "oldham/coupling/run.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham::app {

/// The file of a results folder in which a run tells of itself.
inline constexpr const char* record_name = "summary.toml";

/// What a run says of itself: all but title, file and notes. `stepping` is the wall time without writing and comparing,
/// s.
void fill_record(const System<double>& system, const RunSummary& summary, const Recorder& recorder, double stepping,
                 RunRecord& record);

/// Writes the page of a results folder, from what is in it alone; other folders are drawn beside it.
void write_report(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& others,
                  const std::filesystem::path& page);

}  // namespace oldham::app
