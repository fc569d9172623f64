// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "program.hpp"

// Circuits and functions of time as users have them: in files, through the program.

namespace oldham::test {
namespace {

using nlohmann::json;

class Hydraulics : public Scenario {
 protected:
  const std::string cylinder = OLDHAM_SOURCE "/examples/cylinder/system.toml";

  double error_of(const std::string& file, const char* output, const Arguments& more = {}) const {
    Arguments arguments = {"run", file, "--compare", "monolithic", "--out", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return answer(arguments).at("errors").at(output).at("max").get<double>();
  }
};

TEST_F(Hydraulics, TheCylinderFollowsItsMonolithicSolution) {
  // polynomials of degree 1: second order, until the kinks of the command count
  const double coarse = error_of(cylinder, "load.ram.position");
  const double fine = error_of(cylinder, "load.ram.position",
                               {"--set", "scheme.step=5e-4", "--set", "subsystem.circuit.micro_step=5e-5"});
  EXPECT_LT(coarse, 2e-6);  // m, of 157 mm
  EXPECT_GT(coarse / fine, 3);
}

TEST_F(Hydraulics, TheCylinderIsStableUpToTheStepThatIsForetold) {
  const json foretold = answer({"stability", cylinder, "--largest-step", "1e-4:0.02:60", "--out", "out"});
  EXPECT_TRUE(foretold.at("stable").get<bool>());
  EXPECT_EQ(answer({"run", cylinder, "--out", "out", "--set", "scheme.step=4e-3"}).at("status"), "completed");
  const Ended ended = run({"run", cylinder, "--out", "out", "--set", "scheme.step=5e-3"});
  EXPECT_NE(ended.exit_code, 0);
  EXPECT_THAT(ended.err, testing::HasSubstr("'circuit' diverged"));
}

TEST_F(Hydraulics, ElementsCanBeChangedFromTheCommandLine) {
  const auto lifted = [&](const Arguments& more) {
    Arguments arguments = {"run", cylinder, "--out", "out", "--sample", "1.0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return answer(arguments).at("samples").at(0).at("outputs").at("load.ram.position").get<double>() - 0.6;
  };
  // an opened valve is passed in proportion to its coefficient while the pressures are those of the load
  EXPECT_NEAR(lifted({"--set", "subsystem.circuit.valve.valve.coefficient=5e-9"}) / lifted({}), 0.5, 0.05);
  EXPECT_LT(lifted({"--set", "subsystem.circuit.valve.valve.command=-8.0"}), -0.02);
}

TEST_F(Hydraulics, TheFirstCircuitOfTheGuideRuns) {
  const std::string file = write("lift.toml", file_of_guide("hydraulics.md", "lift.toml"));
  EXPECT_LT(error_of(file, "load.position"), 1e-5);
}

TEST_F(Hydraulics, MultiprecisionAgreesWithDouble) {
  // beyond the largest stable step, where the radius is not the 1 of a mass at rest on a shut valve
  const auto radius = [&](const char* digits) {
    return answer({"stability", cylinder, "--out", "out", "--set", "scheme.step=5e-3", "--digits", digits})
        .at("spectral_radius")
        .get<double>();
  };
  const double in_double =
      answer({"stability", cylinder, "--out", "out", "--set", "scheme.step=5e-3"}).at("spectral_radius").get<double>();
  EXPECT_GT(in_double, 1.01);
  EXPECT_NEAR(in_double, radius("40"), 1e-6);
}

const std::string driven = R"([simulation]
end = 1.0
[scheme]
step = 0.01
order = 2
[[subsystem]]
name = "drive"
model = "signal"
[subsystem.parameters]
value = {}
unit = "N"
[[subsystem]]
name = "mass"
model = "oscillator"
[[connect]]
from = "drive.value"
to = "mass.force"
)";

TEST_F(Hydraulics, AFileOfSamplesDrivesAMass) {
  // 1 kg under f = 6 t: x = t³. A known function is not extrapolated: 1e-12 is rounding of 100 exact steps. The file
  // lies beside the system file
  write("ramp.csv", "time [s],f [N]\n0,0\n0.5,3\n2,12\n");
  const std::string file = write("driven.toml", fmt::format(fmt::runtime(driven), "{csv = \"ramp.csv\"}"));
  const json found = answer({"run", file, "--out", "out", "--sample", "1.0"});
  EXPECT_NEAR(found.at("samples").at(0).at("outputs").at("mass.position").get<double>(), 1, 1e-12);
}

// the report shows the connection, although nothing is exchanged over it
TEST_F(Hydraulics, AKnownFunctionIsInTheGraphOfTheReport) {
  const std::string file =
      write("driven.toml", fmt::format(fmt::runtime(driven), "{step = {time = 0.255, after = 1.0}}"));
  answer({"run", file, "--out", "out", "--report"});
  EXPECT_THAT(read_file(folder() / "out/report.html"), testing::HasSubstr("drive.value → mass.force"));
}

// Connections that ask for a polynomial get one: the first step holds f(0), and the impulse 6 H²/2 is missed
TEST_F(Hydraulics, AnOrderOfTheConnectionExtrapolatesAFile) {
  write("ramp.csv", "time [s],f [N]\n0,0\n0.5,3\n2,12\n");
  const std::string file =
      write("driven.toml", fmt::format(fmt::runtime(driven), "{csv = \"ramp.csv\"}") + "order = 2\n");
  const json found = answer({"run", file, "--out", "out", "--sample", "1.0"});
  EXPECT_NEAR(found.at("samples").at(0).at("outputs").at("mass.position").get<double>(), 1 - 3e-4, 1e-5);
}

// x = (t − 0.255)²/2 behind a jump inside a step, for every scheme
TEST_F(Hydraulics, AJumpInsideAStepIsAtItsTime) {
  const std::string file =
      write("driven.toml", fmt::format(fmt::runtime(driven), "{step = {time = 0.255, after = 1.0}}"));
  for (const char* correction : {"explicit", "semi-implicit", "implicit"}) {
    const json found = answer({"run", file, "--out", "out", "--set", fmt::format("scheme.correction={}", correction)});
    EXPECT_NEAR(found.at("outputs").at("mass.position").get<double>(), 0.745 * 0.745 / 2, 1e-12) << correction;
  }
}

TEST_F(Hydraulics, ASineDrivesAMass) {
  const std::string file =
      write("driven.toml", fmt::format(fmt::runtime(driven), "{sine = {amplitude = 2.0, frequency = 1.0}}"));
  // x'' = a sin ωt from rest: x = a (t/ω − sin ωt/ω²), less the impulse a ω H²/2 of the first step
  EXPECT_NEAR(answer({"run", file, "--out", "out", "--sample", "1.0"})
                  .at("samples")
                  .at(0)
                  .at("outputs")
                  .at("mass.position")
                  .get<double>(),
              1 / std::numbers::pi - 2 * std::numbers::pi * 1e-4, 1e-5);
}

TEST_F(Hydraulics, SlipsAreToldWithFileAndLine) {
  const std::string text = read_file(cylinder);
  const auto changed = [&](const std::string& what, const std::string& instead) {
    std::string copy = text;
    return write("slip.toml", copy.replace(copy.find(what), what.size(), instead));
  };
  expect_refusal({"run", changed("b           = \"rod_side\"", "b           = \"rodside\"")}, 2,
                 {"slip.toml:", "valve", "'rodside'", "did you mean 'rod_side'"});
  expect_refusal({"run", changed("\"trapezoidal\"", "\"exact\"")}, 2, {"slip.toml:", "circuit", "linear"});
  expect_refusal({"run", changed("friction  = 2e4", "frition  = 2e4")}, 2, {"slip.toml:", "frition", "friction"});
  expect_refusal({"run", changed("{table = [[0.2, 0.0]", "{table = [[0.9, 0.0]")}, 2,
                 {"slip.toml:", "command", "goes back"});
  const std::string file = write("driven.toml", fmt::format(fmt::runtime(driven), "{csv = \"no.csv\"}"));
  expect_refusal({"run", file}, 2, {"driven.toml:", "no.csv", "cannot be opened"});
}

}  // namespace
}  // namespace oldham::test
