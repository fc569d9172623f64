// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/preflight.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "black_box.hpp"
#include "oldham/analysis/identification/identify.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<BlackBox> make_box(Habits habits) {
  const Oscillator<double> model{1.5, 120, 2, 0.8, -3, {}};
  return std::make_unique<BlackBox>(
      std::make_unique<LinearSubsystem<double>>("box", oscillator_boundary(0), model.linear_equations()), habits);
}

Preflight examine_at_start(Subsystem<double>& box, double H) {
  const OperatingPoint point = make_initial_point(box, 0, std::vector<double>(box.description().input_count(), 0.0));
  return examine(box, point, H);
}

TEST(Preflight, HasNothingToSayAboutAnHonestSubsystem) {
  const auto box = make_box({});
  const Preflight found = examine_at_start(*box, 0.05);
  EXPECT_EQ(found.rollback, RollbackHabit::bitwise);
  EXPECT_TRUE(found.advances);
  EXPECT_TRUE(found.changes);
  EXPECT_TRUE(found.deterministic);
  EXPECT_TRUE(found.by_restoring);
  EXPECT_TRUE(found.composes());
  EXPECT_EQ(found.grid, std::nullopt);
  EXPECT_THAT(found.findings, IsEmpty());
  EXPECT_EQ(found.steps, box->steps);
}

TEST(Preflight, NamesARollbackThatIsNone) {
  const auto box = make_box({.forgets_last_state = true});
  const Preflight found = examine_at_start(*box, 0.05);
  EXPECT_EQ(found.rollback, RollbackHabit::fails);
  EXPECT_GT(found.rollback_difference, 1e-2);
  EXPECT_TRUE(found.can_return);
  EXPECT_FALSE(found.by_restoring);
  EXPECT_THAT(found.findings, Contains(HasSubstr("wrong rollback")));
}

TEST(Preflight, NamesARollbackThatKeepsOneStateOnly) {
  const auto box = make_box({.keeps_one_state = true});
  const Preflight found = examine_at_start(*box, 0.05);
  EXPECT_EQ(found.rollback, RollbackHabit::newest_only);
  EXPECT_TRUE(found.can_return);
  EXPECT_FALSE(found.by_restoring);
  EXPECT_THAT(found.findings, testing::ElementsAre(HasSubstr("wrong rollback: of two saved states")));
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  EXPECT_EQ(identify(*box, point, 0.05, 0).order, 2);
}

TEST(Preflight, NamesStepsThatDoNotAdvance) {
  const auto box = make_box({.forgets_steps = true});
  const Preflight found = examine_at_start(*box, 0.05);
  EXPECT_FALSE(found.advances);
  EXPECT_THAT(found.findings, Contains(HasSubstr("does not advance")));
  // its answers fit a map without states perfectly: only this test can tell
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  EXPECT_THAT(identify(*box, point, 0.05, 0).problem, HasSubstr("do not lead on"));
}

TEST(Preflight, NamesStepsThatDependOnAPromise) {
  const auto box = make_box({.needs_promise = true});
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  OperatingPoint unrecorded = make_saved_point(*point.snapshot, 0, point.inputs);
  for (const OperatingPoint* at : {&point, static_cast<const OperatingPoint*>(&unrecorded)}) {
    const Preflight found = examine(*box, *at, 0.05);
    EXPECT_TRUE(found.advances);
    EXPECT_TRUE(found.is_promised);
    EXPECT_TRUE(found.by_restoring);
    EXPECT_THAT(found.findings, testing::ElementsAre(HasSubstr("depends on a promise")));
    EXPECT_EQ(identify(*box, *at, 0.05, 0).order, 2);
  }
}

TEST(Preflight, DoesNotTakeAStaticSubsystemForOneThatStands) {
  const auto boundary = plain_boundary(1, 1);
  BlackBox box(
      std::make_unique<LinearSubsystem<double>>("box", boundary, LinearEquations<double>{{}, {}, {}, {3}, {}}));
  const Preflight found = examine_at_start(box, 0.05);
  EXPECT_TRUE(found.advances);
  EXPECT_TRUE(found.changes);
}

TEST(Preflight, NamesOutputsThatSayNothing) {
  const auto boundary = plain_boundary(1, 1, false);
  BlackBox box(
      std::make_unique<LinearSubsystem<double>>("box", boundary, LinearEquations<double>{{-1}, {1}, {0}, {0}, {1}}));
  const Preflight found = examine_at_start(box, 0.05);
  EXPECT_EQ(found.rollback, RollbackHabit::not_informative);
  EXPECT_FALSE(found.changes);
  EXPECT_THAT(found.findings, Contains(HasSubstr("silent")));
}

TEST(Preflight, FindsAGridFinerThanTheStep) {
  for (const double H : {0.02, 0.04, 0.12}) {
    const auto box = make_box({.grid = 0.01});
    const Preflight found = examine_at_start(*box, H);
    ASSERT_TRUE(found.grid) << H;
    EXPECT_NEAR(*found.grid, 0.01, 1e-12) << H;
    EXPECT_TRUE(found.on_grid) << H;
    EXPECT_TRUE(found.composes()) << found.composition;
    EXPECT_THAT(found.findings, Contains(HasSubstr("own grid")));
  }
}

TEST(Preflight, FindsAGridWhoseClockRoundsOtherwise) {
  // sums of the grid and multiples of the step differ in the last bit: some of its steps come one part later
  for (const double H : {0.01, 0.02, 0.03}) {
    const auto box = make_box({.grid = 0.01, .slack = 0});
    const Preflight found = examine_at_start(*box, H);
    ASSERT_TRUE(found.grid) << H;
    EXPECT_NEAR(*found.grid, 0.01, 1e-12) << H;
    EXPECT_TRUE(found.on_grid) << H;
  }
}

TEST(Preflight, RefusesAStepThatIsNoMultipleOfTheGrid) {
  const auto box = make_box({.grid = 0.01});
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  const Identified off = identify(*box, point, 0.125, 0);
  EXPECT_FALSE(off.preflight.on_grid);
  EXPECT_THAT(off.problem, HasSubstr("0.125 s is no multiple"));
  const Identified on = identify(*box, point, 0.12, 0);
  EXPECT_EQ(on.problem, "");
  EXPECT_LT(on.residual, 1e-9);
  // what was found once serves for other steps
  EXPECT_TRUE(off.preflight.fits(0.03));
  EXPECT_FALSE(off.preflight.fits(0.034));
}

TEST(Preflight, FindsAGridManyStepsLong) {
  for (const double H : {0.005, 0.0025, 0.001, 0.0005}) {
    const auto box = make_box({.grid = 0.05});
    const Preflight found = examine_at_start(*box, H);
    ASSERT_TRUE(found.grid) << H;
    EXPECT_NEAR(*found.grid, 0.05, H) << H;
    EXPECT_FALSE(found.on_grid) << H;
  }
  // a run with half the step would be the same to the last bit: who compares the two must know
  const auto box = make_box({.grid = 0.05});
  const Identified found = identify(*box, make_initial_point(*box, 0, std::vector<double>{0.0}), 0.001, 0);
  EXPECT_THAT(found.problem,
              HasSubstr("it makes inner steps of about 0.05 s: all macro steps below that (0.001 s here)"));
}

TEST(Preflight, FindsAGridCoarserThanTheStep) {
  for (const double H : {0.02, 0.033, 0.04}) {
    const auto box = make_box({.grid = 0.05});
    const Preflight found = examine_at_start(*box, H);
    ASSERT_TRUE(found.grid) << H;
    EXPECT_NEAR(*found.grid, 0.05, 1e-12) << H;
    EXPECT_FALSE(found.on_grid);
  }
}

TEST(Preflight, FindsAGridMuchFinerThanTheStep) {
  for (const double grid : {0.0005, 0.0005123, 0.0001}) {
    const auto box = make_box({.grid = grid});
    const Preflight found = examine_at_start(*box, 0.05);
    ASSERT_TRUE(found.grid) << grid;
    EXPECT_NEAR(*found.grid, grid, 1e-7 * grid);
    EXPECT_TRUE(found.fits(1000 * grid));
    EXPECT_FALSE(found.fits(1000.3 * grid));
  }
}

TEST(Preflight, DoesNotTakeSlowMotionForAGrid) {
  // in a part of a step it moves by less than rounding shows of an output that is large: 1e-9 · 1e-2 / 1024 of 1e3
  const auto boundary = plain_boundary(1, 1, false);
  BlackBox box(std::make_unique<LinearSubsystem<double>>("box", boundary,
                                                         LinearEquations<double>{{0}, {1e-9}, {1}, {0}, {1e3}}));
  EXPECT_EQ(examine_at_start(box, 0.05).grid, std::nullopt);
}

TEST(Preflight, NamesWhatCannotBeRepeated) {
  const auto box = make_box({.has_rollback = false, .ages = 1e-3});
  const Preflight found = examine_at_start(*box, 0.05);
  EXPECT_FALSE(found.deterministic);
  EXPECT_FALSE(found.can_return);
  EXPECT_THAT(found.findings, Contains(HasSubstr("not reproducible")));
}

TEST(Preflight, TellsStepsThatFailFromAWrongRollback) {
  const auto box = make_box({.only_length = 0.1});
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  const Identified found = identify(*box, point, 0.05, 0);
  EXPECT_THAT(found.problem, HasSubstr("this length is not taken"));
  EXPECT_THAT(found.preflight.findings, testing::ElementsAre(HasSubstr("cannot be stepped")));
}

TEST(Preflight, NamesStepsOfOneLengthOnly) {
  const auto box = make_box({.only_length = 0.05});
  const Preflight found = examine_at_start(*box, 0.05);
  EXPECT_EQ(found.rollback, RollbackHabit::bitwise);
  EXPECT_FALSE(found.composes());
  EXPECT_THAT(found.findings, Contains(HasSubstr("one length only")));
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  const Identified map = identify(*box, point, 0.05, 0);
  EXPECT_EQ(map.problem, "");
  EXPECT_EQ(map.order, 2);
}

// one step of Euler's method per macro step, whatever its length: x + H ẋ is another map than that of two halves
TEST(Preflight, SeesThatStepsOfASingleMicroStepDoNotCompose) {
  BlackBox box(with_integrator<double>("box", oscillator_boundary(0), Oscillator<double>{1.5, 120, 2, 0.8, -3, {}},
                                       {.kind = IntegratorKind::euler}));
  const Preflight found = examine_at_start(box, 0.05);
  EXPECT_FALSE(found.composes());
  EXPECT_THAT(found.findings, Contains(HasSubstr("do not compose")));
}

TEST(Preflight, NamesAnAdaptiveSolver) {
  for (const double tolerance : {1e-4, 1e-2}) {
    BlackBox box(with_integrator<double>(
        "box", oscillator_boundary(0), Oscillator<double>{1.5, 120, 2, 0.8, -3, {}},
        {.kind = IntegratorKind::cvode, .relative_tolerance = tolerance, .absolute_tolerance = 1e-12}));
    const Preflight found = examine_at_start(box, 0.05);
    EXPECT_FALSE(found.composes());
    EXPECT_THAT(found.findings,
                testing::ElementsAre(testing::StartsWith("steps do not compose, as with an adaptive solver")));
  }
}

/// Precise enough for its steps to compose, which its answers show all the same.
TEST(Preflight, NamesAnAdaptiveSolverThatIsPrecise) {
  BlackBox box(with_integrator<double>(
      "box", oscillator_boundary(0), Duffing<double>{0.5, 10, 1, 1e4, 0.05, 0},
      {.kind = IntegratorKind::cvode, .relative_tolerance = 1e-6, .absolute_tolerance = 1e-12}));
  const Preflight found = examine_at_start(box, 0.05);
  EXPECT_TRUE(found.composes()) << found.composition;
  EXPECT_THAT(found.findings, testing::ElementsAre(testing::StartsWith("answers jump, as with an adaptive solver")));
}

TEST(Preflight, DoesNotTakeKinksForAnAdaptiveSolver) {
  for (const double kink : {0.05, 0.050001, 0.0501}) {
    BlackBox box(with_integrator<double>("box", oscillator_boundary(0), Duffing<double>{0.5, 10, 1, 1e4, 0.05, 0},
                                         {.kind = IntegratorKind::rk4, .micro_step = 1e-3}),
                 {.disturb = [kink](double, double value) { return std::max(value, kink); }});
    const Preflight found = examine_at_start(box, 0.05);
    EXPECT_TRUE(found.composes()) << found.composition;  // else jumps are not looked for
    EXPECT_EQ(found.jumps, 0) << kink;
  }
}

/// Of velocities that have died away under a force that a spring bears only the rounding of both is left.
TEST(Preflight, DoesNotTakeRoundingOfWhatHasDiedAwayForAnAdaptiveSolver) {
  for (const double H : {1.0, 2.0, 3.0, 5.0, 10.0}) {
    BlackBox box(std::make_unique<LinearSubsystem<double>>(
        "box", oscillator_boundary(0), Oscillator<double>{1, 100, 12, -0.99, 0, {}}.linear_equations()));
    const Preflight found = examine(box, make_initial_point(box, 0, std::vector<double>{-100.0}), H);
    EXPECT_EQ(found.jumps, 0) << H;
    EXPECT_THAT(found.findings, IsEmpty()) << H;
  }
}

TEST(Preflight, DoesNotTakeWhatIsNotLinearForAnAdaptiveSolver) {
  BlackBox box(with_integrator<double>("box", oscillator_boundary(0), Duffing<double>{0.5, 10, 1, 1e4, 0.05, 0},
                                       {.kind = IntegratorKind::rk4, .micro_step = 1e-3}));
  const Preflight found = examine_at_start(box, 0.05);
  EXPECT_TRUE(found.composes());
  EXPECT_THAT(found.findings, IsEmpty());
}

}  // namespace
}  // namespace oldham
