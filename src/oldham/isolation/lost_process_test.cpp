// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>

#include "isolation/isolation_test.hpp"
#include "isolation/processes.hpp"
#include "isolation/unruly.hpp"
#include "oldham/isolation/isolated_subsystem.hpp"

// Whatever a subsystem does to its process: the host survives, says what happened, and leaves nothing behind.

namespace oldham::test {
namespace {

using testing::HasSubstr;

constexpr double limit = 1;  // s; for steps that take microseconds

class LostProcessTest : public IsolationTest {};

/// The reason of the step that fails; every one before it must be accepted.
std::string reason_of_failure(Subsystem<double>& subsystem) {
  for (int n = 0; n < 10; ++n) {
    const StepOutcome outcome = step(subsystem, n);
    if (outcome.is_accepted()) continue;
    EXPECT_EQ(n, 5);
    EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
    EXPECT_TRUE(std::isnan(output(subsystem)));
    return outcome.reason;
  }
  return "no failure";
}

struct Misdeed {
  const char* name;
  const char* told;
};

class MisdeedTest : public LostProcessTest, public testing::WithParamInterface<Misdeed> {};
INSTANTIATE_TEST_SUITE_P(All, MisdeedTest,
                         testing::Values(Misdeed{"abort", "was ended by signal 6 (Aborted)"},
                                         Misdeed{"segv", "was ended by signal 11 (Segmentation fault)"},
                                         Misdeed{"exit", "ended itself with exit code 3"},
                                         Misdeed{"hang", "did not answer within 1 s"}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_P(MisdeedTest, FailsTheStepWithLastWords) {
  const auto isolated = make(fmt::format("{} time 0.55", GetParam().name), {.time_limit = limit});
  const std::string reason = reason_of_failure(*isolated);
  EXPECT_THAT(reason, HasSubstr(GetParam().told));
  EXPECT_THAT(reason, HasSubstr(fmt::format("about to {}", GetParam().name)));
}

TEST_P(MisdeedTest, EveryLaterCallSaysWhy) {
  const auto isolated = make(fmt::format("{} time 0.55", GetParam().name), {.time_limit = limit});
  reason_of_failure(*isolated);
  EXPECT_THAT(step(*isolated, 6).reason, HasSubstr(GetParam().told));
  double x = 0;
  EXPECT_THAT(error_of([&] { isolated->read_state({&x, 1}); }), HasSubstr("subsystem 'unruly': "));
}

TEST_P(MisdeedTest, InitializeBeginsWithANewProcess) {
  const auto isolated = make(fmt::format("{} time 0.55", GetParam().name), {.time_limit = limit});
  reason_of_failure(*isolated);
  isolated->initialize(0);
  EXPECT_EQ(output(*isolated), 1);
  EXPECT_THAT(reason_of_failure(*isolated), HasSubstr(GetParam().told));
}

TEST_P(MisdeedTest, IsCuredByANewProcessThatRepeatsTheStep) {
  // the sixth step of a process fails: the first process makes five, the second one five more
  const auto isolated = make(fmt::format("{} call 6", GetParam().name),
                             {.time_limit = limit, .on_failure = IsolationSettings::OnFailure::retry});
  const auto inside = make_unruly("none call 0");
  inside->initialize(0);
  Snapshot<double> saved;
  isolated->save(saved);
  for (int n = 0; n < 10; ++n) {
    isolated->restore(saved);
    const StepOutcome outcome = step(*isolated, n);
    ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
    ASSERT_TRUE(step(*inside, n).is_accepted());
    ASSERT_EQ(output(*isolated), output(*inside)) << n;
    isolated->save(saved);
  }
  const auto& told = dynamic_cast<const IsolatedSubsystem&>(*isolated).survived_failures();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_THAT(told[0], HasSubstr(GetParam().told));
  EXPECT_THAT(told[0], HasSubstr("from t = 0.5 s to 0.6 s"));
}

TEST_P(MisdeedTest, FailsWhenTheRepeatedStepFailsToo) {
  const auto isolated = make(fmt::format("{} time 0.55", GetParam().name),
                             {.time_limit = limit, .on_failure = IsolationSettings::OnFailure::retry});
  Snapshot<double> saved;
  for (int n = 0; n < 5; ++n) ASSERT_TRUE(step(*isolated, n).is_accepted());
  isolated->save(saved);
  const StepOutcome outcome = step(*isolated, 5);
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_THAT(outcome.reason, HasSubstr("repeated by a new process"));
}

/// As somebody else would who is short of memory.
void kill_workers() {
  for (const pid_t worker : children_of(getpid())) {
    kill(worker, SIGKILL);
    EXPECT_TRUE(soon([&] { return !is_running(worker); }));
  }
}

TEST_F(LostProcessTest, ANewProcessGoesOnWhereTheOldOneWasKilledWhileNothingWasAsked) {
  enum Moment { made, initialized, saved_once, stepped, saved, restored };
  for (const Moment moment : {made, initialized, saved_once, stepped, saved, restored}) {
    const auto isolated = isolate("unruly", "none time 99", {.on_failure = IsolationSettings::OnFailure::retry});
    const auto kill_at = [&](Moment now, int n = 3) {
      if (now == moment && n == 3) kill_workers();
    };
    const auto inside = make_unruly("none time 99");
    inside->initialize(0);
    kill_at(made);
    isolated->initialize(0);
    kill_at(initialized);
    Snapshot<double> state;
    isolated->save(state);
    kill_at(saved_once);
    for (int n = 0; n < 6; ++n) {
      isolated->restore(state);
      kill_at(restored, n);
      const StepOutcome outcome = step(*isolated, n);
      ASSERT_TRUE(outcome.is_accepted()) << moment << ": " << outcome.reason;
      kill_at(stepped, n);
      ASSERT_TRUE(step(*inside, n).is_accepted());
      double x = 0;
      if (n == 5) isolated->read_state({&x, 1});
      isolated->save(state);
      kill_at(saved, n);
      ASSERT_EQ(output(*isolated), output(*inside)) << moment << ", step " << n;
    }
    double x = 0, expected = 0;
    isolated->read_state({&x, 1});
    inside->read_state({&expected, 1});
    EXPECT_EQ(x, expected) << moment;
    const auto& told = dynamic_cast<const IsolatedSubsystem&>(*isolated).survived_failures();
    ASSERT_EQ(told.size(), 1u) << moment;
    EXPECT_THAT(told[0], HasSubstr("its process was ended by signal 9 (Killed)"));
  }
}

TEST_F(LostProcessTest, AQuestionIsAskedAgainOfANewProcess) {
  const auto isolated = make("none time 99", {.on_failure = IsolationSettings::OnFailure::retry});
  ASSERT_TRUE(step(*isolated, 0).is_accepted());
  double before = 0, after = 0;
  isolated->read_state({&before, 1});
  kill_workers();
  isolated->read_state({&after, 1});
  EXPECT_EQ(before, after);
  EXPECT_THAT(isolated->notes().at(0), HasSubstr("between steps its process was ended by signal 9"));
}

TEST_F(LostProcessTest, ExceptionsFailTheStepAndTheProcessLives) {
  for (const char* misdeed : {"throw", "error"}) {
    const auto isolated = make(fmt::format("{} call 2", misdeed));
    EXPECT_TRUE(step(*isolated, 0).is_accepted());
    const StepOutcome outcome = step(*isolated, 1);
    EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
    EXPECT_THAT(outcome.reason, HasSubstr("in a step"));
    EXPECT_TRUE(step(*isolated, 2).is_accepted());
    EXPECT_TRUE(std::isfinite(output(*isolated)));
  }
}

TEST_F(LostProcessTest, ItsWordsAreCaughtAndNeverBlockIt) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const auto isolated = make("chatter call 1");
  EXPECT_TRUE(step(*isolated, 0).is_accepted());
  EXPECT_THAT(dynamic_cast<const IsolatedSubsystem&>(*isolated).log(), testing::EndsWith("that was all\n"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(LostProcessTest, ProcessesThatItStartedEndWithIt) {
  const auto isolated = make("spawn call 1", {.time_limit = limit});
  const std::string reason = step(*isolated, 0).reason;
  const auto at = reason.find("child ");
  ASSERT_NE(at, std::string::npos) << reason;
  const int child = std::stoi(reason.substr(at + 6));
  EXPECT_TRUE(soon([&] { return !is_running(child); })) << "process " << child << " lives on";
}

TEST_F(LostProcessTest, AnEndInDisorderIsSurvived) {
  for (const char* misdeed : {"quit-hang", "quit-crash"})
    make(fmt::format("{} time 9", misdeed), {.time_limit = limit});
}

TEST_F(LostProcessTest, EndsWithAHostThatIsKilled) {
  const pid_t host = fork();
  if (host == 0) {
    const auto isolated = make("hang call 1");
    (void)step(*isolated, 0);
    _exit(0);
  }
  EXPECT_TRUE(soon([&] { return !children_of(host).empty(); }));
  const std::vector<pid_t> workers = children_of(host);
  kill(host, SIGKILL);
  waitpid(host, nullptr, 0);
  for (const pid_t worker : workers) EXPECT_TRUE(soon([&] { return !is_running(worker); })) << worker;
}

}  // namespace
}  // namespace oldham::test
