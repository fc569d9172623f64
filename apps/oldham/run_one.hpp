// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"
#include "oldham/report/run_page.hpp"
#include "recorder.hpp"

namespace oldham::app {

/// Runs a system from start to end and says what came of it, and on the page where one is wanted.
Answer run_one(System<double>& system, const Recorder::Settings& recording, bool show_progress,
               RunPage* page = nullptr);

}  // namespace oldham::app
