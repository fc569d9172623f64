// SPDX-License-Identifier: MIT
#include "oldham/present/text/pace_words.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

PaceResult kept() {
  PaceResult pace{.deadlines = 200, .tolerance = 100e-6, .load = 0.0312};
  pace.lateness = {.count = 200, .p50 = 4.13e-6, .p99 = 12e-6, .largest = 31.26e-6};
  pace.computing = {.count = 200, .p50 = 1.5e-3, .p99 = 2e-3, .largest = 2.25};
  pace.grants = {.policy = "SCHED_FIFO", .priority = 40, .is_locked = true};
  return pace;
}

TEST(PaceWords, SayHowDeadlinesWereKept) {
  EXPECT_EQ(pace_text(kept()),
            "  pace      0 of 200 deadlines missed (later than 100 us)\n"
            "  lateness  4.13 us (p50), 12 us (p99), 31.3 us at most\n"
            "  computing 1.5 ms (p50), 2 ms (p99), 2.25 s at most per step; busy 3.1 % of the time\n"
            "  real time SCHED_FIFO, priority 40; memory locked\n");
}

TEST(PaceWords, SayWhatMadeDeadlinesLate) {
  PaceResult pace = kept();
  pace.factor = 0.5;
  pace.overruns = 2;
  pace.late_wakeups = 1;
  EXPECT_EQ(
      misses_text(pace, "µs"),
      "3 of 200 deadlines missed (later than 100 µs): 2 as the step was not ready, 1 as the system woke the run too "
      "late");
  EXPECT_TRUE(pace_text(pace).starts_with("  pace      0.5 x real time; 3 of 200 "));
  pace.tolerance = {};  // steps of different lengths
  EXPECT_TRUE(misses_text(pace).starts_with("3 of 200 deadlines missed (later than 50 us and 1 % of the step): "));
}

TEST(PaceWords, SayWhatWasNotGranted) {
  RealTimeGrants grants{.why_ordinary = "refused: Operation not permitted", .why_not_locked = "not permitted: limit"};
  EXPECT_EQ(grants_text(grants),
            "SCHED_OTHER (SCHED_FIFO refused: Operation not permitted); memory not locked (not permitted: limit)");
}

}  // namespace
}  // namespace oldham
