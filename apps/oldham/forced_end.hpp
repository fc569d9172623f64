// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/import/call_watch.hpp"

namespace oldham::app {

/// Nothing can be unwound where a call of an FMU does not return: saves what there is, answers, and ends the program.
[[noreturn]] void end_late(const fmi::LateCall& call, bool json, int code_of_interruption);

/// From now on a call of exit() or quick_exit() by an FMU ends the program as a failed run does, not with the exit code
/// of the FMU and without a word.
void guard_exit(bool json);
/// The program ends by itself.
void end_in_order();

}  // namespace oldham::app
