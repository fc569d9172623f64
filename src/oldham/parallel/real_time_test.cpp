// SPDX-License-Identifier: MIT
#include "oldham/parallel/real_time.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <vector>

#include "oldham/parallel/parallel_for.hpp"

namespace oldham {
namespace {

constexpr int skipped = 77;

/// Of a process that does this and nothing else.
int exit_code_of(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Becomes a user without privileges, with these limits.
bool become_ordinary(rlim_t priority, rlim_t memory) {
  const rlimit priorities{priority, priority}, locked{memory, memory};
  if (setrlimit(RLIMIT_RTPRIO, &priorities) != 0 || setrlimit(RLIMIT_MEMLOCK, &locked) != 0) return false;
  constexpr uid_t nobody = 65534;
  return geteuid() != 0 || (setgid(nobody) == 0 && setuid(nobody) == 0);
}

/// kB.
long locked_memory() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (word == "VmLck:") {
      long size = -1;
      status >> size;
      return size;
    }
  return -1;
}

#ifdef __SANITIZE_ADDRESS__
constexpr bool locks_memory = false;  // sanitizers leave mlockall() out
#else
constexpr bool locks_memory = true;
#endif

TEST(RealTimeScope, SaysWhatIsTrueAndTakesItBack) {
  const int before = sched_getscheduler(0);
  {
    const RealTimeScope scope;
    const RealTimeGrants& grants = scope.grants();
    EXPECT_EQ(sched_getscheduler(0) == SCHED_FIFO, grants.policy == "SCHED_FIFO");
    EXPECT_EQ(grants.why_ordinary.empty(), grants.policy != "SCHED_OTHER");
    EXPECT_EQ(grants.priority > 0, grants.policy != "SCHED_OTHER");
    EXPECT_EQ(grants.why_not_locked.empty(), grants.is_locked);
    if (locks_memory) {
      EXPECT_EQ(locked_memory() > 0, grants.is_locked);
    }
  }
  EXPECT_EQ(sched_getscheduler(0), before);
  EXPECT_EQ(locked_memory(), 0);
}

TEST(RealTimeScope, SaysWhyAnOrdinaryUserGetsNothing) {
  EXPECT_EQ(exit_code_of([] {
              if (!become_ordinary(0, 64 * 1024)) return 1;
              const RealTimeScope scope;
              const RealTimeGrants& grants = scope.grants();
              if (grants.policy != "SCHED_OTHER" || sched_getscheduler(0) != SCHED_OTHER) return 2;
              if (grants.why_ordinary != "not permitted: the limit of real-time priorities (rtprio) is 0") return 3;
              if (!locks_memory) return 0;
              if (grants.is_locked) return 4;
              return grants.why_not_locked == "not permitted: the limit of locked memory (memlock) is 64 kB" ? 0 : 5;
            }),
            0);
}

TEST(RealTimeScope, AsksForNoMoreThanTheLimit) {
  EXPECT_EQ(detail::allowed_priority(false, 0), 0);
  EXPECT_EQ(detail::allowed_priority(false, 10), 10);
  EXPECT_EQ(detail::allowed_priority(false, 99), real_time_priority);
  EXPECT_EQ(detail::allowed_priority(false, RLIM_INFINITY), real_time_priority);
  EXPECT_EQ(detail::allowed_priority(true, 0), real_time_priority);
}

TEST(RealTimeScope, StaysWithinTheLimitOfPriorities) {
  const int code = exit_code_of([] {
    if (!become_ordinary(10, 64 * 1024)) return skipped;
    const RealTimeScope scope;
    sched_param given{};
    sched_getparam(0, &given);
    // some machines grant none whatever the limit says
    if (scope.grants().why_ordinary.starts_with("refused: ")) return skipped;
    return given.sched_priority == 10 && scope.grants().priority == 10 ? 0 : 1;
  });
  if (code == skipped) GTEST_SKIP() << "this needs a privileged user";
  EXPECT_EQ(code, 0);
}

TEST(RealTimeScope, KeepsThePriorityThatTheProcessWasStartedWith) {
  const int code = exit_code_of([] {
    sched_param given{};
    given.sched_priority = 7;
    if (sched_setscheduler(0, SCHED_RR, &given) != 0) return skipped;
    {
      const RealTimeScope scope;
      if (scope.grants().policy != "SCHED_RR" || scope.grants().priority != 7) return 1;
    }
    return sched_getscheduler(0) == SCHED_RR ? 0 : 2;
  });
  if (code == skipped) GTEST_SKIP() << "this needs a privileged user";
  EXPECT_EQ(code, 0);
}

TEST(RealTimeScope, ProcessesThatWorkForItShareThePriority) {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  const int before = sched_getscheduler(child);
  {
    const RealTimeScope scope;
    EXPECT_EQ(sched_getscheduler(child), sched_getscheduler(0));
  }
  EXPECT_EQ(sched_getscheduler(child), before);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST(RealTimeScope, ThreadsThatShareTheWorkShareThePriority) {
  const auto policies = [] {
    std::vector<int> found(64);
    parallel_for(static_cast<int>(found.size()), 0, [&](int i) {
      found[static_cast<std::size_t>(i)] = sched_getscheduler(0);
      usleep(100);  // long enough for others to come
    });
    return found;
  };
  const int before = sched_getscheduler(0);
  EXPECT_EQ(policies(), std::vector<int>(64, before));
  {
    const RealTimeScope scope;
    EXPECT_EQ(policies(), std::vector<int>(64, sched_getscheduler(0)));
  }
  EXPECT_EQ(policies(), std::vector<int>(64, before));
}

}  // namespace
}  // namespace oldham
