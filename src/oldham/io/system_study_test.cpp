// SPDX-License-Identifier: MIT
#include "oldham/io/system_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

TEST(SystemStudy, SweepsTellOfProgressWithinTheirRuns) {
  const Value root = parse_toml("system = \"two-mass\"\n[simulation]\nend = 1.0\n[scheme]\nstep = 0.01\n", "two.toml");
  const Origin origin = Origin::named("over");
  const SweepAxis axis{"scheme.step", {Value(0.01, origin), Value(0.02, origin)}};
  std::vector<double> shares;
  const auto rows =
      sweep_runs(root, {axis}, {.threads = 1, .progress = [&](double share) { shares.push_back(share); }});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);  // a hundred roundings
  // nothing is learnt from times as short as these
  EXPECT_TRUE(std::ranges::all_of(shares, [](double share) { return share >= 0; }));
  // the finer run is two thirds of the work, told in pieces of 2 or 3 steps of 100
  EXPECT_LT(*std::ranges::max_element(shares), 0.03);
}

}  // namespace
}  // namespace oldham
