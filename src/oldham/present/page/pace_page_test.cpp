// SPDX-License-Identifier: MIT
#include "oldham/present/page/pace_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oldham {
namespace {

using testing::HasSubstr;
using testing::Not;

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Deadlines that are late by these times, in us, after steps of 1 ms.
PaceResult late_by(std::initializer_list<double> microseconds) {
  PaceWatch watch({});
  double due = 0;
  for (const double lateness : microseconds) {
    due += 1e-3;
    watch.note(1e-3, due, due - 5e-4, due + 1e-6 * lateness);
  }
  return watch.result(1e-3);
}

TEST(LatenessHistogram, HasABarForEachBinThatIsNotEmpty) {
  const std::string svg = lateness_histogram(late_by({3, 4, 4, 30, 70, 150}));
  EXPECT_EQ(count_of(svg, "<rect class=\"kept\""), 2);    // 2 to 5 us, 20 to 50 us
  EXPECT_EQ(count_of(svg, "<rect class=\"missed\""), 2);  // 50 to 100 us, 100 to 200 us
  EXPECT_THAT(svg, HasSubstr("<title>3 from 2 µs to 5 µs</title>"));
  EXPECT_THAT(svg, HasSubstr("Histogram of lateness of 6 deadlines: 4.01 µs (p50), 150 µs (p99), 150 µs at most"));
  EXPECT_THAT(svg, HasSubstr("missed →"));
}

TEST(LatenessHistogram, ShowsNoToleranceThatIsBeyondAllBins) {
  const std::string svg = lateness_histogram(late_by({3, 4}));
  EXPECT_EQ(count_of(svg, "<rect class=\"missed\""), 0);
  EXPECT_THAT(svg, Not(HasSubstr("missed →")));
}

TEST(LatenessHistogram, OneLateDeadlineAmongAMillionIsSeen) {
  PaceResult pace{.deadlines = 1'000'001, .tolerance = 50e-6};
  pace.lateness = {.count = 1'000'001, .bins = {{0, 1e-6, 1'000'000}, {1e-6, 2e-6, 0}, {2e-6, 5e-6, 1}}};
  // bars are logarithmic: a seventh of the height of 150
  EXPECT_THAT(lateness_histogram(pace), HasSubstr("height=\"21.4\"><title>1 from"));
}

TEST(LatenessHistogram, IsEmptyWithoutDeadlines) { EXPECT_EQ(lateness_histogram({}), ""); }

}  // namespace
}  // namespace oldham
