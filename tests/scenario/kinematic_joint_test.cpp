// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "program.hpp"

// Joints in system files: every one of them, what is refused and how, and where a run ends by its joint.

namespace oldham::test {
namespace {

using nlohmann::json;

struct JointFile {
  const char* claim;
  std::string keys;  // of the interface
  std::vector<double> mover, moved;
  std::vector<double> moved_rates = {};
};
void PrintTo(const JointFile& file, std::ostream* stream) { *stream << file.keys; }

std::string diagonal(std::size_t n, double value) {
  std::vector<std::vector<double>> rows(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) rows[i][i] = value;
  return fmt::format("{}", rows);
}

std::string side(const char* name, const std::vector<double>& q, std::vector<double> v, double mass) {
  std::vector<int> all;
  for (std::size_t i = 1; i <= q.size(); ++i) all.push_back(static_cast<int>(i));
  v.resize(q.size());
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"mechanical\"\n[subsystem.parameters]\nM = {}\nK = {}\nq0 = {}\nv0 = "
      "{}\ncoupled = {}\n\n",
      name, diagonal(q.size(), mass), diagonal(q.size(), 10 * mass), q, v, all);
}

std::string text_of(const JointFile& file) {
  return "[simulation]\nend = 0.1\n\n[scheme]\nstep = 0.01\nforce_order = 1\nstate_order = 1\n\n" +
         side("body", file.mover, {}, 1) + side("load", file.moved, file.moved_rates, 0.25) +
         "[[interface]]\nlaw = \"kinematic\"\nbetween = [\"body\", \"load\"]\n" + file.keys + "\n";
}

class JointInAFile : public Scenario, public testing::WithParamInterface<JointFile> {};

TEST_P(JointInAFile, MovesWhatItSays) {
  const JointFile& file = GetParam();
  const json found =
      answer({"run", write("joint.toml", text_of(file)), "--out", "out", "--sample", "0.0", "--compare", "monolithic"});
  EXPECT_EQ(found.at("status"), "completed");
  const json& start = found.at("samples").at(0).at("outputs");
  for (std::size_t i = 0; i < file.moved.size(); ++i) {
    const std::string port = fmt::format("body.coupling{}.position", i + 1);
    EXPECT_NEAR(start.at(port).get<double>(), file.moved[i], 1e-14) << port;
    // ten steps of 0.01 s with frequencies of 3/s: (ω H)² of motions below 1
    EXPECT_LT(found.at("errors").at(port).at("max").get<double>(), 1e-3) << port;
  }
  for (std::size_t i = 0; i < file.mover.size() && start.contains("body.joint1.position"); ++i)
    EXPECT_EQ(start.at(fmt::format("body.joint{}.position", i + 1)).get<double>(), file.mover[i]);
}

const JointFile files[] = {
    {"Coincident", "joint = \"coincident\"", {0.5, 0.25}, {0.5, 0.25}},
    {"Offset", "joint = \"offset\"\noffset = [0.5]", {0.25}, {0.75}},
    {"Shaken",
     "joint = \"offset\"\noffset = [0.5]\namplitude = [0.25]\nfrequency = [2.0]",
     {0.25},
     {0.75},
     {0.5}},  // 0.25 m times 2/s
    {"Distance", "joint = \"distance\"\nbase = [0.0, 0.0]\ndirection = [2.0, 0.0]\nlength = 1.25", {0.5, 0.75}, {1.5}},
    {"DistanceInSpace",
     "joint = \"distance\"\nbase = [0.0, 0.0, 0.0]\ndirection = [0.0, 0.0, 1.0]\nlength = 1.25",
     {0.75, 0.0, 0.5},
     {-0.5}},
    {"Spherical",
     "joint = \"spherical\"\nrotation = \"cardan-angles\"\npoint = [1.0, 0.0, 0.5]",
     {0.25, 0.5, 0, 0, 0, 0},
     {1.25, 0.5, 0.5}},
    {"SphericalWithAQuaternion",
     "joint = \"spherical\"\nrotation = \"euler-parameters\"\npoint = [1.0, 0.0, 0.5]",
     {0.25, 0.5, 0, 1, 0, 0, 0},
     {1.25, 0.5, 0.5}},
    {"Revolute",
     "joint = \"revolute\"\nrotation = \"cardan-angles\"\npoint = [1.0, 0.0, 0.5]\naxis = [0.0, 0.0, 2.0]",
     {0.25, 0.5, 0, 0, 0, 0},
     {1.25, 0.5, 0.5, 0, 0, 1}},
    {"PlanarRevolute", "joint = \"planar-revolute\"\npoint = [1.0, 0.5]", {0.25, 0.5, 0}, {1.25, 1}},
    {"PlanarPrismatic",
     "joint = \"planar-prismatic\"\npoint = [1.0, 0.5]\ndirection = [1.0, 0.0]\nturn = 0.25",
     {0.25, 0.5, 0, 0.75},
     {2, 1, 0.25}},
    {"Clamped",
     "joint = \"clamped\"\nrotation = \"cardan-angles\"\npoint = [1.0, 0.0, 0.5]\ndirectors = [[1.0, 0.0, 0.0], [0.0, "
     "1.0, 0.0]]",
     {0.25, 0.5, 0, 0, 0, 0},
     {1.25, 0.5, 0.5, 1, 0, 0, 0, 1, 0}},
    {"ClampedWithAQuaternion",
     "joint = \"clamped\"\nrotation = \"euler-parameters\"\npoint = [1.0, 0.0, 0.5]\nquaternion = [1.0, 0.0, 0.0, 0.0]",
     {0.25, 0.5, 0, 1, 0, 0, 0},
     {1.25, 0.5, 0.5, 1, 0, 0, 0}},
};
INSTANTIATE_TEST_SUITE_P(All, JointInAFile, testing::ValuesIn(files),
                         [](const auto& file) { return std::string(file.param.claim); });

// ---- refused ----

struct JointSlip {
  const char* claim;
  JointFile file;
  std::vector<std::string> says;
};
void PrintTo(const JointSlip& slip, std::ostream* stream) { *stream << slip.file.keys; }

class WrongJoint : public Scenario, public testing::WithParamInterface<JointSlip> {};

TEST_P(WrongJoint, IsRefusedWithItsPlace) {
  const std::string text = text_of(GetParam().file);
  std::vector<std::string> says = GetParam().says;
  says.push_back("joint.toml:");
  expect_refusal({"run", write("joint.toml", text), "--out", "out"}, 2, says);
}

const std::string rod = "joint = \"distance\"\nbase = [0.0, 0.0]\ndirection = [1.0, 0.0]\nlength = 1.25";
const JointSlip joint_slips[] = {
    {"ItIsMisspelt", {"", "joint = \"sperical\"", {0.5}, {0.5}}, {"joint", "sperical", "did you mean 'spherical'?"}},
    {"TheMoverHasTooFewCoordinates",
     {"", rod, {0.5}, {1.5}},
     {"joint 'distance' reads 2 coordinates of 'body', which couples 1", "name 2 of them in coupled"}},
    {"TheMovedHasTooMany",
     {"", rod, {0.5, 0.75}, {1.5, 0}},
     {"joint 'distance' moves 1 coordinates of 'load', which couples 2", "name 1 of them in coupled"}},
    {"ThePositionDoesNotFit",
     {"", rod, {0.5, 0.75}, {1.4}},
     {"coordinate 1 of 'load' starts with 1.4", "puts it at 1.5", "give q0 and v0 that fulfil the joint"}},
    {"TheVelocityDoesNotFit",
     {"", rod, {0.5, 0.75}, {1.5}, {0.5}},
     {"the velocity of coordinate 1 of 'load' starts with 0.5", "puts it at 0"}},
    {"TheRodIsTooShort", {"", rod, {0.5, 2}, {0.5}}, {"joint 'distance' at t = 0", "choose another start"}},
    {"TheLengthIsMissing",
     {"", "joint = \"distance\"\nbase = [0.0, 0.0]\ndirection = [1.0, 0.0]", {0.5, 0.75}, {1.5}},
     {"length", "missing"}},
    {"TheLengthIsNegative",
     {"", "joint = \"distance\"\nbase = [0.0, 0.0]\ndirection = [1.0, 0.0]\nlength = -1.0", {0.5, 0.75}, {1.5}},
     {"joint 'distance'", "its length is -1 m", "give a length above zero"}},
    {"AKeyBelongsToAnother", {"", rod + "\naxis = [1.0, 0.0, 0.0]", {0.5, 0.75}, {1.5}}, {"axis", "unknown key"}},
    {"TheRotationIsNotSaid",
     {"", "joint = \"spherical\"\npoint = [1.0, 0.0, 0.5]", {0, 0, 0, 0, 0, 0}, {1, 0, 0.5}},
     {"rotation", "cardan-angles"}},
    {"ADirectorIsOblique",
     {"",
      "joint = \"clamped\"\nrotation = \"cardan-angles\"\npoint = [0.0, 0.0, 0.0]\ndirectors = [[1.0, 0.0, 0.0], [0.5, "
      "1.0, 0.0]]",
      {0, 0, 0, 0, 0, 0},
      {0, 0, 0, 1, 0, 0, 0, 1, 0}},
     {"d1 . d2 = 0.5", "right angles"}},
    {"TheMoverIsToBeChosen",
     {"", rod + "\nmover = \"auto\"", {0.5, 0.75}, {1.5}},
     {"mover", "leads from 'body' to 'load', not back"}},
};
INSTANTIATE_TEST_SUITE_P(All, WrongJoint, testing::ValuesIn(joint_slips),
                         [](const auto& slip) { return std::string(slip.param.claim); });

// ---- runs ----

using JointRun = Scenario;
const std::string slider_file = OLDHAM_SOURCE "/examples/slider/system.toml";

TEST_F(JointRun, OfTheExampleConvergesAndKeepsTheRod) {
  const auto error_at = [&](const char* step) {
    const json found = answer(
        {"run", slider_file, "--out", "out", "--compare", "monolithic", "--set", fmt::format("scheme.step={}", step)});
    const json& y = found.at("outputs");
    const double along = y.at("mass.coupling1.position").get<double>() - y.at("mass.joint1.position").get<double>();
    EXPECT_GT(along, 0);  // still to the right
    EXPECT_NEAR(std::hypot(along, y.at("mass.joint2.position").get<double>()), 1, 1e-13);
    return found.at("errors").at("mass.coupling1.position").at("max").get<double>();
  };
  const double coarse = error_at("0.01"), fine = error_at("0.005");
  EXPECT_LT(coarse, 2e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.3);  // quadratic signals from rest
  EXPECT_TRUE(answer({"stability", slider_file}).at("stable").get<bool>());
}

TEST_F(JointRun, EndsWithTheJointAndTheTimeInItsReason) {
  // thrown upwards, the mass leaves the reach of the rod; a light slider does not hold it back
  for (const char* integrator : {"rk4", "cvode"}) {
    Arguments arguments = {"run", slider_file, "--out", "out", "--json"};
    for (const std::string& setting :
         {std::string("mass.parameters.v0=[0.0, 8.0]"), std::string("slider.parameters.v0=[-6.0, 0.0]"),
          std::string("slider.parameters.M=[[0.004, 0.0], [0.0, 0.002]]"),
          std::string("slider.parameters.K=[[0.2, -0.2], [-0.2, 0.2]]"),
          std::string("slider.parameters.D=[[0.0, 0.0], [0.0, 0.0]]"), fmt::format("mass.integrator={}", integrator)})
      arguments.insert(arguments.end(), {"--set", "subsystem." + setting});
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.exit_code, 1) << ended.err;
    const json found = ended.json();
    EXPECT_EQ(found.at("status"), "failed");
    const std::string reason = found.at("reason");
    for (const char* part : {"subsystem 'mass' failed in the step from t = ", "joint 'distance' at t = ", "dg/dq_F"})
      EXPECT_NE(reason.find(part), std::string::npos) << reason;
  }
}

}  // namespace
}  // namespace oldham::test
