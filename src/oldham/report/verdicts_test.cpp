// SPDX-License-Identifier: MIT
#include "oldham/report/verdicts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace oldham {
namespace {

using testing::HasSubstr;
using Tone = Verdict::Tone;
using Kind = StepStability::Kind;

RunFacts completed() {
  RunFacts facts{.record = {}, .stability = {}, .why_not_judged = "Nobody asked.", .worst_time = {}};
  facts.record.end = facts.record.time = 30;
  facts.record.step = 1e-3;
  facts.record.macro_steps = 30'000;
  facts.record.wall = 2;
  facts.record.real_time_factor = 20;
  return facts;
}

Verdict verdict_of(const RunFacts& facts, const std::string& heading) {
  for (const Verdict& verdict : judge_run(facts))
    if (verdict.heading.find(heading) != std::string::npos) return verdict;
  ADD_FAILURE() << "no verdict '" << heading << "'";
  return {};
}

TEST(Verdicts, TellWhatCompleted) {
  const RunFacts facts = completed();
  const Verdict verdict = verdict_of(facts, "Completed");
  EXPECT_EQ(verdict.tone, Tone::good);
  EXPECT_EQ(verdict.text, "30 s were simulated, in 30000 macro steps of 1 ms.");
  EXPECT_EQ(verdict_of(facts, "20 times faster").tone, Tone::plain);
  EXPECT_EQ(verdict_of(facts, "not judged").text, "Nobody asked.");
  RunFacts slow = completed();
  slow.record.end = slow.record.time = 4e4;
  EXPECT_THAT(verdict_of(slow, "Completed").text, HasSubstr("40000 s were simulated"));
  RunFacts fast = completed();
  fast.record.real_time_factor = 1759.3;
  EXPECT_EQ(verdict_of(fast, "faster than real time").heading, "1759 times faster than real time");
}

TEST(Verdicts, TellHowDeadlinesWereKept) {
  RunFacts facts = completed();
  facts.record.pace = PaceResult{.deadlines = 30'000, .tolerance = 50e-6, .load = 0.25};
  facts.record.pace->lateness = {.count = 30'000, .p50 = 4e-6, .p99 = 12e-6, .largest = 31e-6};
  facts.record.pace->grants = {.policy = "SCHED_FIFO", .priority = 40, .is_locked = true};
  EXPECT_EQ(verdict_of(facts, "Kept pace with the clock").tone, Tone::good);
  EXPECT_EQ(
      verdict_of(facts, "Kept pace with the clock").text,
      "0 of 30000 deadlines missed (later than 50 µs). Lateness: 4 µs (p50), 12 µs (p99), 31 µs at most. Busy 25 % "
      "of the time.\nSCHED_FIFO, priority 40; memory locked.");
  facts.record.pace->overruns = 2;
  facts.record.pace->factor = 0.5;
  EXPECT_EQ(verdict_of(facts, "Missed deadlines").heading, "Missed deadlines at 0.5 times real time");
  EXPECT_EQ(verdict_of(facts, "Missed deadlines").tone, Tone::bad);
}

TEST(Verdicts, AnAlarmIsAWarning) {
  RunFacts facts = completed();
  facts.record.alarms = {{"growth", 3, {"a.x"}, "'a.x' grows geometrically"}};
  const Verdict verdict = verdict_of(facts, "Completed with an alarm");
  EXPECT_EQ(verdict.tone, Tone::warning);
  EXPECT_EQ(verdict_of(facts, "Something grows").text, "'a.x' grows geometrically.");
  facts.record.explanation = {"change: it does not grow with --set scheme.step=0.01"};
  EXPECT_EQ(verdict_of(facts, "Why there is an alarm").tone, Tone::warning);
}

TEST(Verdicts, TellTheVerdictOfTheCheckWhereNothingElseIsKnown) {
  RunFacts facts = completed();
  facts.record.verdict = {"unstable", "the 4 Hz mode grows at 2 /s", 0.01};
  const Verdict verdict = verdict_of(facts, "Unstable at this step");
  EXPECT_EQ(verdict.tone, Tone::bad);
  EXPECT_EQ(verdict.text, "The 4 Hz mode grows at 2 /s. Checked before the run at a step of 10 ms.");
  facts.record.verdict = {"not-judged", "nothing is coupled", 0.01};
  EXPECT_EQ(verdict_of(facts, "Stability not judged").tone, Tone::plain);
  facts.record.verdict = {"stable", "it decays", 0.01};
  EXPECT_EQ(verdict_of(facts, "Stable at this step").tone, Tone::good);
  // judged for the page: that says more
  facts.stability = StepStability{.kind = StepStability::Kind::too_close};
  EXPECT_EQ(verdict_of(facts, "too close to call").tone, Tone::plain);
}

TEST(Verdicts, TellWhereAndWhyARunEnded) {
  RunFacts facts = completed();
  facts.record.status = "diverged";
  facts.record.reason = "output 'a.x' is beyond its limit";
  facts.record.time = 3;
  const Verdict verdict = verdict_of(facts, "Diverged at t = 3 s");
  EXPECT_EQ(verdict.tone, Tone::bad);
  EXPECT_EQ(verdict.text,
            "Output 'a.x' is beyond its limit. Of 30 s, 3 s were simulated, in 30000 macro steps of 1 ms.");
}

TEST(Verdicts, ExplainADivergence) {
  RunFacts facts = completed();
  facts.record.status = "diverged";
  facts.record.explanation = {"energy: bond 'shaft' was the first", "mode: the 38.8 Hz mode of `motor` grows"};
  const Verdict verdict = verdict_of(facts, "Why it diverged");
  EXPECT_EQ(verdict.tone, Tone::bad);
  EXPECT_EQ(verdict.text, "energy: bond 'shaft' was the first.\nmode: the 38.8 Hz mode of `motor` grows.");
}

TEST(Verdicts, TellTheMarginOfStability) {
  RunFacts facts = completed();
  facts.stability = {.kind = Kind::stable, .spectral_radius = 0.999, .is_linear = true};
  facts.stability->margin = {.low = 1e-5, .high = 2e-2, .above = 4e-3};
  EXPECT_THAT(verdict_of(facts, "Stable").text, HasSubstr("largest stable step is 4 ms, 4 times this one"));
  EXPECT_THAT(verdict_of(facts, "What limits the step").text, HasSubstr("Stability would allow 4 ms"));
  facts.stability->margin = {.low = 1e-5, .high = 2e-2, .below = 0.99e-3, .above = 1.5e-3};
  EXPECT_THAT(verdict_of(facts, "Stable").text, HasSubstr("from 990 µs to 1.5 ms, 0.99 to 1.5 times this step"));
  facts.stability->margin = {.low = 1e-5, .high = 2e-2};
  EXPECT_THAT(verdict_of(facts, "Stable").text, HasSubstr("at least up to 20 times this step, 20 ms"));
  facts.stability->margin = {};
  facts.stability->why_no_margin = "It would take long.";
  EXPECT_THAT(verdict_of(facts, "Stable").text, HasSubstr("It would take long."));
  facts.stability = {.kind = Kind::unstable, .spectral_radius = 1.05, .is_linear = true};
  facts.stability->margin = {.low = 1e-5, .high = 2e-2, .below = 0.5e-3, .above = 1.5e-3};
  EXPECT_THAT(verdict_of(facts, "Unstable").text, HasSubstr("The nearest stable step is 1.5 ms, 1.5 times this one"));
  facts.stability->margin = {.low = 1e-5, .high = 2e-2};
  EXPECT_THAT(verdict_of(facts, "Unstable").text, HasSubstr("No step from 10 µs to 20 ms was found stable"));
  EXPECT_EQ(verdict_of(facts, "Unstable").tone, Tone::bad);
  // e^{0.05}: the system itself grows as fast
  facts.record.step = 1;
  facts.stability->own_growth = 0.05;
  EXPECT_EQ(verdict_of(facts, "As unstable as the system itself").tone, Tone::plain);
}

TEST(Verdicts, FindTheWindowAboutAStep) {
  const StepScan scan{.low = 1e-5, .high = 1e-1, .points = 40};
  const std::vector<Crossing> crossings = {{1e-3, true}, {2e-3, false}, {3e-3, true}};
  const auto inside = margin_about(2.5e-3, true, scan, crossings);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->below, 2e-3);
  EXPECT_EQ(inside->above, 3e-3);
  const auto between = margin_about(1.5e-3, false, scan, crossings);
  ASSERT_TRUE(between);
  EXPECT_EQ(between->below, 1e-3);
  EXPECT_EQ(between->above, 2e-3);
  EXPECT_FALSE(margin_about(0.5e-3, true, scan, crossings)->below);
  EXPECT_FALSE(margin_about(1.5e-3, true, scan, crossings)) << "unstable there by the search";
}

TEST(Verdicts, ConcludeNothingWhereNothingCanBeConcluded) {
  RunFacts facts = completed();
  facts.stability = {.kind = Kind::inconclusive, .reason = "the step is not linear enough", .spectral_radius = 1.3};
  const Verdict open = verdict_of(facts, "Stability inconclusive");
  EXPECT_EQ(open.tone, Tone::plain);
  EXPECT_THAT(open.text, HasSubstr("linearised at the start: the step is not linear enough."));
  facts.stability->kind = Kind::too_close;
  EXPECT_EQ(verdict_of(facts, "too close to call").tone, Tone::plain);
}

TEST(Verdicts, TellWhatBecameOfTheEnergy) {
  RunFacts facts = completed();
  facts.record.accounts = {{"bond", 0.1, 0.2, 1000.0}};
  facts.record.total = facts.record.accounts.front();
  EXPECT_EQ(verdict_of(facts, "Energy kept").tone, Tone::good);
  facts.record.total->absolute = 50;
  EXPECT_EQ(verdict_of(facts, "Energy not quite kept").tone, Tone::plain);
  facts.record.alarm = {2, 0.3};
  EXPECT_EQ(verdict_of(facts, "The coupling makes and takes energy").tone, Tone::bad);
  facts.record.total->residual = 49;
  EXPECT_EQ(verdict_of(facts, "The coupling makes energy").tone, Tone::bad);
  facts.record.total->residual = -49;
  EXPECT_EQ(verdict_of(facts, "The coupling takes energy").tone, Tone::bad);
  facts.record.total->residual = {};  // not finite
  EXPECT_EQ(verdict_of(facts, "The coupling makes or takes energy").tone, Tone::bad);
}

TEST(Verdicts, TellWhichPointsADeviationIsOf) {
  RunFacts facts = completed();
  facts.record.deviation = {"theta", 0.028};
  EXPECT_EQ(verdict_of(facts, "2.8 % from the monolithic").text,
            "Largest deviation at any communication point, of what theta reaches.");
  facts.record.output_interval = 0.01;
  EXPECT_THAT(verdict_of(facts, "2.8 % from the monolithic").text, HasSubstr("recorded rows, which are fewer"));
}

TEST(Verdicts, TellWhatLimitsTheStep) {
  RunFacts facts = completed();
  facts.worst_time = 1.5;
  facts.worst_residual = 0.03;
  EXPECT_THAT(verdict_of(facts, "What limits the step").text, HasSubstr("by 3 % of its size, at t = 1.5 s"));
  facts.record.corrections = 60'000;
  EXPECT_THAT(verdict_of(facts, "What limits the step").text, HasSubstr(" Each step took 2 corrections."));
  facts.record.corrections = 45'000;
  EXPECT_THAT(verdict_of(facts, "What limits the step").text, HasSubstr(" Steps took 1.5 corrections on average."));
  facts.record.corrections = 30'000;
  facts.record.rejected_steps = 1;
  const std::string text = verdict_of(facts, "What limits the step").text;
  EXPECT_THAT(text, HasSubstr(" Each step took 1 correction."));
  EXPECT_THAT(text, HasSubstr(" 1 step was rejected."));
}

}  // namespace
}  // namespace oldham
