// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "../circuit_texts.hpp"
#include "../kinematic_pairs.hpp"
#include "../mechanisms.hpp"
#include "allocations.hpp"
#include "oldham/analysis/alternation_watch.hpp"
#include "oldham/analysis/growth_watch.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/cosimulation_subsystem.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/hydraulics/circuit.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

constexpr double step_length = 0.01;  // s

Scheme make_scheme(const std::string& correction, int order, Schedule::Kind schedule = Schedule::Kind::jacobi) {
  Scheme scheme;
  scheme.order = order;
  scheme.schedule.kind = schedule;
  scheme.threads = 1;  // handing work to threads asks for memory
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == correction) scheme.correction = row.correction;
  return scheme;
}

void join(Assembly<double>& assembly, int a, int b) {
  assembly.laws.push_back({"spring" + std::to_string(a),
                           std::make_unique<SpringDamper<double>>(80.0, 0.8),
                           {{a, 0}, {a, 1}, {b, 0}, {b, 1}},
                           {{{a, 0}, 0, 1.0}, {{b, 0}, 0, -1.0}},
                           ""});
}

Assembly<double> make_chain(int masses) {
  Assembly<double> assembly;
  for (int i = 0; i < masses; ++i)
    assembly.subsystems.push_back(with_integrator<double>("mass" + std::to_string(i), oscillator_boundary(0),
                                                          Oscillator<double>{1.0, 100.0 + i, 1.0, 1.0, 0.0, {}},
                                                          {.kind = IntegratorKind::exact}));
  for (int i = 0; i + 1 < masses; ++i) join(assembly, i, i + 1);
  return assembly;
}

Assembly<double> make_duffing_pair() {
  Assembly<double> assembly;
  for (int i = 0; i < 2; ++i)
    assembly.subsystems.push_back(with_integrator<double>("mass" + std::to_string(i), duffing_boundary(),
                                                          Duffing<double>{1.0, 100.0, 1.0, 50.0, 1.0 - i, 0.0},
                                                          {.kind = IntegratorKind::rk4}));
  join(assembly, 0, 1);
  return assembly;
}

/// Two masses of a chain of three in a co-simulation of their own that takes four steps to the outer one.
Assembly<double> make_nested_chain() {
  Assembly<double> inside = make_chain(2);
  inside.name = "inside";
  inside.external_inputs = {{1, 0}};
  auto group = std::make_unique<CosimulationSubsystem<double>>(
      "pair", std::make_unique<Cosimulation<double>>(std::move(inside), make_scheme("semi-implicit", 1)),
      std::vector<PortRef>{{1, 0}, {1, 1}}, step_length / 4);
  Assembly<double> assembly = make_chain(1);
  assembly.subsystems.push_back(std::move(group));
  join(assembly, 0, 1);
  return assembly;
}

/// Rigid joints from each body to the next.
void constrain(Assembly<double>& assembly) {
  for (int i = 0; i + 1 < static_cast<int>(assembly.subsystems.size()); ++i)
    assembly.constraints.push_back({"joint" + std::to_string(i),
                                    {{"joint" + std::to_string(i),
                                      {{{i, 0}, {i, 1}, {i, 0}, 1.0}, {{i + 1, 0}, {i + 1, 1}, {i + 1, 0}, -1.0}},
                                      0}},
                                    ""});
}

Assembly<double> make_rigid_chain(int masses) {
  Assembly<double> assembly = make_chain(masses);
  assembly.laws.clear();
  constrain(assembly);
  return assembly;
}

Assembly<double> make_rigid_duffing_pair() {
  Assembly<double> assembly;
  for (int i = 0; i < 2; ++i)
    assembly.subsystems.push_back(with_integrator<double>("mass" + std::to_string(i), duffing_boundary(),
                                                          Duffing<double>{1.0 + i, 100.0, 1.0, 50.0, 1.0, 0.0},
                                                          {.kind = IntegratorKind::rk4}));
  constrain(assembly);
  return assembly;
}

/// How often 1000 macro steps ask for memory, once a few have gone before: the workspace has its size by then.
long allocations_of_a_run(Assembly<double> assembly, const Scheme& scheme) {
  Cosimulation<double> cosimulation(std::move(assembly), scheme);
  MacroState<double> state = cosimulation.initial_state(0.0);
  const auto steps = [&](int count) {
    for (int n = 0; n < count; ++n)
      if (!cosimulation.step(state, {state.time, step_length}).is_accepted()) return false;
    return true;
  };
  EXPECT_TRUE(steps(10));
  const long before = test::allocations();
  const bool accepted = steps(1000);
  const long after = test::allocations();
  EXPECT_TRUE(accepted);
  return after - before;
}

// without this the other claims would hold for a counter that counts nothing
TEST(Allocation, TheCounterSeesVectorsAndMatrices) {
  const long before = test::allocations();
  const std::vector<double> vector(100);
  const long between = test::allocations();
  EXPECT_EQ(between - before, 1);
#ifndef __SANITIZE_ADDRESS__
  const Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(10, 10);
  EXPECT_EQ(test::allocations() - between, 1);
#endif
}

TEST(Allocation, ExplicitStepsAllocateNothingInAnyOrderOrSchedule) {
  for (const Schedule::Kind schedule : {Schedule::Kind::jacobi, Schedule::Kind::gauss_seidel})
    for (int order = 0; order <= highest_order; ++order)
      EXPECT_EQ(allocations_of_a_run(make_chain(10), make_scheme("explicit", order, schedule)), 0) << order;
}

// 5 variables make a dense interface Jacobian, 99 a banded one
TEST(Allocation, CorrectedStepsOfALinearChainAllocateNothing) {
  for (const char* correction : {"semi-implicit", "implicit", "fixed-point", "aitken"})
    for (int masses : {6, 100})
      EXPECT_EQ(allocations_of_a_run(make_chain(masses), make_scheme(correction, 1)), 0) << correction << " " << masses;
}

TEST(Allocation, ExplicitStepsOfANonlinearPairAllocateNothing) {
  EXPECT_EQ(allocations_of_a_run(make_duffing_pair(), make_scheme("explicit", 1)), 0);
}

// the interface Jacobian is measured and factorised in every step
TEST(Allocation, CorrectedStepsOfANonlinearPairAllocateNothing) {
  for (const char* correction : {"semi-implicit", "implicit"})
    EXPECT_EQ(allocations_of_a_run(make_duffing_pair(), make_scheme(correction, 1)), 0) << correction;
}

TEST(Allocation, NestedCosimulationsAllocateNothing) {
  for (const char* correction : {"explicit", "semi-implicit"})
    EXPECT_EQ(allocations_of_a_run(make_nested_chain(), make_scheme(correction, 1)), 0) << correction;
}

/// One mass under a known force that bends and jumps inside every second step, and one that follows it.
Assembly<double> make_driven_pair() {
  Assembly<double> assembly = make_duffing_pair();
  assembly.laws.clear();
  SignalDescription force;
  for (int i = 0; i < 1000; ++i) {
    const double time = 0.015 + 0.02 * i;
    force.points.push_back({time, 1.0 * (i % 3)});
    if (i % 2 == 0) force.points.push_back({time, 2.0});
  }
  assembly.known_inputs.push_back({{0, 0}, force, ""});
  assembly.connections.push_back({{0, 0}, {1, 0}, 1, 0, "", {}, false});
  return assembly;
}

TEST(Allocation, KnownFunctionsOfTimeAllocateNothing) {
  for (const char* correction : {"explicit", "semi-implicit", "implicit"})
    for (int order = 0; order <= 2; ++order)
      EXPECT_EQ(allocations_of_a_run(make_driven_pair(), make_scheme(correction, order)), 0) << correction << order;
}

TEST(Allocation, ExtendedStepsAllocateNothing) {
  for (Extension extension : {Extension::derivative, Extension::integral})
    for (int order = 0; order <= 2; ++order) {
      Scheme scheme = make_scheme("semi-implicit", order);
      scheme.extension = extension;
      EXPECT_EQ(allocations_of_a_run(make_chain(4), scheme), 0) << order;
      EXPECT_EQ(allocations_of_a_run(make_duffing_pair(), scheme), 0) << order;
    }
}

TEST(Allocation, ConstrainedStepsAllocateNothing) {
  for (const NamedStabilisation& row : stabilisation_catalogue())
    for (int order = 0; order <= 2; ++order)
      for (const char* correction : {"semi-implicit", "implicit"}) {
        // these grow by 4 and 5 in a step: 1000 steps end before they are through
        if (row.kind == Stabilisation::Kind::index_3 && order > 0) continue;
        Scheme scheme = make_scheme(correction, order);
        scheme.stabilisation.kind = row.kind;
        EXPECT_EQ(allocations_of_a_run(make_rigid_chain(4), scheme), 0) << row.name << order << correction;
        EXPECT_EQ(allocations_of_a_run(make_rigid_duffing_pair(), scheme), 0) << row.name << order << correction;
      }
}

/// A mover of two coordinates and a moved system of three, coupled by two; masses between all of them.
Assembly<double> make_kinematic_pair(ForceKind forces) {
  const IntegratorSettings exact{.kind = IntegratorKind::exact};
  const auto mover =
      test::linear_mechanics<double>({4.0, 0.5, 0.5, 4.0}, {1.0, 0.0, 0.0, 1.0}, {90.0, 0.0, 0.0, 80.0}, 2);
  const auto moved = test::linear_mechanics<double>({0.4, 0.0, 0.1, 0.0, 0.4, 0.1, 0.1, 0.1, 0.5},
                                                    {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0},
                                                    {30.0, 0.0, -10.0, 0.0, 30.0, -10.0, -10.0, -10.0, 30.0}, 3);
  mover->q0 = {1.0, 0.5};
  moved->q0 = {1.0, 0.5, 0.2};
  return join_kinematically<double>({"R", mover, {0, 1}, exact}, {"F", moved, {0, 1}, exact}, forces);
}

TEST(Allocation, LinearKinematicPairsAllocateNothing) {
  using Loop = MotionCoupling::Loop;
  for (ForceKind forces : {ForceKind::exact, ForceKind::reduced, ForceKind::approximate})
    for (const char* correction : {"explicit", "semi-implicit", "implicit"})
      for (auto schedule : {Schedule::Kind::jacobi, Schedule::Kind::gauss_seidel})
        for (auto velocity : {MotionCoupling::Velocity::derivative, MotionCoupling::Velocity::sampled})
          for (Loop loop : {Loop::jacobi, Loop::updated_acceleration, Loop::updated_force}) {
            Scheme scheme = make_scheme(correction, 1, schedule);
            scheme.motion = {1, velocity, MotionCoupling::Outputs::automatic, loop};
            EXPECT_EQ(allocations_of_a_run(make_kinematic_pair(forces), scheme), 0)
                << static_cast<int>(forces) << correction << static_cast<int>(schedule) << static_cast<int>(velocity)
                << static_cast<int>(loop);
          }
}

/// Two pendulums whose tips a spring joins, all other inputs held. With `answers` frames tell accelerations and
/// mobility.
Assembly<double> make_mechanism_pair(bool planar, bool answers, multibody::Formulation formulation,
                                     IntegratorKind solver) {
  Assembly<double> assembly;
  multibody::FormulationSettings chosen;
  chosen.kind = formulation;
  std::vector<std::string> notes;
  multibody::MechanismDescription pendulum = make_busy_pendulum(planar);
  for (multibody::FrameDescription& frame : pendulum.frames) frame.acceleration = frame.mobility = answers;
  for (const char* name : {"a", "b"})
    assembly.subsystems.push_back(multibody::make_mechanism<double>(name, pendulum, chosen, {.kind = solver}, notes));
  Law<double> law{"spring", std::make_unique<SpringDamper<double>>(50, 1), {}, {}, ""};
  for (const char* port : {"a.tip.x.position", "a.tip.x.velocity", "b.tip.x.position", "b.tip.x.velocity"})
    law.arguments.push_back(assembly.output(port, ""));
  law.effects = {{assembly.input("a.tip.x.force", ""), 0, 1.0}, {assembly.input("b.tip.x.force", ""), 0, -1.0}};
  for (int s = 0; s < 2; ++s)
    for (int i = 0; i < assembly.subsystems[s]->description().input_count(); ++i)
      if (law.effects[s].to != PortRef{s, i}) assembly.constants.push_back({{s, i}, 0.1 * s, ""});
  assembly.laws.push_back(std::move(law));
  return assembly;
}

TEST(Allocation, MechanismsAllocateNothing) {
  using multibody::Formulation;
  for (auto [planar, answers] : {std::pair{true, false}, std::pair{false, false}, std::pair{false, true}})
    for (auto [formulation, solver] : {std::pair{Formulation::kkt, IntegratorKind::rk4},
                                       std::pair{Formulation::ali1, IntegratorKind::semi_implicit_euler},
                                       std::pair{Formulation::ali3p, IntegratorKind::trapezoidal}})
      for (auto extension : {Extension::none, Extension::derivative}) {
        Scheme scheme = make_scheme("semi-implicit", 1);
        scheme.extension = extension;
        EXPECT_EQ(allocations_of_a_run(make_mechanism_pair(planar, answers, formulation, solver), scheme), 0)
            << planar << answers << static_cast<int>(formulation) << static_cast<int>(extension);
      }
}

/// The crane's circuit under a mass on a spring, its valve following a table.
Assembly<double> make_lift(IntegratorKind solver) {
  Assembly<double> assembly;
  assembly.subsystems.push_back(with_integrator<double>("mass", oscillator_boundary(0),
                                                        Oscillator<double>{500.0, 1e4, 1e3, 0.5, 0.0, {}},
                                                        {.kind = IntegratorKind::rk4, .micro_step = 1e-3}));
  assembly.subsystems.push_back(
      hydraulics::make_circuit<double>("circuit", hydraulics::test::read(hydraulics::test::crane),
                                       {.kind = solver, .micro_step = solver == IntegratorKind::rk4 ? 1e-5 : 1e-4}));
  const auto connect = [&](const char* from, const char* to) {
    assembly.connections.push_back({assembly.output(from, ""), assembly.input(to, ""), 1, 0, ""});
  };
  connect("mass.position", "circuit.cylinder.position");
  connect("mass.velocity", "circuit.cylinder.velocity");
  connect("circuit.cylinder.force", "mass.force");
  return assembly;
}

TEST(Allocation, HydraulicCircuitsAllocateNothing) {
  for (const auto& [solver, correction] :
       {std::pair{IntegratorKind::rk4, "semi-implicit"}, std::pair{IntegratorKind::trapezoidal, "semi-implicit"},
        std::pair{IntegratorKind::trapezoidal, "implicit"}})
    EXPECT_EQ(allocations_of_a_run(make_lift(solver), make_scheme(correction, 1)), 0)
        << integrator_name(solver) << correction;
}

TEST(Allocation, WatchesOfARunAllocateNothing) {
  constexpr int variables = 40, steps = 5000;
  for (const std::int64_t expected : {0, steps}) {
    GrowthWatch growth({variables, expected});
    AlternationWatch alternation({variables, expected});
    std::vector<double> samples(variables);
    const long before = test::allocations();
    for (int n = 0; n <= steps; ++n) {
      for (int j = 0; j < variables; ++j) samples[j] = (n % 2 == 0 ? 1 : -1.1) * std::exp(1e-4 * j * n);
      growth.observe(step_length * n, samples.data());
      alternation.observe(step_length * n, samples.data());
    }
    EXPECT_EQ(test::allocations(), before) << expected;
    EXPECT_TRUE(growth.has_growth());  // that of it was not spared
  }
}

}  // namespace
}  // namespace oldham
