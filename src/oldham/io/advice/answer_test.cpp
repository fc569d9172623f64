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

TEST(AdviceText, ShowsADashWhereACostIsNotKnownAndTheRmsBesideTheError) {
  Advice advice = three();
  advice.ranked[0].rms = 3.2e-4;
  Entry failed = reaching("failed", 0, 0);
  failed.standing = Standing::untried;
  failed.error.reset();
  failed.cost.reset();
  advice.ranked.push_back(failed);
  const std::string text = to_text(advice, root, false);
  EXPECT_THAT(row(text, "failed"), testing::MatchesRegex(".* 0.001 +0.004 +- +- +-"));
  EXPECT_THAT(row(text, "precise"), HasSubstr(" 0.1 %  0.032 % "));
  const std::string json = to_json(advice, root, false).dump();
  EXPECT_THAT(json, testing::ContainsRegex("\"error_rms\": ?0.00032"));
}

TEST(AdviceText, ADearerRecommendationIsSaidToBeThat) {
  Advice advice = three();
  advice.is_own_stable = true;
  advice.own.cost = 1.0 / 28;
  EXPECT_THAT(to_text(advice, root, false), HasSubstr(": 28 times as expensive as the file as it is\n"));
  advice.own.cost = 2.5;
  EXPECT_THAT(to_text(advice, root, false), HasSubstr(": 2.50 times as fast as the file as it is\n"));
}

/// Nothing is recommended; runs are compared with one that is known to a hundredth.
Advice none(Standing standing) {
  Advice advice = three();
  advice.ranked.resize(1);
  advice.ranked[0].standing = standing;
  advice.ranked[0].error = 0.093;
  advice.ranked[0].reason = "why";
  advice.is_recommended = false;
  advice.reference.emplace();
  advice.reference->is_known = true;
  advice.reference->largest = 1e-3;
  advice.reference->made_by = "a run";
  advice.reference->runs = {{"one", 1e-3, "converges"}, {"one", 5e-4, "converges"}, {"other", 1e-3, "converges"}};
  return advice;
}

TEST(AdviceText, SaysWhatIsKnownWhereNothingIsRecommended) {
  Advice advice = none(Standing::misses);
  EXPECT_THAT(why_nothing(advice), HasSubstr("the smallest error is 9.3 %, of precise, step 0.001 s; ask for "
                                             "--accuracy 0.093, or start from a smaller scheme.step"));
  EXPECT_THAT(to_json(advice, root, false).dump(), HasSubstr("the smallest error is 9.3 %"));
  advice.is_budget_over = true;
  EXPECT_THAT(why_nothing(advice), HasSubstr("raise --budget"));
  advice.reference->largest = 0.05;
  EXPECT_THAT(why_nothing(advice), HasSubstr("the reference is known to 5 % only"));
  advice.reference->is_known = false;
  EXPECT_THAT(why_nothing(advice), HasSubstr("errors are not known"));
  EXPECT_THAT(to_json(advice, root, false).dump(), testing::ContainsRegex("\"uncertainty\": ?null"));
  advice.reference->grid = 0.01;
  EXPECT_THAT(why_nothing(advice), HasSubstr("inner steps shorter than 0.01 s"));
  advice.reference.reset();
  advice.no_reference = "no scheme ran";
  EXPECT_THAT(why_nothing(advice), HasSubstr("errors are not known: no scheme ran"));
}

TEST(AdviceText, SaysWhyAnAccurateSchemeIsNotRecommended) {
  const Advice advice = none(Standing::unproven);
  EXPECT_THAT(why_nothing(advice),
              HasSubstr("precise, step 0.001 s reaches the accuracy with an error of 9.3 %, but why"));
  EXPECT_THAT(to_text(advice, root, false), HasSubstr("one (converges): 0.001 s, 0.0005 s\n"));
}

}  // namespace
}  // namespace oldham::advice
