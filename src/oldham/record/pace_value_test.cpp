// SPDX-License-Identifier: MIT
#include "oldham/record/pace_value.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

PaceResult measured() {
  PaceWatch watch({.factor = 0.5});
  // steps of 1 ms that take 2 ms each; the second is computed too late, the third is woken too late
  watch.note(1e-3, 2e-3, 1e-3, 2.01e-3);
  watch.note(1e-3, 4e-3, 4.2e-3, 4.2e-3);
  watch.note(1e-3, 6e-3, 5e-3, 6.3e-3);
  PaceResult result = watch.result(1e-3);
  result.grants = {.policy = "SCHED_FIFO", .priority = 40, .why_not_locked = "not permitted: \"memlock\""};
  return result;
}

TEST(PaceValue, ReadsWhatItWrites) {
  const PaceResult written = measured();
  const Value value = to_value(written);
  const std::optional<PaceResult> read = read_pace(Reader(value, "pace"));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->factor, 0.5);
  EXPECT_EQ(read->deadlines, 3);
  EXPECT_EQ(read->overruns, 1);
  EXPECT_EQ(read->late_wakeups, 1);
  EXPECT_EQ(read->misses(), 2);
  EXPECT_EQ(read->tolerance, 50e-6);
  EXPECT_EQ(read->busy, written.busy);
  EXPECT_EQ(read->load, written.load);
  EXPECT_EQ(read->grants.policy, "SCHED_FIFO");
  EXPECT_EQ(read->grants.priority, 40);
  EXPECT_EQ(read->grants.why_ordinary, "");
  EXPECT_FALSE(read->grants.is_locked);
  EXPECT_EQ(read->grants.why_not_locked, written.grants.why_not_locked);
  for (const auto durations : {&PaceResult::lateness, &PaceResult::computing}) {
    const Durations &a = written.*durations, &b = (*read).*durations;
    EXPECT_EQ(a.count, b.count);
    EXPECT_EQ(a.p50, b.p50);
    EXPECT_EQ(a.p99, b.p99);
    EXPECT_EQ(a.largest, b.largest);
    ASSERT_EQ(a.bins.size(), b.bins.size());
    for (std::size_t i = 0; i < a.bins.size(); ++i) {
      EXPECT_EQ(a.bins[i].from, b.bins[i].from);
      EXPECT_EQ(a.bins[i].to, b.bins[i].to);
      EXPECT_EQ(a.bins[i].count, b.bins[i].count);
    }
  }
}

TEST(PaceValue, HasNothingOfRunsThatKeptNoPace) {
  EXPECT_FALSE(read_pace(Reader("pace")));
  // and of records of an earlier version, which had no percentiles
  const Value::Table earlier = [] {
    Value::Table table;
    table["deadline_misses"] = Value(3);
    table["latest_s"] = Value(1e-3);
    table["load"] = Value(0.5);
    return table;
  }();
  EXPECT_FALSE(read_pace(Reader(earlier, "pace")));
}

}  // namespace
}  // namespace oldham
