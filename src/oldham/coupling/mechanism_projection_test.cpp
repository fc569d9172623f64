// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/coupling/projection.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

// Mechanisms whose ports are tied: their positions are no numbers of their own, as joints and rotations tie them.

namespace oldham {
namespace {

struct Bar {
  const char* name;
  double mass, inertia;
  double x, y, angle, spin = 0;
};

std::string bar(const Bar& b) {
  return fmt::format(
      "[[subsystem.body]]\nname = \"{}\"\nmass = {}\ninertia = {}\nposition = [{}, {}]\nangle = {:.17g}\n"
      "angular_velocity = {}\n",
      b.name, b.mass, b.inertia, b.x, b.y, b.angle, b.spin);
}

std::string pin(const char* name, const char* first, const char* second, const char* points) {
  return fmt::format(
      "[[subsystem.joint]]\nname = \"{}\"\ntype = \"revolute\"\nbetween = [\"{}\", \"{}\"]\npoints = {}\n", name, first,
      second, points);
}

std::string mechanism(const char* name, const char* formulation, const char* space = "plane") {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"mechanism\"\nspace = \"{}\"\nformulation = \"{}\"\nmicro_step = 2.5e-4\n"
      "gravity = {}\n",
      name, space, formulation, std::string(space) == "plane" ? "[0.0, -9.81]" : "[0.0, -9.81, 0.0]");
}

/// Forces that nothing gives are held at zero.
std::string port(const char* body, const char* point, std::initializer_list<const char*> without) {
  std::string text =
      fmt::format("[[subsystem.port]]\nname = \"E\"\nbody = \"{}\"\npoint = {}\n[subsystem.inputs]\n", body, point);
  for (const char* direction : without) text += fmt::format("\"E.{}.force\" = 0.0\n", direction);
  return text;
}

std::string tie(const char* directions) {
  return fmt::format("[[interface]]\nlaw = \"constraint\"\nbetween = [\"a.E\", \"b.E\"]\ndirections = {}\n",
                     directions);
}

/// Two double pendulums that hold hands.
std::string chain_in_the_plane(const char* formulation) {
  const double down = -M_PI / 2;
  return mechanism("a", formulation) + bar({"upper", 1, 0.1, 0, -0.5, down}) + bar({"lower", 1.5, 0.2, 0.5, -1, 0}) +
         pin("ceiling", "ground", "upper", "[[0.0, 0.0], [-0.5, 0.0]]") +
         pin("elbow", "upper", "lower", "[[0.5, 0.0], [-0.5, 0.0]]") + port("lower", "[0.5, 0.0]", {"phi"}) +
         mechanism("b", formulation) + bar({"upper", 2, 0.3, 2, -0.5, down}) + bar({"lower", 1, 0.1, 1.5, -1, 0}) +
         pin("ceiling", "ground", "upper", "[[2.0, 0.0], [-0.5, 0.0]]") +
         pin("elbow", "upper", "lower", "[[0.5, 0.0], [0.5, 0.0]]") + port("lower", "[-0.5, 0.0]", {"phi"}) +
         tie("[\"x\", \"y\"]");
}

/// A rod on a ball joint, and a free body at its end.
std::string chain_in_space(const char* formulation) {
  return mechanism("a", formulation, "space") +
         "[[subsystem.body]]\nname = \"rod\"\nmass = 1.0\ninertia = [0.05, 0.1, 0.12]\nposition = [0.5, 0.0, 0.0]\n"
         "[[subsystem.joint]]\nname = \"ball\"\ntype = \"spherical\"\nbetween = [\"ground\", \"rod\"]\n"
         "points = [[0.0, 0.0, 0.0], [-0.5, 0.0, 0.0]]\n" +
         port("rod", "[0.5, 0.0, 0.0]", {"turn_x", "turn_y", "turn_z"}) + mechanism("b", formulation, "space") +
         "[[subsystem.body]]\nname = \"block\"\nmass = 2.0\ninertia = [0.3, 0.1, 0.2]\nposition = [1.4, -0.2, -0.3]\n" +
         port("block", "[-0.4, 0.2, 0.3]", {"turn_x", "turn_y", "turn_z"}) + tie("[\"x\", \"y\", \"z\"]");
}

System<double> build(const std::string& text, const std::string& scheme, double step) {
  return build_system<double>(
      parse_toml(
          fmt::format("[simulation]\nend = 1.0\n[scheme]\ncorrection = \"implicit\"\ntolerance = 1e-12\nstep = {}\n"
                      "{}\n{}",
                      step, scheme, text),
          "test"),
      {.threads = 1});
}

std::string projection(const char* level, int order) {
  return fmt::format("stabilisation = \"projection\"\nlevel = \"{}\"\norder = {}", level, order);
}

double output(const System<double>& system, const std::vector<double>& y, const std::string& name) {
  const Assembly<double>& assembly = system.cosimulation->assembly();
  for (int s = 0, i = 0; s < static_cast<int>(assembly.subsystems.size()); ++s)
    for (int k = 0; k < assembly.subsystems[s]->description().output_count(); ++k, ++i)
      if (assembly.output_name({s, k}) == name) return y[i];
  ADD_FAILURE() << "no output " << name;
  return 0;
}

double gap(const System<double>& system, const std::vector<double>& y, const char* what) {
  double largest = 0;
  for (const std::string direction : {"x", "y"})
    largest = std::max(largest, std::abs(output(system, y, "a.E." + direction + "." + what) -
                                         output(system, y, "b.E." + direction + "." + what)));
  return largest;
}

MacroState<double> run(System<double>& system, double step, int count) {
  MacroState<double> state = system.cosimulation->initial_state(0);
  for (int n = 0; n < count; ++n) {
    const StepReport report = system.cosimulation->step(state, {n * step, step});
    EXPECT_TRUE(report.is_accepted()) << report.reason;
    if (!report.is_accepted()) break;
  }
  return state;
}

TEST(MechanismProjection, PinnedBarsMeetAtTheMeanOfTheirInertias) {
  // about their pins J + m l²/4 = 1.25 and 0.75: the impulses of the pins are in the metric, not only the bars' masses
  std::string text;
  const double angle[] = {0.3, 0.3001}, spin[] = {0.4, -1.2}, about_pin[] = {1.25, 0.75};
  for (int i = 0; i < 2; ++i)
    text += mechanism(i == 0 ? "a" : "b", "kkt") +
            bar({"bar", 3.0 - i, 0.5 - 0.25 * i, std::cos(angle[i]) / 2, std::sin(angle[i]) / 2, angle[i], spin[i]}) +
            pin("pin", "ground", "bar", "[[0.0, 0.0], [-0.5, 0.0]]") + port("bar", "[0.5, 0.0]", {"x", "y"});
  text += tie("[\"phi\"]");
  const System<double> system = build(text, projection("acceleration", 0), 0.1);
  Projection<double> moves(system.cosimulation->assembly(), system.cosimulation->plan(), true);
  std::vector<double> x;
  for (int i = 0; i < 2; ++i)
    for (const double value : {std::cos(angle[i]) / 2, std::sin(angle[i]) / 2, angle[i],
                               -spin[i] * std::sin(angle[i]) / 2, spin[i] * std::cos(angle[i]) / 2, spin[i]})
      x.push_back(value);
  moves.move_states(0.0, x);
  // joints are closed by what they are open in second order: (1e-4)²
  const double mean = (about_pin[0] * angle[0] + about_pin[1] * angle[1]) / 2;
  const double speed = (about_pin[0] * spin[0] + about_pin[1] * spin[1]) / 2;
  EXPECT_EQ(x[2], x[8]);
  EXPECT_NEAR(x[2], mean, 1e-8);
  for (int i = 0; i < 2; ++i) {
    const double* q = x.data() + 6 * i;
    EXPECT_NEAR(q[0], std::cos(q[2]) / 2, 1e-14) << i;
    EXPECT_NEAR(q[1], std::sin(q[2]) / 2, 1e-14) << i;
    EXPECT_NEAR(q[5], speed, 2e-8) << i;  // velocities lose what joints do not allow at the new place: 1e-4 · 1e-4
    EXPECT_NEAR(q[3], -q[5] * q[1], 1e-13) << i;
    EXPECT_NEAR(q[4], q[5] * q[0], 1e-13) << i;
  }
}

TEST(MechanismProjection, HoldsInterfaceAndJointsAtEveryCommunicationPoint) {
  struct Level {
    const char* name;
    int orders;  // those that are zero-stable
  };
  for (const bool planar : {true, false})
    for (const char* formulation : {"kkt", "ali1", "ali3p"})
      for (const Level& level : {Level{"acceleration", 3}, Level{"velocity", 2}, Level{"position", 1}})
        for (int order = 0; order < level.orders; ++order) {
          SCOPED_TRACE(fmt::format("{} {} {} {}", planar ? "plane" : "space", formulation, level.name, order));
          const double step = 0.005;
          System<double> system = build(planar ? chain_in_the_plane(formulation) : chain_in_space(formulation),
                                        projection(level.name, order), step);
          MacroState<double> state = system.cosimulation->initial_state(0);
          for (int n = 0; n < 40; ++n) {
            const StepReport report = system.cosimulation->step(state, {n * step, step});
            ASSERT_TRUE(report.is_accepted()) << report.reason;
            // rounding of places and speeds of some metres and metres per second, through joints
            ASSERT_LT(gap(system, state.outputs, "position"), 1e-14) << n;
            ASSERT_LT(gap(system, state.outputs, "velocity"), 1e-13) << n;
            for (const char* side : {"a", "b"}) {
              ASSERT_LT(output(system, state.outputs, fmt::format("{}.constraint.position", side)), 1e-13) << n;
              ASSERT_LT(output(system, state.outputs, fmt::format("{}.constraint.velocity", side)), 1e-12) << n;
            }
          }
        }
}

TEST(MechanismProjection, RepeatsAStepBitwise) {
  for (const char* formulation : {"kkt", "ali1", "ali3p"}) {
    const double step = 0.005;
    System<double> system = build(chain_in_the_plane(formulation), projection("acceleration", 1), step);
    MacroState<double> state = run(system, step, 5);
    const MacroState<double> saved = state.clone();
    const auto go_on = [&](MacroState<double>& from) {
      for (int n = 0; n < 3; ++n) EXPECT_TRUE(system.cosimulation->step(from, {from.time, step}).is_accepted());
    };
    go_on(state);
    (void)run(system, step / 3, 4);
    MacroState<double> again = saved.clone();
    go_on(again);
    EXPECT_EQ(again.outputs, state.outputs) << formulation;
    for (std::size_t s = 0; s < state.snapshots.size(); ++s)
      EXPECT_EQ(again.snapshots[s].values, state.snapshots[s].values) << formulation;
  }
}

/// The largest error of places at the end, against the system solved as one.
double error(const char* formulation, const std::string& scheme, double step, double end) {
  System<double> system = build(chain_in_the_plane(formulation), scheme, step);
  const MacroState<double> state = run(system, step, static_cast<int>(std::lround(end / step)));
  System<double> whole = build(chain_in_the_plane("kkt"), scheme, step);
  Monolithic<double> monolithic(*whole.cosimulation);
  std::vector<double> x = monolithic.read_states(whole.cosimulation->initial_state(0));
  monolithic.advance({0, end}, x);
  std::vector<double> y(whole.cosimulation->plan().outputs()), w(whole.cosimulation->plan().variables);
  monolithic.outputs(end, x, y, w);
  double largest = 0;
  for (const char* name : {"a.upper.angle", "a.lower.angle", "b.upper.angle", "b.lower.angle", "a.E.x.position"})
    largest = std::max(largest, std::abs(output(system, state.outputs, name) - output(whole, y, name)));
  return largest;
}

TEST(MechanismProjectionOrder, IsThatOfTheTheory) {
  // order 0 starts as it goes on; higher ones start from a single sample: one step whose velocities err by H³
  for (const auto& [order, expected] : {std::pair{0, 2}, {1, 3}}) {
    const double coarse = error("kkt", projection("acceleration", order), 0.005, 0.2);
    const double fine = error("kkt", projection("acceleration", order), 0.0025, 0.2);
    EXPECT_NEAR(std::log2(coarse / fine), expected, 0.3) << order << ": " << coarse << ", " << fine;
  }
}

TEST(MechanismProjectionOrder, AgreesWithOtherStabilisationsAndFormulations) {
  const double step = 0.0025, end = 0.2;
  EXPECT_LT(error("kkt", projection("acceleration", 2), step, end), 1e-6);
  EXPECT_LT(error("kkt", "stabilisation = \"index-2\"\norder = 0", step, end), 1e-6);
  EXPECT_LT(error("kkt", "stabilisation = \"baumgarte\"\norder = 2", step, end), 1e-5);
  // the trapezoidal rule with micro steps of 0.25 ms errs by (ω h)²/12 of the motion, 1e-6
  EXPECT_LT(error("ali3p", projection("acceleration", 2), step, end), 1e-5);
}

}  // namespace
}  // namespace oldham
