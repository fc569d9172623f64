// SPDX-License-Identifier: MIT
#include "oldham/present/plot/time_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

using Columns = std::vector<std::size_t>;

Table table_of(const std::vector<Column>& header, const std::vector<double>& sizes) {
  Table table{.header = header, .time = {0, 1, 2}, .columns = {}};
  for (const double size : sizes) table.columns.push_back({0, -size, size / 2});
  return table;
}

TEST(TimePlot, HasAPanelForEachUnitAndForEachOrderOfMagnitudeWithoutOne) {
  const Table table =
      table_of({{"x", "m"}, {"a", ""}, {"b", ""}, {"c", ""}, {"y", "m"}, {"zero", ""}, {"ratio", "1"}, {"d", ""}},
               {1000, 5000, 0.02, 700, 1e-6, 0, 3e5, 0.15});
  const std::vector<TimePanel> panels = choose_panels(table, INFINITY);
  ASSERT_EQ(panels.size(), 4U);
  EXPECT_EQ(panels[0].label, "position (m)");
  EXPECT_EQ(panels[0].columns, (Columns{0, 4}));
  EXPECT_EQ(panels[1].columns, (Columns{1, 3}));
  // zero is with the smallest; no unit is printed
  EXPECT_EQ(panels[2].columns, (Columns{2, 5, 7}));
  EXPECT_EQ(panels[2].label, "value");
  EXPECT_EQ(panels[3].columns, (Columns{6}));
  EXPECT_EQ(panels[3].label, "value");
}

TEST(TimePlot, TakesSizesFromBeforeTheAlarm) {
  Table table = table_of({{"a", ""}, {"b", ""}}, {1, 2});
  table.columns[0].back() = 1e20;
  EXPECT_EQ(choose_panels(table, 1).size(), 1U);
  EXPECT_EQ(choose_panels(table, 2).size(), 2U);
}

TEST(TimePlot, ShowsNamesThatWereChosenAndTheEnergyOfBonds) {
  const Table table = table_of({{"cart.position", "m"}, {"x", "m"}, {"energy_residual.spring", "J"}}, {1, 1, 1});
  const std::vector<TimePanel> panels = choose_panels(table, INFINITY);
  ASSERT_EQ(panels.size(), 2U);
  EXPECT_EQ(panels[0].columns, (Columns{1}));
  EXPECT_EQ(panels[1].label, "made by coupling (J)");
  EXPECT_EQ(choose_panels(table_of({{"cart.position", "m"}}, {1}), INFINITY).size(), 1U);
}

}  // namespace
}  // namespace oldham
