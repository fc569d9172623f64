// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "oldham/io/table.hpp"
#include "program.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;

class Stream : public Scenario {
 protected:
  /// The lines that a run wrote.
  std::vector<json> lines() const {
    std::istringstream text(read_file(folder() / "stream.json"));
    std::vector<json> all;
    for (std::string line; std::getline(text, line);) all.push_back(json::parse(line));
    return all;
  }
};

TEST_F(Stream, KeepsExtremesHoweverLongTheRun) {
  answer({"run", two_mass_file(), "--out", "out", "--stream", "stream.json", "--set", "simulation.end=20", "--set",
          "scheme.step=1e-3"});
  const std::vector<json> all = lines();
  const json& columns = all.front().at("columns");
  ASSERT_EQ(columns.at(0).at("name"), "x1");
  EXPECT_EQ(columns.at(0).at("unit"), "m");
  EXPECT_EQ(all.front().at("end"), 20.0);

  const Table table = read_csv(folder() / "out" / "results.csv");
  ASSERT_EQ(table.time.size(), 20001u);
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 1; i < all.size(); ++i)
    for (const json& row : all[i].at("rows")) rows.push_back(row.get<std::vector<double>>());
  EXPECT_LE(rows.size(), 1002u);
  EXPECT_GE(rows.size(), 900u);
  EXPECT_TRUE(std::ranges::is_sorted(rows, {}, [](const auto& row) { return row[0]; }));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::vector<double>& all_values = table.column(columns[c].at("name").get<std::string>());
    const auto [low, high] = std::ranges::minmax(all_values);
    const auto value = [&](const auto& row) { return row[c + 1]; };
    const auto [least, largest] = std::ranges::minmax(rows, {}, value);
    // rows have 7 digits
    EXPECT_NEAR(value(least), low, 1e-6 * std::abs(low)) << columns[c];
    EXPECT_NEAR(value(largest), high, 1e-6 * std::abs(high)) << columns[c];
  }
  EXPECT_EQ(all.back().at("time"), 20.0);
}

TEST_F(Stream, HasEveryPointOfAShortRun) {
  answer({"run", two_mass_file(), "--out", "out", "--stream", "stream.json", "--set", "simulation.end=0.1"});
  std::vector<double> times;
  for (const json& line : lines())
    if (line.contains("rows"))
      for (const json& row : line.at("rows")) times.push_back(row.at(0));
  ASSERT_EQ(times.size(), 11u);
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], 0.01 * static_cast<double>(i), 1e-9);
}

TEST_F(Stream, RefusesAFileThatCannotBeWritten) {
  expect_refusal({"run", two_mass_file(), "--stream", "no/such/folder"}, 2, {"--stream", "cannot be written"});
}

using Check = Scenario;

TEST_F(Check, SaysWhatWouldBeRun) {
  const json good = answer({"check", two_mass_file()});
  EXPECT_EQ(good.at("status"), "valid");
  EXPECT_EQ(good.at("subsystems"), 2);
  EXPECT_EQ(good.at("macro_steps"), 100);
  EXPECT_FALSE(std::filesystem::exists(folder() / "results"));
}

TEST_F(Check, RefusesWhatCannotBeRunAsARunWould) {
  const std::string file = write("wrong.toml", "system = \"two-mass\"\n[scheme]\nordr = 2\n");
  expect_refusal({"check", file}, 2, {"wrong.toml:3", "ordr", "order"});
}

}  // namespace
}  // namespace oldham::test
