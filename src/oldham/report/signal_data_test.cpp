// SPDX-License-Identifier: MIT
#include "oldham/report/signal_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>

#include "not_a_number.hpp"
#include "unpacked.hpp"

namespace oldham {
namespace {

using nlohmann::json;

json parsed(const Table& table) { return json::parse(signals_json(table).dump()); }

std::vector<double> values_of(const json& signal) {
  std::vector<double> values;
  for (const float number : unpacked<float>(signal.at("values")))
    values.push_back(signal.at("offset").get<double>() + signal.at("scale").get<double>() * number);
  return values;
}

TEST(SignalData, TellsTimesExactlyAndValuesToSevenDigits) {
  Table table{.header = {{"x", "m"}}, .time = {}, .columns = {{}}};
  for (int i = 0; i < 1000; ++i) {
    table.time.push_back(0.1 * i);
    table.columns[0].push_back(std::exp(-0.05 * i) * std::cos(0.3 * i));
  }
  const json data = parsed(table);
  EXPECT_EQ(unpacked<double>(data.at("time")), table.time);
  EXPECT_EQ(data.at("signals").at(0).at("unit"), "m");
  const std::vector<double> values = values_of(data.at("signals").at(0));
  // relative, also where it has nearly died out: half a unit in the last place of 24 bits
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(values[i], table.columns[0][i], 1e-7 * std::abs(table.columns[0][i]));
}

TEST(SignalData, KeepsWhatVariesLittleAboutALargeValue) {
  Table table{.header = {{"p", "Pa"}}, .time = {}, .columns = {{}}};
  for (int i = 0; i < 100; ++i) {
    table.time.push_back(i);
    table.columns[0].push_back(1e7 + 1e-3 * std::sin(i));
  }
  const std::vector<double> values = values_of(parsed(table).at("signals").at(0));
  // 1e7 in 4 bytes would be a step function: its last place is 1
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], table.columns[0][i], 2e-9);
}

TEST(SignalData, HoldsHugeNumbersOfARunThatDiverged) {
  const Table table{.header = {{"x", ""}}, .time = {0, 1, 2}, .columns = {{1, -1e200, 1e300}}};
  const std::vector<double> values = values_of(parsed(table).at("signals").at(0));
  EXPECT_NEAR(values[2] / 1e300, 1, 1e-7);
}

TEST(SignalData, MarksWhatIsNotANumber) {
  const Table table{.header = {{"x", ""}}, .time = {0, 1, 2}, .columns = {{1, nan, 2}}};
  const std::vector<float> numbers = unpacked<float>(parsed(table).at("signals").at(0).at("values"));
  EXPECT_TRUE(std::isnan(numbers[1]));
  EXPECT_TRUE(std::isfinite(numbers[2]));
}

TEST(SignalData, SpendsNothingOnWhatRepeatsOrStays) {
  const Table table{.header = {{"a.x", "m"}, {"x", "m"}, {"mass", "kg"}, {"y", "m"}},
                    .time = {0, 1, 2},
                    .columns = {{1, 2, 3}, {1, 2, 3}, {5, 5, 5}, {3, 2, 1}}};
  const json signals = parsed(table).at("signals");
  EXPECT_EQ(signals.at(1).at("same"), 0);
  EXPECT_EQ(signals.at(2).at("constant"), 5);
  EXPECT_TRUE(signals.at(3).contains("values"));  // the same sum is not the same signal
  EXPECT_EQ(distinct_signals(table), 2U);
}

TEST(SignalData, TakesAnEmptyTable) {
  const json data = parsed({.header = {{"x", "m"}}, .time = {}, .columns = {{}}});
  EXPECT_EQ(data.at("time"), "");
  EXPECT_EQ(data.at("signals").size(), 1U);
}

}  // namespace
}  // namespace oldham
