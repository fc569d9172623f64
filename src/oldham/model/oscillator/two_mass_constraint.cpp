// SPDX-License-Identifier: MIT
#include "oldham/model/oscillator/two_mass_constraint.hpp"

#include "oldham/core/scalar.hpp"
#include "oldham/model/oscillator/oscillator_pair.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {

template <class T>
ReadyMade<T> make_two_mass_constraint(const ReadyMadeInput& input) {
  const bool prescribes_motion =
      input.scheme.choice("decomposition", {{"force-force", false}, {"force-displacement", true}}, false);
  Reader& p = input.parameters;
  const double x = p.number("x", 1.0, "m"), v = p.number("v", 0.0, "m/s");
  OscillatorPair<T> pair = read_oscillator_pair<T>(p, nullptr, nullptr, {x, v, x, v});

  ReadyMade<T> system;
  Assembly<T>& a = system.assembly;
  pair.first.reports_acceleration = prescribes_motion;
  a.subsystems.push_back(make_mass<T>("mass1", pair.first, input));
  constexpr PortRef x1{0, 0}, v1{0, 1};
  PortRef x2{1, 0}, v2{1, 1};
  if (prescribes_motion) {
    if (pair.first.position != pair.second.position || pair.first.velocity != pair.second.velocity)
      p.fail(p.has("x2") ? "x2" : "v2", "the second mass starts where the first does: they are one",
             "leave it out, or give x and v");
    a.subsystems.push_back(
        with_integrator<T>("mass2", driven_oscillator_boundary(),
                           DrivenOscillator<T>{pair.second.mass, pair.second.stiffness, pair.second.damping},
                           input.integrator("mass2", IntegratorKind::exact)));
    for (int port = 0; port < 3; ++port) a.connections.push_back({{0, port}, {1, port}, 1, 0, ""});
    a.connections.push_back({{1, 0}, {0, 0}, 1, 0, ""});
    x2 = {1, 1};
    v2 = {1, 2};
  } else {
    a.subsystems.push_back(make_mass<T>("mass2", pair.second, input));
    a.constraints.push_back({"joint", {{"joint", {{x1, v1, {0, 0}, 1.0}, {x2, v2, {1, 0}, -1.0}}, 0.0}}, ""});
  }
  a.aliases = {{"x1", x1}, {"v1", v1}, {"x2", x2}, {"v2", v2}};
  finish_pair(pair.dimensionless, system);
  return system;
}

const SystemHelp& two_mass_constraint_help() {
  static const SystemHelp help = [] {
    SystemHelp made = {"two-mass-constraint",
                       "two oscillators joined rigidly",
                       oscillator_pair_help("1"),
                       {{"decomposition", "", "force-force",
                         "where the system is cut: force-force, force-displacement (the second mass is moved)"}}};
    made.parameters.push_back({"x", "m", "1", "initial position of both"});
    made.parameters.push_back({"v", "m/s", "0", "initial velocity of both"});
    return made;
  }();
  return help;
}

template ReadyMade<double> make_two_mass_constraint(const ReadyMadeInput&);
template ReadyMade<Multiprecision> make_two_mass_constraint(const ReadyMadeInput&);

}  // namespace oldham
