// SPDX-License-Identifier: MIT
#include "oldham/io/study_work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "oldham/io/time_left.hpp"

namespace oldham {
namespace {

TEST(StudyWork, IsThatOfTheStepsWhileNothingElseIsKnown) {
  StudyWork work({{100, 1}, {300, 1}});
  EXPECT_DOUBLE_EQ(work.note(0, 0.5, 7), 0.125);
  EXPECT_DOUBLE_EQ(work.note(0, 1, 14), 0.125);
}

TEST(StudyWork, LearnsWhatTimeSimulatedCostsBesideSteps) {
  // a step takes 1 ms and a second simulated 0.1 s: 0.2, 0.5, 0.9 s
  StudyWork work({{100, 1}, {400, 1}, {800, 1}});
  double share = work.note(0, 1, 0.2);
  EXPECT_NEAR(share, 100.0 / 1300, 1e-12);
  share += work.note(1, 0.1, 0.05);
  EXPECT_NEAR(share, 0.25 / 1.6, 1e-12);
  share += work.note(1, 1, 0.5);
  EXPECT_NEAR(share, 0.7 / 1.6, 1e-12);
  share += work.note(2, 1, 0.9);
  EXPECT_NEAR(share, 1, 1e-12);
}

TEST(StudyWork, IsNotMisledByRunsThatEndEarly) {
  StudyWork work({{100, 1}, {400, 1}, {400, 1}});
  double share = work.note(0, 1, 0.1) + work.note(1, 0.01, 0.004);
  share += work.end(1);
  EXPECT_NEAR(share, 104.0 / 504, 1e-12);  // what was not run has taken no time
  EXPECT_NEAR(share + work.note(2, 1, 3), 1, 1e-12);
}

TEST(StudyWork, IsDoneWhereNoRunCanBeMade) {
  StudyWork work({{100, 1}, {400, 1}});
  EXPECT_DOUBLE_EQ(work.end(0) + work.end(1), 1);
}

TEST(StudyWork, CountsTheThreadsThatWillBeIdle) {
  // three equal runs on two threads: the third is made alone, while 100 steps could have been made beside it
  StudyWork work({{100, 1}, {100, 1}, {100, 1}}, 2);
  double share = work.note(0, 0.5, 1) + work.note(1, 0.5, 1);
  EXPECT_NEAR(share, 100.0 / 400, 1e-12);
  share += work.note(0, 1, 2) + work.end(0) + work.note(1, 1, 2) + work.end(1);
  EXPECT_NEAR(share, 200.0 / 400, 1e-12);
  share += work.note(2, 0.5, 1);
  EXPECT_NEAR(share, 0.75, 1e-12);  // of the time, though the second thread has done nothing of it
  EXPECT_NEAR(share + work.note(2, 1, 2) + work.end(2), 1, 1e-12);
}

/// The largest relative error of the time left after the first tenth, where two threads make runs of which a step takes
/// a and a second simulated b seconds.
double worst_error_of_two_threads(const std::vector<StudyWork::Run>& runs, double a, double b) {
  StudyWork work(runs, 2);
  TimeLeft left;
  struct Thread {
    std::optional<std::size_t> run;
    double begun = 0;
  };
  std::vector<Thread> threads(2);
  std::vector<std::pair<double, double>> told;  // at which time, how long
  std::size_t next = 0, over = 0;
  double share = 0, now = 0;
  const auto seconds = [&](std::size_t run) { return a * runs[run].steps + b * runs[run].duration; };
  for (; over < runs.size(); now += 1e-3) {
    for (Thread& thread : threads) {
      if (!thread.run && next < runs.size()) thread = {next++, now};
      if (!thread.run) continue;
      const double made = std::min(1.0, (now - thread.begun) / seconds(*thread.run));
      share += work.note(*thread.run, made, now - thread.begun);
      if (made < 1) continue;
      share += work.end(*thread.run);
      ++over;
      thread.run.reset();
    }
    left.add(now, share);
    if (const auto known = left.at(now)) told.emplace_back(now, *known);
  }
  double worst = 0;
  for (const auto& [time, estimate] : told)
    if (time > 0.1 * now && time < 0.99 * now) worst = std::max(worst, std::abs(estimate / (now - time) - 1));
  return worst;
}

TEST(StudyWork, LearnsFromTwoRunsAtATimeWhatAllTake) {
  const std::vector<StudyWork::Run> runs = {{1000, 1}, {2000, 1}, {4000, 1}, {8000, 1}};
  // looked at every ms, ends of runs are seen up to 2 ms late, and the last time left is a hundredth of 10 s
  EXPECT_LT(worst_error_of_two_threads(runs, 1e-6, 5), 0.05);  // a solver that does not see the steps: 5 s each
  EXPECT_LT(worst_error_of_two_threads(runs, 2e-3, 0), 0.05);  // the steps alone: 2, 4, 8, 16 s
  EXPECT_LT(worst_error_of_two_threads(runs, 1e-3, 4), 0.05);  // 5, 6, 8, 12 s
}

TEST(StudyWork, HasNoNegativeCosts) {
  // more steps took less time: by chance, or for a reason that steps do not tell
  StudyWork work({{100, 1}, {400, 1}, {800, 1}});
  const double share = work.note(0, 1, 0.5) + work.note(1, 1, 0.1);
  EXPECT_GT(share, 0);
  EXPECT_LT(share, 1);
  EXPECT_NEAR(share, 2.0 / 3, 1e-12);
}

}  // namespace
}  // namespace oldham
