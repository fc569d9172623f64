// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string>
#include <vector>

// Priority before all ordinary processes, for a thread that keeps deadlines.

namespace oldham {

/// SCHED_FIFO before all ordinary processes, and after the threads of a real-time kernel that serve interrupts (50).
inline constexpr int real_time_priority = 40;

/// What the operating system grants.
struct RealTimeGrants {
  std::string policy = "SCHED_OTHER";
  int priority = 0;            // of SCHED_FIFO or SCHED_RR
  std::string why_ordinary{};  // why it is neither of them
  bool is_locked = false;      // no page of the process leaves the memory
  std::string why_not_locked{};
};

/// While it lives, the thread that made it, those that it shares its work with and child processes, such as isolated
/// subsystems, run with SCHED_FIFO, and memory is locked, as far as this is allowed. A priority that the process was
/// started with (`chrt`) stays.
class RealTimeScope {
 public:
  RealTimeScope();
  ~RealTimeScope();
  RealTimeScope(const RealTimeScope&) = delete;
  RealTimeScope& operator=(const RealTimeScope&) = delete;

  const RealTimeGrants& grants() const { return grants_; }

 private:
  void raise_priority();
  void lock_memory();

  RealTimeGrants grants_;
  bool is_raised_ = false;
  int earlier_policy_ = 0;
  std::vector<int> children_;  // processes that were raised, too
  long earlier_slack_ = -1;    // ns; -1: not known
};

namespace detail {
/// What may be asked for under the limit RLIMIT_RTPRIO; 0: nothing.
int allowed_priority(bool is_privileged, unsigned long limit);
/// Of threads that work for the one in a RealTimeScope; 0: the ordinary.
inline std::atomic<int> shared_priority = 0;
inline thread_local int own_priority = 0;
void take_priority(int priority);
}  // namespace detail

/// Called by threads that work for another before they do: they take its priority.
inline void adopt_priority() {
  const int wanted = detail::shared_priority.load(std::memory_order_relaxed);
  if (wanted != detail::own_priority) [[unlikely]]
    detail::take_priority(wanted);
}

}  // namespace oldham
