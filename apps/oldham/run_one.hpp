// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"
#include "oldham/report/run_page.hpp"
#include "recorder.hpp"

namespace oldham::app {

struct RunManner {
  bool shows_progress = false;
  bool keeps_pace = false;  // with the clock
};

/// Runs a system from start to end and says what came of it, and on the page where one is wanted.
Answer run_one(System<double>& system, const Recorder::Settings& recording, const RunManner& manner,
               RunPage* page = nullptr);

}  // namespace oldham::app
