// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "clamp_texts.hpp"
#include "program.hpp"

// Rods held by mechanisms: against the system solved as one, against a single rod, and by balances of momentum.

namespace oldham::test {
namespace {

using nlohmann::json;

constexpr const char* axes[] = {"x", "y", "z"};

class Clamps : public Scenario {
 protected:
  json ask(Arguments arguments, const std::vector<std::string>& settings = {}) const {
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    arguments.insert(arguments.end(), {"--out", "out"});
    return answer(arguments);
  }
};

class ThreeRods : public Clamps, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Forces, ThreeRods, testing::Values("exact", "approximate"),
                         [](const auto& row) { return std::string(row.param); });

TEST_P(ThreeRods, ApproachTheSystemSolvedAsOneWithOrderOne) {
  const std::string file = write("rods.toml", three_rods);
  std::vector<json> errors;
  for (const char* step : {"2.5e-4", "1.25e-4"})
    errors.push_back(
        ask({"run", file, "--compare", "monolithic"},
            {fmt::format("scheme.forces={}", GetParam()), fmt::format("scheme.step={}", step), "simulation.end=0.1"})
            .at("errors"));
  // the linear-implicit method and forces held over a step are of order one; the term of order two is still seen
  for (const char* name : {"junction.box.x", "junction.box.z", "junction.box.q1", "junction.box.vz", "junction.box.wx",
                           "first.end.moment2", "second.shape.tip.z", "third.end.z.inner"}) {
    const double coarse = errors[0].at(name).at("rms"), fine = errors[1].at(name).at("rms");
    EXPECT_NEAR(std::log2(coarse / fine), 1, 0.2) << name;
  }
}

TEST_F(Clamps, ForcesFoundTogetherAreThoseOfTheLoop) {
  // solved as one there is no delay: three forces from mobilities, or by iteration through the accelerations
  const std::string file = write("rods.toml", three_rods);
  const auto solve = [&](const char* forces) {
    return ask({"monolithic", file, "--sample", "0.05,0.1"},
               {fmt::format("scheme.forces={}", forces), "simulation.end=0.1"})
        .at("samples");
  };
  const json exact = solve("exact"), loop = solve("approximate");
  for (int n = 0; n < 2; ++n) {
    const json &a = exact[n].at("outputs"), &b = loop[n].at("outputs");
    for (const char* name : {"junction.box.x", "junction.box.y", "junction.box.z", "junction.box.q2", "junction.box.vz",
                             "junction.box.wy", "second.shape.tip.x", "third.node1.z"})
      EXPECT_NEAR(a.at(name).get<double>(), b.at(name).get<double>(), 1e-10)
          << name;  // local errors of 1e-14, in some thousand steps
    for (const char* axis : axes)
      for (const auto& [force, told] : {std::pair("A", "first.end"), {"B", "second.start"}, {"C", "third.end"}})
        EXPECT_NEAR(a.at(fmt::format("{}.{}.force", force, axis)).get<double>(),
                    b.at(fmt::format("{}.{}.force", told, axis)).get<double>(),
                    1e-9);  // with stiffnesses of 60 N over 0.2 m
  }
}

/// What the ends do to a box, each told as "NAME.x.force".
void expect_balance(const json& samples, const std::vector<std::string>& ends) {
  const double mass = 0.1, step = 1e-3;
  for (std::size_t n = 0; n + 1 < samples.size(); ++n) {
    const json &now = samples[n].at("outputs"), &next = samples[n + 1].at("outputs");
    for (const char* axis : axes) {
      double force = axis[0] == 'z' ? -9.81 * mass : 0;
      for (const std::string& end : ends) force += now.at(fmt::format("{}.{}.force", end, axis)).get<double>();
      const std::string velocity = fmt::format("junction.box.v{}", axis);
      const double gain = next.at(velocity).get<double>() - now.at(velocity).get<double>();
      // velocities of 1 m/s are known to 1e-16, and divided by a step of 1e-3 s
      EXPECT_NEAR(mass * gain / step, force, 1e-11) << axis << " at sample " << n;
    }
  }
}

TEST_F(Clamps, AFreeBoxGainsTheMomentumOfItsEnds) {
  // forces are held over a step: what the box gains in it is the sum of what the ends did at its beginning
  const std::string file = write("rods.toml", three_rods);
  const std::string times = "0,0.001,0.002,0.003,0.004";
  expect_balance(ask({"run", file, "--sample", times}).at("samples"), {"A", "B", "C"});
  expect_balance(ask({"run", file, "--sample", times}, {"scheme.forces=approximate"}).at("samples"),
                 {"first.end", "second.start", "third.end"});
}

TEST_F(Clamps, ExactForcesNeedNoHeavyBox) {
  const std::string file = write("rods.toml", three_rods);
  const std::string light = "subsystem.junction.body.box.mass=0.02";  // ends of 0.01 kg each
  EXPECT_EQ(ask({"run", file}, {light}).at("status"), "completed");
  // approximate ones do, and a smaller step makes it worse
  double ended = 1;
  for (const char* step : {"1e-3", "5e-4"}) {
    const Ended run = run_program({"run", file, "--out", "out", "--json", "--set", light, "--set",
                                   "scheme.forces=approximate", "--set", fmt::format("scheme.step={}", step)},
                                  folder());
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_LT(run.json().at("time").get<double>(), ended);
    ended = run.json().at("time");
  }
}

TEST_F(Clamps, TheCouplingMakesLessEnergyWithSmallerSteps) {
  const std::string file = write("rods.toml", three_rods);
  const auto made = [&](const char* step) {
    return ask({"run", file}, {fmt::format("scheme.step={}", step)})
        .at("energy_residual")
        .at("total")
        .at("absolute")
        .get<double>();
  };
  // held forces and extrapolated motions differ by O(H) at the ends of steps
  EXPECT_NEAR(std::log2(made("1e-3") / made("5e-4")), 1, 0.2);
}

/// A box that hangs by its centre from one rod.
std::string hanging(const char* kind) {
  std::string text = three_rods.substr(0, three_rods.find("[[subsystem.frame]]"));
  text += "[[subsystem.frame]]\nname = \"a\"\nbody = \"box\"\n";
  text += "R = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]\n[[subsystem]]\nname = \"first\"\n" + soft;
  text += fmt::format("start = {{x = [-0.4, 0.0, 0.0]}}\nend = {{kind = \"{}\"}}\n", kind);
  return text + "[[interface]]\nname = \"A\"\nlaw = \"clamp\"\nbetween = [\"junction.a\", \"first.end\"]\n";
}

class HangingBox : public Clamps, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Forces, HangingBox, testing::Values("exact", "approximate"),
                         [](const auto& row) { return std::string(row.param); });

TEST_P(HangingBox, IsNotTurnedByAHinge) {
  const std::string forces = fmt::format("scheme.forces={}", GetParam());
  const json hinged = ask({"run", write("hinged.toml", hanging("hinged"))}, {forces}).at("outputs");
  EXPECT_FALSE(hinged.contains("first.end.moment1"));
  EXPECT_LT(hinged.at("junction.box.z"), -0.05) << "it swings";
  // a force at the centre and no moment: not by the last bit
  for (const char* axis : axes) EXPECT_EQ(hinged.at(fmt::format("junction.box.w{}", axis)), 0.0);
  EXPECT_EQ(hinged.at("junction.box.q0"), 1.0);
  const json clamped = ask({"run", write("clamped.toml", hanging("clamped"))}, {forces}).at("outputs");
  EXPECT_GT(std::abs(clamped.at("junction.box.wy").get<double>()), 0.1);
}

TEST_P(HangingBox, OnAHingeApproachesTheSystemSolvedAsOneWithOrderOne) {
  const std::string file = write("hinged.toml", hanging("hinged"));
  const auto error = [&](const char* step) {
    const json found = ask({"run", file, "--compare", "monolithic"},
                           {fmt::format("scheme.forces={}", GetParam()), fmt::format("scheme.step={}", step)});
    return found.at("errors").at("junction.box.z").at("rms").get<double>();
  };
  EXPECT_NEAR(std::log2(error("5e-4") / error("2.5e-4")), 1, 0.2);
}

TEST_F(Clamps, TwoRodsJoinedEndToEndRestAsOne) {
  // A clamp has twice the stiffness of the bend at an inner node: two of them in a row, with next to no weight between,
  // are such a node.
  const std::string rod = "model = \"rod\"\nr = 0.005\nE = 2e9\nnu = 0.3\ngravity = 9.81\n";
  const std::string frame =
      "[[subsystem.frame]]\nbody = \"ring\"\nR = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]\n";
  const std::string head = "[simulation]\nend = 0.1\n[scheme]\nstep = 1e-3\n";
  const std::string joined =
      head +
      "[[subsystem]]\nname = \"sleeve\"\nmodel = \"mechanism\"\nspace = \"space\"\ngravity = [0.0, 0.0, -9.81]\n" +
      "[[subsystem.body]]\nname = \"ring\"\nmass = 1e-9\ninertia = [1e-4, 1e-4, 1e-4]\nposition = [0.4, 0.0, 0.0]\n" +
      frame + "name = \"a\"\n" + frame + "name = \"b\"\n" + "[[subsystem]]\nname = \"left\"\nN = 5\nL = 0.4\n" + rod +
      "[[subsystem]]\nname = \"right\"\nN = 5\nL = 0.4\n" + rod +
      "[[interface]]\nlaw = \"clamp\"\nbetween = [\"sleeve.a\", \"left.end\"]\n" +
      "[[interface]]\nlaw = \"clamp\"\nbetween = [\"sleeve.b\", \"right.start\"]\n";
  const std::string single = head + "[[subsystem]]\nname = \"whole\"\nN = 10\nL = 0.8\n" + rod;
  const json two = ask({"static", write("joined.toml", joined)}).at("outputs"),
             one = ask({"static", write("single.toml", single)}).at("outputs");
  const auto expect_equal = [&](const char* joint, const char* whole, double tolerance) {
    EXPECT_NEAR(two.at(joint).get<double>(), one.at(whole).get<double>(), tolerance) << joint;
  };
  // The ring weighs 1e-8 N, of 0.68 N. At the node the rod turns by M l/EI = 7e-3, and the sines of two halves of it
  // differ from the whole by its square, 1e-5, of that turn: 7e-8 times the arm of 0.4 m.
  expect_equal("left.start.z.force", "whole.start.z.force", 2e-8);
  expect_equal("left.start.moment2", "whole.start.moment2", 2e-8);
  expect_equal("sleeve.ring.z", "whole.node5.z", 3e-8);
  expect_equal("right.shape.tip.z", "whole.shape.tip.z", 3e-8);
  EXPECT_LT(one.at("whole.shape.tip.z"), -0.04) << "it bends";
}

TEST_F(Clamps, ABodyThatNothingStopsKeepsItsPaceWhateverTheOrder) {
  // a rod on a body in free flight. Held still over the step and then pulled to where the body is, it would be a damper
  const std::string file = write(
      "flight.toml",
      "[simulation]\nend = 0.05\n[scheme]\nstep = 1e-3\n"
      "[[subsystem]]\nname = \"craft\"\nmodel = \"mechanism\"\nspace = \"space\"\n"
      "[[subsystem.body]]\nname = \"box\"\nmass = 0.5\ninertia = [0.01, 0.01, 0.01]\nvelocity = [0.1, 0.0, 0.0]\n"
      "[[subsystem.frame]]\nname = \"f\"\nbody = \"box\"\nR = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]\n"
      "[[subsystem]]\nname = \"r\"\nmodel = \"rod\"\nN = 10\nL = 0.5\nE = 5e7\ntauG = 1e-4\ntauK = 1e-3\n"
      "[[interface]]\nlaw = \"clamp\"\nbetween = [\"craft.f\", \"r.start\"]\n");
  const auto speed = [&](const char* setting) {
    return ask({"run", file}, {setting}).at("outputs").at("craft.box.vx").get<double>();
  };
  // 0.5 kg at 0.1 m/s take 0.0432 kg along: 0.092 m/s together
  EXPECT_NEAR(speed("scheme.order=0"), 0.092, 0.002);
  // In the first step there is no slope yet. The end lags behind once, by v H, and EA v H/l pulls for H: 7.9e-3 N s
  const double lost = 7.9e-3 / 0.543;
  for (const char* setting : {"scheme.startup=ramp", "scheme.order=1"})
    EXPECT_NEAR(speed(setting), 0.092 - lost / 2, lost / 2 + 0.002) << setting;
}

}  // namespace
}  // namespace oldham::test
