// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "contract/subsystem_contract.hpp"
#include "mechanisms.hpp"
#include "oldham/coupling/cosimulation_subsystem.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/hydraulics/circuit.hpp"
#include "oldham/model/linear/linear_model.hpp"
#include "oldham/model/multibody/planar_body.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/reduced/reduced_interface.hpp"
#include "oldham/model/signal/signal_model.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

using Made = std::unique_ptr<Subsystem<double>>;

constexpr Capabilities exact_linear = {true, true, true, true, true, true};
constexpr Capabilities nested_linear = {.rollback = true, .state_access = true, .equations = true, .linear = true};
constexpr Capabilities nested = {.rollback = true, .state_access = true, .equations = true};
constexpr Capabilities stepped_linear = {
    .rollback = true, .state_access = true, .equations = true, .output_integrals = true, .linear = true};
constexpr Capabilities stepped = {.rollback = true, .state_access = true, .equations = true, .output_integrals = true};

constexpr double within_tolerance = 1e-9;  // what the catalogue's corrections leave of the residual

IntegratorSettings settings(IntegratorKind kind, bool adams = false) {
  return {.kind = kind,
          .micro_step = contract_micro_step,
          .relative_tolerance = 1e-12,
          .absolute_tolerance = 1e-14,
          .adams = adams};
}

Made make_oscillator(const IntegratorSettings& integrator, const std::string& name = "oscillator", int bases = 1) {
  Oscillator<double> model{1.5, 120, 2, 0.8, -3, {}};
  for (int i = 0; i < bases; ++i) model.bases.push_back({30.0 + i, 1.0});
  return with_integrator<double>(name, oscillator_boundary(bases), model, integrator);
}

Made make_duffing(const IntegratorSettings& integrator, const std::string& name = "duffing") {
  // the cubic spring is as strong as the linear one at the start
  return with_integrator<double>(name, duffing_boundary(), Duffing<double>{1.5, 120, 2, 190, 0.8, -3}, integrator);
}

/// Turned and turning, so that force and moment at its point depend on the state.
Made make_planar_body(const IntegratorSettings& integrator) {
  const PlanarBody<double> body{1.5,  0.4, {0.3, -0.2}, {120, 90, 20}, {2, 3, 0.5}, {0.1, 0.2, 0.5},
                                9.81, {},  {2, -1, 3}};
  return with_integrator<double>("body", planar_body_boundary(), body, integrator);
}

Made make_pendulum(bool planar, multibody::Formulation formulation, const IntegratorSettings& integrator) {
  multibody::FormulationSettings chosen;
  chosen.kind = formulation;
  std::vector<std::string> notes;
  return multibody::make_mechanism<double>("pendulum", make_busy_pendulum(planar), chosen, integrator, notes);
}

/// A cylinder long enough for any signal of the contract, whose spool follows an input. Its pressures are a few pascals
/// and its oil is soft, so that inputs and state count alike.
Made make_soft_circuit(const IntegratorSettings& integrator) {
  using namespace hydraulics;
  CircuitDescription circuit;
  circuit.fluid = {850, 100, 1};
  circuit.volumes = {{"a", "", 3, 0.5, {}}, {"b", "", 2, 0.5, {{0.1, 50}}}};
  circuit.sources = {{"pump", "", {{}, {5, 1, 3, 0}}}, {"tank", "", SignalDescription::constant(1)}};
  circuit.throttles = {{"leak", "", 0, 1, 0.01}};
  ValveDescription valve;
  valve.name = "valve";
  valve.a = 0;
  valve.b = 1;
  valve.pump = 2;
  valve.tank = 3;
  valve.coefficient = 0.02;
  valve.time_constant = 0.05;
  circuit.valves = {valve};
  CylinderDescription cylinder;
  cylinder.name = "cylinder";
  cylinder.chambers = {0, 1};
  cylinder.sizes = {0.02, 0.015};
  cylinder.lengths = {20, 20};
  cylinder.friction = 0.5;
  circuit.cylinders = {cylinder};
  return make_circuit<double>("circuit", circuit, integrator);
}

void name_ports(std::vector<Port>& ports, const std::vector<std::string>& names) {
  ports.resize(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) ports[i].name = names[i];
}

/// Two inputs, two outputs, and between them as many states as A has rows.
Made make_linear(std::vector<double> A, std::vector<double> D, const IntegratorSettings& integrator) {
  const auto n = static_cast<std::size_t>(std::lround(std::sqrt(double(A.size()))));
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "linear";
  name_ports(boundary->inputs, {"u1", "u2"});
  name_ports(boundary->outputs, {"y1", "y2"});
  boundary->feedthrough = std::any_of(D.begin(), D.end(), [](double d) { return d != 0; });
  LinearModel<double> model;
  for (std::size_t i = 0; i < 2 * n; ++i) {
    model.e.B.push_back(0.5 + double(i));
    model.e.C.push_back(1.0 - 0.7 * double(i));
  }
  model.e.A = std::move(A);
  model.e.D = std::move(D);
  model.e.initial_state.assign(n, 0.6);
  model.boundary = boundary;
  return with_integrator<double>("linear", boundary, std::move(model), integrator);
}

/// A free oscillation: no inputs at all.
Made make_autonomous() {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "linear";
  name_ports(boundary->outputs, {"y"});
  return std::make_unique<LinearSubsystem<double>>(
      "autonomous", boundary, LinearEquations<double>{{0, 1, -100, -1}, {}, {1, 0.1}, {}, {1, -2}});
}

struct Inner {
  const char* correction;
  int order = 2;
  Correction::Jacobian jacobian = Correction::Jacobian::every_step;
  double damping = 3;  // N s/m, of the coupling
};

/// The coupling damper counts more than the masses: the corrections matter to the last digit.
constexpr Inner stiffly_implicit = {.correction = "implicit", .damping = 300};

/// Two subsystems with a force input, joined by a spring-damper; a further force on the second comes from outside.
Made make_nested(Made first, Made second, const Inner& choice, const std::string& name = "nested") {
  Assembly<double> inner;
  inner.name = name;
  inner.subsystems.push_back(std::move(first));
  inner.subsystems.push_back(std::move(second));
  inner.laws.push_back({"coupling",
                        std::make_unique<SpringDamper<double>>(60, choice.damping),
                        {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                        {{{0, 0}, 0, 1}, {{1, 0}, 0, -1}},
                        ""});
  inner.external_inputs = {{1, 0}};
  Scheme scheme;
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == std::string(choice.correction)) scheme.correction = row.correction;
  scheme.correction.jacobian = choice.jacobian;
  scheme.order = choice.order;
  scheme.threads = 1;
  return std::make_unique<CosimulationSubsystem<double>>(
      name, std::make_unique<Cosimulation<double>>(std::move(inner), scheme),
      std::vector<PortRef>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, contract_inner_step);
}

Made make_nested_pair(IntegratorKind kind, const Inner& choice) {
  return make_nested(make_oscillator(settings(kind), "a", 0), make_oscillator(settings(kind), "b", 0), choice);
}

Made make_nested_duffing(const Inner& choice) {
  using enum IntegratorKind;
  return make_nested(make_duffing(settings(rk4), "a"), make_oscillator(settings(exact), "b", 0), choice);
}

/// An interface model of two rows, with the mass it was made with or the one it is told.
Made make_interface_model(bool told) {
  using Model = ReducedInterface<double>;
  return std::make_unique<Model>("model", 2, told ? Model::Mass::from_inputs : Model::Mass::fixed,
                                 told ? std::vector<double>{} : std::vector<double>{3, 0.5, 0.5, 2});
}

/// An oscillator joined to an interface model, as in a group: where that begins comes from outside.
Made make_nested_model(const Inner& choice) {
  Assembly<double> inner;
  inner.name = "fast";
  using Model = ReducedInterface<double>;
  inner.subsystems.push_back(std::make_unique<Model>("model", 1, Model::Mass::fixed, std::vector<double>{3}));
  inner.subsystems.push_back(make_oscillator(settings(IntegratorKind::semi_implicit_euler), "a", 0));
  inner.laws.push_back({"coupling",
                        std::make_unique<SpringDamper<double>>(60, choice.damping),
                        {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                        {{{0, 3}, 0, 1}, {{1, 0}, 0, -1}},
                        ""});
  inner.external_inputs = {{0, 0}, {0, 1}, {0, 2}};
  Scheme scheme;
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == std::string(choice.correction)) scheme.correction = row.correction;
  scheme.order = choice.order;
  scheme.threads = 1;
  return std::make_unique<CosimulationSubsystem<double>>(
      "fast", std::make_unique<Cosimulation<double>>(std::move(inner), scheme),
      std::vector<PortRef>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}}, contract_micro_step);
}

/// A nested co-simulation inside another: its first two outputs are motions, its input is a force.
Made make_twice_nested() {
  return make_nested(make_nested_duffing({"explicit"}), make_oscillator(settings(IntegratorKind::exact), "c", 0),
                     {"implicit"}, "outer");
}

std::vector<SubsystemCase> make_table() {
  using enum IntegratorKind;
  const auto linear = [](std::vector<double> A, std::vector<double> D, IntegratorKind kind) {
    return [=] { return make_linear(A, D, settings(kind)); };
  };
  const std::vector<double> A = {0, 1, -80, -2}, D = {0.3, -0.2, 0.1, 0.4};
  std::vector<SubsystemCase> rows = {
      {"exact_oscillator", [] { return make_oscillator(settings(exact)); }, exact_linear},
      {"exact_linear", linear(A, {0, 0, 0, 0}, exact), exact_linear},
      {"exact_linear_with_feedthrough", linear(A, D, exact), exact_linear},
      {"exact_linear_without_states", linear({}, D, exact), exact_linear},
      {"exact_linear_without_inputs", make_autonomous, exact_linear},
      {"rk4_linear_with_feedthrough", linear(A, D, rk4), stepped_linear},
      {"nested_explicit", [] { return make_nested_pair(exact, {"explicit"}); }, nested_linear},
      {"nested_semi_implicit", [] { return make_nested_pair(exact, {"semi-implicit"}); }, nested_linear},
      {"nested_implicit", [] { return make_nested_pair(exact, {"implicit"}); }, nested_linear},
      {"nested_implicit_stiff", [] { return make_nested_pair(exact, stiffly_implicit); }, nested_linear},
      {"nested_implicit_rk4", [] { return make_nested_pair(rk4, {"implicit"}); }, nested_linear},
      {"nested_explicit_duffing",
       [] {
         return make_nested_duffing({"explicit", 1});
       },
       nested},
      // more or fewer corrections meet the tolerance: neither linear nor reproducible beyond it
      {"nested_aitken", [] { return make_nested_pair(exact, {"aitken"}); }, nested, within_tolerance},
      {"nested_implicit_duffing", [] { return make_nested_duffing({"implicit"}); }, nested, within_tolerance},
      // kept sensitivities are no part of the state
      {"nested_reusing_duffing",
       [] {
         return make_nested_duffing({"implicit", 2, Correction::Jacobian::reuse});
       },
       nested, within_tolerance, within_tolerance},
      {"twice_nested", make_twice_nested, nested, within_tolerance},
      {.name = "nested_interface_model",
       .make =
           [] {
             return make_nested_model({"semi-implicit", 0});
           },
       .declared = nested_linear,
       .begins_anew = true},
      {.name = "nested_explicit_interface_model",
       .make =
           [] {
             return make_nested_model({"explicit", 1});
           },
       .declared = nested_linear,
       .begins_anew = true},
      {.name = "interface_model",
       .make = [] { return make_interface_model(false); },
       .declared = nested_linear,
       .begins_anew = true},
      {.name = "interface_model_that_is_told_its_mass",
       .make = [] { return make_interface_model(true); },
       .declared = nested,
       .begins_anew = true},
      {"signal",
       [] {
         return make_signal<double>("signal", {{{0, 1}, {0.03, 2}, {0.03, 5}}, {}}, "N");
       },
       stepped},
  };
  struct Solver {
    const char* name;
    IntegratorSettings settings;
  };
  for (const Solver& s :
       {Solver{"euler", settings(euler)}, Solver{"rk4", settings(rk4)}, Solver{"trapezoidal", settings(trapezoidal)},
        Solver{"linear_implicit", settings(linear_implicit)}, Solver{"bdf", settings(cvode)},
        Solver{"adams", settings(cvode, true)}, Solver{"arkode", settings(arkode)}}) {
    // local errors of 1e-12 add up over some hundred internal steps
    const bool adaptive = s.settings.kind == cvode || s.settings.kind == arkode;
    const double drift = adaptive ? 1e-10 : 0;
    rows.push_back({std::string("oscillator_") + s.name, [s] { return make_oscillator(s.settings); },
                    adaptive ? stepped : stepped_linear, drift});
    rows.push_back({std::string("circuit_") + s.name, [s] { return make_soft_circuit(s.settings); }, stepped, drift});
    rows.push_back({std::string("duffing_") + s.name, [s] { return make_duffing(s.settings); }, stepped, drift});
    rows.push_back(
        {std::string("planar_body_") + s.name, [s] { return make_planar_body(s.settings); }, stepped, drift});
  }
  rows.push_back(
      {"oscillator_semi_implicit_euler", [] { return make_oscillator(settings(semi_implicit_euler)); }, nested_linear});
  rows.push_back({"duffing_semi_implicit_euler", [] { return make_duffing(settings(semi_implicit_euler)); }, nested});
  // joints are closed at the end of a step, not where its signal is cut: what RK4 opens them by in 5 ms; an adaptive
  // solver, and the iterations of the augmented Lagrangian, owe their tolerance. The trapezoidal rule keeps
  // accelerations 4Δ/h²: a rounding of Δ (1e-16) is 4e-10 there, and through a hundred of them more in the multipliers
  using enum multibody::Formulation;
  struct MechanismRow {
    const char* name;
    multibody::Formulation formulation;
    IntegratorKind solver;
    double drift;
  };
  for (const MechanismRow& m :
       {MechanismRow{"kkt_rk4", kkt, rk4, 1e-9}, MechanismRow{"kkt_bdf", kkt, cvode, 1e-9},
        MechanismRow{"ali1", ali1, semi_implicit_euler, 1e-9}, MechanismRow{"ali1_rk4", ali1, rk4, 1e-9},
        MechanismRow{"ali3p", ali3p, trapezoidal, 1e-6}, MechanismRow{"ggl", ggl, ida, 1e-8}})
    for (bool planar : {true, false})
      rows.push_back(
          {std::string(planar ? "planar_pendulum_" : "spatial_pendulum_") + m.name,
           [=] { return make_pendulum(planar, m.formulation, settings(m.solver)); },
           m.solver == semi_implicit_euler || m.formulation == ali3p || m.formulation == ggl ? nested : stepped,
           m.drift, 0, m.formulation == ali3p});
  for (const std::vector<SubsystemCase>& more : {rod_rows(), fmu_rows(), exchange_rows()})
    rows.insert(rows.end(), more.begin(), more.end());
  const std::vector<SubsystemCase> isolated = isolated_rows(rows);
  rows.insert(rows.end(), isolated.begin(), isolated.end());
  return rows;
}

}  // namespace

const std::vector<SubsystemCase>& subsystem_table() {
  static const std::vector<SubsystemCase> table = make_table();
  return table;
}

}  // namespace oldham
