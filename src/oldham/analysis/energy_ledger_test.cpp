// SPDX-License-Identifier: MIT
#include "oldham/analysis/energy_ledger.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "message_of.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;

/// A mass, and a spring with damper that holds it: force and velocity go back and forth.
constexpr const char* mass = R"(
[[subsystem]]
name = "a"
model = "oscillator"
parameters = {mass = 2.0, stiffness = 50.0, position = 0.5, velocity = 1.0}
)";
constexpr const char* spring = R"(
[[subsystem]]
name = "b"
model = "linear"
[subsystem.parameters]
inputs = ["end.position [m]", "end.velocity [m/s]"]
outputs = ["end.force [N]"]
D = [[-30.0, -0.4]]
)";
constexpr const char* wires = R"(
[[connect]]
from = "a.position"
to = "b.end.position"
[[connect]]
from = "a.velocity"
to = "b.end.velocity"
[[connect]]
from = "b.end.force"
to = "a.force"
)";

std::string file(const std::string& scheme, const std::string& more = "", double end = 1) {
  return fmt::format("[simulation]\nend = {}\n[scheme]\nstep = 0.01\n{}\n{}{}{}{}", end, scheme, mass, spring, wires,
                     more);
}

struct Ran {
  System<double> system;
  std::unique_ptr<EnergyLedger> ledger;
  std::vector<std::vector<double>> outputs;  // at every communication point

  /// By "SUBSYSTEM.PORT", at point n.
  double at(const char* name, std::size_t n) const {
    const PortRef ref = system.cosimulation->assembly().output(name, "here");
    return outputs[n][system.cosimulation->plan().output_offset[ref.subsystem] + ref.port];
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& account : ledger->accounts()) list.push_back(account.name);
    return list;
  }
};

Ran run_file(const std::string& text) {
  Ran ran{build_system<double>(parse_toml(text, "bonds.toml")), nullptr, {}};
  ran.ledger = std::make_unique<EnergyLedger>(*ran.system.cosimulation);
  MacroState<double> state = make_initial_state(ran.system, ran.system.step);
  (void)run(*ran.system.cosimulation, state,
            {.start = ran.system.start, .end = ran.system.end, .step = ran.system.step},
            [&](const MacroState<double>& now) {
              ran.ledger->observe(now);
              ran.outputs.push_back(now.outputs);
            });
  return ran;
}

/// Newest sample and the one before, extrapolated by a step.
double ahead(const std::vector<double>& y, std::size_t n, int order) {
  return order == 0 || n == 0 ? y[n] : 2 * y[n] - y[n - 1];
}

struct Sums {
  double residual = 0, absolute = 0, passed = 0;
};

/// δP = F̃ v − ṽ F at the end of every step, with what was extrapolated and what came of it.
Sums by_hand(const Ran& ran, int order, bool trapezoidal, double H = 0.01) {
  std::vector<double> v, F;
  for (std::size_t n = 0; n < ran.outputs.size(); ++n) {
    v.push_back(ran.at("a.velocity", n));
    F.push_back(ran.at("b.end.force", n));
  }
  Sums sums;
  double last = 0;
  for (std::size_t n = 0; n + 1 < v.size(); ++n) {
    const double power = ahead(F, n, order) * v[n + 1] - ahead(v, n, order) * F[n + 1];
    const double energy = trapezoidal ? H / 2 * (last + power) : H * power;
    last = power;
    sums.residual += energy;
    sums.absolute += std::abs(energy);
    sums.passed += H * std::abs(ahead(v, n, order) * F[n + 1]);
  }
  return sums;
}

void expect_equal(const EnergyLedger::Account& account, const Sums& sums) {
  EXPECT_NEAR(account.residual, sums.residual, 1e-12 * sums.absolute);
  EXPECT_NEAR(account.absolute, sums.absolute, 1e-12 * sums.absolute);
  EXPECT_NEAR(account.passed, sums.passed, 1e-12 * sums.passed);
}

// ---- what is added up ----

TEST(EnergyLedger, HeldInputsAreCountedByTheRectangleRule) {
  const Ran ran = run_file(file("order = 0"));
  ASSERT_EQ(ran.names(), std::vector<std::string>{"a"});
  const Sums sums = by_hand(ran, 0, false);
  ASSERT_GT(sums.absolute, 1e-3);
  expect_equal(ran.ledger->accounts()[0], sums);
  expect_equal(ran.ledger->total(), sums);  // the only bond
}

TEST(EnergyLedger, ExtrapolatedInputsAreCountedByTheTrapezoidalRule) {
  const Ran ran = run_file(file("order = 1"));
  expect_equal(ran.ledger->accounts()[0], by_hand(ran, 1, true));
  EXPECT_NE(by_hand(ran, 1, true).residual, by_hand(ran, 1, false).residual);
}

TEST(EnergyLedger, TheOrderOfTheVelocitysOwnConnectionDecides) {
  // the force comes back held, the velocity is followed; and the other way round
  std::string text = file("order = 1");
  const auto with_order = [&](const char* from, int order) {
    std::string copy = text;
    const std::string line = fmt::format("from = \"{}\"\n", from);
    return copy.insert(copy.find(line), fmt::format("order = {}\n", order));
  };
  const Ran followed = run_file(with_order("b.end.force", 0)), held = run_file(with_order("a.velocity", 0));
  EXPECT_TRUE(followed.system.cosimulation->bonds().bonds()[0].is_trapezoidal);
  EXPECT_FALSE(held.system.cosimulation->bonds().bonds()[0].is_trapezoidal);
}

TEST(EnergyLedger, SignsAreThoseOfTheEnergyThatIsGained) {
  // without dissipation, and exactly solved inside: what the masses have more at the end came from the coupling
  std::string text = file("order = 0");
  text.replace(text.find("-0.4"), 4, "0.0");
  const Ran ran = run_file(text);
  const auto energy = [&](std::size_t n) {
    const double x = ran.at("a.position", n), v = ran.at("a.velocity", n);
    return v * v + (50 + 30) * x * x / 2;  // m = 2
  };
  const std::size_t last = ran.outputs.size() - 1;
  const double gained = energy(last) - energy(0);
  EXPECT_GT(gained, 1);
  // δP is taken at the ends of steps only: half of what the delay of both ways makes, to first order in H
  EXPECT_GT(ran.ledger->total().residual, 0.5 * gained);
  EXPECT_LT(ran.ledger->total().residual, 2.5 * gained);
}

TEST(EnergyLedger, AnImplicitSchemeLeavesNoResidual) {
  for (int order = 0; order <= 2; ++order) {
    const Ran ran = run_file(file(fmt::format("order = {}\ncorrection = \"implicit\"\ntolerance = 1e-12", order)));
    EXPECT_LT(ran.ledger->total().absolute, 1e-10 * ran.ledger->total().passed) << order;
    EXPECT_GT(ran.ledger->total().passed, 1);
    EXPECT_FALSE(ran.ledger->alarm());
  }
}

// ---- laws ----

constexpr const char* joined_pair = R"(
[[subsystem]]
name = "left"
model = "oscillator"
parameters = {mass = 2.0, stiffness = 50.0, position = 0.5}
[[subsystem]]
name = "right"
model = "oscillator"
parameters = {mass = 1.0, stiffness = 30.0, velocity = -1.0}
[[interface]]
name = "joint"
law = "spring-damper"
between = ["left", "right"]
stiffness = 40.0
damping = 0.3
)";

TEST(EnergyLedger, TheForceOfALawIsCountedAtItsPorts) {
  for (int order = 0; order <= 1; ++order) {
    const Ran ran =
        run_file(fmt::format("[simulation]\nend = 1.0\n[scheme]\nstep = 0.01\norder = {}\n{}", order, joined_pair));
    ASSERT_EQ(ran.names(), std::vector<std::string>{"joint"});
    std::vector<double> force;
    for (std::size_t n = 0; n < ran.outputs.size(); ++n)
      force.push_back(40 * (ran.at("right.position", n) - ran.at("left.position", n)) +
                      0.3 * (ran.at("right.velocity", n) - ran.at("left.velocity", n)));
    Sums sums;
    double last = 0;
    for (std::size_t n = 0; n + 1 < force.size(); ++n) {
      // δP = Σ f_i (λ̃ − λ) v_i, with +λ on the left and −λ on the right
      const double v = ran.at("left.velocity", n + 1) - ran.at("right.velocity", n + 1);
      const double power = (ahead(force, n, order) - force[n + 1]) * v;
      const double energy = order > 0 ? 0.01 / 2 * (last + power) : 0.01 * power;
      last = power;
      sums.residual += energy;
      sums.absolute += std::abs(energy);
    }
    const auto& account = ran.ledger->accounts()[0];
    EXPECT_NEAR(account.residual, sums.residual, 1e-11 * sums.absolute) << order;
    EXPECT_NEAR(account.absolute, sums.absolute, 1e-11 * sums.absolute) << order;
  }
}

// ---- several bonds ----

TEST(EnergyLedger, BondsAddUpBeforeTheirMagnitudeIsTaken) {
  // a second spring, of negative stiffness: a delay takes energy there while it makes some at the first
  const std::string more = R"(
[[subsystem]]
name = "c"
model = "linear"
[subsystem.parameters]
inputs = ["end.position [m]", "end.velocity [m/s]"]
outputs = ["end.force [N]"]
D = [[10.0, 0.2]]
[[subsystem]]
name = "d"
model = "oscillator"
parameters = {mass = 1.0, stiffness = 20.0, velocity = -1.0}
[[connect]]
from = "d.position"
to = "c.end.position"
[[connect]]
from = "d.velocity"
to = "c.end.velocity"
[[connect]]
from = "c.end.force"
to = "d.force"
)";
  const Ran ran = run_file(file("order = 0", more));
  EXPECT_THAT(ran.names(), testing::ElementsAre("a", "d"));
  const auto& accounts = ran.ledger->accounts();
  const auto& total = ran.ledger->total();
  EXPECT_NEAR(total.residual, accounts[0].residual + accounts[1].residual, 1e-12);
  EXPECT_NEAR(total.passed, accounts[0].passed + accounts[1].passed, 1e-12);
  EXPECT_LT(total.absolute, accounts[0].absolute + accounts[1].absolute - 1e-4);
  EXPECT_GE(total.absolute, std::abs(total.residual));
}

TEST(EnergyLedger, EqualNamesAreCounted) {
  // two springs on two masses of a chain model with one stem each, and a law that is called like a bond
  const std::string more = R"(
[[subsystem]]
name = "right"
model = "oscillator"
[[subsystem]]
name = "other"
model = "oscillator"
[[interface]]
name = "a"
law = "spring-damper"
between = ["right", "other"]
stiffness = 1.0
[[interface]]
name = "a"
law = "spring-damper"
between = ["right", "other"]
stiffness = 2.0
[[interface]]
name = "total"
law = "spring-damper"
between = ["right", "other"]
stiffness = 2.0
)";
  EXPECT_THAT(run_file(file("", more)).names(), testing::ElementsAre("a", "a-2", "a-3", "total-2"));
}

// ---- declared bonds ----

TEST(EnergyLedger, ADeclaredBondStandsInsteadOfTheInferredOne) {
  const std::string bond =
      "[[bond]]\nname = \"pin\"\na = [\"a.velocity\", \"a.force\"]\nb = [\"b.end.velocity\", \"b.end.force\"]\n";
  const Ran inferred = run_file(file("order = 1")), declared = run_file(file("order = 1", bond));
  EXPECT_EQ(declared.names(), std::vector<std::string>{"pin"});
  EXPECT_EQ(declared.ledger->accounts()[0].residual, inferred.ledger->accounts()[0].residual);
  EXPECT_EQ(declared.ledger->accounts()[0].absolute, inferred.ledger->accounts()[0].absolute);
  // a scale, as for pressures with an area, and the other rule
  const Ran scaled = run_file(file("order = 1", bond + "scale = -2.5\nrule = \"rectangle\"\n"));
  const Sums sums = by_hand(scaled, 1, false);
  EXPECT_NEAR(scaled.ledger->accounts()[0].residual, -2.5 * sums.residual, 1e-12);
  EXPECT_NEAR(scaled.ledger->accounts()[0].absolute, 2.5 * sums.absolute, 1e-12);
  EXPECT_NEAR(scaled.ledger->accounts()[0].passed, 2.5 * sums.passed, 1e-10);
}

TEST(EnergyLedger, AReactionIsCountedWithItsSign) {
  // the spring says what it pulls with, not what pulls at the mass: the same system
  std::string text = file("order = 1");
  text.replace(text.find("D = [[-30.0, -0.4]]"), 19, "D = [[30.0, 0.4]]");
  text += "scale = -1.0\n";  // of the last connection
  const Ran plain = run_file(file("order = 1")), reaction = run_file(text);
  ASSERT_EQ(reaction.names(), std::vector<std::string>{"a"});
  EXPECT_NEAR(reaction.ledger->accounts()[0].residual, plain.ledger->accounts()[0].residual, 1e-12);
  EXPECT_NEAR(reaction.ledger->accounts()[0].absolute, plain.ledger->accounts()[0].absolute, 1e-12);
}

TEST(EnergyLedger, WrongBondsAreRefusedWithARemedy) {
  const auto refusal = [](const std::string& bond) {
    return message_of([&] { (void)build_system<double>(parse_toml(file("", "[[bond]]\n" + bond), "bonds.toml")); });
  };
  const std::string a = "a = [\"a.velocity\", \"a.force\"]\n", b = "b = [\"b.end.velocity\", \"b.end.force\"]\n";
  EXPECT_EQ(refusal("name = \"pin\"\n" + a + b), "no error");
  EXPECT_THAT(refusal(a + b), HasSubstr("name"));
  EXPECT_THAT(refusal("name = \"pin\"\n" + a), HasSubstr("expected two variables"));
  EXPECT_THAT(refusal("name = \"pin\"\na = [\"a.velocity\"]\n" + b), HasSubstr("a velocity and a force, found 1"));
  EXPECT_THAT(refusal("name = \"pin\"\na = [\"a.velocty\", \"a.force\"]\n" + b), HasSubstr("'velocity'"));
  EXPECT_THAT(refusal("name = \"pin\"\na = [\"aa.velocity\", \"a.force\"]\n" + b), HasSubstr("'aa'"));
  EXPECT_THAT(refusal("name = \"pin\"\na = [\"velocity\", \"a.force\"]\n" + b), HasSubstr("velocity"));
  // position instead of velocity; force first
  EXPECT_THAT(refusal("name = \"pin\"\na = [\"a.position\", \"a.force\"]\n" + b), HasSubstr("m times N is no power"));
  EXPECT_THAT(refusal("name = \"pin\"\na = [\"a.force\", \"a.velocity\"]\n" + b), HasSubstr("N times m/s is no power"));
  EXPECT_THAT(refusal("name = \"pin\"\n" + a + b + "[[bond]]\nname = \"pin\"\n" + a + b),
              HasSubstr("two bonds are named 'pin'"));
  EXPECT_THAT(refusal("name = \"total\"\n" + a + b), HasSubstr("choose another name"));
  EXPECT_THAT(refusal("name = \"pin\"\n" + a + b + "rul = \"rectangle\"\n"), HasSubstr("did you mean 'rule'"));
  EXPECT_THAT(refusal("name = \"pin\"\n" + a + b + "rule = \"rectangl\"\n"), HasSubstr("rectangle"));
  EXPECT_THAT(refusal("name = \"pin\"\n" + a + b), testing::Not(HasSubstr("bonds.toml:0")));
}

TEST(EnergyLedger, ABondMustNotNameAnInputThatIsFedInsideAGroup) {
  const std::string bond =
      "[[bond]]\nname = \"pin\"\na = [\"a.velocity\", \"a.force\"]\nb = [\"b.end.velocity\", \"b.end.force\"]\n";
  const std::string group = "[[group]]\nname = \"both\"\nmembers = [\"a\", \"b\"]\n";
  const std::string message =
      message_of([&] { (void)build_system<double>(parse_toml(file("", bond + group), "bonds.toml")); });
  EXPECT_THAT(message, HasSubstr("bond 'pin' names an input that is fed inside group 'both'"));
  EXPECT_THAT(message, HasSubstr("name the output that feeds it instead"));
}

// ---- alarm ----

std::string stiff_pair(double stiffness, double damping) {
  std::string text = std::string("[simulation]\nend = 20.0\n[scheme]\nstep = 0.01\norder = 1\n") + joined_pair;
  text.replace(text.find("stiffness = 40.0"), 16, fmt::format("stiffness = {}", stiffness));
  text.replace(text.find("damping = 0.3"), 13, fmt::format("damping = {}", damping));
  return text;
}

TEST(EnergyLedger, SoundsTheAlarmWhenARunIsUnstableAndNotBefore) {
  const Ran stable = run_file(stiff_pair(40, 2));
  EXPECT_EQ(stable.outputs.size(), 2001u);
  EXPECT_FALSE(stable.ledger->alarm()) << stable.ledger->alarm()->time << ' ' << stable.ledger->alarm()->share;
  const Ran unstable = run_file(stiff_pair(2000, 150));
  ASSERT_TRUE(unstable.ledger->alarm());
  EXPECT_GT(unstable.ledger->alarm()->share, 0.1);
  EXPECT_LE(unstable.ledger->alarm()->time, 0.01 * double(unstable.outputs.size()));
}

TEST(EnergyLedger, SoundsTheAlarmAlsoWhereARunEndsSoonAfterItWentWrong) {
  // thirty steps, less than it usually looks at
  std::string text = stiff_pair(2000, 150);
  text.replace(text.find("end = 20.0"), 10, "end = 0.3");
  const Ran ran = run_file(text);
  ASSERT_TRUE(ran.ledger->alarm());
  EXPECT_NEAR(ran.ledger->alarm()->time, 0.01 * double(ran.outputs.size() - 1), 1e-12);
}

TEST(EnergyLedger, NamesTheBondThatWentWrongFirst) {
  // a third mass on a soft spring: the stiff one makes energy, the soft one only passes it on, later
  const std::string third = R"(
[[subsystem]]
name = "third"
model = "oscillator"
parameters = {mass = 1.0, stiffness = 30.0}
[[interface]]
name = "soft"
law = "spring-damper"
between = ["right", "third"]
stiffness = 1.0
damping = 0.1
)";
  const Ran unstable = run_file(stiff_pair(2000, 150) + third);
  ASSERT_TRUE(unstable.ledger->first_bond());
  EXPECT_EQ(unstable.ledger->first_bond()->name, unstable.ledger->accounts().front().name);
  EXPECT_NE(unstable.ledger->first_bond()->name, "soft");
  EXPECT_GT(unstable.ledger->first_bond()->share, 0.1);
  EXPECT_LE(unstable.ledger->first_bond()->time, unstable.ledger->alarm()->time);
  EXPECT_FALSE(run_file(stiff_pair(40, 2) + third).ledger->first_bond());
}

TEST(EnergyLedger, ARestThatIsAllRoundingIsNoAlarm) {
  // the oscillation dies out: after it the powers are of no size, and so is their residual
  std::string text = stiff_pair(40, 2);
  for (const char* name : {"stiffness = 50.0", "stiffness = 30.0"}) text.insert(text.find(name), "damping = 9.0, ");
  text.replace(text.find("end = 20.0"), 10, "end = 60.0");
  EXPECT_FALSE(run_file(text).ledger->alarm());
}

}  // namespace
}  // namespace oldham
