// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"
#include "oldham/report/study_page.hpp"

namespace oldham::app {

/// What a page about a study begins and ends with; `study` and the title of the system make its own.
StudyHead study_head(const SystemArguments& arguments, const Value& root, std::string_view study, std::string verdict);

/// Writes the page and tells of it.
void write_study(const std::filesystem::path& page, const std::string& html, Answer& answer);

/// The rows of a sweep as its answer has them: what was varied, then status, outputs and effort.
SweepPage sweep_rows(const std::vector<Column>& keys, const std::vector<Column>& outputs,
                     const std::vector<Json>& rows);

}  // namespace oldham::app
