// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"
#include "recorder.hpp"

namespace oldham::app {

/// Runs a system from start to end and says what came of it.
Answer run_one(System<double>& system, const Recorder::Settings& recording, bool show_progress);

}  // namespace oldham::app
