// SPDX-License-Identifier: MIT
#include "oldham/isolation/isolated_subsystem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "isolation/isolation_test.hpp"
#include "isolation/unruly.hpp"

namespace oldham::test {
namespace {

using testing::HasSubstr;

class IsolatedSubsystemTest : public IsolationTest {};

TEST_F(IsolatedSubsystemTest, TellsWhatTheSubsystemIs) {
  const auto isolated = make("none time 7");
  const auto inside = make_unruly("none time 7");
  const SubsystemDescription &d = isolated->description(), &e = inside->description();
  EXPECT_EQ(d.name, e.name);
  EXPECT_EQ(d.boundary->model, e.boundary->model);
  const Port &u = d.boundary->inputs.at(0), &expected = e.boundary->inputs.at(0);
  EXPECT_EQ(u.name, expected.name);
  EXPECT_EQ(u.unit.text, expected.unit.text);
  EXPECT_EQ(u.unit.exponents, expected.unit.exponents);
  EXPECT_EQ(u.unit.factor, expected.unit.factor);
  EXPECT_EQ(u.description, expected.description);
  EXPECT_EQ(u.nominal, expected.nominal);
  EXPECT_EQ(d.boundary->outputs.at(0).name, "y");
  EXPECT_EQ(d.state_size, 1);
  EXPECT_TRUE(d.capabilities.rollback && d.capabilities.serialisation);
  EXPECT_FALSE(d.capabilities.equations);
  EXPECT_EQ(isolated->parameters()[0].value, 7);
}

TEST_F(IsolatedSubsystemTest, PassesOnRejectionsAndNumbersThatAreNone) {
  const auto rejecting = make("reject call 1");
  const StepOutcome outcome = step(*rejecting, 0);
  EXPECT_EQ(outcome.status, StepOutcome::Status::rejected);
  EXPECT_EQ(outcome.reason, "too long a step");
  const auto wrong = make("nan call 1");
  EXPECT_TRUE(step(*wrong, 0).is_accepted());
  EXPECT_TRUE(std::isnan(output(*wrong)));
}

TEST_F(IsolatedSubsystemTest, RefusesToBeMadeAndSaysWhy) {
  EXPECT_THAT(error_of([] { make("make-exit time 9", {.name = "pump"}); }),
              HasSubstr("subsystem 'pump' could not be made: its process ended itself with exit code 4"));
  EXPECT_THAT(error_of([] { make("make-error time 9"); }), HasSubstr("this order is refused"));
  EXPECT_THAT(error_of([] { isolate("unrulu", "none time 9", {}); }), HasSubstr("did you mean 'unruly'"));
  EXPECT_THAT(error_of([] { make("none time 9", {.time_limit = 0}); }), HasSubstr("time_limit"));
  set_worker_program("/nowhere/worker");
  EXPECT_THAT(error_of([] { make("none time 9"); }), HasSubstr("No such file"));
  set_worker_program("");
  EXPECT_THAT(error_of([] { make("none time 9"); }), HasSubstr("run_worker_if_asked()"));
}

TEST_F(IsolatedSubsystemTest, RetryNeedsRollbackAndBytes) {
  const IsolationSettings retry{.name = "pump", .on_failure = IsolationSettings::OnFailure::retry};
  EXPECT_THAT(error_of([&] { make("none time 9 no-rollback", retry); }), HasSubstr("needs rollback"));
  EXPECT_THAT(error_of([&] { make("none time 9 no-bytes", retry); }), HasSubstr("written as bytes"));
  EXPECT_EQ(parse_on_failure("retry"), IsolationSettings::OnFailure::retry);
  EXPECT_THAT(error_of([] { parse_on_failure("retri"); }), HasSubstr("did you mean 'retry'"));
}

TEST_F(IsolatedSubsystemTest, WithoutRollbackASnapshotIsGoodUntilTheNextStep) {
  const auto isolated = make("none time 9 no-rollback");
  Snapshot<double> saved;
  isolated->save(saved);
  EXPECT_EQ(error_of([&] { isolated->restore(saved); }), "no error");
  EXPECT_TRUE(step(*isolated, 0).is_accepted());
  EXPECT_THAT(error_of([&] { isolated->restore(saved); }), HasSubstr("declares no rollback"));
}

TEST_F(IsolatedSubsystemTest, StatesAreFoundAgainInAnyOrder) {
  // saving and restoring wait for the next message: whatever is done in between, each snapshot stays what it was
  const auto isolated = make("none time 9");
  std::vector<Snapshot<double>> saved(4);
  std::vector<double> expected;
  for (int n = 0; n < 4; ++n) {
    ASSERT_TRUE(step(*isolated, n).is_accepted());
    expected.push_back(output(*isolated));
    isolated->save(saved[n]);
    isolated->save(saved[n]);
    if (n > 0) isolated->restore(saved[n - 1]);
    isolated->restore(saved[n]);
  }
  const auto state = [&] {
    double x = 0;
    isolated->read_state({&x, 1});
    return x;
  };
  for (int n : {2, 0, 3, 3, 1}) {
    isolated->restore(saved[n]);
    EXPECT_EQ(output(*isolated), expected[n]);
    EXPECT_EQ(state(), expected[n]);
  }
  // saved over what was just restored, then gone before anything was sent
  isolated->restore(saved[0]);
  isolated->save(saved[3]);
  saved[0] = {};
  saved[1] = {};
  EXPECT_EQ(state(), expected[0]);
  isolated->restore(saved[2]);
  saved[2] = {};
  EXPECT_EQ(state(), expected[2]);
  isolated->restore(saved[3]);
  EXPECT_EQ(state(), expected[0]);
}

TEST_F(IsolatedSubsystemTest, AStepIsOneMessage) {
  // with all that the loop does in a step that is never corrected, and in one that is corrected three times
  for (const int corrections : {0, 3}) {
    const auto isolated = make("none time 99");
    const auto messages = [&] { return dynamic_cast<const IsolatedSubsystem&>(*isolated).messages(); };
    Snapshot<double> saved;
    isolated->save(saved);
    const auto before = messages();
    for (int n = 0; n < 10; ++n) {
      for (int k = 0; k <= corrections; ++k) {
        isolated->restore(saved);
        EXPECT_TRUE(step(*isolated, n, 0.1 * k).is_accepted());
        output(*isolated);
      }
      isolated->save(saved);
    }
    EXPECT_EQ(messages() - before, 10u * static_cast<unsigned>(corrections + 1));
  }
}

TEST_F(IsolatedSubsystemTest, SnapshotsOutliveTheSubsystem) {
  Snapshot<double> saved;
  {
    const auto isolated = make("none time 9");
    isolated->save(saved);
  }
  const auto other = make("none time 9");
  EXPECT_THAT(error_of([&] { other->restore(saved); }), HasSubstr("ended with its process"));
}

}  // namespace
}  // namespace oldham::test
