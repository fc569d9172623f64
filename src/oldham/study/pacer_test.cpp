// SPDX-License-Identifier: MIT
#include "oldham/study/pacer.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace oldham {
namespace {

/// Time passes when the test says so, and a wait ends `late` after it should.
struct SyntheticTime {
  double now = 1000, late = 0;  // s
  std::vector<double> waits{};  // s: until when
};

struct SyntheticClock {
  SyntheticTime* time;
  double now() const { return time->now; }
  void wait_until(double until) const {
    time->waits.push_back(until);
    time->now = until + time->late;
  }
};

using SyntheticPacer = Pacer<SyntheticClock>;

// binary fractions, so that sums of them are exact
constexpr double ms = 1.0 / 1024, us = ms / 1024;

TEST(Pacer, WaitsUntilEachStepIsDueAndCountsNoDeadlineAtTheStart) {
  SyntheticTime time;
  SyntheticPacer pacer({}, {&time});
  pacer.wait(5);  // a run that starts at 5 s
  EXPECT_TRUE(time.waits.empty());
  for (int n = 1; n <= 4; ++n) {
    time.now += ms;  // of computing
    pacer.wait(5 + n * 4 * ms);
  }
  EXPECT_EQ(time.waits, (std::vector<double>{1000 + 4 * ms, 1000 + 8 * ms, 1000 + 12 * ms, 1000 + 16 * ms}));
  const PaceResult result = pacer.result(4 * ms);
  EXPECT_EQ(result.deadlines, 4);
  EXPECT_EQ(result.misses(), 0);
  EXPECT_EQ(result.lateness.largest, 0);
  EXPECT_EQ(result.computing.largest, ms);
  EXPECT_EQ(result.load, 0.25);
}

TEST(Pacer, HalfTheFactorTakesTwiceTheTime) {
  for (const double factor : {0.5, 1.0, 4.0}) {
    SyntheticTime time;
    SyntheticPacer pacer({.factor = factor}, {&time});
    pacer.wait(0);
    for (int n = 1; n <= 8; ++n) pacer.wait(n * 4 * ms);
    EXPECT_EQ(time.now - 1000, 32 * ms / factor) << factor;
    EXPECT_EQ(pacer.result().factor, factor);
  }
}

// 20 ns late was a missed deadline once
TEST(Pacer, ADeadlineIsMissedAboveFiftyMicrosecondsOrOnePerCentOfTheStep) {
  const auto misses = [](double step, double late, double factor = 1) {
    SyntheticTime time{.late = late};
    SyntheticPacer pacer({.factor = factor}, {&time});
    pacer.wait(0);
    pacer.wait(step);
    return pacer.result().misses();
  };
  EXPECT_EQ(misses(1e-3, 20e-9), 0);
  // 1 % of a step of 1 ms is 10 us
  EXPECT_EQ(misses(1e-3, 49e-6), 0);
  EXPECT_EQ(misses(1e-3, 51e-6), 1);
  // and of one of 20 ms it is 200 us
  EXPECT_EQ(misses(20e-3, 199e-6), 0);
  EXPECT_EQ(misses(20e-3, 201e-6), 1);
  // which take twice as long at half the pace
  EXPECT_EQ(misses(20e-3, 399e-6, 0.5), 0);
  EXPECT_EQ(misses(20e-3, 401e-6, 0.5), 1);
}

TEST(Pacer, TellsStepsThatTakeTooLongFromLateWakeups) {
  SyntheticTime time;
  SyntheticPacer pacer({}, {&time});
  pacer.wait(0);
  time.now += 2 * ms;  // computed in half of its step, and woken late
  time.late = 100 * us;
  EXPECT_TRUE(pacer.wait(4 * ms).is_missed);
  time.late = 0;
  time.now += 6 * ms;  // the next takes longer than its step: it ends 2 ms and 100 us after its deadline
  const PaceWatch::Deadline overrun = pacer.wait(8 * ms);
  EXPECT_TRUE(overrun.is_missed);
  EXPECT_EQ(overrun.lateness, 2 * ms + 100 * us);
  EXPECT_EQ(overrun.computing, 6 * ms);
  time.now += ms;  // deadlines stay: this one is met again
  EXPECT_FALSE(pacer.wait(12 * ms).is_missed);
  EXPECT_EQ(time.now, 1000 + 12 * ms);
  const PaceResult result = pacer.result(4 * ms);
  EXPECT_EQ(result.late_wakeups, 1);
  EXPECT_EQ(result.overruns, 1);
  EXPECT_EQ(result.lateness.largest, 2 * ms + 100 * us);
  EXPECT_NEAR(result.lateness.p50, 100 * us, 100 * us / 128);  // rounded up by less than 1/128
  EXPECT_EQ(result.computing.count, 3);
}

TEST(Pacer, TheToleranceIsThatOfTheStep) {
  const PaceWatch watch({});
  EXPECT_EQ(watch.result(1e-3).tolerance, 50e-6);
  EXPECT_EQ(watch.result(0.1).tolerance, 1e-3);
  EXPECT_FALSE(watch.result({}).tolerance);  // of steps that differ
  EXPECT_EQ(watch.result(1e-3).load, 0);
}

// no upper limit: how late a wake-up is depends on the machine
TEST(SteadyClock, NeverWakesEarly) {
  const SteadyClock clock;
  double until = clock.now();
  for (int n = 0; n < 20; ++n) {
    until += 0.7e-3;
    clock.wait_until(until);
    EXPECT_GE(clock.now(), until - 1e-9);  // to the nanosecond that the clock counts
  }
}

TEST(SteadyClock, DoesNotWaitForWhatHasPassed) {
  const SteadyClock clock;
  const double before = clock.now();
  clock.wait_until(before - 5);
  EXPECT_GE(clock.now(), before);
}

}  // namespace
}  // namespace oldham
