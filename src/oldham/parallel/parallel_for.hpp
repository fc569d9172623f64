// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/function_ref.hpp"

namespace oldham {

/// How many threads this machine offers.
int available_threads();

/// Calls body(0) … body(count − 1), in any order and on up to `threads` threads (0 = all available, 1 = right here, in
/// order). The result cannot depend on the number of threads as long as body(i) writes only what belongs to i.
void parallel_for(int count, int threads, FunctionRef<void(int)> body);

/// The same for few bodies that take long: they are begun in order, each as soon as a thread is free.
void parallel_in_order(int count, int threads, FunctionRef<void(int)> body);

}  // namespace oldham
