// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mechanism_texts.hpp"
#include "message_of.hpp"
#include "oldham/model/multibody/mechanism_model.hpp"
#include "oldham/model/multibody/topology.hpp"

// A crane of two links and a spring, once with coordinates of its points, once of two rigid bodies.

namespace oldham::multibody {
namespace {

using test::read;
using testing::AllOf;
using testing::HasSubstr;

/// The first link has its centre at (0.4, 0.3), so its tip at (0.8, 0.6); the second hangs down from there, 0.5 m long.
const std::string carried = R"(gravity = [0.0, -9.81]
[[body]]
name = "boom"
mass = 2.0
inertia = 0.16666666666666666
position = [0.4, 0.3]
angle = 0.6435011087932844
[[body]]
name = "load"
mass = 0.7
position = [0.8, 0.1]
[[body]]
name = "elbow"
mass = 0.5
carried_by = [["boom", 2.0]]
[[body]]
name = "jib_centre"
carried_by = [["boom", 1.0], ["load", 0.5]]
[[joint]]
name = "foot"
type = "revolute"
between = ["ground", "boom"]
points = [[0.0, 0.0], [-0.5, 0.0]]
[[joint]]
name = "jib"
type = "distance"
between = ["elbow", "load"]
points = [[0.0, 0.0], [0.0, 0.0]]
angle = 4.71238898038469
)";
const std::string spring_of_points = R"([[force]]
type = "spring"
between = ["boom", "jib_centre"]
points = [[0.0, 0.0], [0.0, 0.0]]
stiffness = 60.0
damping = 3.0
length = 0.2
)";

/// The mass at the elbow belongs to both links; counted with the second it makes that a body: 1.2 kg, its centre
/// 0.7/1.2 of 0.5 m from the elbow, J = 0.5 · 0.7/1.2 · 0.25 kg m².
const std::string plain = R"(gravity = [0.0, -9.81]
[[body]]
name = "boom"
mass = 2.0
inertia = 0.16666666666666666
position = [0.4, 0.3]
angle = 0.6435011087932844
[[body]]
name = "jib"
mass = 1.2
inertia = 0.072916666666666667
position = [0.8, 0.30833333333333333]
angle = 4.71238898038469
[[joint]]
name = "foot"
type = "revolute"
between = ["ground", "boom"]
points = [[0.0, 0.0], [-0.5, 0.0]]
[[joint]]
name = "elbow"
type = "revolute"
between = ["boom", "jib"]
points = [[0.5, 0.0], [-0.29166666666666667, 0.0]]
[[force]]
type = "spring"
between = ["boom", "jib"]
points = [[0.0, 0.0], [-0.041666666666666667, 0.0]]
stiffness = 60.0
damping = 3.0
length = 0.2
)";

struct Swing {
  double boom, jib, energy, open;
};

Swing swing(const std::string& text, Formulation kind, IntegratorKind integrator, int steps) {
  FormulationSettings formulation;
  formulation.kind = kind;
  std::vector<std::string> notes;
  const auto subsystem = make_mechanism<double>("m", read(text), formulation, {.kind = integrator}, notes);
  subsystem->initialize(0);
  subsystem->apply_inputs({});
  const double breaks[] = {0, 1};
  const InputSignal<double> none{0, 0, breaks, nullptr};
  for (int i = 0; i < steps; ++i) {
    const StepOutcome outcome = subsystem->advance({1.0 / steps * i, 1.0 / steps}, none);
    EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
  }
  std::vector<double> y(subsystem->description().output_count());
  subsystem->read_outputs(y);
  Swing result{};
  const auto& ports = subsystem->description().boundary->outputs;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == "boom.angle") result.boom = y[i];
    if (ports[i].name == "jib.angle") result.jib = y[i];
    if (ports[i].name == "constraint.position") result.open = y[i];
    if (ports[i].name.starts_with("energy.")) result.energy += y[i];
  }
  return result;
}

TEST(CarriedPoint, MovesAsTheBodiesItStandsFor) {
  const Swing expected = swing(plain, Formulation::kkt, IntegratorKind::rk4, 2000);
  const Swing found = swing(carried + spring_of_points, Formulation::kkt, IntegratorKind::rk4, 2000);
  EXPECT_GT(std::abs(expected.boom - 0.6435), 0.5);  // it does move
  EXPECT_NEAR(found.boom, expected.boom, 1e-9);
  EXPECT_NEAR(found.jib, expected.jib, 1e-9);
  EXPECT_NEAR(found.energy, expected.energy, 1e-8);
}

TEST(CarriedPoint, IsKnownToEveryFormulation) {
  const Swing expected = swing(plain, Formulation::kkt, IntegratorKind::rk4, 2000);
  const auto off = [&](Formulation kind, IntegratorKind integrator, int steps) {
    const Swing found = swing(carried + spring_of_points, kind, integrator, steps);
    return std::max(std::abs(found.boom - expected.boom), std::abs(found.jib - expected.jib));
  };
  // first order, second order, an adaptive solver
  const double coarse = off(Formulation::ali1, IntegratorKind::semi_implicit_euler, 1000);
  EXPECT_NEAR(coarse / off(Formulation::ali1, IntegratorKind::semi_implicit_euler, 2000), 2, 0.2);
  const double coarse3 = off(Formulation::ali3p, IntegratorKind::trapezoidal, 200);
  EXPECT_NEAR(coarse3 / off(Formulation::ali3p, IntegratorKind::trapezoidal, 400), 4, 0.4);
  EXPECT_LT(off(Formulation::ggl, IntegratorKind::ida, 20), 1e-5);
  EXPECT_LT(swing(carried + spring_of_points, Formulation::ali3p, IntegratorKind::trapezoidal, 400).open, 1e-12);
}

TEST(CarriedPoint, HasNoFreedomOfItsOwn) {
  EXPECT_EQ(degrees_of_freedom(read(carried)), 2);
  // and is no branch: the load hangs on the body that carries its joint
  const std::vector<Branch> tree = make_tree(read(carried));
  ASSERT_EQ(tree.size(), 2u);
  EXPECT_EQ(tree[1].parent, 0);
  EXPECT_EQ(tree[1].body, 1);
}

TEST(CarriedPoint, TheAngleOfALineStaysNearWhatItIsCountedFrom) {
  const auto at_start = [](const std::string& counted_from) {
    std::string text = carried;
    text.replace(text.find("4.71238898038469"), 16, counted_from);
    return swing(text, Formulation::kkt, IntegratorKind::rk4, 0).jib;
  };
  EXPECT_NEAR(at_start("4.71238898038469"), 3 * M_PI / 2, 1e-12);
  EXPECT_NEAR(at_start("0.0"), -M_PI / 2, 1e-12);
  EXPECT_NEAR(at_start("10.0"), 7 * M_PI / 2, 1e-12);
}

std::string with_body(const std::string& keys) { return carried + "[[body]]\nname = \"more\"\n" + keys; }

TEST(CarriedPoint, RefusesWhatItCannotBe) {
  const auto message = [](const std::string& text) { return message_of([&] { read(text); }); };
  EXPECT_THAT(message(with_body("carried_by = [[\"bom\", 2.0]]\n")), AllOf(HasSubstr("'bom'"), HasSubstr("boom")));
  EXPECT_THAT(message(with_body("carried_by = [[\"elbow\", 2.0]]\n")), HasSubstr("does not move freely"));
  EXPECT_THAT(message(with_body("carried_by = \"boom\"\n")), HasSubstr("pairs of body and weight"));
  EXPECT_THAT(message(with_body("carried_by = [[\"boom\"]]\n")), HasSubstr("a body and a weight"));
  EXPECT_THAT(message(with_body("mass = 1.0\ncarried_by = [[\"boom\", 1.0], [\"load\", 1.0]]\n")),
              HasSubstr("one body only"));
  EXPECT_THAT(message(with_body("inertia = 1.0\ncarried_by = [[\"boom\", 1.0]]\n")), HasSubstr("inertia"));
  EXPECT_THAT(message(carried + "[[joint]]\ntype = \"distance\"\nbetween = [\"boom\", \"elbow\"]\n"
                                "points = [[0.0, 0.0], [0.0, 0.0]]\n"),
              HasSubstr("both sides go with 'boom'"));
}

TEST(CarriedPoint, OnlyALineInThePlaneHasAnAngle) {
  std::string text = carried;
  text.replace(text.find("between = [\"ground\", \"boom\"]"), 28, "between = [\"ground\", \"boom\"]\nangle = 1.0");
  EXPECT_THAT(message_of([&] { read(text); }), HasSubstr("only a distance joint"));
}

}  // namespace
}  // namespace oldham::multibody
