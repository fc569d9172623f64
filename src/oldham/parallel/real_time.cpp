// SPDX-License-Identifier: MIT
#include "oldham/parallel/real_time.hpp"

#include <fmt/format.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace oldham {
namespace {

bool has_capability(int capability) {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capget, &header, data) != 0) return false;
  return (data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability)) != 0;
}

/// The soft limit; the largest number where there is none.
rlim_t limit_of(decltype(RLIMIT_RTPRIO) resource) {
  rlimit limit{};
  return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : 0;
}

std::string problem_text(int problem) { return std::generic_category().message(problem); }

/// Of a thread or process; 0: this thread.
bool set_priority(int policy, int priority, int id = 0) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return sched_setscheduler(id, policy, &parameters) == 0;
}

/// Processes that any thread of this one has started.
std::vector<int> child_processes() {
  std::vector<int> children;
  std::error_code unknown;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", unknown)) {
    std::ifstream list(task.path() / "children");
    for (int id = 0; list >> id;) children.push_back(id);
  }
  return children;
}

}  // namespace

namespace detail {

int allowed_priority(bool is_privileged, unsigned long limit) {
  constexpr unsigned long wanted = real_time_priority;
  return static_cast<int>(is_privileged ? wanted : std::min(limit, wanted));
}

void take_priority(int priority) {
  // one that is refused is not asked for again: the thread that it works for has it all the same
  set_priority(priority > 0 ? SCHED_FIFO : SCHED_OTHER, priority);
  own_priority = priority;
}

}  // namespace detail

RealTimeScope::RealTimeScope() {
  raise_priority();
  lock_memory();
  // ordinary threads wake up to this much later, so that the processor can sleep longer: 50 us
  earlier_slack_ = prctl(PR_GET_TIMERSLACK);
  prctl(PR_SET_TIMERSLACK, 1UL);
}

RealTimeScope::~RealTimeScope() {
  if (earlier_slack_ >= 0) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(earlier_slack_));
  if (grants_.is_locked) munlockall();
  if (!is_raised_) return;
  detail::shared_priority = 0;
  detail::own_priority = 0;
  for (const int child : children_) set_priority(SCHED_OTHER, 0, child);
  set_priority(earlier_policy_, 0);
}

void RealTimeScope::raise_priority() {
  earlier_policy_ = sched_getscheduler(0);
  const int policy = earlier_policy_ & ~SCHED_RESET_ON_FORK;
  sched_param given{};
  sched_getparam(0, &given);
  if (policy == SCHED_FIFO || policy == SCHED_RR || policy == SCHED_DEADLINE) {
    grants_.policy = policy == SCHED_FIFO ? "SCHED_FIFO" : policy == SCHED_RR ? "SCHED_RR" : "SCHED_DEADLINE";
    grants_.priority = given.sched_priority;
    return;
  }
  const int priority = detail::allowed_priority(has_capability(CAP_SYS_NICE), limit_of(RLIMIT_RTPRIO));
  if (priority < 1) {
    grants_.why_ordinary = "not permitted: the limit of real-time priorities (rtprio) is 0";
    return;
  }
  if (!set_priority(SCHED_FIFO, priority)) {
    grants_.why_ordinary = fmt::format("refused: {}", problem_text(errno));
    return;
  }
  grants_.policy = "SCHED_FIFO";
  grants_.priority = priority;
  is_raised_ = true;
  detail::own_priority = priority;
  detail::shared_priority = priority;
  for (const int child : child_processes())
    if (set_priority(SCHED_FIFO, priority, child)) children_.push_back(child);
}

void RealTimeScope::lock_memory() {
  const rlim_t limit = limit_of(RLIMIT_MEMLOCK);
  // where there is a limit, memory that is taken later could not be had at all
  const bool is_free = has_capability(CAP_IPC_LOCK) || limit == RLIM_INFINITY;
  grants_.is_locked = mlockall(is_free ? MCL_CURRENT | MCL_FUTURE : MCL_CURRENT) == 0;
  if (grants_.is_locked) return;
  const int problem = errno;
  grants_.why_not_locked =
      problem == ENOMEM || problem == EPERM
          ? fmt::format("not permitted: the limit of locked memory (memlock) is {} kB", limit / 1024)
          : fmt::format("refused: {}", problem_text(problem));
}

}  // namespace oldham
