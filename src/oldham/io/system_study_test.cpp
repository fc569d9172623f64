// SPDX-License-Identifier: MIT
#include "oldham/io/system_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "oldham/core/error.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/parallel/parallel_for.hpp"

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

TEST(SystemStudy, RunsOfAConvergenceStudyAreMadeSideBySide) {
  if (available_threads() < 2) GTEST_SKIP() << "one thread";
  const Value root = parse_toml("system = \"two-mass\"\n[simulation]\nend = 1.0\n[scheme]\nstep = 0.01\n", "two.toml");
  // whoever tells of progress first waits for another
  std::mutex mutex;
  std::condition_variable another;
  std::set<std::thread::id> seen;
  const auto progress = [&](double) {
    std::unique_lock lock(mutex);
    seen.insert(std::this_thread::get_id());
    another.notify_all();
    another.wait_for(lock, std::chrono::seconds(20), [&] { return seen.size() > 1; });
  };
  const ConvergenceStudy study =
      study_convergence(root, {0.01, 0.005, 0.0025}, ErrorNorm::max, false, {.threads = 2, .progress = progress});
  EXPECT_EQ(seen.size(), 2U);
  const ConvergenceStudy alone = study_convergence(root, {0.01, 0.005, 0.0025}, ErrorNorm::max, false, {.threads = 1});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(study.errors[i].position, alone.errors[i].position);
}

TEST(SystemStudy, OfRunsThatFailSideBySideTheFirstIsTold) {
  const Value root = parse_toml("system = \"two-mass\"\n[simulation]\nend = 1.0\n[scheme]\nstep = 0.01\n", "two.toml");
  const std::atomic<bool> interrupted = true;
  try {
    study_convergence(root, {0.01, 0.005, 0.0025}, ErrorNorm::max, false, {.threads = 2, .interrupted = &interrupted});
    FAIL() << "they were interrupted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("step 0.01 s"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace oldham
