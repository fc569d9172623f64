// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <vector>

#include "oldham/io/table.hpp"
#include "oldham/present/reply.hpp"

namespace oldham {

/// The name of the results in a folder: those of a run, or the monolithic solution where that is all there is.
const char* results_name(const std::filesystem::path& folder);
/// Refuses a folder that is not there or has no results.
void require_results(const std::filesystem::path& folder);
/// Refuses a folder that a run still writes into.
void require_finished(const std::filesystem::path& folder);

/// Writes the page of a results folder, from what is in it alone; other folders are drawn beside it. Who has read the
/// results of the folder already may hand them over.
void write_report(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& others,
                  const std::filesystem::path& page, std::optional<Table> results = {},
                  const std::atomic<bool>* interrupted = nullptr);

/// The same as an answer; a folder that a run still writes into is refused. Without `page`: report.html in the folder.
Reply report_results(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& others,
                     const std::filesystem::path& page, const std::atomic<bool>* interrupted = nullptr);

}  // namespace oldham
