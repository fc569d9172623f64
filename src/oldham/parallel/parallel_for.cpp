// SPDX-License-Identifier: MIT
#include "oldham/parallel/parallel_for.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace oldham {

int available_threads() { return tbb::info::default_concurrency(); }

void parallel_for(int count, int threads, FunctionRef<void(int)> body) {
  if (threads == 0 || threads > available_threads()) threads = available_threads();
  if (threads <= 1 || count <= 1) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }
  tbb::task_arena arena(threads);
  arena.execute([&] { tbb::parallel_for(0, count, [&](int i) { body(i); }); });
}

}  // namespace oldham
