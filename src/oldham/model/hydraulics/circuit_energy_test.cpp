// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "circuit_texts.hpp"
#include "oldham/model/hydraulics/circuit.hpp"

// Where the energy of a circuit comes from and where it goes.

namespace oldham::hydraulics {
namespace {

using Kind = EnergyEntry::Kind;

/// Sums by kind.
struct Sums {
  double supplied = 0, carried = 0, received = 0, inputs = 0, lost = 0, stored = 0;

  Sums(const std::vector<EnergyEntry>& entries, const std::vector<double>& energies) {
    for (std::size_t i = 0; i < entries.size(); ++i) of(entries[i].kind) += energies[i];
  }
  double& of(Kind kind) {
    double* all[] = {&supplied, &carried, &received, &inputs, &lost, &stored};
    return *all[static_cast<int>(kind)];
  }
  double error() const { return lost + stored - supplied - carried - received - inputs; }
};

std::vector<double> stored_of(const Circuit<double>& circuit, const double* x, const double* u) {
  const std::vector<EnergyEntry> entries = circuit.energy_entries();
  const auto stored = std::ranges::find(entries, Kind::stored, &EnergyEntry::kind);
  std::vector<double> energies(entries.size(), 0);
  circuit.stored_energies(0, x, u, energies.data() + (stored - entries.begin()));
  return energies;
}

/// A cylinder with one chamber at a source, a valve, a throttle between the volumes, friction, dampers and a pump that
/// pulses.
const std::string mixed = R"([[volume]]
name = "room"
pressure = 2e6
volume = 3e-5
[[volume]]
name = "line"
pressure = 2e6
volume = 1e-6
hoses = [{volume = 4e-6, bulk_modulus = 1.5e8}]
[[source]]
name = "pump"
pressure = {sine = {offset = 7e6, amplitude = 1e6, frequency = 3.0}}
[[source]]
name = "tank"
pressure = 1e5
[[throttle]]
name = "throttle"
between = ["line", "room"]
coefficient = 5e-8
[[valve]]
name = "valve"
pump = "pump"
tank = "tank"
a = "line"
b = "room"
coefficient = 1e-8
time_constant = 0.01
[[cylinder]]
name = "ram"
chambers = ["room", "tank"]
areas = [2e-3, 1.5e-3]
start = 1.0
lengths = [0.1, 0.2]
bulk_modulus = 3e10
friction = 2e4
damper = {length = 0.02, stiffness = 1e6, friction = 3e3}
)";

TEST(CircuitEnergy, PowersAddUpToTheRateOfWhatIsStored) {
  // whatever the state, the inputs and their rates, also where the position does not change as the velocity says
  std::mt19937 random(3);
  const auto between = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  const std::pair<std::string, int> circuits[] = {{test::crane, 4}, {mixed, 3}};
  for (const auto& [text, states] : circuits) {
    const Circuit<double> circuit(test::read(text));
    const std::vector<EnergyEntry> entries = circuit.energy_entries();
    const double start = states == 4 ? 0.5 : 1.0;
    int damped = 0;
    for (int trial = 0; trial < 1000; ++trial) {
      std::vector<double> x(states), dx(states), powers(entries.size());
      for (double& value : x) value = between(1e5, 8e6);
      x.back() = between(-9, 9);
      const double u[] = {start + between(-0.049, 0.249), between(-0.2, 0.2), between(-5, 5)},
                   rate[] = {between(-0.2, 0.2), between(-9, 9), 0}, t = between(0, 1);
      circuit.derivative(t, x.data(), u, dx.data());
      circuit.powers(t, x.data(), u, rate, powers.data());
      // dE/dt by central differences along the solution. They leave the third derivative of energies of 1 kJ, and
      // rounding of 1e-13 J over 2e-7 s
      const double h = 1e-7;
      double stored[2];
      for (const int side : {0, 1}) {
        const double step = side == 0 ? -h : h;
        std::vector<double> moved(x);
        for (int i = 0; i < states; ++i) moved[i] += step * dx[i];
        const double at[] = {u[0] + step * rate[0], u[1] + step * rate[1], u[2]};
        stored[side] = Sums(entries, stored_of(circuit, moved.data(), at)).stored;
      }
      const Sums sums(entries, powers);
      const double size = std::abs(sums.supplied) + std::abs(sums.received) + sums.lost;
      EXPECT_NEAR((stored[1] - stored[0]) / (2 * h), -sums.error(), 1e-5 * size) << trial;
      for (std::size_t i = 0; i < entries.size(); ++i) {
        EXPECT_TRUE(entries[i].kind != Kind::lost || powers[i] >= 0) << entries[i].name;
      }
      damped += sums.inputs != 0;
    }
    EXPECT_GT(damped, 20);
  }
}

TEST(CircuitEnergy, AJumpOfInputsAddsWhatIsStoredMore) {
  const Circuit<double> circuit(test::read(test::crane));
  const std::vector<EnergyEntry> entries = circuit.energy_entries();
  const double x[] = {3e6, 2e6, 4e6, 5}, before[] = {0.4565, 0.1}, after[] = {0.4612, -0.3};
  std::vector<double> jump(entries.size(), 0);
  circuit.add_jump(x, before, after, jump.data());
  const Sums sums(entries, jump);
  EXPECT_NEAR(sums.carried + sums.inputs,
              Sums(entries, stored_of(circuit, x, after)).stored - Sums(entries, stored_of(circuit, x, before)).stored,
              1e-9);                                           // of 100 J
  EXPECT_NEAR(sums.inputs, -1e7 / 2 * 0.0015 * 0.0015, 1e-9);  // the damper lets go
}

/// A subsystem that keeps its account, and the sums of it.
struct Accounted {
  explicit Accounted(const std::string& text, const IntegratorSettings& integrator)
      : circuit(make_circuit<double>("circuit", test::read(text), integrator)) {
    circuit->energy_account()->keep({});
    circuit->initialize(0);
  }
  std::vector<double> energies() const {
    Snapshot<double> now;
    circuit->save(now);
    std::vector<double> values(circuit->energy_account()->entries().size());
    circuit->energy_account()->read(now, values);
    return values;
  }
  double of(Kind kind, const std::string& name) const {
    const std::vector<EnergyEntry> entries = circuit->energy_account()->entries();
    const std::vector<double> values = energies();
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (entries[i].kind == kind && entries[i].name == name) return values[i];
    ADD_FAILURE() << name;
    return NAN;
  }
  Sums sums() const { return {circuit->energy_account()->entries(), energies()}; }

  std::unique_ptr<Subsystem<double>> circuit;
};

TEST(CircuitEnergy, FillingAVolumeIsChargingACapacitor) {
  // through a resistor of any law: the source gives p C (p − p₀), of which ½ C (p − p₀)² are lost
  Accounted filled(R"([[volume]]
name = "room"
pressure = 1e6
volume = 3e-4
[[source]]
name = "pump"
pressure = 7e6
[[throttle]]
name = "throttle"
between = ["pump", "room"]
coefficient = 1e-8
)",
                   {.kind = IntegratorKind::cvode, .relative_tolerance = 1e-11, .absolute_tolerance = 1e-11});
  const double breaks[] = {0, 1};
  ASSERT_TRUE(filled.circuit->advance({0, 5.0}, {0, 0, breaks, nullptr}).is_accepted());
  const double C = 3e-4 / 1.5e9;
  EXPECT_NEAR(filled.of(Kind::supplied, "pump"), 7e6 * C * 6e6, 1e-6);  // of 8.4 J, by a solver with 1e-11
  EXPECT_NEAR(filled.of(Kind::lost, "throttle"), C * 6e6 * 6e6 / 2, 1e-6);
  EXPECT_NEAR(filled.of(Kind::stored, "oil"), C * 7e6 * 7e6 / 2, 1e-6);
}

TEST(CircuitEnergy, AClosedChamberTakesTheWorkOfItsPiston) {
  // C p' = −A s' with C = A (l₀ + s)/B: p = p₀ − B ln(1 + s/l₀); its integral over s is the work on the piston
  Accounted spring(R"([[volume]]
name = "chamber"
pressure = 1e6
[[source]]
name = "air"
pressure = 0.0
[[cylinder]]
name = "ram"
chambers = ["chamber", "air"]
areas = [1e-3, 0.0]
start = 0.0
lengths = [0.2, 1.0]
)",
                   {.kind = IntegratorKind::rk4, .micro_step = 1e-3});
  const double breaks[] = {0, 1}, coefficients[] = {0, -1e-3, -1e-3, 0};  // 1 mm in one second
  ASSERT_TRUE(spring.circuit->advance({0, 1.0}, {2, 1, breaks, coefficients}).is_accepted());
  const double A = 1e-3, B = 1.5e9, p0 = 1e6, l0 = 0.2, l = 0.199;
  const double work = A * (p0 * (l0 - l) + B * (l * std::log(l / l0) + l0 - l));
  EXPECT_NEAR(spring.of(Kind::received, "ram"), work, 1e-9 * work);  // RK4 with 1000 steps in a smooth curve
  const double p1 = p0 - B * std::log(l / l0);
  EXPECT_NEAR(spring.of(Kind::stored, "oil"), A * l / B * p1 * p1 / 2, 1e-9 * work);
  EXPECT_NEAR(spring.sums().error(), A * l0 / B * p0 * p0 / 2, 1e-9 * work);  // what was stored before
}

/// With a velocity that is not the rate of the position, and a position that jumps between steps.
void move(Accounted& moved, double end) {
  const double H = 0.01, breaks[] = {0, 1};
  const auto s = [](double t) { return 0.6 - 0.1455 * std::cos(2 * t); };
  moved.circuit->apply_inputs(std::array{s(0), 0.0});
  for (int n = 0; n < std::lround(end / H); ++n) {
    const double t = H * n, rate = 0.291 * std::sin(2 * t);
    const double coefficients[] = {s(t), rate, H * rate, H * 0.582 * std::cos(2 * t)};
    ASSERT_EQ(moved.circuit->advance({t, H}, {2, 1, breaks, coefficients}).reason, "");
  }
}

/// The crane's circuit with a root that bends little within a step.
std::string stroke() {
  return test::with(test::crane_nodes + test::crane_throttle + test::crane_valve +
                        "command = {sine = {amplitude = 9.0, frequency = 0.3}}\n" + test::crane_cylinder,
                    "root_width = 2e4", "root_width = 1e6");
}

/// What is left open, and what passed, in J.
std::pair<double, double> balance_of(const std::string& text, const IntegratorSettings& integrator, double end) {
  Accounted moved(text, integrator);
  moved.circuit->apply_inputs(std::array{0.4545, 0.0});
  const double before = moved.sums().stored;
  move(moved, end);
  const Sums sums = moved.sums();
  return {sums.error() - before, sums.lost + std::abs(sums.received)};
}

IntegratorSettings micro_steps_of(IntegratorKind kind, double h) {
  return {.kind = kind, .micro_step = h, .relative_tolerance = 0, .absolute_tolerance = 1e-6};
}

TEST(CircuitEnergy, ClosesWithTheOrderOfItsSolver) {
  // without springs, and with a line that explicit methods do not chatter in
  const std::string smooth =
      test::with(test::with(stroke(), "stiffness = 1e7", "stiffness = 0.0"), "7.85e-7", "7.85e-5");
  struct Row {
    IntegratorKind kind;
    int order;
    double step;
  };
  for (const Row& row : {Row{IntegratorKind::euler, 1, 2e-5}, Row{IntegratorKind::linear_implicit, 1, 2e-5},
                         Row{IntegratorKind::trapezoidal, 2, 1e-4}, Row{IntegratorKind::rk4, 4, 1e-3}}) {
    const double coarse = balance_of(smooth, micro_steps_of(row.kind, row.step), 0.5).first,
                 fine = balance_of(smooth, micro_steps_of(row.kind, row.step / 2), 0.5).first;
    EXPECT_NEAR(std::log2(coarse / fine), row.order, 0.2) << integrator_name(row.kind) << ' ' << coarse;
  }
}

TEST(CircuitEnergy, ClosesToAMillionth) {
  // through both dampers, whose springs bend the powers: each passage leaves k v² h²/8, some 1e-6 J
  for (const IntegratorSettings& integrator :
       {micro_steps_of(IntegratorKind::trapezoidal, 2e-5), micro_steps_of(IntegratorKind::rk4, 2e-5),
        IntegratorSettings{.kind = IntegratorKind::cvode, .relative_tolerance = 1e-9, .absolute_tolerance = 1e-9}}) {
    const auto [error, passed] = balance_of(stroke(), integrator, 1.6);
    EXPECT_GT(passed, 1000);
    EXPECT_LT(std::abs(error), 1e-6 * passed) << integrator_name(integrator.kind);
  }
}

TEST(CircuitEnergy, LeavesTheSolutionBitwiseAsItIs) {
  for (const IntegratorKind kind :
       {IntegratorKind::trapezoidal, IntegratorKind::linear_implicit, IntegratorKind::rk4, IntegratorKind::cvode}) {
    const IntegratorSettings integrator{.kind = kind, .micro_step = 1e-4};
    Accounted with(stroke(), integrator), without(stroke(), integrator);
    without.circuit = make_circuit<double>("circuit", test::read(stroke()), integrator);
    without.circuit->initialize(0);
    move(with, 0.2);
    move(without, 0.2);
    std::array<double, 5> y, plain;
    with.circuit->read_outputs(y);
    without.circuit->read_outputs(plain);
    EXPECT_EQ(y, plain) << integrator_name(kind);
  }
}

TEST(CircuitEnergy, RepeatsAStepBitwise) {
  Accounted moved(stroke(), {.kind = IntegratorKind::trapezoidal, .micro_step = 1e-4});
  move(moved, 0.1);
  Snapshot<double> start;
  moved.circuit->save(start);
  const std::vector<double> before = moved.energies();
  const double breaks[] = {0, 1}, coefficients[] = {0.5, 0.05};
  const InputSignal<double> inputs{2, 0, breaks, coefficients};
  ASSERT_TRUE(moved.circuit->advance({0.1, 0.01}, inputs).is_accepted());
  const std::vector<double> first = moved.energies();
  EXPECT_NE(first, before);
  moved.circuit->restore(start);
  EXPECT_EQ(moved.energies(), before);
  ASSERT_TRUE(moved.circuit->advance({0.1, 0.01}, inputs).is_accepted());
  EXPECT_EQ(moved.energies(), first);
}

TEST(CircuitEnergy, CountsPressuresAloneWhereAnotherHasTheForce) {
  const Circuit<double> with_force(test::read(test::crane));
  Circuit<double> without(test::read(test::crane));
  without.ignore_forces(std::vector<int>{4});  // after pressures and spool
  const double x[] = {3e6, 2e6, 4e6, 5}, u[] = {0.456, 0.1}, rate[] = {0.1, 0};
  std::vector<double> all(with_force.energy_entries().size()), some(without.energy_entries().size());
  with_force.powers(0, x, u, rate, all.data());
  without.powers(0, x, u, rate, some.data());
  const Sums full(with_force.energy_entries(), all), pressures(without.energy_entries(), some);
  const double A1 = 0.0050265482457, A2 = 0.0040644354956;
  EXPECT_NEAR(pressures.received, -(3e6 * A1 - 2e6 * A2) * 0.1, 1e-6);
  EXPECT_NEAR(full.received - pressures.received, 1.05e5 * 0.1 * 0.1 - 1e7 * 0.002 * 0.1, 1e-6);  // damper of 8 mm
  EXPECT_NEAR(full.lost - pressures.lost, 1.05e5 * 0.1 * 0.1, 1e-9);
}

}  // namespace
}  // namespace oldham::hydraulics
