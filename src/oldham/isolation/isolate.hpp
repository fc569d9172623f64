// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// How a subsystem in a process of its own is dealt with.
struct IsolationSettings {
  enum class OnFailure {
    stop,
    retry,  // a new process takes over the state before the step and repeats it, once
  };
  std::string name = {};   // for messages; lines of its own that begin with it and a colon are shown
  double time_limit = 60;  // s; for each thing that is asked of it; to be made it has a minute at least
  OnFailure on_failure = OnFailure::stop;
  bool logs = false;  // its messages are shown with each answer, not only when there is time
};

/// "stop" or "retry".
IsolationSettings::OnFailure parse_on_failure(const std::string& text);

/// A subsystem that is made and lives in a process of its own. This process executes nothing of it; when that one
/// crashes, hangs or ends, a step that was under way fails, and says so with the last words of the process.
std::unique_ptr<Subsystem<double>> isolate(const std::string& kind, const std::string& order,
                                           const IsolationSettings& settings);

}  // namespace oldham
