// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "program.hpp"

// Rods that make no sense are refused with place, key and remedy; those that break say why. None hangs.

namespace oldham::test {
namespace {

using nlohmann::json;

const std::string hanging_file = OLDHAM_SOURCE "/examples/rod/hanging.toml";

class RodErrors : public Scenario {
 protected:
  Arguments with(const char* command, const std::vector<std::string>& settings) const {
    Arguments arguments = {command, hanging_file, "--out", "out"};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    return arguments;
  }
  void refuse(const std::string& setting, std::vector<std::string> says) const {
    expect_refusal(with("run", {"parameters." + setting}), 2, says);
  }
};

TEST_F(RodErrors, NumbersThatMakeNoSenseAreRefused) {
  refuse("L=0.0", {"parameters.L", "positive", "found 0"});
  refuse("L=nan", {"parameters.L", "finite"});
  refuse("N=1", {"parameters.N", "from 2"});
  refuse("N=2.5", {"parameters.N", "an integer"});
  refuse("E=-1.0", {"parameters.E", "positive"});
  refuse("nu=0.7", {"parameters.nu", "0.5"});
  refuse("tauK=-1.0", {"parameters.tauK", "zero or positive"});
  refuse("inertia_scale=0.0", {"parameters.inertia_scale", "positive"});
  refuse("gravity=[0.0, 9.81]", {"parameters.gravity", "3"});
  refuse("tip_force=[0.0, 0.0, nan]", {"parameters.tip_force", "finite"});
  refuse("natural_curvature=[0.0, 60.0, 0.0]", {"natural curvature", "more edges"});
  refuse("velocities=[[1.0, 0.0, 0.0]]", {"parameters.velocities", "21 rows", "found 1"});
  refuse("Lenght=1.0", {"Lenght", "unknown key"});
}

TEST_F(RodErrors, EndsThatMakeNoSenseAreRefused) {
  refuse("start=fre", {"parameters.start", "'free'"});
  refuse("start={kind = \"clampd\"}", {"kind", "'clamped'"});
  refuse("start={x = [0, 0]}", {"parameters.start.x", "3"});
  refuse("start={R = [[1, 1, 0], [0, 1, 0], [0, 0, 1]]}", {"parameters.start.R", "is no rotation", "third"});
  refuse("start={R = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]}", {"parameters.start.R", "a reflection", "third"});
  refuse("end={R = [[1, 0], [0, 1]]}", {"parameters.end.R", "3 rows of 3"});
  refuse("end={X = [1, 0, 0]}", {"X", "unknown key", "x"});
  refuse("end={x = [0.7, 0, 0], kind = \"revolute\"}", {"parameters.end.axis", "missing", "axis = [0.0, 1.0, 0.0]"});
  refuse("end={x = [0.7, 0, 0], kind = \"revolute\", axis = [0, 0, 0]}", {"parameters.end.axis", "a direction"});
  refuse("initial=natural", {"ends at (1.000000, 0.000000, 0.000000)", "initial = \"equilibrium\""});
}

TEST_F(RodErrors, MaterialAndStiffnessesExcludeEachOther) {
  refuse("EI=1.0", {"parameters.E", "EI, GJ, GA and EA"});
  const std::string file = write("rod.toml", "system = \"rod\"\n[parameters]\nEI = 1.0\nGJ = 1.0\nEA = 1.0\n");
  expect_refusal({"run", file, "--out", "out"}, 2, {"rod.toml:2", "parameters.GA", "missing"});
  expect_refusal({"run", file, "--out", "out", "--set", "parameters.GA=[1.0, -1.0]"}, 2, {"GA", "positive"});
}

TEST_F(RodErrors, IntegratorsThatCannotAreRefused) {
  expect_refusal(with("run", {"subsystem.rod.integrator=exact"}), 2, {"integrator", "only linear"});
  expect_refusal(with("run", {"subsystem.rod.integrator=semi-implicit-euler"}), 2, {"integrator", "rk4"});
}

TEST_F(RodErrors, GridsThatAreTooCoarseSaySo) {
  for (const char* command : {"run", "static"})
    expect_refusal(with(command, {"parameters.N=10"}), 1, {"hanging.toml", "E I/l = 0.0245 N m", "raise N"});
  for (const char* load : {"parameters.tip_moment=[0.0, -0.4, 0.0]", "parameters.tip_force=[0.0, 0.0, 50.0]"})
    expect_refusal(with("static", {"parameters.N=5", "parameters.end=free", load}), 1, {"raise N"});
}

TEST_F(RodErrors, EndsTurnedByHalfATurnNeedAPath) {
  const std::string back = "parameters.end={x = [0.3, 0, 0], R = [[0, 0, -1], [0, 1, 0], [1, 0, 0]]}";
  expect_refusal(with("static", {back}), 1, {"half a turn", "path"});
  // clockwise it goes up first, the other way down: the path says which
  double turned[2];
  for (const int way : {0, 1}) {
    const std::string path =
        fmt::format("parameters.path=[{{end = {{x = [0.6, 0, {}], R = [[{}, 0, 0], [0, 1, 0], [0, 0, {}]]}}}}]",
                    way ? 0.5 : -0.5, way ? 1 : -1, way ? 1 : -1);
    Arguments arguments = with("static", {back, path, "parameters.gravity=0.0"});
    turned[way] = answer(arguments).at("outputs").at("mid.z");
  }
  EXPECT_GT(turned[0], 0.1);
  EXPECT_NEAR(turned[1], -turned[0], 1e-9);
}

TEST_F(RodErrors, EndsFarApartStretchIt) {
  // E A (1.4 − 1) between the clamps, both ways
  const json found =
      answer(with("static", {"parameters.end={x = [1.4, 0, 0]}", "parameters.gravity=0.0"})).at("outputs");
  const double EA = 5e6 * 3.141592653589793 * 0.005 * 0.005;
  EXPECT_NEAR(found.at("F_on_clampA.x").get<double>(), 0.4 * EA, 1e-9 * EA);
  EXPECT_NEAR(found.at("F_on_clampB.x").get<double>(), -0.4 * EA, 1e-9 * EA);
  // straight sections lean over where k G A λ < E A (λ − 1): beyond λ = 1/0.7 = 1.43, as k G A is 0.3 E A
  const json leaning =
      answer(with("static", {"parameters.end={x = [1.5, 0, 0]}", "parameters.gravity=0.0"})).at("outputs");
  EXPECT_LT(leaning.at("F_on_clampA.x").get<double>(), 0.47 * EA);
}

TEST_F(RodErrors, RodsThatNothingHoldsHaveNoEquilibrium) {
  const std::string file = write("free.toml",
                                 "system = \"rod\"\n[simulation]\nend = 0.1\n[parameters]\nstart = \"free\"\n"
                                 "gravity = 9.81\n");
  expect_refusal({"run", file, "--out", "out", "--set", "parameters.initial=equilibrium"}, 2,
                 {"parameters.initial", "nothing holds", "initial = \"natural\""});
  expect_refusal({"static", file}, 1, {"there is no equilibrium"});
  // it falls
  const json found = answer({"run", file, "--out", "out"}).at("outputs");
  EXPECT_NEAR(found.at("rod.end.z.velocity").get<double>(), -0.981, 1e-9);
}

TEST_F(RodErrors, AStepThatBreaksItSaysWhy) {
  const Ended ended =
      run({"run", hanging_file, "--out", "out", "--json", "--set", "parameters.tip_force=[0.0, 0.0, 20.0]", "--set",
           "parameters.end=free", "--set", "parameters.initial=natural", "--set", "scheme.step=0.05"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.json().at("status"), "diverged");
  EXPECT_NE(ended.json().at("reason").get<std::string>().find("rod"), std::string::npos);
}

}  // namespace
}  // namespace oldham::test
