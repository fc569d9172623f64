// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

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

TEST_F(Examples, TheFirstSystemOfTheReadmeRuns) {
  const std::string readme = read_file(OLDHAM_SOURCE "/README.md");
  const std::size_t begin = readme.find("```toml\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t text = begin + 8;
  const std::string file = write("first.toml", readme.substr(text, readme.find("```", text) - text));
  EXPECT_LT(error_of(file), 0.05);  // velocities reach 1 m/s
  EXPECT_TRUE(answer({"stability", file, "--largest-step", "1e-3:0.2:20"}).at("stable").get<bool>());
  answer({"converge", file, "--steps", "0.02,0.01", "--out", "out"});
}

}  // namespace
}  // namespace oldham::test
