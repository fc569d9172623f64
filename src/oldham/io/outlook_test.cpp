// SPDX-License-Identifier: MIT
#include "oldham/io/outlook.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

TEST(Outlook, TimeLeftContainsWhatFollows) {
  // 10 s of counted work, then 2 s of drawing and 3 s for a page, all as expected
  Outlook outlook;
  for (int i = 1; i < 150; ++i) {
    const double now = 0.1 * i;
    if (now < 10) outlook.count(now, now / 10, 5);
    if (i == 100) outlook.follow(now, 5);
    if (i == 120) outlook.follow(now, 3);
    EXPECT_NEAR(*outlook.left(now), 15 - now, 1e-9) << now;
    EXPECT_NEAR(outlook.share(now), std::min(now / 15, 0.99), 1e-9) << now;
  }
}

TEST(Outlook, IsThatOfTheCountedWorkWhereNothingFollows) {
  Outlook outlook;
  EXPECT_FALSE(outlook.left(1));
  outlook.count(1, 0.25, 0);
  EXPECT_NEAR(*outlook.left(1), 3, 1e-12);
  EXPECT_DOUBLE_EQ(outlook.share(1), 0.25);
  outlook.count(4, 1, 0);
  EXPECT_DOUBLE_EQ(outlook.share(4), 1);
}

TEST(Outlook, BarsDoNotGoBack) {
  Outlook outlook;
  outlook.count(1, 0.46, 0);
  EXPECT_DOUBLE_EQ(outlook.share(1), 0.46);
  outlook.count(1.1, 0.42, 0);
  EXPECT_DOUBLE_EQ(outlook.share(1.1), 0.46);
  EXPECT_NEAR(*outlook.left(1.1), 1.1 / 0.42 * 0.58, 1e-9);  // while the time left is what is known now
}

TEST(Outlook, NothingIsPromisedOfWhatTakesLongerThanExpected) {
  Outlook outlook;
  outlook.count(8, 1, 2);
  outlook.follow(8, 2);
  EXPECT_NEAR(*outlook.left(9), 1, 1e-12);
  EXPECT_FALSE(outlook.left(11));
  EXPECT_DOUBLE_EQ(outlook.share(11), 0.99);
}

TEST(Outlook, ABudgetIsNeverExceeded) {
  // the clock alone tells what is left of it
  Outlook outlook;
  outlook.follow(0, 30);
  outlook.count(2.5, 0.001, 0);
  EXPECT_NEAR(*outlook.left(2.5), 27.5, 1e-12);
  EXPECT_NEAR(outlook.share(2.5), 2.5 / 30, 1e-12);
}

}  // namespace
}  // namespace oldham
