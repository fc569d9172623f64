// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "oldham/core/function_ref.hpp"

namespace oldham::python {

/// Carries out native work on a thread of its own, without the interpreter's lock, while this one looks for signals.
/// Ctrl-C sets the flag that the work is given, and true is returned once it has ended; what else a signal's handler
/// raises is raised then.
bool carry_out(FunctionRef<void(const std::atomic<bool>* interrupted)> work);

}  // namespace oldham::python
