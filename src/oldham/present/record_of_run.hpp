// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "oldham/core/value.hpp"
#include "oldham/io/recorded_run.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham {

/// The file of a results folder in which a run tells of itself.
inline constexpr const char* record_name = "summary.toml";

/// Removes what an earlier run left in a folder to look at: it is not about the next one.
void remove_earlier_pages(const std::filesystem::path& folder);

/// What a run says of itself, all but title, file and pace. `stepping` is the wall time without writing and comparing,
/// s; `version` that of the program.
RunRecord record_of(const RecordedRun& run, const System<double>& system, double stepping, std::string_view version);

/// The title of a system file; where it has none, its name and step.
std::string title_of(const Value& root, const std::string& file, const RunRecord& record);

/// Writes it into the folder of its results. `file` is the system file as it was given.
void write_record(const std::filesystem::path& folder, const Value& root, const std::string& file, RunRecord record);

}  // namespace oldham
