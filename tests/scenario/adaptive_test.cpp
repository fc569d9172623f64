// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zip.h>

#include <cmath>
#include <filesystem>

#include "program.hpp"
#include "systems.hpp"

// Steps as long as their errors allow, as users see them.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string mass(const std::string& name, double mass, double position) {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"oscillator\"\nparameters = {{mass = {}, stiffness = 100.0, "
      "position = {}}}\n",
      name, mass, position);
}

class Adaptive : public Scenario {
 protected:
  std::string pair(const std::string& adaptive, const std::string& left, const std::string& right,
                   const std::string& scheme = "") const {
    return write("pair.toml", fmt::format(R"([simulation]
end = 2.0
[scheme]
step = 0.01
{}
[scheme.adaptive]
{}
{}{}[[interface]]
name = "joint"
law = "spring-damper"
between = ["left", "right"]
stiffness = 50.0
damping = 0.5
)",
                                          scheme, adaptive, left, right));
  }
  std::string masses(const std::string& adaptive, const std::string& scheme = "") const {
    return pair(adaptive, mass("left", 1, 1), mass("right", 2, 0), scheme);
  }
};

TEST_F(Adaptive, TellsOfItsSteps) {
  const json found = answer({"run", masses("rtol = 1e-3"), "--out", "out", "--compare", "monolithic"});
  EXPECT_EQ(found.at("status"), "completed");
  EXPECT_EQ(found.at("time"), 2.0);
  const json& steps = found.at("step_sizes");
  const double smallest = steps.at("smallest"), mean = steps.at("mean"), largest = steps.at("largest");
  EXPECT_LT(smallest, mean);
  EXPECT_LT(mean, largest);
  EXPECT_LE(largest, 0.1);
  EXPECT_NEAR(mean * found.at("macro_steps").get<double>(), 2.0, 1e-12);
  EXPECT_LT(found.at("largest_deviation").at("share").get<double>(), 0.05);
  const std::string text = run({"run", "pair.toml", "--out", "out", "--report"}).out;
  EXPECT_THAT(text, AllOf(HasSubstr(" on average "), HasSubstr(" rejected,"), Not(HasSubstr("steps of 0.01 s"))));
  EXPECT_THAT(read_file(folder() / "out" / "summary.toml"), HasSubstr("[adaptive]\ncontrol = \"energy\""));
  EXPECT_TRUE(read_file(folder() / "out" / "report.html").find("by control = \"energy\"") != std::string::npos);
}

TEST_F(Adaptive, EqualStepsTellOfThemselvesToo) {
  const std::string file = masses("rtol = 1e-3");
  const std::string text = read_file(folder() / file);
  write("equal.toml", text.substr(0, text.find("[scheme.adaptive]")) + text.substr(text.find("[[subsystem]]")));
  const json steps = answer({"run", "equal.toml", "--out", "out"}).at("step_sizes");
  EXPECT_EQ(steps.at("smallest"), 0.01);
  EXPECT_EQ(steps.at("largest"), 0.01);
}

TEST_F(Adaptive, VerdictsAndStudiesKeepToTheStepOfTheSchemeAndSaySo) {
  const std::string file = masses("rtol = 1e-3");
  EXPECT_EQ(answer({"stability", file}).at("step"), 0.01);
  EXPECT_THAT(run({"stability", file}).out, HasSubstr("about equal steps"));
  EXPECT_THAT(run({"converge", file, "--steps", "0.02,0.01"}).out, HasSubstr("about equal steps"));
  EXPECT_THAT(run({"map", file, "--x", "scheme.step=0.01:0.1:4", "--y", "interface.joint.stiffness=10:100:4"}).out,
              HasSubstr("about equal steps"));
}

TEST_F(Adaptive, RefusesWhatMakesNoSense) {
  const auto refuse = [&](const std::string& adaptive, const std::vector<std::string>& says) {
    expect_refusal({"run", masses(adaptive)}, 2, says);
  };
  refuse("rtol = 0.0", {"pair.toml:", "rtol"});
  refuse("control = \"enregy\"", {"pair.toml:7", "control", "did you mean 'energy'?"});
  refuse("smallest = 0.2", {"pair.toml:7", "smallest", "longer than the largest (0.1 s)"});
  refuse("control = \"residual\"\natol = 1.0", {"pair.toml:8", "atol", "belongs to control = \"energy\""});
  refuse("grid = 1.0", {"pair.toml:7", "grid"});
  refuse("tolerance = 1e-3", {"pair.toml:7", "tolerance", "rtol"});
}

TEST_F(Adaptive, FmusThatGoBackAreControlledAsModelsAre) {
  for (const char* control : {"energy", "residual", "doubling"}) {
    // of so short a run of FMUs the longest step is not told by a verdict
    const std::string adaptive = fmt::format("control = \"{}\"\nrtol = 1e-3\nlargest = 0.1", control);
    const json expected = answer({"run", masses(adaptive, "order = 1")});
    for (const char* more : {"", "isolation = \"process\""}) {
      const json found = answer({"run", pair(adaptive, fmu_oscillator("left", 1, 1, "Oscillator-2", more),
                                             fmu_oscillator("right", 2, 0, "Oscillator-3", more), "order = 1")});
      // these FMUs say that outputs depend on inputs at once, so that halves of steps are expected to differ more
      const double share = control == std::string("doubling") ? 0.2 : 0.02;
      EXPECT_NEAR(found.at("macro_steps").get<double>(), expected.at("macro_steps").get<double>(),
                  share * expected.at("macro_steps").get<double>())
          << control;
    }
  }
}

TEST_F(Adaptive, WithoutRollbackNothingIsMadeAgain) {
  const std::string left = fmu_oscillator("left", 1, 1, "Oscillator-1"),
                    right = fmu_oscillator("right", 2, 0, "Oscillator-1");
  const json found = answer({"run", pair("rtol = 1e-3", left, right)});
  EXPECT_EQ(found.at("rejected_steps"), 0);
  EXPECT_GT(found.at("step_sizes").at("largest"), 2 * found.at("step_sizes").at("smallest").get<double>());
  expect_refusal({"run", pair("control = \"doubling\"", left, right)}, 3,
                 {"pair.toml:", "needs rollback", "'left'", "control = \"energy\" or \"residual\""});
}

/// Changes what an FMU says of itself.
void rewrite_description(const std::filesystem::path& file, const std::string& from, const std::string& to) {
  zip_t* zip = zip_open(file.c_str(), 0, nullptr);
  ASSERT_NE(zip, nullptr);
  zip_file_t* in = zip_fopen(zip, "modelDescription.xml", 0);
  std::string text(1 << 20, ' ');
  text.resize(static_cast<std::size_t>(zip_fread(in, text.data(), text.size())));
  zip_fclose(in);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, from.size(), to);
  zip_source_t* source = zip_source_buffer(zip, text.data(), text.size(), 0);
  ASSERT_GE(zip_file_add(zip, "modelDescription.xml", source, ZIP_FL_OVERWRITE), 0);
  ASSERT_EQ(zip_close(zip), 0);
}

TEST_F(Adaptive, RefusesFmusWhoseStepsMustBeEqual) {
  const std::filesystem::path file = folder() / "equal.fmu";
  std::filesystem::copy_file(OLDHAM_FMUS "/Oscillator-2.fmu", file);
  rewrite_description(file, "canHandleVariableCommunicationStepSize=\"true\"",
                      "canHandleVariableCommunicationStepSize=\"false\"");
  const std::string left =
      fmt::format("[[subsystem]]\nname = \"left\"\nfmu = \"{}\"\nparameters = {{mass = 1.0}}\n", file.string());
  expect_refusal({"run", pair("rtol = 1e-3", left, mass("right", 2, 0))}, 2,
                 {"pair.toml:10", "canHandleVariableCommunicationStepSize = false", "leave out [scheme.adaptive]"});
}

TEST_F(Adaptive, CranesAreControlledWithInterfaceModelsAndGroups) {
  write("crane.toml",
        "system = \"crane-double\"\n[simulation]\nend = 2.0\n[scheme]\ninterface = \"model\"\n"
        "[scheme.adaptive]\nsmallest = 1e-4\nlargest = 4e-3\n");
  const json found = answer({"run", "crane.toml", "--compare", "monolithic"});
  EXPECT_EQ(found.at("status"), "completed");
  EXPECT_LT(found.at("macro_steps"), 2000) << "fewer than with 1 ms throughout";
  EXPECT_LT(found.at("largest_deviation").at("share").get<double>(), 0.05);
}

}  // namespace
}  // namespace oldham::test
