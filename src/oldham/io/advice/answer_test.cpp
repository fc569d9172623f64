// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oldham/io/advice/advice.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

using testing::HasSubstr;
using testing::Not;

Entry reaching(const char* label, double error, double cost) {
  Entry entry;
  entry.label = label;
  entry.standing = Standing::reaches;
  entry.step = 1e-3;
  entry.error = error;
  entry.cost = cost;
  entry.limit.is_predicted = true;
  entry.limit.largest = 4e-3;
  return entry;
}

/// The first is more precise, the second cheaper, the third neither.
Advice three() {
  Advice advice;
  advice.ranked = {reaching("precise", 1e-3, 1.0), reaching("cheap", 9e-3, 0.81), reaching("dear", 9e-3, 2.0)};
  advice.is_recommended = true;
  advice.own = reaching("own", 9e-3, 2.0);
  advice.accuracy = 1e-2;
  return advice;
}

/// The line of the table that tells of an entry.
std::string row(const std::string& text, const std::string& label) {
  const std::size_t at = text.find("  " + label + " ");
  return at == std::string::npos ? "none" : text.substr(at, text.find('\n', at) - at);
}

const Value root = parse_toml("[scheme]\nstep = 1e-3\n", "test");

TEST(AdviceText, SaysThatPrecisionRanksAboveACheaperRow) {
  const std::string why = "costs 0.81 times as much as the first, whose precision outweighs that";
  const std::string text = to_text(three(), root, false);
  EXPECT_THAT(row(text, "cheap"), HasSubstr(why));
  EXPECT_THAT(row(text, "dear"), Not(HasSubstr("costs")));
  const std::string json = to_json(three(), root, false).dump();
  EXPECT_THAT(json, HasSubstr(why));
  EXPECT_THAT(json, HasSubstr("costs 2.00 times as much as the first\""));
}

TEST(AdviceText, MarksLimitsThatAreAboutTheStartAlone) {
  Advice advice = three();
  EXPECT_THAT(to_text(advice, root, false), Not(HasSubstr("*")));
  advice.ranked[1].limit.is_local = true;
  advice.ranked[2].limit.is_local = true;
  advice.ranked[2].limit.undecided_to = 6e-3;
  const std::string text = to_text(advice, root, false);
  EXPECT_THAT(row(text, "precise"), Not(HasSubstr("*")));
  EXPECT_THAT(row(text, "cheap"), HasSubstr(" 0.004*"));
  EXPECT_THAT(row(text, "dear"), HasSubstr(" 0.004 to 0.006*"));
  EXPECT_THAT(text, HasSubstr("  largest *: about the start; later in the run it may differ\n"));
}

}  // namespace
}  // namespace oldham::advice
