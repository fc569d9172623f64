// SPDX-License-Identifier: MIT
#include "oldham/model/rod/cable.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/multibody/mechanism_model.hpp"
#include "oldham/model/multibody/mechanism_reader.hpp"
#include "three_joints.hpp"

// The mechanism that holds the cable, without the cable, against the equations of its three joints.

namespace oldham::cable {
namespace {

using multibody::MechanismDescription;
using multibody::test::ThreeJoints;
using testing::HasSubstr;
using Vector = Eigen::Vector3d;

Parameters read(const std::string& text) {
  const Value tree = parse_toml(text, "cable.toml");
  Reader reader(tree, "parameters");
  Parameters parameters = read_parameters(reader);
  reader.finish();
  return parameters;
}

/// As a system file has it, but for who asks the frame how it can move.
MechanismDescription describe(const Parameters& parameters) {
  const Value entry = make_mechanism(parameters, 1e-3);
  Reader reader(entry, "subsystem 'mechanism'");
  for (const char* key : {"name", "model"}) EXPECT_EQ(reader.text(key), "mechanism");
  EXPECT_EQ(reader.number("micro_step"), 1e-3);
  MechanismDescription d = multibody::read_mechanism(reader, "mechanism");
  multibody::read_formulation(reader);
  reader.finish();
  d.frames.at(0).mobility = true;
  return d;
}

ThreeJoints equations_of(const Parameters& p) {
  const auto vector = [](const Numbers3& x) { return Vector(x[0], x[1], x[2]); };
  ThreeJoints joints;
  joints.m = p.m;
  joints.l2 = p.l2;
  joints.s3 = p.s3;
  joints.rc = vector(p.rc);
  joints.I2 = vector(p.I2);
  joints.I3 = vector(p.I3);
  joints.c = vector(p.c);
  joints.d = vector(p.d);
  return joints;
}

/// No number as it is by itself.
const char* const other =
    "m = [0.3, 0.2, 0.5]\nl2 = 0.4\ns3 = 0.08\nrc = [0.03, -0.02, -0.2]\nI2 = [2e-3, 3e-3, 1.5e-3]\n"
    "I3 = [1e-3, 1.4e-3, 8e-4]\nc = [35.0, 1.5, 0.8]\nd = [0.5, 0.03, 0.01]\neta0 = [-0.1, -0.5, 1.2]\n";

struct Trial {
  std::unique_ptr<Subsystem<double>> subsystem;
  std::vector<double> y;

  explicit Trial(const MechanismDescription& d, double micro_step = 0) {
    std::vector<std::string> notes;
    subsystem = multibody::make_mechanism<double>("m", d, {}, {.micro_step = micro_step}, notes);
    EXPECT_TRUE(notes.empty()) << notes.front();
    subsystem->initialize(0);
    subsystem->apply_inputs(std::vector<double>(6, 0.0));
    y.resize(subsystem->description().output_count());
  }
  void advance(double begin, double length) {
    const double breaks[] = {0, 1}, nothing[6] = {};
    ASSERT_TRUE(subsystem->advance({begin, length}, {6, 0, breaks, nothing}).is_accepted());
  }
  double output(const std::string& name) {
    subsystem->read_outputs(y);
    const auto& ports = subsystem->description().boundary->outputs;
    for (std::size_t i = 0; i < ports.size(); ++i)
      if (ports[i].name == name) return y[i];
    ADD_FAILURE() << "no output " << name;
    return 0;
  }
  Eigen::Quaterniond orientation(const std::string& name) {
    return {output(name + ".q0"), output(name + ".q1"), output(name + ".q2"), output(name + ".q3")};
  }
  Vector vector(const std::string& name, const std::string& before, const std::string& after) {
    return {output(name + "." + before + "x" + after), output(name + "." + before + "y" + after),
            output(name + "." + before + "z" + after)};
  }
};

class Cable : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Numbers, Cable, testing::Values("", other));

TEST_P(Cable, MechanismMovesAsItsThreeCoordinatesDo) {
  const Parameters parameters = read(GetParam());
  const ThreeJoints joints = equations_of(parameters);
  const Vector begin(parameters.eta0[0], parameters.eta0[1], parameters.eta0[2]);
  Vector eta = begin, etadot = Vector::Zero();
  // RK4 errs by about (h ω)⁴/120 of the amplitude in each radian: 25 of them at ω = 25 rad/s give 3e-10, and 25 times
  // that in velocities. Both sides err alike, as they take the same steps: what remains is far less.
  const double h = 2.5e-4;
  Trial trial(describe(parameters), h);
  for (int n = 0; n < 1000; ++n) {
    trial.advance(n * 1e-3, 1e-3);
    for (int k = 0; k < 4; ++k) joints.step(h, eta, etadot);
    if (n % 50 != 49) continue;
    const Eigen::Quaterniond link = trial.orientation("link"), knee = link.conjugate() * trial.orientation("body");
    const ThreeJoints::Place p = joints.place(eta);
    const Vector turned = trial.vector("body", "w", "") - trial.vector("link", "w", "");
    const double positions[] = {trial.output("cart.x"), 2 * std::atan2(link.y(), link.w()),
                                2 * std::atan2(knee.x(), knee.w())},
                 velocities[] = {trial.output("cart.vx"), trial.output("link.wy"), turned.dot(p.a3)};
    const char* names[] = {"rail", "hip", "knee"};
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(positions[k], eta[k], 1e-9) << k;
      EXPECT_NEAR(velocities[k], etadot[k], 1e-9) << k;
      EXPECT_NEAR(trial.output(fmt::format("{}.position", names[k])), eta[k], 1e-9) << k;
      EXPECT_NEAR(trial.output(fmt::format("{}.velocity", names[k])), etadot[k], 1e-9) << k;
    }
    // the clamp: its place, and R_c = R_3 R_y(π)
    EXPECT_LT((trial.vector("clamp", "", ".position") - p.xc).norm(), 1e-9);
    const Eigen::Matrix3d R = trial.orientation("clamp").toRotationMatrix();
    EXPECT_LT((R * Vector(-1, 1, -1).asDiagonal() - p.R3).norm(), 1e-9);
  }
  EXPECT_GT((eta - begin).norm(), 0.1) << "it has moved";
}

TEST_P(Cable, TheMobilityOfTheClampIsThatOfTheJoints) {
  const std::string text = GetParam();
  Parameters parameters = read(text);
  for (bool moved : {false, true}) {
    if (!moved) parameters.eta0 = {0, 0, 0};
    const ThreeJoints joints = equations_of(parameters);
    const Vector eta(parameters.eta0[0], parameters.eta0[1], parameters.eta0[2]);
    Trial trial(describe(parameters));
    const ThreeJoints::Place p = joints.place(eta);
    const Eigen::Matrix3d J = ThreeJoints::on_body(p, p.xc), inverse = joints.mass(eta).inverse();
    Eigen::Matrix<double, 3, 6> W, expected;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 6; ++j) W(i, j) = trial.output(fmt::format("frames.mobility.{}.{}", i + 1, j + 1));
    const Eigen::Matrix3d directors = p.R3 * Vector(-1, 1, -1).asDiagonal();
    expected << J * inverse * J.transpose(), J * inverse * ThreeJoints::turn_of_body(p).transpose() * directors;
    EXPECT_LT((W - expected).norm(), 1e-10 * expected.norm());  // rounding, in 18 equations
    parameters.eta0 = read(text).eta0;
    if (moved || !text.empty()) continue;
    // what decides whether a cable may be coupled there: 5.184 is what the theory of its coupling quotes
    const double largest = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(W.leftCols<3>()).eigenvalues()[2];
    EXPECT_NEAR(0.6 * largest, 5.184, 5e-4);
  }
}

TEST(CableParameters, InertiasFollowMassesUnlessGiven) {
  const Parameters p = read("m = [0.1, 0.2, 0.6]\nl2 = 0.3\n");
  EXPECT_DOUBLE_EQ(p.I2[0], 0.2 * 0.09 / 12);
  EXPECT_DOUBLE_EQ(p.I3[2], 1e-3);
  EXPECT_EQ(read("I3 = [1e-3, 2e-3, 3e-3]\n").I3[1], 2e-3);
}

TEST(CableParameters, AreThoseThatAreDescribed) {
  std::string all = "N = 10\nwall_R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nnu = 0.3\n";
  const std::vector<std::string> vectors = {"m", "rc", "I2", "I3", "c", "d", "eta0", "wall_x"};
  for (const ParameterHelp& parameter : help()) {
    if (parameter.name == "N" || parameter.name == "wall_R" || parameter.name == "nu") continue;
    const bool is_vector = std::find(vectors.begin(), vectors.end(), parameter.name) != vectors.end();
    all += parameter.name + (is_vector ? " = [1.0, 1.0, 1.0]\n" : " = 1.0\n");
  }
  EXPECT_NO_THROW(read(all));
  EXPECT_EQ(help().size(), 21u);
}

TEST(CableParameters, AreRefusedWhereTheyMakeNoSense) {
  EXPECT_THAT(message_of([] { read("m = [0.1, 0.0, 0.4]\n"); }), HasSubstr("cable.toml:1"));
  EXPECT_THAT(message_of([] { read("m = [0.1, 0.0, 0.4]\n"); }), HasSubstr("expected positive numbers, found 0"));
  EXPECT_THAT(message_of([] { read("eta0 = [0.1, 0.0]\n"); }), HasSubstr("eta0"));
  EXPECT_THAT(message_of([] { read("wall_R = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]\n"); }), HasSubstr("a reflection"));
  EXPECT_THAT(message_of([] { read("inertia_scale = 0.0\n"); }), HasSubstr("inertia_scale"));
}

TEST(Cable, SpringsThatDoNothingAreLeftOut) {
  const MechanismDescription d = describe(read("c = [0, 0.5, 0]\nd = [0, 0, 0]\n"));
  ASSERT_EQ(d.forces.size(), 1u);
  EXPECT_EQ(d.forces[0].stiffness, 0.5);
}

TEST(Cable, PublishesTheCoordinatesOfTheJoints) {
  Value::Table publish;
  publish_coordinates(publish);
  ASSERT_NE(publish.find("eta2"), nullptr);
  EXPECT_EQ(*publish.find("eta2"), Value("mechanism.hip.position"));
  ASSERT_NE(publish.find("etadot3"), nullptr);
  EXPECT_EQ(*publish.find("etadot3"), Value("mechanism.knee.velocity"));
}

}  // namespace
}  // namespace oldham::cable
