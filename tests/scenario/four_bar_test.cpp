// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "program.hpp"
#include "references.hpp"

// The four-bar linkage against an independent program in minimal coordinates.

namespace oldham::test {
namespace {

using nlohmann::json;

std::string four_bar_file() { return OLDHAM_SOURCE "/examples/four-bar/system.toml"; }

class FourBar : public Scenario {};

TEST_F(FourBar, TheFileItIsWrittenOutToRunsBitwiseEqual) {
  for (const char* cut : {"force-force", "force-displacement", "displacement-displacement"}) {
    const Arguments settings = {"--set", fmt::format("scheme.decomposition={}", cut),
                                "--set", "scheme.order=1",
                                "--set", "scheme.correction=semi-implicit",
                                "--set", "scheme.step=2e-3",
                                "--set", "simulation.end=0.1",
                                "--set", "parameters.cx=777.7",
                                "--set", "parameters.phi0=[1.4, 0.1, -0.1, 2.5]",
                                "--set", "parameters.w0=[0.1, 0.2, 0.3, 0.4]"};
    Arguments describe = {"describe", "four-bar", "--expand"};
    describe.insert(describe.end(), settings.begin(), settings.end());
    const std::string file = write("written.toml", run(describe).out);
    Arguments direct = {"run",       write("short.toml", "system = \"four-bar\"\n"), "--out", "out", "--sample",
                        "0,0.05,0.1"};
    direct.insert(direct.end(), settings.begin(), settings.end());
    const json first = answer(direct), second = answer({"run", file, "--out", "out", "--sample", "0,0.05,0.1"});
    EXPECT_EQ(first.at("samples"), second.at("samples")) << cut;
    EXPECT_EQ(first.at("corrections"), second.at("corrections")) << cut;
    EXPECT_EQ(first.at("samples").size(), 3u);
    for (const char* name : {"phi1", "phi4", "w1", "w4", "lam_x", "lam_y", "lam_phi"})
      EXPECT_TRUE(first.at("samples").at(2).at("outputs").contains(name)) << cut << ' ' << name;
  }
}

/// Where one side is told how the bushing's base moves, that base is where the other side is, at every instant.
TEST_F(FourBar, MonolithicSolutionHasItsDriversWhereTheyAre) {
  for (const char* cut : {"force-displacement", "displacement-displacement"}) {
    const json told = answer({"monolithic", four_bar_file(), "--set", fmt::format("scheme.decomposition={}", cut),
                              "--set", "simulation.end=0.2", "--sample", "0,0.05,0.2", "--out", "out"});
    std::vector<json> instants = {told.at("outputs")};
    for (const json& sample : told.at("samples")) instants.push_back(sample.at("outputs"));
    EXPECT_EQ(instants.back(), instants.front());
    for (const json& outputs : instants)
      EXPECT_NEAR(outputs.at("right.bushing_base.x").get<double>(), outputs.at("left.E2.x.position").get<double>(),
                  1e-14);
  }
}

TEST_F(FourBar, ConvergesWithOneOrderMoreThanItsDegreeHoweverItIsCut) {
  for (const char* cut : {"force-force", "force-displacement", "displacement-displacement"}) {
    const json told =
        answer({"converge", four_bar_file(), "--set", fmt::format("scheme.decomposition={}", cut), "--set",
                "scheme.order=1", "--set", "simulation.end=0.2", "--steps", "0.002,0.001", "--out", "out"});
    EXPECT_NEAR(told.at("orders").at("position").at(0).get<double>(), 2, 0.05) << cut;
  }
}

/// Four degrees of freedom: what brings opened joints back is no vibration.
TEST_F(FourBar, HasAsManyVibrationsAsDegreesOfFreedom) {
  const json frequencies = answer({"modal", four_bar_file()}).at("frequencies");
  ASSERT_EQ(frequencies.size(), 4u);
  const json other =
      answer({"modal", four_bar_file(), "--set", "subsystem.left.omega=37.0", "--set", "subsystem.right.xi=0.5"})
          .at("frequencies");
  ASSERT_EQ(other.size(), 4u);
  // the start is no equilibrium: what the joints do there is felt a little
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(other.at(i).get<double>() / frequencies.at(i).get<double>(), 1, 0.01);
}

TEST_F(FourBar, DescribeCountsItsDegreesOfFreedom) {
  const json described = answer({"describe", "four-bar"});
  EXPECT_EQ(described.at("degrees_of_freedom"), 4);
  const json& left = described.at("subsystems").at(0);
  EXPECT_EQ(left.at("degrees_of_freedom"), 2);
  EXPECT_EQ(left.at("bodies").size(), 2u);
  EXPECT_EQ(left.at("joints").at(1).at("rows"), 2);
  EXPECT_EQ(left.at("tree").at(1).at("parent"), "bar1");
  const Ended text = run({"describe", "four-bar"});
  EXPECT_NE(text.out.find("2 degrees of freedom"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("      bar1 (revolute 'A')\n        bar2 (revolute 'knee12')"), std::string::npos)
      << text.out;
}

TEST_F(FourBar, AnotherFormulationTakesOneSetting) {
  const Arguments settings = {"run", four_bar_file(), "--out", "out", "--set", "simulation.end=0.2", "--sample", "0.2"};
  const json first = answer(settings).at("outputs");
  for (const char* formulation : {"ali1", "ali3p"}) {
    Arguments other = settings;
    for (const char* side : {"left", "right"})
      other.insert(other.end(), {"--set", fmt::format("subsystem.{}.formulation={}", side, formulation)});
    // semi-implicit Euler errs by h times accelerations of 10 rad/s², h = 2.5e-4 s
    EXPECT_NEAR(answer(other).at("outputs").at("phi1").get<double>(), first.at("phi1").get<double>(), 1e-3);
  }
}

class FourBarMonolithic : public Scenario, public testing::WithParamInterface<const char*> {};

TEST_P(FourBarMonolithic, IsTheSolutionInMinimalCoordinates) {
  const json entry = reference_data("four-bar").at("monolithic").at(GetParam());
  const json &columns = entry.at("columns"), &rows = entry.at("rows");
  std::string times;
  for (const json& row : rows) times += fmt::format("{}{}", times.empty() ? "" : ",", row.at(0).get<double>());
  Arguments arguments = {"monolithic", four_bar_file(), "--out", "out", "--sample", times, "--set", "scheme.step=0.01"};
  for (const auto& [key, value] : entry.at("parameters").items())
    arguments.insert(arguments.end(), {"--set", fmt::format("parameters.{}={}", key, value.dump())});
  const json samples = answer(arguments).at("samples");
  ASSERT_EQ(samples.size(), rows.size());
  const double stiffness = entry.at("parameters").at("cx");
  for (std::size_t n = 0; n < rows.size(); ++n)
    for (std::size_t c = 1; c < columns.size(); ++c) {
      const std::string name = columns.at(c);
      // a force is a difference of places times the stiffness
      const double allowed = name.starts_with("lam") ? 1e-10 * stiffness + 1e-8 : 1e-8;
      EXPECT_NEAR(samples.at(n).at("outputs").at(name).get<double>(), rows.at(n).at(c).get<double>(), allowed)
          << name << " at " << rows.at(n).at(0);
    }
}

INSTANTIATE_TEST_SUITE_P(Stiffness, FourBarMonolithic,
                         testing::Values("stiffness_1e3", "stiffness_1e4", "stiffness_1e5", "stiffness_1e6"),
                         [](const auto& set) { return std::string(set.param); });

class FourBarScheme : public Scenario, public testing::WithParamInterface<json> {};

TEST_P(FourBarScheme, EndsAsThatOfTheIndependentProgram) {
  const json& entry = GetParam();
  const std::string scheme = entry.at("scheme");
  Arguments arguments = {"run", four_bar_file(), "--out", "out", "--compare", "monolithic", "--json"};
  const auto set = [&](const std::string& setting) { arguments.insert(arguments.end(), {"--set", setting}); };
  set(fmt::format("scheme.decomposition={}", decomposition(entry.value("dec", "FF"))));
  set(fmt::format("scheme.order={}", entry.at("k").get<int>()));
  set(fmt::format("scheme.extension={}", scheme == "D" ? "derivative" : scheme == "I" ? "integral" : "none"));
  set(fmt::format("scheme.step={}", entry.at("H").dump()));
  set(fmt::format("simulation.end={}", entry.at("T").dump()));
  if (entry.contains("cc"))
    for (const char* key : {"cx", "cy", "cphi"}) set(fmt::format("parameters.{}={}", key, entry.at("cc").dump()));
  const Ended ended = Program(arguments, folder()).wait(std::chrono::seconds(120));
  const json found = ended.json();
  const bool completes = entry.at("completed");
  EXPECT_EQ(found.at("status") == "completed", completes) << found.at("status");
  EXPECT_EQ(ended.exit_code, completes ? 0 : 1);
  if (!completes) return;
  double largest = 0;
  for (const char* angle : {"phi1", "phi2", "phi3", "phi4"})
    largest = std::max(largest, found.at("errors").at(angle).at("max").get<double>());
  const double expected = entry.contains("max_err") ? entry.at("max_err") : entry.at("max_angle_error");
  // micro steps in other coordinates err otherwise, by about 1e-10
  EXPECT_NEAR(largest, expected, 0.02 * expected + 2e-10);
}

std::string four_bar_entry_name(const testing::TestParamInfo<json>& info) {
  const json& e = info.param;
  return fmt::format("{}_{}_{}_{}", info.index, e.value("dec", "FF"), e.at("scheme").get<std::string>(),
                     e.at("k").get<int>());
}
INSTANTIATE_TEST_SUITE_P(ForceForce, FourBarScheme, testing::ValuesIn(reference_list("four-bar", "/force_force")),
                         four_bar_entry_name);
INSTANTIATE_TEST_SUITE_P(Displacement, FourBarScheme, testing::ValuesIn(reference_list("four-bar", "/displacement")),
                         four_bar_entry_name);

}  // namespace
}  // namespace oldham::test
