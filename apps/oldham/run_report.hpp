// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "oldham/coupling/run.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/report/run_page.hpp"

namespace oldham::app {

/// What a run says of itself: verdict, facts, values. `stepping` is the wall time without writing and comparing, s.
void fill_page(const System<double>& system, const RunSummary& summary, const Recorder& recorder, double stepping,
               RunPage& page);

/// Adds motion and plot from the folder of results and writes the page there; returns its path.
std::filesystem::path write_page(const std::filesystem::path& folder, const Value& root, RunPage& page);

}  // namespace oldham::app
