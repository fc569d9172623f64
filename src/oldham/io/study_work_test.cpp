// SPDX-License-Identifier: MIT
#include "oldham/io/study_work.hpp"

#include <gtest/gtest.h>

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
  EXPECT_NEAR(share, 250.0 / 350, 1e-12);
  EXPECT_NEAR(share + work.note(2, 1, 2) + work.end(2), 1, 1e-12);
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
