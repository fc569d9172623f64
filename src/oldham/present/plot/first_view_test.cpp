// SPDX-License-Identifier: MIT
#include "oldham/present/plot/first_view.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

/// x oscillates within 1 until t = 6 and grows tenfold with every row then; y stays within 2.
Table blown_up() {
  Table table{.header = {{"x", "m"}, {"y", "m"}, {"energy_residual.spring", "J"}}, .time = {}, .columns = {{}, {}, {}}};
  for (int row = 0; row <= 100; ++row) {
    const double t = 0.1 * row, x = std::sin(3 * t);
    table.time.push_back(t);
    table.columns[0].push_back(t <= 6 ? x : std::pow(10, row - 60));
    table.columns[1].push_back(2 * x);
    table.columns[2].push_back(1e-9 * std::pow(10, 0.5 * row));
  }
  return table;
}

TEST(FirstView, ReachesALittleBeyondTheFirstAlarm) {
  RunRecord record;
  EXPECT_FALSE(find_alarm_time(record, blown_up()));
  record.alarms = {{"energy", 8.0, {}, ""}, {"growth", 5.0, {}, ""}};
  EXPECT_EQ(find_alarm_time(record, blown_up()), 5.0);
  EXPECT_DOUBLE_EQ(first_view_end(5.0, 0, 10), 6.0);
  EXPECT_DOUBLE_EQ(first_view_end(9.0, 0, 10), 10.0);
  EXPECT_DOUBLE_EQ(first_view_end(0.0, 0, 10), 0.1);
}

TEST(FirstView, OfADivergedRunReachesToWhereItsGrowthShows) {
  RunRecord record;
  record.status = "diverged";
  // x is 10 in the row of t = 6.1, and was less than 1 in all rows of the first half
  ASSERT_TRUE(find_alarm_time(record, blown_up()));
  EXPECT_NEAR(*find_alarm_time(record, blown_up()), 6.1, 1e-12);
  // an energy alarm may come with the last step
  record.alarms = {{"energy", 10.0, {}, ""}};
  EXPECT_NEAR(*find_alarm_time(record, blown_up()), 6.1, 1e-12);
  record.growth_shows = 6.5;
  EXPECT_EQ(find_alarm_time(record, blown_up()), 6.5);
  // an alarm about growth is raised somewhat later; growth without an alarm may be the system's
  record.status = "completed";
  EXPECT_EQ(find_alarm_time(record, blown_up()), 10.0);
  record.alarms = {{"growth", 7.5, {}, ""}};
  EXPECT_EQ(find_alarm_time(record, blown_up()), 6.5);
}

TEST(FirstView, CutsAtThreeTimesTheRangeBeforeTheAlarm) {
  const auto bounds = bounds_after(blown_up(), {0, 1}, 6.0);
  ASSERT_TRUE(bounds);
  // y is within -2 and 2, up to the phase of the rows: 1 - cos(0.15) = 0.011 of that
  EXPECT_NEAR(bounds->low, -6, 0.07);
  EXPECT_NEAR(bounds->high, 6, 0.07);
  Table still = blown_up();
  still.columns[1].assign(still.time.size(), 3.0);
  EXPECT_FALSE(bounds_after(still, {1}, 6.0));
}

}  // namespace
}  // namespace oldham
