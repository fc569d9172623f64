// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "program.hpp"

// What people try first must work: the examples, and the system that the README begins with.

namespace oldham::test {
namespace {

using nlohmann::json;

class Examples : public Scenario {
 protected:
  /// Largest relative error of a run against the monolithic solution, over all outputs.
  double error_of(const std::string& file, const Arguments& more = {}) const {
    Arguments arguments = {"run", file, "--compare", "monolithic", "--out", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const json found = answer(arguments);
    EXPECT_EQ(found.at("status"), "completed");
    double largest = 0;
    for (const auto& [name, error] : found.at("errors").items())
      largest = std::max(largest, error.at("rms").get<double>());
    return largest;
  }
};

TEST_F(Examples, TheChainWithAFastGroupFollowsItsMonolithicSolution) {
  const std::string file = OLDHAM_SOURCE "/examples/chain/system.toml";
  // outer order 1: a quarter of the error at half the step; the inner step is halved along with it
  const double coarse = error_of(file);
  const double fine = error_of(file, {"--set", "scheme.step=2.5e-3", "--set", "group.pair.scheme.step=2.5e-4"});
  EXPECT_LT(coarse, 5e-3);  // velocities reach 1.4 m/s
  EXPECT_GT(coarse / fine, 3);
  EXPECT_TRUE(answer({"stability", file, "--out", "out"}).at("stable").get<bool>());
}

TEST_F(Examples, TheTwoMassesFollowTheirMonolithicSolution) { EXPECT_LT(error_of(two_mass_file()), 0.1); }

TEST_F(Examples, TheCableFollowsItsMonolithicSolution) {
  const json found = answer({"run", OLDHAM_SOURCE "/examples/cable/system.toml", "--compare", "monolithic", "--out",
                             "out", "--set", "simulation.end=0.05"});
  // errors of 0.009 rad with steps of 2 ms, within a second, are what a twentieth of it stays far below
  for (const char* name : {"eta1", "eta2", "eta3"})
    EXPECT_LT(found.at("errors").at(name).at("max").get<double>(), 1e-3) << name;
  EXPECT_LT(found.at("outputs").at("eta3").get<double>(), 0.35) << "it swings, from 0.4 rad";
}

TEST_F(Examples, TheHarnessOfCablesConvergesWithItsStep) {
  const auto heights = [&](const char* step) {
    const json found = answer({"run", OLDHAM_SOURCE "/examples/harness/system.toml", "--out", "out", "--set",
                               "simulation.end=0.15", "--set", fmt::format("scheme.step={}", step)});
    EXPECT_EQ(found.at("status"), "completed");
    const json& y = found.at("outputs");
    return std::array{y.at("box_z").get<double>(), y.at("sleeve_z").get<double>(), y.at("arm").get<double>()};
  };
  const auto coarse = heights("5e-4"), half = heights("2.5e-4"), quarter = heights("1.25e-4");
  // order one at least; while the box still falls, terms of order two are as large, and the changes fall by 2 to 4
  for (int i = 0; i < 3; ++i) {
    EXPECT_GT((coarse[i] - half[i]) / (half[i] - quarter[i]), 2) << i;
    EXPECT_LT((coarse[i] - half[i]) / (half[i] - quarter[i]), 4.5) << i;
  }
}

TEST_F(Examples, TenCablesAgainstTheClockMoveAsWithoutIt) {
  const Arguments ten = {
      "run", OLDHAM_SOURCE "/examples/harness/ten.toml", "--out", "out", "--set", "simulation.end=0.05"};
  Arguments paced = ten;
  paced.emplace_back("--realtime");
  const json free = answer(ten), found = answer(paced);
  EXPECT_EQ(found.at("macro_steps"), 50);
  EXPECT_TRUE(found.at("realtime").contains("deadline_misses"));
  EXPECT_EQ(free.at("outputs"), found.at("outputs"));
  for (int arm = 1; arm <= 5; ++arm)
    EXPECT_GT(std::abs(found.at("outputs").at(fmt::format("arm{}.pivot.position", arm)).get<double>()), 1e-3) << arm;
}

TEST_F(Examples, TheFirstSystemOfTheReadmeRuns) {
  const std::string readme = read_file(OLDHAM_SOURCE "/README.md");
  const std::string fence = "```toml file=first.toml\n";
  const std::size_t begin = readme.find(fence);
  ASSERT_NE(begin, std::string::npos);
  const std::size_t text = begin + fence.size();
  answer({"new", "first"});
  const std::string file = "first.toml";
  EXPECT_EQ(readme.substr(text, readme.find("```", text) - text), read_file(folder() / file));
  EXPECT_LT(error_of(file), 0.05);  // velocities reach 1 m/s
  EXPECT_TRUE(answer({"stability", file, "--largest-step", "1e-3:0.2:20"}).at("stable").get<bool>());
  answer({"converge", file, "--steps", "0.02,0.01", "--out", "out"});
}

}  // namespace
}  // namespace oldham::test
