// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mechanisms.hpp"
#include "scenario/program.hpp"

// The same mechanism twice: here from a file, in absolute coordinates, there by Simbody, in joint coordinates.

namespace oldham::simbody {

/// The name of a case in a list of tests.
void PrintTo(const Mechanism& mechanism, std::ostream* out) { *out << mechanism.name; }

}  // namespace oldham::simbody

namespace oldham::test {
namespace {

using nlohmann::json;
using simbody::BodyMotion;
using simbody::Instant;
using simbody::Mechanism;
using simbody::simulate;

const std::vector<double> times = {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5};  // s

std::string file_of(const std::string& name) { return fmt::format(OLDHAM_SOURCE "/tests/simbody/{}.toml", name); }

using Settings = std::vector<std::string>;  // key=value of the subsystem

/// Where a mechanism is written down, and what differs from that.
struct Source {
  std::string file;
  Settings settings;
};

Source source_of(const std::string& mechanism) {
  if (mechanism == "stiff-four-bar") return {file_of("bushing-four-bar"), {"force.bushing.stiffness=[1e5, 1e5, 1e5]"}};
  if (mechanism == "driven-four-bar")  // cos πt = sin(πt + π/2)
    return {file_of("four-bar"),
            {"joint.A.motion={offset = -0.4, acceleration = 0.3, amplitude = 0.4, frequency = 0.5, "
             "phase = 1.5707963267948966}"}};
  if (mechanism == "undamped-four-bar")
    return {file_of("bushing-four-bar"),
            {"force.bushing.damping=[0, 0, 0]", "body.bar1.drag=0", "body.bar2.drag=0", "body.bar3.drag=0",
             "body.bar4.drag=0"}};
  return {file_of(mechanism), {}};
}

/// Row by row, from a quaternion with the scalar first.
std::array<double, 9> rotation(double w, double x, double y, double z) {
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
}

/// The body named in `like`, as the outputs of a run have it.
BodyMotion read_body(const json& outputs, const BodyMotion& like, bool is_planar) {
  const auto output = [&](const char* name) {
    return outputs.at(fmt::format("mechanism.{}.{}", like.name, name)).get<double>();
  };
  BodyMotion body = like;
  if (is_planar) {
    body.position = {output("x"), output("y"), 0};
    body.velocity = {output("vx"), output("vy"), 0};
    if (body.is_point) return body;
    body.angular_velocity = {0, 0, output("w")};
    body.rotation = rotation(std::cos(output("angle") / 2), 0, 0, std::sin(output("angle") / 2));
  } else {
    body.position = {output("x"), output("y"), output("z")};
    body.velocity = {output("vx"), output("vy"), output("vz")};
    if (body.is_point) return body;
    body.angular_velocity = {output("wx"), output("wy"), output("wz")};
    body.rotation = rotation(output("q0"), output("q1"), output("q2"), output("q3"));
  }
  return body;
}

/// Every number of a motion, so that motions can be subtracted and extrapolated.
std::vector<double> numbers(const BodyMotion& body) {
  std::vector<double> all(body.position.begin(), body.position.end());
  all.insert(all.end(), body.velocity.begin(), body.velocity.end());
  if (body.is_point) return all;
  all.insert(all.end(), body.angular_velocity.begin(), body.angular_velocity.end());
  all.insert(all.end(), body.rotation.begin(), body.rotation.end());
  return all;
}

/// All bodies at all times.
std::vector<double> numbers(const std::vector<Instant>& motion) {
  std::vector<double> all;
  for (const Instant& instant : motion)
    for (const BodyMotion& body : instant.bodies)
      for (double x : numbers(body)) all.push_back(x);
  return all;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

class OnMechanism : public Scenario, public testing::WithParamInterface<Mechanism> {
 protected:
  std::vector<Instant> run_file(const Settings& settings, const std::vector<Instant>& like) const {
    Source source = source_of(GetParam().name);
    source.settings.insert(source.settings.end(), settings.begin(), settings.end());
    Arguments arguments = {
        "run", source.file, "--out", "out", "--json", "--sample", fmt::format("{}", fmt::join(times, ","))};
    for (const std::string& setting : source.settings)
      arguments.insert(arguments.end(), {"--set", "subsystem.mechanism." + setting});
    const Ended ended = Program(arguments, folder()).wait(std::chrono::seconds(120));
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    const json samples = ended.json().at("samples");
    std::vector<Instant> motion = like;
    for (std::size_t i = 0; i < motion.size(); ++i) {
      const json& outputs = samples.at(i).at("outputs");
      EXPECT_FALSE(samples.at(i).contains("interpolated"));
      motion[i].energy =
          outputs.at("mechanism.energy.kinetic").get<double>() + outputs.at("mechanism.energy.potential").get<double>();
      for (BodyMotion& body : motion[i].bodies) body = read_body(outputs, body, GetParam().is_planar);
    }
    return motion;
  }

  void expect_agreement(const Settings& settings) const {
    const std::vector<Instant> theirs = simulate(GetParam().name, times, {}), ours = run_file(settings, theirs);
    // the file starts where Simbody starts, but for rounding: it needed no assembly
    EXPECT_LT(largest_difference(numbers({ours.front()}), numbers({theirs.front()})), 1e-13);
    // velocities up to 10 rad/s; each solver is sure of 1e-7
    EXPECT_LT(largest_difference(numbers(ours), numbers(theirs)), 1e-6);
    // energies of 50 J at most, by velocities of that accuracy
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(ours[i].energy, theirs[i].energy, 1e-5) << times[i];
  }
};

TEST_P(OnMechanism, SimbodyIsSureOfTheMotion) {
  const std::vector<Instant> motion = simulate(GetParam().name, times, {});
  double drift = 0, violation = 0;
  for (const Instant& instant : motion) {
    drift = std::max(drift, std::abs(instant.energy - motion.front().energy));
    violation = std::max(violation, instant.violation);
  }
  RecordProperty("energy_drift", fmt::format("{:.2g}", drift));
  // energies are of order 10 J; thousands of steps at 1e-11 of it each, most of which cancel
  if (GetParam().is_conservative) {
    EXPECT_LT(drift, 1e-8);
  }
  EXPECT_LT(violation, 1e-12);  // asked for 1e-13; sampled between steps

  // regular, not chaotic: a nudge grows a hundredfold at most, and so do the errors of a solver
  const std::vector<Instant> nudged = simulate(GetParam().name, times, {.nudge = 1e-9});
  double moved = 0;
  for (std::size_t i = 0; i < motion.size(); ++i)
    for (std::size_t b = 0; b < motion[i].bodies.size(); ++b)
      for (int k = 0; k < 3; ++k)
        moved = std::max(moved, std::abs(motion[i].bodies[b].position[k] - nudged[i].bodies[b].position[k]));
  EXPECT_LT(moved, 1e-7);
}

TEST_P(OnMechanism, KktAgreesWithSimbody) {
  expect_agreement({"formulation=kkt", "integrator=cvode", "relative_tolerance=1e-12", "absolute_tolerance=1e-13"});
}

TEST_P(OnMechanism, Ali1AgreesWithSimbody) {
  // vibrations of 1500 rad/s, damped, and of 150 rad/s: 0.4 and 0.04 rad in a step of order 4
  expect_agreement({"formulation=ali1", "integrator=rk4", "micro_step=2.5e-4"});
}

TEST_P(OnMechanism, GglAgreesWithSimbody) {
  expect_agreement({"formulation=ggl", "relative_tolerance=1e-12", "absolute_tolerance=1e-14"});
}

TEST_P(OnMechanism, Ali3pAgreesWithSimbody) {
  const std::vector<Instant> theirs = simulate(GetParam().name, times, {});
  const std::vector<double> exact = numbers(theirs);
  const std::vector<double> coarse = numbers(run_file({"formulation=ali3p", "micro_step=2e-4"}, theirs)),
                            medium = numbers(run_file({"formulation=ali3p", "micro_step=1e-4"}, theirs)),
                            fine = numbers(run_file({"formulation=ali3p", "micro_step=5e-5"}, theirs));
  ASSERT_EQ(coarse.size(), exact.size());
  // C h² of the trapezoidal rule, and h³ because the projections at the end of a step make it unsymmetrical; both
  // removed by extrapolation, for the rule alone would need steps of 1e-6 s where a bushing vibrates at 150 rad/s
  std::vector<double> extrapolated = fine;
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const double first = medium[i] + (medium[i] - coarse[i]) / 3, second = fine[i] + (fine[i] - medium[i]) / 3;
    extrapolated[i] = second + (second - first) / 7;
  }
  EXPECT_LT(largest_difference(extrapolated, exact), 1e-6);
  // of second order before that: 16, where the motion is not prescribed and rounding all that is left
  EXPECT_LT(largest_difference(fine, exact), largest_difference(coarse, exact) / 12 + 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Simbody, OnMechanism, testing::ValuesIn(simbody::mechanism_catalogue()),
                         [](const auto& mechanism) {
                           std::string name = mechanism.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

using Overconstrained = Scenario;

TEST_F(Overconstrained, LinkagesAreRefusedWithTheJoint) {
  // both move, though by counting they cannot: 30 equations of rank 29, and 12 of rank 11
  expect_refusal({"run", file_of("overconstrained"), "--out", "out"}, 2, {"redundant", "'hinge"});
  expect_refusal({"run", file_of("parallelogram"), "--out", "out"}, 2, {"redundant", "'head"});
}

}  // namespace
}  // namespace oldham::test
