// SPDX-License-Identifier: MIT
#include "oldham/parallel/parallel_for.hpp"

// Who imports an FMU decides on threads: inside it everything is done in order, with the same results.

namespace oldham {

int available_threads() { return 1; }

void parallel_for(int count, int /*threads*/, FunctionRef<void(int)> body) {
  for (int i = 0; i < count; ++i) body(i);
}

void parallel_in_order(int count, int threads, FunctionRef<void(int)> body) { parallel_for(count, threads, body); }

}  // namespace oldham
