// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "program.hpp"

// FMUs that discard steps: what is done depends on who can go back to the begin of a step.

namespace oldham::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Discard : public Scenario {
 protected:
  /// The discarding FMU and another one, which feed each other nothing that moves them.
  nlohmann::json with_another(const std::string& other, const std::string& deed, const std::string& more = "") {
    write_with_another(other, deed, more);
    return answer({"run", "two.toml", "--no-check"});
  }
  void write_with_another(const std::string& other, const std::string& deed, const std::string& more = "") {
    write_file(folder() / "two.toml", fmt::format(R"([simulation]
end = 1.0
[scheme]
step = 0.1
order = 0
[[subsystem]]
name = "discards"
fmu = "{}"
parameters = {{ deed = "{}", when = 0.0 }}
{}
[[subsystem]]
name = "other"
fmu = "{}"
[[connect]]
from = "discards.position"
to = "other.force"
scale = 0.0
)",
                                                  fmu_path("Naughty-2"), deed, more, fmu_path(other)));
  }
};

std::string notes_of(const nlohmann::json& ran) { return ran.value("notes", nlohmann::json::array()).dump(); }

// Each solver inside makes steps of a millisecond: about (10 rad/s 1e-3 s)^4 / 120 = 1e-10 in each second.
constexpr double inner_error = 1e-8;

TEST_F(Discard, ShortensTheMacroStepWhereAllCanGoBack) {
  const nlohmann::json ran = with_another("Oscillator-2", "discard_marks");
  EXPECT_EQ(ran["status"], "completed") << ran["reason"];
  EXPECT_NEAR(ran["outputs"]["discards.position"].get<double>(), std::cos(10.0), inner_error);
  EXPECT_NEAR(ran["outputs"]["other.position"].get<double>(), std::cos(10.0), inner_error);
  // 0.15, 0.45 and 0.75 s lie between the communication points
  EXPECT_EQ(ran["macro_steps"], 13);
  EXPECT_EQ(ran["rejected_steps"], 3);
  EXPECT_THAT(notes_of(ran), HasSubstr("FMU 'discards' discarded 3 steps: macro steps were shortened for all"));
  EXPECT_THAT(read_file(folder() / "results" / "two" / "results.csv"), HasSubstr("\n0.15,"));
}

TEST_F(Discard, LetsTheFmuMakeTheMacroStepInPartsWhereAnotherCannotGoBack) {
  const nlohmann::json ran = with_another("Forgetful-2", "discard_marks");
  EXPECT_EQ(ran["status"], "completed") << ran["reason"];
  EXPECT_NEAR(ran["outputs"]["discards.position"].get<double>(), std::cos(10.0), inner_error);
  EXPECT_EQ(ran["macro_steps"], 10);
  EXPECT_THAT(notes_of(ran), HasSubstr("FMU 'discards' discarded 3 steps: it made the macro steps in parts"));
}

TEST_F(Discard, DoesTheSameInAnotherProcess) {
  const nlohmann::json ran = with_another("Oscillator-2", "discard_marks", "isolation = \"process\"");
  EXPECT_EQ(ran["status"], "completed") << ran["reason"];
  EXPECT_EQ(ran["macro_steps"], 13);
  EXPECT_NEAR(ran["outputs"]["discards.position"].get<double>(), std::cos(10.0), inner_error);
}

// as the FMU rollback-test of a co-simulation tool does
TEST_F(Discard, EndsAMacroStepWhereTheFmuInsistsOnIt) {
  write_with_another("Oscillator-2", "insist_on_marks");
  // 0.15 s after the start is beyond the first macro step
  const Ended short_step = run({"run", "two.toml", "--no-check", "--json"});
  EXPECT_EQ(short_step.exit_code, 1);
  EXPECT_THAT(short_step.json()["reason"].get<std::string>(), HasSubstr("raise scheme.step to 0.15 s or more"));
  const nlohmann::json longer =
      answer({"run", "two.toml", "--no-check", "--set", "scheme.step=0.2", "--set", "simulation.end=0.9"});
  EXPECT_EQ(longer["status"], "completed") << longer["reason"];
  EXPECT_NEAR(longer["outputs"]["discards.position"].get<double>(), std::cos(9.0), inner_error);
}

TEST_F(Discard, ShortensStepsOfCorrectedAndAdaptiveSchemesToo) {
  write_with_another("Oscillator-2", "discard_marks");
  for (const std::string& scheme :
       {std::string("scheme.correction=semi-implicit"), std::string("scheme.adaptive.control=doubling")}) {
    const nlohmann::json ran = answer({"run", "two.toml", "--no-check", "--set", scheme});
    EXPECT_EQ(ran["status"], "completed") << scheme << ran["reason"];
    EXPECT_GT(ran["rejected_steps"], 0) << scheme;
    EXPECT_NEAR(ran["outputs"]["discards.position"].get<double>(), std::cos(10.0), inner_error) << scheme;
  }
}

TEST_F(Discard, RepeatsTheStepAsTheOtherVersionsHaveIt) {
  for (const char* name : {"Choosy-1", "Choosy-3"}) {
    const nlohmann::json ran = answer({"fmu", "run", fmu_path(name), "--steps", "10"});
    EXPECT_EQ(ran["status"], "completed") << name << ran["reason"];
    EXPECT_EQ(ran["macro_steps"], 10) << name;
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), std::cos(10.0), inner_error) << name;
    EXPECT_THAT(notes_of(ran), HasSubstr("it made the macro steps in parts")) << name;
  }
}

TEST_F(Discard, GoesOnWithoutARestoredStateWhereThereIsNone) {
  const nlohmann::json ran =
      answer({"fmu", "run", fmu_path("Stubborn-2"), "--set", "deed=discard_long", "--set", "when=0", "--steps", "10"});
  EXPECT_EQ(ran["status"], "completed") << ran["reason"];
  EXPECT_NEAR(ran["outputs"]["position"].get<double>(), std::cos(10.0), inner_error);
  EXPECT_THAT(notes_of(ran), HasSubstr("it went on without its state restored, since it cannot save it"));
}

TEST_F(Discard, SaysWhatWasTriedWhereNothingHelps) {
  for (const char* name : {"Naughty-2", "Stubborn-2"}) {
    const Ended ended = run({"fmu", "run", fmu_path(name), "--set", "deed=discard_all", "--json"});
    EXPECT_EQ(ended.exit_code, 1);
    const std::string reason = ended.json()["reason"];
    EXPECT_THAT(reason, HasSubstr(fmt::format("subsystem '{}'", name)));
    EXPECT_THAT(reason, HasSubstr("discards even a step of"));
    EXPECT_THAT(reason, HasSubstr("from t = 0.5 s, by fmi2DoStep, and gives 0.5 s as its last successful time"));
    EXPECT_THAT(reason, HasSubstr("reduce scheme.step")) << name;
  }
}

}  // namespace
}  // namespace oldham::test
