// SPDX-License-Identifier: MIT
#include "oldham/isolation/isolated_subsystem.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "isolation/unruly.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;

constexpr double H = 0.1;  // s

/// Every test leaves neither a process nor an open file behind.
class IsolatedSubsystemTest : public testing::Test {
 protected:
  void SetUp() final {
    set_worker_program(OLDHAM_TEST_WORKER);
    open_files_ = count_open_files();
  }
  void TearDown() final {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD) << "a process is left";
    EXPECT_EQ(count_open_files(), open_files_);
  }
  static std::ptrdiff_t count_open_files() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  }
  static std::unique_ptr<Subsystem<double>> make(const std::string& order, IsolationSettings settings = {}) {
    auto isolated = isolate("unruly", order, settings);
    isolated->initialize(0);
    return isolated;
  }

 private:
  std::ptrdiff_t open_files_ = 0;
};

StepOutcome step(Subsystem<double>& subsystem, int n, double u = 0.5) {
  const std::vector<double> breaks = {0, 1};
  return subsystem.advance({n * H, H}, {1, 0, breaks, &u});
}

double output(const Subsystem<double>& subsystem) {
  double y = 0;
  subsystem.read_outputs({&y, 1});
  return y;
}

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

std::string error_of(auto&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(IsolatedSubsystemTest, TellsWhatTheSubsystemIs) {
  const auto isolated = make("none time 7");
  const auto inside = test::make_unruly("none time 7");
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

struct Misdeed {
  const char* name;
  const char* told;
};
class MisdeedTest : public IsolatedSubsystemTest, public testing::WithParamInterface<Misdeed> {};
INSTANTIATE_TEST_SUITE_P(All, MisdeedTest,
                         testing::Values(Misdeed{"abort", "was ended by signal 6 (Aborted)"},
                                         Misdeed{"segv", "was ended by signal 11 (Segmentation fault)"},
                                         Misdeed{"exit", "ended itself with exit code 3"},
                                         Misdeed{"hang", "did not answer within 0.2 s"}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_P(MisdeedTest, FailsTheStepWithLastWords) {
  const auto isolated = make(fmt::format("{} time 0.55", GetParam().name), {.time_limit = 0.2});
  const std::string reason = reason_of_failure(*isolated);
  EXPECT_THAT(reason, HasSubstr(GetParam().told));
  EXPECT_THAT(reason, HasSubstr(fmt::format("about to {}", GetParam().name)));
}

TEST_P(MisdeedTest, EveryLaterCallSaysWhy) {
  const auto isolated = make(fmt::format("{} time 0.55", GetParam().name), {.time_limit = 0.2});
  reason_of_failure(*isolated);
  EXPECT_THAT(step(*isolated, 6).reason, HasSubstr(GetParam().told));
  double x = 0;
  EXPECT_THAT(error_of([&] { isolated->read_state({&x, 1}); }), HasSubstr("subsystem 'unruly': "));
}

TEST_P(MisdeedTest, InitializeBeginsWithANewProcess) {
  const auto isolated = make(fmt::format("{} time 0.55", GetParam().name), {.time_limit = 0.2});
  reason_of_failure(*isolated);
  isolated->initialize(0);
  EXPECT_EQ(output(*isolated), 1);
  EXPECT_THAT(reason_of_failure(*isolated), HasSubstr(GetParam().told));
}

TEST_P(MisdeedTest, IsCuredByANewProcessThatRepeatsTheStep) {
  // the sixth step of a process fails: the first process makes five, the second one five more
  const auto isolated = make(fmt::format("{} call 6", GetParam().name),
                             {.time_limit = 0.2, .on_failure = IsolationSettings::OnFailure::retry});
  const auto inside = test::make_unruly("none call 0");
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
                             {.time_limit = 0.2, .on_failure = IsolationSettings::OnFailure::retry});
  Snapshot<double> saved;
  for (int n = 0; n < 5; ++n) ASSERT_TRUE(step(*isolated, n).is_accepted());
  isolated->save(saved);
  const StepOutcome outcome = step(*isolated, 5);
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_THAT(outcome.reason, HasSubstr("repeated by a new process"));
}

TEST_F(IsolatedSubsystemTest, ExceptionsFailTheStepAndTheProcessLives) {
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

TEST_F(IsolatedSubsystemTest, PassesOnRejectionsAndNumbersThatAreNone) {
  const auto rejecting = make("reject call 1");
  const StepOutcome outcome = step(*rejecting, 0);
  EXPECT_EQ(outcome.status, StepOutcome::Status::rejected);
  EXPECT_EQ(outcome.reason, "too long a step");
  const auto wrong = make("nan call 1");
  EXPECT_TRUE(step(*wrong, 0).is_accepted());
  EXPECT_TRUE(std::isnan(output(*wrong)));
}

TEST_F(IsolatedSubsystemTest, ItsWordsAreCaughtAndNeverBlockIt) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const auto isolated = make("chatter call 1");
  EXPECT_TRUE(step(*isolated, 0).is_accepted());
  EXPECT_THAT(dynamic_cast<const IsolatedSubsystem&>(*isolated).log(), testing::EndsWith("that was all\n"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(IsolatedSubsystemTest, ProcessesThatItStartedEndWithIt) {
  const auto isolated = make("spawn call 1", {.time_limit = 0.5});
  const std::string reason = step(*isolated, 0).reason;
  const auto at = reason.find("child ");
  ASSERT_NE(at, std::string::npos) << reason;
  const int child = std::stoi(reason.substr(at + 6));
  // its parent is gone, so whoever takes it over must also have looked at it
  for (int i = 0; i < 500 && kill(child, 0) == 0; ++i) {
    std::ifstream state(fmt::format("/proc/{}/stat", child));
    std::string number, name, letter;
    if (state >> number >> name >> letter && letter == "Z") break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_LT(i, 499) << "process " << child << " lives on";
  }
}

TEST_F(IsolatedSubsystemTest, AnEndInDisorderIsSurvived) {
  for (const char* misdeed : {"quit-hang", "quit-crash"}) make(fmt::format("{} time 9", misdeed), {.time_limit = 0.2});
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
}  // namespace oldham
