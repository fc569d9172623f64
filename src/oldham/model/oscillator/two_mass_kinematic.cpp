// SPDX-License-Identifier: MIT
#include "oldham/model/oscillator/two_mass_kinematic.hpp"

#include "oldham/core/scalar.hpp"
#include "oldham/model/mechanical/kinematic_pair.hpp"

namespace oldham {

template <class T>
ReadyMade<T> make_two_mass_kinematic(const ReadyMadeInput& input) {
  const ForceKind forces = read_forces(input.scheme);
  const bool is_extrapolated = input.scheme.text("outputs", "auto") == "extrapolated";
  const bool seen_by_moved = is_extrapolated && forces != ForceKind::approximate;
  const auto number = [&](const char* key, double fallback, const char* unit, Limits limits = {}) {
    return from_decimal<T>(input.parameters.number(key, fallback, unit, limits));
  };
  const T m_R = number("m_R", 5.0, "kg", Limits::positive()), m_co = number("m_Fco", 0.5, "kg", Limits::positive()),
          m_in = number("m_Fin", 0.5, "kg", Limits::positive());
  const T c_R = number("c_R", 100.0, "N/m"), d_R = number("d_R", 1.0, "N.s/m"), c_F = number("c_F", 50.0, "N/m"),
          d_F = number("d_F", 0.1, "N.s/m");
  const T q1 = number("q1", 1.0, "m"), q2 = number("q2", 0.0, "m"), v1 = number("v1", 0.0, "m/s"),
          v2 = number("v2", 0.0, "m/s");
  const auto listed = [](std::initializer_list<std::pair<const char*, const T*>> entries) {
    std::vector<ParameterValue> list;
    for (const auto& [name, value] : entries)
      list.push_back({name, to_double(*value), name[0] == 'm' ? "kg" : name[0] == 'c' ? "N/m" : "N.s/m"});
    return list;
  };
  auto rigid = std::make_shared<LinearMechanics<T>>();
  rigid->M = {m_R};
  rigid->K = {c_R};
  rigid->D = {d_R};
  rigid->q0 = {q1};
  rigid->v0 = {v1};
  rigid->listed = listed({{"m_R", &m_R}, {"c_R", &c_R}, {"d_R", &d_R}});
  auto flexible = std::make_shared<LinearMechanics<T>>();
  flexible->M = {m_co, T(0), T(0), m_in};
  flexible->K = {c_F, T(-c_F), T(-c_F), T(2 * c_F)};
  flexible->D = {d_F, T(-d_F), T(-d_F), T(2 * d_F)};
  flexible->q0 = {q1, q2};
  flexible->v0 = {v1, v2};
  flexible->listed = listed({{"m_Fco", &m_co}, {"m_Fin", &m_in}, {"c_F", &c_F}, {"d_F", &d_F}});

  ReadyMade<T> system;
  system.assembly =
      join_kinematically<T>({"R", rigid, {0}, input.integrator("R", IntegratorKind::exact)},
                            {"F", flexible, {0}, input.integrator("F", IntegratorKind::exact)}, forces, seen_by_moved);
  constexpr PortRef q_R{0, 0}, v_R{0, 1}, a_R{0, 2}, force{1, 0};
  const int first_inner = seen_by_moved ? 3 : 2;  // behind what the moved side says of its coupled coordinate
  const PortRef q_in{1, first_inner}, v_in{1, first_inner + 1};
  system.assembly.aliases = {{"q_R", q_R}, {"v_R", v_R}, {"q_Fin", q_in}, {"v_Fin", v_in}, {"a_R", a_R}};
  if (forces == ForceKind::approximate)
    system.assembly.aliases.push_back({"Lambda", force});
  else
    system.assembly.variable_aliases.push_back({"Lambda", "N", 0, 0});
  system.step = 0.01;
  system.end = 1.0;
  return system;
}

const SystemHelp& two_mass_kinematic_help() {
  static const SystemHelp help = {
      "two-mass-kinematic",
      "a mass that moves a structure of two masses, without any spring between them",
      {{"m_R", "kg", "5", "mass of the mover"},
       {"m_Fco", "kg", "0.5", "mass of the structure that moves with it"},
       {"m_Fin", "kg", "0.5", "inner mass of the structure"},
       {"c_R", "N/m", "100", "spring of the mover to ground"},
       {"d_R", "N.s/m", "1", "damper of the mover to ground"},
       {"c_F", "N/m", "50", "springs of the inner mass, to the coupled one and to ground"},
       {"d_F", "N.s/m", "0.1", "its dampers"},
       {"q1", "m", "1", "initial position of the mover"},
       {"v1", "m/s", "0", "initial velocity of the mover"},
       {"q2", "m", "0", "initial position of the inner mass"},
       {"v2", "m/s", "0", "initial velocity of the inner mass"}},
      {{"forces", "", "exact", "how the constraint force is found: exact, reduced, approximate"}}};
  return help;
}

template ReadyMade<double> make_two_mass_kinematic(const ReadyMadeInput&);
template ReadyMade<Multiprecision> make_two_mass_kinematic(const ReadyMadeInput&);

}  // namespace oldham
