// SPDX-License-Identifier: MIT
#include "oldham/io/advice/trial.hpp"

#include <gtest/gtest.h>

#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

const char* two_mass = "system = \"two-mass\"\n[simulation]\nend = 1.0\n[scheme]\nstep = 0.01\n";

TEST(Trial, WithoutAStepThereIsNoCost) {
  const Budget budget(10, nullptr);
  const Value root = parse_toml(std::string(two_mass) + "divergence_limit = 1e-9\n", "file");
  const Trial trial = try_run(root, {0.01, 1.0, 0, {}}, nullptr, budget);
  EXPECT_FALSE(trial.is_completed);
  EXPECT_FALSE(trial.cost);
  EXPECT_TRUE(try_run(parse_toml(two_mass, "file"), {0.01, 1.0, 0, {}}, nullptr, budget).cost);
}

TEST(Trial, AnErrorContainsTheUncertaintyOfTheReference) {
  const Budget budget(10, nullptr);
  const Value root = parse_toml(two_mass, "file");
  System<double> system = build_system<double>(root);
  Reference reference = *solve_as_one(system, 10, budget);
  const Trial exact = try_run(root, {0.01, 1.0, 0, {}}, &reference, budget);
  ASSERT_TRUE(exact.error);
  EXPECT_GT(*exact.error, *exact.rms);
  reference.largest = 0.25;
  reference.rms = 0.125;
  const Trial trial = try_run(root, {0.01, 1.0, 0, {}}, &reference, budget);
  EXPECT_DOUBLE_EQ(*trial.error, *exact.error + 0.25);
  EXPECT_DOUBLE_EQ(*trial.rms, *exact.rms + 0.125);
  // and is not known where that is not
  reference.is_known = false;
  EXPECT_FALSE(try_run(root, {0.01, 1.0, 0, {}}, &reference, budget).error);
}

}  // namespace
}  // namespace oldham::advice
