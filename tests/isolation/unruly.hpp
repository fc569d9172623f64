// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham::test {

/// x' = u − x by Euler's rule, y = x; and one misdeed. The order is "MISDEED WHEN VALUE [WORD...]":
///
///   MISDEED  none, abort, segv, exit, hang, spawn (a process that sleeps, then hangs), throw, error, chatter (1 MB),
///   nan,
///            reject; or make-exit, make-error, quit-hang, quit-crash outside steps
///   WHEN     "time": in each step that ends behind t = VALUE; "call": with the VALUE-th step of this process
///   WORD     no-rollback, no-bytes, or its name
std::unique_ptr<Subsystem<double>> make_unruly(const std::string& order);

}  // namespace oldham::test
