// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "program.hpp"

// Bushings between ports, and names of one's own for outputs and forces.

namespace oldham::test {
namespace {

using nlohmann::json;

/// Two bodies in the plane, held together by springs and dampers in three directions.
const std::string planar_pair = R"([simulation]
end = 0.5

[scheme]
step = 1e-3
order = 1
correction = "semi-implicit"

[[subsystem]]
name = "left"
model = "planar-body"
[subsystem.parameters]
mass = 2.0
inertia = 0.3
point = [0.4, 0.1]
stiffness = [60.0, 20.0, 5.0]
position = [-0.4, -0.1, 0.0]
velocity = [0.5, 0.0, 1.0]

[[subsystem]]
name = "right"
model = "planar-body"
[subsystem.parameters]
mass = 0.8
inertia = 0.05
point = [-0.5, 0.2]
stiffness = [4.0, 8.0, 2.0]
position = [0.5, -0.2, 0.0]

[[interface]]
name = "bushing"
law = "bushing"
between = ["left", "right"]
stiffness = [300.0, 200.0, 5.0]
damping = [[3.0, 0.5, 0.0], [0.5, 2.0, 0.0], [0.0, 0.0, 0.1]]

[publish]
pull = "bushing.x"
turn = "bushing.phi.force"
x_left = "left.x.position"
)";

class BushingFile : public Scenario {
 protected:
  std::string with(const std::string& right, const std::string& wrong) const {
    std::string text = planar_pair;
    const std::size_t place = text.find(right);
    EXPECT_NE(place, std::string::npos) << right;
    return write("pair.toml", text.replace(place, right.size(), wrong));
  }
};

TEST_F(BushingFile, FollowsItsMonolithicSolution) {
  const json found = answer({"run", write("pair.toml", planar_pair), "--compare", "monolithic", "--out", "out"});
  EXPECT_EQ(found.at("status"), "completed");
  // order 1: H² times accelerations of 100 m/s² makes 1e-4
  for (const char* output : {"x_left", "right.y.position", "right.phi.position"})
    EXPECT_LT(found.at("errors").at(output).at("max").get<double>(), 1e-4) << output;
}

TEST_F(BushingFile, TellsItsForcesAndWhatIsPublished) {
  const json found = answer({"run", write("pair.toml", planar_pair), "--out", "out", "--sample", "0,0.25"});
  for (const json& sample : found.at("samples")) {
    const json& y = sample.at("outputs");
    const auto apart = [&](const char* what) {
      return y.at(std::string("left.") + what).get<double>() - y.at(std::string("right.") + what).get<double>();
    };
    const double expected = 300 * apart("x.position") + 3 * apart("x.velocity") + 0.5 * apart("y.velocity");
    EXPECT_EQ(y.at("pull"), y.at("bushing.x.force"));
    EXPECT_EQ(y.at("turn"), y.at("bushing.phi.force"));
    EXPECT_EQ(y.at("x_left"), y.at("left.x.position"));
    // exact at the start; later the sample that was corrected once, with the error of its Newton step
    EXPECT_NEAR(y.at("pull").get<double>(), expected, 1e-6 * (1 + std::abs(expected)));
  }
  const json described = answer({"describe", write("pair.toml", planar_pair)});
  EXPECT_EQ(described.at("published").at("x_left"), "left.x.position");
  EXPECT_EQ(described.at("published").at("pull"), "bushing.x");
}

TEST_F(BushingFile, IsTheSpringDamperWhereOneDirectionIsLeft) {
  const std::string bushing = with(
      "stiffness = [300.0, 200.0, 5.0]\ndamping = [[3.0, 0.5, 0.0], [0.5, 2.0, 0.0], "
      "[0.0, 0.0, 0.1]]\n\n[publish]\npull = \"bushing.x\"\nturn = \"bushing.phi.force\"\n",
      "directions = [\"x\"]\nstiffness = [300.0]\ndamping = [3.0]\n\n[publish]\n");
  const json first = answer({"run", bushing, "--out", "out"});
  const std::string spring = with(
      "law = \"bushing\"\nbetween = [\"left\", \"right\"]\nstiffness = [300.0, 200.0, 5.0]\ndamping = [[3.0, "
      "0.5, 0.0], [0.5, 2.0, 0.0], [0.0, 0.0, 0.1]]\n\n[publish]\npull = \"bushing.x\"\nturn = "
      "\"bushing.phi.force\"\n",
      "law = \"spring-damper\"\nbetween = [\"left.x\", \"right.x\"]\nstiffness = 300.0\ndamping = 3.0\n\n"
      "[publish]\npull = \"bushing\"\n");
  Arguments held = {"run", spring, "--out", "out"};
  for (const char* side : {"left", "right"})
    for (const char* direction : {"y", "phi"})
      held.insert(held.end(), {"--set", fmt::format("subsystem.{}.inputs.'{}.force'=0.0", side, direction)});
  const json second = answer(held);
  for (const char* output : {"left.x.position", "right.x.velocity", "right.phi.position"})
    EXPECT_NEAR(first.at("outputs").at(output).get<double>(), second.at("outputs").at(output).get<double>(), 1e-12)
        << output;  // sums in another order
  EXPECT_NEAR(first.at("outputs").at("bushing.x.force").get<double>(), -second.at("outputs").at("pull").get<double>(),
              1e-9);
}

TEST_F(BushingFile, TellsItsForcesFromInsideAGroup) {
  std::string text = planar_pair;
  text +=
      "\n[[group]]\nname = \"both\"\nmembers = [\"left\", \"right\"]\n[group.scheme]\norder = 1\n"
      "correction = \"semi-implicit\"\nstep = 1e-3\n";
  const json found = answer({"run", write("group.toml", text), "--out", "out"});
  const json flat = answer({"run", write("pair.toml", planar_pair), "--out", "out"});
  for (const char* output : {"pull", "turn", "x_left"})
    EXPECT_NEAR(found.at("outputs").at(output).get<double>(), flat.at("outputs").at(output).get<double>(), 1e-5)
        << output;
}

TEST_F(BushingFile, IsRefusedWithWhereAndWhatToDo) {
  const auto refused = [&](const std::string& right, const std::string& wrong, const std::vector<std::string>& says) {
    expect_refusal({"run", with(right, wrong), "--out", "out"}, 2, says);
  };
  refused("stiffness = [300.0, 200.0, 5.0]", "stiffness = [300.0, 200.0]",
          {"pair.toml:34", "interface 'bushing'.stiffness", "3 numbers or 3 rows of 3", "array of 2 values"});
  refused("stiffness = [300.0, 200.0, 5.0]", "stiffness = 300.0", {"interface 'bushing'.stiffness", "the number 300"});
  refused("law = \"bushing\"", "law = \"bushing\"\ndirections = [\"x\", \"x\", \"y\"]", {"'x' is named twice"});
  refused("law = \"bushing\"", "law = \"bushing\"\ndirections = [\"x\", \"y\", \"z\"]",
          {"no output 'z.position'", "did you mean"});
  refused("law = \"bushing\"", "law = \"bushing\"\ndecomposition = \"force-displacement\"",
          {"pair.toml:", "'right' is no port of a mechanism", "force-force"});
  refused("law = \"bushing\"", "law = \"bushing\"\ndamp = 1.0", {"damp", "unknown key", "did you mean 'damping'"});
  refused("[\"left\", \"right\"]", "[\"left\"]", {"expected two mechanical ports"});
}

TEST_F(BushingFile, NamesThatCannotBePublishedAreRefused) {
  const auto refused = [&](const std::string& line, const std::vector<std::string>& says) {
    expect_refusal({"run", with("x_left = \"left.x.position\"", line), "--out", "out"}, 2, says);
  };
  refused("x_left = \"left.x.positon\"", {"pair.toml:40", "no output 'x.positon'", "did you mean 'x.position'"});
  refused("x_left = \"lift.x.position\"", {"publish.x_left", "'lift.x.position' is neither", "left.x.position"});
  refused("x_left = \"bushing.z\"", {"publish.x_left", "'bushing.z' is neither", "did you mean 'bushing.x"});
  refused("\"left.x.position\" = \"right.x.position\"", {"there is an output 'left.x.position' already"});
  refused("pull = \"left.x.position\"", {"once only"});
  refused("x_left = 1.0", {"publish.x_left", "expected a text"});
}

}  // namespace
}  // namespace oldham::test
