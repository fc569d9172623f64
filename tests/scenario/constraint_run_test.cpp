// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "program.hpp"

// Runs of constrained systems as a user makes them: units, offsets, start-up, a last step of another length.

namespace oldham::test {
namespace {

using nlohmann::json;

/// A carriage on a spring, and a body given by matrices, 2 kg or kg m² on a spring of its own, whose ports are in other
/// units: `length` of them are a metre (a radian), `force` of them a newton.
struct Ports {
  const char *position, *velocity, *force;
  double length, newton;
};

class ConstrainedRun : public Scenario {
 protected:
  std::string rack(const Ports& p, const std::string& scheme, double radius = 1) const {
    // the body turns by x/r: its states are SI
    return write("rack.toml", fmt::format(R"([simulation]
end = 0.5
[scheme]
step = 0.01
{}
[[subsystem]]
name = "rack"
model = "oscillator"
parameters = {{mass = 1.0, stiffness = 100.0, damping = 1.0, position = {}, velocity = {}}}
[[subsystem]]
name = "wheel"
model = "linear"
[subsystem.parameters]
inputs = ["force [{}]"]
outputs = ["position [{}]", "velocity [{}]"]
A = [[0.0, 1.0], [-20.0, -2.5]]
B = [[0.0], [{:.17g}]]
C = [[{:.17g}, 0.0], [0.0, {:.17g}]]
x0 = [0.5, 0.25]
[[interface]]
law = "constraint"
between = ["rack", "wheel"]
factors = [1.0, {:.17g}]
)",
                                          scheme, 0.5 * radius, 0.25 * radius, p.force, p.position, p.velocity,
                                          0.5 / p.newton, p.length, p.length, -radius));
  }
  json outputs(const std::string& file) const { return answer({"run", file, "--out", "out"}).at("outputs"); }
};

TEST_F(ConstrainedRun, DoesNotDependOnTheUnitsOfPorts) {
  for (const char* scheme :
       {"stabilisation = \"index-2\"", "stabilisation = \"index-1\"", "stabilisation = \"weighted\"",
        "stabilisation = \"projection\"", "stabilisation = \"baumgarte\""}) {
    const json metres = outputs(rack({"m", "m/s", "N", 1, 1}, scheme));
    const double x = metres.at("rack.position"), v = metres.at("rack.velocity");
    for (const Ports& p : {Ports{"mm", "mm/s", "kN", 1e3, 1e-3}, Ports{"rad", "rad/s", "N.m", 1, 1},
                           Ports{"deg", "deg/s", "kN.m", 180 / M_PI, 1e-3}}) {
      const json other = outputs(rack(p, scheme));
      // the same numbers but for the rounding of factors, 50 steps of 1e-15
      EXPECT_NEAR(other.at("rack.position").get<double>(), x, 1e-12) << scheme << p.position;
      EXPECT_NEAR(other.at("rack.velocity").get<double>(), v, 1e-11) << scheme << p.position;
      EXPECT_NEAR(other.at("wheel.position").get<double>(), metres.at("wheel.position").get<double>() * p.length,
                  1e-12 * p.length)
          << scheme << p.position;
    }
  }
}

TEST_F(ConstrainedRun, RollsAWheelOnARack) {
  // x = r φ: m + J/r² on c + c_φ/r², as one body:  x'' = −(100 + 40/r²) x − (1 + 5/r²) x', over 1 + 2/r²
  const double r = 0.25, m = 1 + 2 / (r * r), c = (100 + 40 / (r * r)) / m, d = (1 + 5 / (r * r)) / m, t = 0.5;
  const double decay = d / 2, omega = std::sqrt(c - decay * decay), x0 = 0.5 * r, v0 = 0.25 * r;
  const double x = std::exp(-decay * t) * (x0 * std::cos(omega * t) + (v0 + decay * x0) / omega * std::sin(omega * t));
  const json found = outputs(rack({"rad", "rad/s", "N.m", 1, 1}, "stabilisation = \"index-1\"\norder = 3", r));
  // order 6: 2e-12 of the motion at a step of 0.025, 0.01^6/0.025^6 = 1/250 of that here; rounding 1e-14
  EXPECT_NEAR(found.at("rack.position").get<double>(), x, 1e-13);
  EXPECT_NEAR(found.at("wheel.position").get<double>(), x / r, 4e-13);
}

TEST_F(ConstrainedRun, KeepsItsAccuracyInAShortLastStep) {
  for (const std::string stabilisation : {"index-2", "index-1", "projection", "baumgarte", "weighted"})
    for (const char* end : {"1.0", "0.995", "1.001", "1.00001", "1.0000001"}) {
      const json errors =
          answer({"run", constraint_file(), "--set", "parameters={m2=2.0, c2=40.0}", "--set",
                  fmt::format("scheme.stabilisation={}", stabilisation), "--set", "scheme.order=2", "--set",
                  fmt::format("simulation.end={}", end), "--compare", "monolithic", "--out", "out"})
              .at("errors");
      // that of the full steps, which the first one makes: 1e-5 from a single sample of λ
      const bool is_index = stabilisation.starts_with("index");
      EXPECT_LT(errors.at("x1").at("max").get<double>(), is_index                        ? 1e-8
                                                         : stabilisation == "projection" ? 2e-5
                                                                                         : 2e-4)
          << stabilisation << end;
      // forces are of order 100 N, and within a tenth of that; a rest of a ten-millionth of a second asks for 1e6 N
      EXPECT_LT(errors.at("joint.force").at("max").get<double>(), 10) << stabilisation << end;
    }
}

/// Two oscillators, m = 1, c = 100, d = 1, joined by first − factor · second = 0.
std::string geared(double factor, double x1, double x2, double v1, double v2) {
  const auto body = [](const char* name, double x, double v) {
    return fmt::format(
        "[[subsystem]]\nname = \"{}\"\nmodel = \"oscillator\"\nparameters = {{stiffness = 100.0, damping = 1.0, "
        "position = {}, velocity = {}}}\n",
        name, x, v);
  };
  return "[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\n" + body("a", x1, v1) + body("b", x2, v2) +
         fmt::format("[[interface]]\nlaw = \"constraint\"\nbetween = [\"a\", \"b\"]\nfactors = [1.0, {}]\n", -factor);
}

TEST_F(ConstrainedRun, NeverCallsARunCompletedThatProjectionCouldNotHold) {
  for (const char* step : {"0.1", "0.2", "0.5"}) {
    const Arguments arguments = {"run",   OLDHAM_SOURCE "/examples/weld/system.toml",
                                 "--set", "scheme.stabilisation=projection",
                                 "--set", "scheme.correction=semi-implicit",
                                 "--set", fmt::format("scheme.step={}", step),
                                 "--out", "out",
                                 "--json"};
    const json found = json::parse(run(arguments).out);
    // projected onto the constraints to rounding, or failed
    if (found.at("status") == "completed")
      EXPECT_LT(found.at("constraint_violation").at("position").get<double>(), 1e-7) << step;
    else
      EXPECT_NE(found.at("reason"), "") << step;
  }
}

TEST_F(ConstrainedRun, FindsItsFirstMultiplierWhereAccelerationsCancel) {
  for (const std::string& text : {geared(1.7, 2.21, 1.3, 0.51, 0.3), geared(10, 10, 1, 0, 0)}) {
    const std::string file = write("geared.toml", text);
    EXPECT_EQ(answer({"run", file, "--out", "out"}).at("status"), "completed");
    EXPECT_EQ(answer({"monolithic", file, "--out", "out"}).at("status"), "completed");
  }
}

TEST_F(ConstrainedRun, TakesLightAndHeavyBodiesForIndependent) {
  const auto body = [](const char* name, double mass) {
    return fmt::format("[[subsystem]]\nname = \"{}\"\nmodel = \"oscillator\"\nparameters = {{mass = {}}}\n", name,
                       mass);
  };
  const std::string text = "[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\n" + body("a", 1e-6) + body("b", 1e-6) +
                           body("c", 1e6) + body("d", 1e6) +
                           "[[interface]]\nlaw = \"constraint\"\nbetween = [\"a\", \"b\"]\n"
                           "[[interface]]\nlaw = \"constraint\"\nbetween = [\"c\", \"d\"]\n";
  EXPECT_EQ(answer({"run", write("scales.toml", text), "--out", "out"}).at("status"), "completed");
}

TEST_F(ConstrainedRun, WithTwoConstraintsOnTwoBodiesStandsStill) {
  // a − b = 0 and a + b = 2 leave no freedom, with any stabilisation
  const std::string text = R"([simulation]
end = 0.5
[scheme]
step = 0.01
[[subsystem]]
name = "a"
model = "oscillator"
parameters = {stiffness = 100.0, position = 1.0}
[[subsystem]]
name = "b"
model = "oscillator"
parameters = {stiffness = 50.0, position = 1.0}
[[interface]]
name = "equal"
law = "constraint"
between = ["a", "b"]
[[interface]]
name = "sum"
law = "constraint"
between = ["a", "b"]
factors = [1.0, 1.0]
offset = 2.0
)";
  const std::string file = write("locked.toml", text);
  for (const char* stabilisation : {"index-2", "index-1", "baumgarte", "weighted", "projection", "index-3"}) {
    const json found =
        answer({"run", file, "--set", fmt::format("scheme.stabilisation={}", stabilisation), "--out", "out"})
            .at("outputs");
    // forces of 75 and 25 N hold the springs at 1 m; what they err by moves a mass of 1 kg over a step, 50 times
    for (const char* body : {"a", "b"}) EXPECT_NEAR(found.at(fmt::format("{}.position", body)).get<double>(), 1, 1e-13);
    EXPECT_NEAR(found.at("a.velocity").get<double>(), 0, 1e-11) << stabilisation;
  }
}

}  // namespace
}  // namespace oldham::test
