// SPDX-License-Identifier: MIT
#include "oldham/parallel/parallel_for.hpp"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

#include "oldham/parallel/real_time.hpp"

namespace oldham {

int available_threads() { return tbb::info::default_concurrency(); }

void parallel_for(int count, int threads, FunctionRef<void(int)> body) {
  if (threads == 0 || threads > available_threads()) threads = available_threads();
  if (threads <= 1 || count <= 1) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(0, count, [&](int i) {
      adopt_priority();
      body(i);
    });
  });
}

void parallel_in_order(int count, int threads, FunctionRef<void(int)> body) {
  if (threads == 0 || threads > available_threads()) threads = available_threads();
  if (threads <= 1 || count <= 1) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }
  // threads take ranges from both ends: what they find there is only a leave to take the next
  std::atomic<int> next{0};
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, count),
        [&](const tbb::blocked_range<int>& range) {
          for (int i = range.begin(); i < range.end(); ++i) body(next++);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace oldham
