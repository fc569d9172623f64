// SPDX-License-Identifier: MIT
#include "oldham/model/registry.hpp"

#include <fmt/format.h>

#include <array>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/model/hydraulics/circuit_help.hpp"
#include "oldham/model/linear/linear_model.hpp"
#include "oldham/model/mechanical/kinematic_pair.hpp"
#include "oldham/model/multibody/planar_body.hpp"
#include "oldham/model/multibody/sample_mechanism.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/own_parts.hpp"
#include "oldham/model/reduced/reduced_interface.hpp"
#include "oldham/model/rod/rod_system.hpp"
#include "oldham/model/signal/signal_model.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

template <class T>
using Maker = std::unique_ptr<Subsystem<T>> (*)(const std::string& name, Reader& parameters,
                                                const IntegratorSettings& integrator);

struct ModelRow {
  ModelHelp help;
  IntegratorKind integrator;
  Maker<double> make_double;
  Maker<Multiprecision> make_multiprecision;
};

template <class T>
std::unique_ptr<Subsystem<T>> make_oscillator(const std::string& name, Reader& p,
                                              const IntegratorSettings& integrator) {
  Oscillator<T> model{from_decimal<T>(p.number("mass", 1.0, "kg", Limits::positive())),
                      from_decimal<T>(p.number("stiffness", 0.0, "N/m")),
                      from_decimal<T>(p.number("damping", 0.0, "N.s/m")),
                      from_decimal<T>(p.number("position", 0.0, "m")),
                      from_decimal<T>(p.number("velocity", 0.0, "m/s")),
                      {},
                      false,
                      false};
  if (const auto springs = p.optional_matrix("base_springs", "N/m, N.s/m")) {
    if (springs->cols() != 2)
      p.fail("base_springs", "expected rows [stiffness, damping]", "write for example base_springs = [[100.0, 1.0]]");
    for (int i = 0; i < springs->rows(); ++i)
      model.bases.push_back({from_decimal<T>((*springs)(i, 0)), from_decimal<T>((*springs)(i, 1))});
  }
  model.reports_acceleration = p.boolean("acceleration", false);
  model.reports_interface = p.boolean("interface", false);
  auto boundary =
      oscillator_boundary(static_cast<int>(model.bases.size()), model.reports_acceleration, model.reports_interface);
  return with_integrator<T>(name, std::move(boundary), std::move(model), integrator);
}

template <class T>
std::unique_ptr<Subsystem<T>> make_driven_oscillator(const std::string& name, Reader& p,
                                                     const IntegratorSettings& integrator) {
  DrivenOscillator<T> model{from_decimal<T>(p.number("mass", 1.0, "kg", Limits::positive())),
                            from_decimal<T>(p.number("stiffness", 0.0, "N/m")),
                            from_decimal<T>(p.number("damping", 0.0, "N.s/m"))};
  return with_integrator<T>(name, driven_oscillator_boundary(), model, integrator);
}

/// In a system file its interface makes it, see io/kinematic_reader. Alone, for describing, it is a mover with one
/// coordinate.
template <class T>
std::unique_ptr<Subsystem<T>> make_mechanical(const std::string& name, Reader&, const IntegratorSettings& integrator) {
  auto mechanics = std::make_shared<LinearMechanics<T>>();
  mechanics->M = {T(1)};
  mechanics->D = mechanics->K = mechanics->q0 = mechanics->v0 = {T(0)};
  const KinematicSide<T> mover{name, mechanics, {0}, integrator}, moved{"moved", mechanics, {0}, integrator};
  return std::move(join_kinematically(mover, moved, ForceKind::exact).subsystems.front());
}

/// In a system file its entry makes it; alone, for describing, it is constantly 0.
template <class T>
std::unique_ptr<Subsystem<T>> make_zero_signal(const std::string& name, Reader&, const IntegratorSettings&) {
  return make_signal<T>(name, SignalDescription::constant(0), "1");
}

template <class T>
std::unique_ptr<Subsystem<T>> make_duffing(const std::string& name, Reader& p, const IntegratorSettings& integrator) {
  Duffing<T> model{from_decimal<T>(p.number("mass", 1.0, "kg", Limits::positive())),
                   from_decimal<T>(p.number("stiffness", 0.0, "N/m")),
                   from_decimal<T>(p.number("damping", 0.0, "N.s/m")),
                   from_decimal<T>(p.number("cubic_stiffness", 0.0, "N/m^3")),
                   from_decimal<T>(p.number("position", 0.0, "m")),
                   from_decimal<T>(p.number("velocity", 0.0, "m/s"))};
  return with_integrator<T>(name, duffing_boundary(), model, integrator);
}

/// One number per direction; zeros when absent.
template <class T, std::size_t size>
std::array<T, size> read_directions(Reader& p, const char* key, const char* unit) {
  std::array<double, size> numbers{};
  p.read_numbers(key, numbers, unit);
  std::array<T, size> result;
  for (std::size_t i = 0; i < size; ++i) result[i] = from_decimal<T>(numbers[i]);
  return result;
}

template <class T>
std::unique_ptr<Subsystem<T>> make_planar_body(const std::string& name, Reader& p,
                                               const IntegratorSettings& integrator) {
  PlanarBody<T> model{from_decimal<T>(p.number("mass", 1.0, "kg", Limits::positive())),
                      from_decimal<T>(p.number("inertia", 1.0, "kg.m^2", Limits::positive())),
                      read_directions<T, 2>(p, "point", "m"),
                      read_directions<T, 3>(p, "stiffness", "N/m, N/m, N.m/rad"),
                      read_directions<T, 3>(p, "damping", "N.s/m, N.s/m, N.m.s/rad"),
                      read_directions<T, 3>(p, "rest", "m, m, rad"),
                      from_decimal<T>(p.number("gravity", 0.0, "m/s^2")),
                      read_directions<T, 3>(p, "position", "m, m, rad"),
                      read_directions<T, 3>(p, "velocity", "m/s, m/s, rad/s")};
  return with_integrator<T>(name, planar_body_boundary(), model, integrator);
}

template <class T>
std::unique_ptr<Subsystem<T>> make_linear(const std::string& name, Reader& p, const IntegratorSettings& integrator) {
  LinearModel<T> model = read_linear_model<T>(p);
  auto boundary = model.boundary;
  return with_integrator<T>(name, std::move(boundary), std::move(model), integrator);
}

const std::vector<ModelRow>& model_rows() {
  static const std::vector<ModelRow> table = {
      {{"oscillator",
        "a mass on a spring and damper to ground, driven by a force and by moving bases",
        "exact",
        {{"mass", "kg", "1", "mass"},
         {"stiffness", "N/m", "0", "spring to ground"},
         {"damping", "N.s/m", "0", "damper to ground"},
         {"position", "m", "0", "initial position"},
         {"velocity", "m/s", "0", "initial velocity"},
         {"base_springs", "N/m, N.s/m", "[]",
          "rows [stiffness, damping]: springs to moving bases, each with two inputs"},
         {"acceleration", "", "false", "whether the acceleration is an output"},
         {"interface", "", "false", "whether the mass and the own force, for interface models, are outputs"}}},
       IntegratorKind::exact,
       make_oscillator<double>,
       make_oscillator<Multiprecision>},
      {{"driven-oscillator",
        "an oscillator whose motion is prescribed; tells the force that this takes",
        "exact",
        {{"mass", "kg", "1", "mass"},
         {"stiffness", "N/m", "0", "spring to ground"},
         {"damping", "N.s/m", "0", "damper to ground"}}},
       IntegratorKind::exact,
       make_driven_oscillator<double>,
       make_driven_oscillator<Multiprecision>},
      {{"mechanical",
        "M q'' + D q' + K q = 0 with matrices from the file; a mover, or moved, by an [[interface]] with law = "
        "\"kinematic\"",
        "exact",
        {{"M", "kg", "required", "mass matrix, as rows"},
         {"D", "N.s/m", "zero", "damping matrix"},
         {"K", "N/m", "zero", "stiffness matrix"},
         {"q0", "m", "zero", "initial positions"},
         {"v0", "m/s", "zero", "initial velocities"},
         {"coupled", "", "required", "coordinates that both sides have in common, counted from 1"}}},
       IntegratorKind::exact,
       make_mechanical<double>,
       make_mechanical<Multiprecision>},
      {{"duffing",
        "an oscillator with a cubic spring to ground: the smallest nonlinear subsystem",
        "rk4",
        {{"mass", "kg", "1", "mass"},
         {"stiffness", "N/m", "0", "linear spring to ground"},
         {"damping", "N.s/m", "0", "damper to ground"},
         {"cubic_stiffness", "N/m^3", "0", "cubic spring to ground"},
         {"position", "m", "0", "initial position"},
         {"velocity", "m/s", "0", "initial velocity"}}},
       IntegratorKind::rk4,
       make_duffing<double>,
       make_duffing<Multiprecision>},
      {{"planar-body",
        "a rigid body in the plane on springs to ground, coupled at a point fixed in it: x, y and angle phi",
        "rk4",
        {{"mass", "kg", "1", "mass"},
         {"inertia", "kg.m^2", "1", "moment of inertia about the centre of mass"},
         {"point", "m", "[0, 0]", "where it is coupled: [x, y] from the centre, turning with the body"},
         {"stiffness", "N/m", "[0, 0, 0]", "springs from the centre to ground: [x, y, phi], phi in N.m/rad"},
         {"damping", "N.s/m", "[0, 0, 0]", "dampers likewise: [x, y, phi], phi in N.m.s/rad"},
         {"rest", "m", "[0, 0, 0]", "where the springs are free of force: [x, y, phi], phi in rad"},
         {"gravity", "m/s^2", "0", "acceleration of free fall, against y"},
         {"position", "m", "[0, 0, 0]", "initial position of the centre: [x, y, phi], phi in rad"},
         {"velocity", "m/s", "[0, 0, 0]", "initial velocity of the centre: [x, y, phi], phi in rad/s"}}},
       IntegratorKind::rk4,
       make_planar_body<double>,
       make_planar_body<Multiprecision>},
      {{"mechanism",
        "bodies, joints, forces and ports in the plane or in space, each with an entry of its own: "
        "docs/guide/mechanisms.md",
        "rk4",
        {{"space", "", "plane", "plane or space"},
         {"gravity", "m/s^2", "[0, 0]", "acceleration of free fall, a vector"},
         {"body", "", "required", "[[subsystem.body]]: name, mass, inertia, position, angle, velocity, drag, motion"},
         {"joint", "", "none", "[[subsystem.joint]]: type, between, at or points, axis or axes, motion"},
         {"force", "", "none", "[[subsystem.force]]: type, between, points, stiffness, damping"},
         {"port", "", "none", "[[subsystem.port]]: name, body, point"},
         {"publish_bodies", "", "true", "whether places and velocities of bodies are outputs"},
         {"formulation", "", "kkt", "kkt, ali1, ali3p or ggl"},
         {"penalty", "", "1e7, 1e11", "of ali1, of ali3p"},
         {"omega", "1/s", "10", "stabilisation of positions, kkt and ali1"},
         {"xi", "1", "1", "its damping ratio"},
         {"tolerance", "", "1e-10, 1e-12", "of the iteration: relative for ali1, in m for ali3p"},
         {"max_iterations", "", "50", "the most in one step, ali1 and ali3p"},
         {"projection", "", "kkt, ggl: true", "whether it is put back on the joints after every macro step"}}},
       IntegratorKind::rk4,
       multibody::make_sample_mechanism<double>,
       multibody::make_sample_mechanism<Multiprecision>},
      {{"reduced-interface",
        "what a slow mechanical subsystem looks like to fast ones in a [[group]]: docs/guide/multirate.md",
        "semi-implicit-euler",
        {{"size", "", "1", "how many velocities the interface has"},
         {"mass", "kg", "inputs", "felt there, as rows; left out it comes from inputs mass.1.1, ..."},
         {"hold", "", "false", "hold the velocities instead: no model at all"}}},
       IntegratorKind::semi_implicit_euler,
       make_reduced_interface<double>,
       make_reduced_interface<Multiprecision>},
      {hydraulics::circuit_help(), IntegratorKind::trapezoidal, hydraulics::make_sample_circuit<double>,
       hydraulics::make_sample_circuit<Multiprecision>},
      {rod::rod_help(), IntegratorKind::linear_implicit, rod::make_sample_rod<double>,
       rod::make_sample_rod<Multiprecision>},
      {{"signal",
        "a known function of time, for whoever is to be driven by one",
        "none",
        {{"value", "", "required", "a number, or {table = [[t, value], ..]}, {step = ..}, {sine = ..}, {csv = ..}"},
         {"unit", "", "1", "of the output"}}},
       IntegratorKind::euler,
       make_zero_signal<double>,
       make_zero_signal<Multiprecision>},
      {{"linear",
        "x' = A x + B u, y = C x + D u with matrices from the file",
        "exact",
        {{"A", "", "required", "n x n matrix, as rows"},
         {"B", "", "required", "n x inputs matrix"},
         {"C", "", "required", "outputs x n matrix"},
         {"D", "", "zero", "outputs x inputs matrix"},
         {"x0", "", "zero", "initial state"},
         {"inputs", "", "required", "names of the inputs, with units in brackets: [\"u [N]\"]"},
         {"outputs", "", "required", "names of the outputs, with units in brackets: [\"y [m]\"]"}}},
       IntegratorKind::exact,
       make_linear<double>,
       make_linear<Multiprecision>},
  };
  return table;
}

}  // namespace

const std::vector<ModelHelp>& model_help() {
  static const std::vector<ModelHelp> list = [] {
    std::vector<ModelHelp> all;
    for (const ModelRow& row : model_rows()) all.push_back(row.help);
    return all;
  }();
  return list;
}

IntegratorKind default_integrator(std::string_view model) {
  for (const ModelRow& row : model_rows())
    if (row.help.name == model) return row.integrator;
  return IntegratorKind::rk4;
}

template <class T>
std::unique_ptr<Subsystem<T>> make_subsystem(std::string_view model, const std::string& name, Reader& parameters,
                                             IntegratorSettings integrator, const std::string& where) {
  std::vector<std::string> names;
  for (const ModelRow& row : model_rows()) {
    if (row.help.name == model) {
      if constexpr (std::is_same_v<T, double>)
        return row.make_double(name, parameters, integrator);
      else
        return row.make_multiprecision(name, parameters, integrator);
    }
    names.push_back(row.help.name);
  }
  for (std::string& own : own_model_names()) names.push_back(std::move(own));
  throw_wrong_input(where, fmt::format("there is no model '{}'", model),
                    suggest(model, names) + " ('oldham models' lists all)");
}

template std::unique_ptr<Subsystem<double>> make_subsystem(std::string_view, const std::string&, Reader&,
                                                           IntegratorSettings, const std::string&);
template std::unique_ptr<Subsystem<Multiprecision>> make_subsystem(std::string_view, const std::string&, Reader&,
                                                                   IntegratorSettings, const std::string&);

}  // namespace oldham
