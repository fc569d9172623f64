// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

#include "deeds.hpp"
#include "fmu_files.hpp"
#include "oldham/core/error.hpp"

// What is made of FMUs that misbehave; and that those of the tests do what they are there for.

namespace oldham::fmi {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// An oscillator with a deed, from a time on.
std::unique_ptr<CosimulationFmu> make_naughty(Deed deed, double when = 0, const char* name = "Naughty-2",
                                              FmuSettings settings = {}, double position = 1) {
  const auto fmu = load_fmu(name);
  settings.values = {setting(*fmu, "deed", std::vector<std::int64_t>{deed}), setting(*fmu, "when", when),
                     setting(*fmu, "initial_position", position)};
  auto made = std::make_unique<CosimulationFmu>("it", fmu, settings);
  made->initialize(0);
  made->apply_inputs(std::vector<double>{0.0});
  return made;
}
const Polynomials no_force = held({0.0});

TEST(Discard, IsContinuedWithShorterSteps) {
  const auto mass = make_naughty(discard_long);
  for (int i = 0; i < 2; ++i) {
    const StepOutcome outcome = mass->advance({i * 0.5, 0.5}, no_force.signal());
    ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
  }
  EXPECT_NEAR(output_of(*mass, "position"), std::cos(10.0), 1e-8);
}

// x'' + 100 x = f, with f = 100 t + 300 t² in a single step: derivatives hold where a part of it begins
TEST(Discard, IsContinuedWithTheInputsThatBelongThere) {
  const auto mass = make_naughty(discard_long, 0, "Impatient-2");
  EXPECT_EQ(mass->manner(), CosimulationFmu::InputManner::derivatives);
  const StepOutcome outcome = mass->advance({0, 1}, Polynomials(1, {0, 100, 300}).signal());
  ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
  const auto particular = [](double t) { return t + 3 * t * t - 600 / 1e4; };
  EXPECT_NEAR(output_of(*mass, "position"), particular(1) + (1 - particular(0)) * std::cos(10.0) - 0.1 * std::sin(10.0),
              1e-8);
}

TEST(Discard, IsRejectedWhereTheFmuTakesNoStepAtAll) {
  const StepOutcome outcome = make_naughty(discard_all)->advance({0, 0.1}, no_force.signal());
  EXPECT_EQ(outcome.status, StepOutcome::Status::rejected);
  EXPECT_THAT(outcome.reason, HasSubstr("discards even a step of"));
}

TEST(Failure, OfAStepIsToldWithWhatTheFmuSays) {
  const auto mass = make_naughty(fail, 0.15);
  EXPECT_TRUE(mass->advance({0, 0.1}, no_force.signal()).is_accepted());
  const StepOutcome outcome = mass->advance({0.1, 0.1}, no_force.signal());
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_THAT(outcome.reason, HasSubstr("from t = 0.1 s (status \"error\"); it says: the spring broke at t = 0.1 s"));
}

TEST(Failure, WithAStatusThatTheStandardDoesNotHaveIsTold) {
  const StepOutcome outcome = make_naughty(odd_status)->advance({0, 0.1}, no_force.signal());
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_THAT(outcome.reason, HasSubstr("status 42, which the standard does not have"));
  // nor is it lost where calls are passed on directly
  const auto mass = make_naughty(odd_status);
  mass->expect_return(Return::never);
  std::vector<double> y(3);
  StepOutcome direct;
  mass->advance_and_read({0, 0.1}, no_force.signal(), y, direct);
  EXPECT_EQ(direct.status, StepOutcome::Status::failed);
  EXPECT_THAT(direct.reason, HasSubstr("status 42, which the standard does not have"));
}

TEST(Failure, OfAnOutputIsTold) {
  const StepOutcome outcome = make_naughty(refuse_output, 0.05)->advance({0, 0.1}, no_force.signal());
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_THAT(outcome.reason, HasSubstr("nobody's business"));
}

std::string failure_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::failure);
    return error.what();
  }
  return "no error";
}

TEST(Failure, ToSaveAStateIsTold) {
  const auto mass = make_naughty(refuse_state);
  Snapshot<double> saved;
  EXPECT_THAT(failure_of([&] { mass->save(saved); }), HasSubstr("it: the FMU cannot save its state"));
}

TEST(Failure, ToSaveAStateWithoutTheFunctionsIsTold) {
  const auto mass = make_naughty(none, 0, "LacksState-2");
  EXPECT_TRUE(mass->description().capabilities.rollback);  // so it says
  Snapshot<double> saved;
  EXPECT_THAT(failure_of([&] { mass->save(saved); }), HasSubstr("no function fmi2GetFMUstate"));
}

TEST(Messages, WithAnAddressOfTheFmusOwnAreHeard) {
  const auto mass = make_naughty(foreign_log);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(mass->advance({0, 0.1}, no_force.signal()).is_accepted());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("it: warning [logStatusWarning]: heard at t = 0 s"));
}

TEST(GoingBack, IsAnnouncedWhereItMayHappen) {
  const auto mass = make_naughty(hold_to_word);
  Snapshot<double> saved;
  mass->save(saved);
  // in sub-steps, since the input changes
  const Polynomials rising(1, {0, 1});
  EXPECT_TRUE(mass->advance({0, 0.1}, rising.signal()).is_accepted());
  const double once = output_of(*mass, "position");
  mass->restore(saved);
  EXPECT_TRUE(mass->advance({0, 0.1}, rising.signal()).is_accepted());
  EXPECT_EQ(output_of(*mass, "position"), once);
}

TEST(GoingBack, IsNotAnnouncedToFmusThatStandStillThen) {
  const Polynomials rising(1, {0, 1});
  const auto position = [&](Deed deed) {
    const auto mass = make_naughty(deed);
    mass->expect_return(Return::to_step_begin);
    Snapshot<double> saved;
    for (int sweep = 0; sweep < 2; ++sweep) {
      if (sweep == 0) mass->save(saved);
      mass->restore(saved);
      EXPECT_TRUE(mass->advance({0, 0.1}, rising.signal()).is_accepted());
    }
    const testing::Matcher<const std::vector<std::string>&> tells =
        Contains(HasSubstr("'it' restarts from its last saved state"));
    EXPECT_THAT(mass->notes(), deed == need_promise ? tells : Not(tells));
    return output_of(*mass, "position");
  };
  const double honest = position(none);
  EXPECT_EQ(position(need_promise), honest);
  EXPECT_EQ(position(hold_to_word), honest);  // to whom a promise would have been broken
}

// x = v = 0, and the force begins to rise in the third step: until then nothing shows what the flag does to the FMU
TEST(GoingBack, IsNotAnnouncedBeforeMotionShowsWhatItDoes) {
  const Polynomials rest(1, {0, 0}), rising(1, {0, 10});
  const auto position = [&](Deed deed, int substeps) {
    const auto mass = make_naughty(deed, 0, "Naughty-2", {.substeps = substeps}, 0);
    mass->expect_return(Return::to_step_begin);
    Snapshot<double> saved;
    for (int step = 0; step < 4; ++step) {
      mass->save(saved);
      for (int sweep = 0; sweep < 2; ++sweep) {
        mass->restore(saved);
        const Interval<double> interval{0.1 * step, 0.1};
        EXPECT_TRUE(mass->advance(interval, (step < 2 ? rest : rising).signal()).is_accepted());
      }
    }
    return output_of(*mass, "position");
  };
  for (const int substeps : {0, 10}) {
    const double honest = position(none, substeps);
    EXPECT_GT(std::abs(honest), 0.01);
    EXPECT_EQ(position(need_promise, substeps), honest);
    EXPECT_EQ(position(hold_to_word, substeps), honest);
  }
}

TEST(GoingBack, ThatIsALieIsFoundOut) {
  for (const Deed deed : {none, half_rollback}) {
    const auto mass = make_naughty(deed);
    Snapshot<double> saved;
    std::vector<double> y(3);
    StepOutcome outcome;
    mass->save(saved);
    for (int sweep = 0; sweep < 2; ++sweep) {
      mass->restore(saved);
      mass->advance_and_read({0, 0.1}, no_force.signal(), y, outcome);
      EXPECT_EQ(outcome.is_accepted(), sweep == 0 || deed == none) << outcome.reason;
    }
    EXPECT_THAT(outcome.reason, HasSubstr(deed == half_rollback ? "does not restore its state" : ""));
  }
}

TEST(GoingBack, ThatIsALieDoesNotMatterToWhoOnlyGoesForward) {
  const Polynomials rising(1, {0, 1});
  const auto mass = make_naughty(half_rollback);
  Snapshot<double> saved;
  std::vector<double> y(3);
  StepOutcome outcome;
  mass->save(saved);
  for (int sweep = 0; sweep < 2; ++sweep) {
    mass->restore(saved);
    mass->advance_and_read({0, 0.1}, rising.signal(), y, outcome);
  }
  ASSERT_FALSE(outcome.is_accepted());
  mass->expect_return(Return::never);
  mass->initialize(0);
  outcome = StepOutcome::accepted();
  mass->advance_and_read({0, 0.1}, rising.signal(), y, outcome);
  EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
}

TEST(Solitary, IsRefusedToASecondOneAtATime) {
  const auto make = [](const char* name) {
    auto made = std::make_unique<CosimulationFmu>(name, load_fmu("Solitary-2"), FmuSettings{});
    made->initialize(0);
    return made;
  };
  auto first = make("first"), second = make("second");
  output_of(*first, "position");
  try {
    output_of(*second, "position");
    FAIL() << "there were two";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::missing_capability);
    EXPECT_THAT(error.what(), HasSubstr("'first' is an instance of it already; add isolation = \"process\""));
  }
  // another run of the same one, and of another one later
  first->initialize(0);
  EXPECT_EQ(output_of(*first, "position"), 1);
  first.reset();
  EXPECT_EQ(output_of(*second, "position"), 1);
}

TEST(Deeds, ThatEndTheProgramDoSo) {
  const auto does = [](Deed deed) { (void)make_naughty(deed, 0.05)->advance({0, 0.1}, no_force.signal()); };
  EXPECT_DEATH(does(crash), "");
  EXPECT_EXIT(does(abortion), testing::KilledBySignal(SIGABRT), "");
  EXPECT_EXIT(does(leave), testing::ExitedWithCode(3), "");
  EXPECT_EXIT((alarm(1), does(hang)), testing::KilledBySignal(SIGALRM), "");
}

TEST(Deeds, WaitForTheirTime) {
  const auto mass = make_naughty(crash, 0.2);
  EXPECT_TRUE(mass->advance({0, 0.1}, no_force.signal()).is_accepted());
  EXPECT_TRUE(mass->advance({0.1, 0.1}, no_force.signal()).is_accepted());
}

TEST(Deeds, ThatAreNoNumbersAreOutputs) {
  for (const Deed deed : {not_a_number, infinite}) {
    const auto mass = make_naughty(deed, 0.1);
    EXPECT_TRUE(mass->advance({0, 0.05}, no_force.signal()).is_accepted());
    EXPECT_TRUE(std::isfinite(output_of(*mass, "position")));
    EXPECT_TRUE(mass->advance({0.05, 0.05}, no_force.signal()).is_accepted());
    EXPECT_EQ(std::isnan(output_of(*mass, "position")), deed == not_a_number);
    EXPECT_FALSE(std::isfinite(output_of(*mass, "position")));
  }
}

TEST(Deeds, ThatRestoreHalfAStateShowInTheNextStep) {
  for (const Deed deed : {none, half_rollback}) {
    const auto mass = make_naughty(deed);
    Snapshot<double> saved;
    mass->save(saved);
    EXPECT_TRUE(mass->advance({0, 0.1}, no_force.signal()).is_accepted());
    const double once = output_of(*mass, "position");
    mass->restore(saved);
    EXPECT_TRUE(mass->advance({0, 0.1}, no_force.signal()).is_accepted());
    EXPECT_EQ(output_of(*mass, "position") == once, deed == none);
  }
}

TEST(Deeds, ThatDoubleDerivativesDoSo) {
  const auto mass = make_naughty(wrong_derivative);
  const std::vector<std::uint32_t> unknown = {variable_of(mass->fmu(), "acceleration").reference},
                                   known = {variable_of(mass->fmu(), "force").reference};
  std::vector<double> response(1);
  ASSERT_EQ(mass->instance().directional_derivative(unknown, known, std::vector<double>{1}, response), Status::ok);
  EXPECT_EQ(response[0], 2);
}

TEST(Deeds, ThatPrintDoSo) {
  const auto mass = make_naughty(print);
  testing::internal::CaptureStdout();
  EXPECT_TRUE(mass->advance({0, 0.1}, no_force.signal()).is_accepted());
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("is no answer"));
}

}  // namespace
}  // namespace oldham::fmi
