// SPDX-License-Identifier: MIT
#include "oldham/model/crane/crane_parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"

namespace oldham::crane {
namespace {

Circuit default_circuit(int index) {
  Circuit first;
  first.U = {{0, 0},     {1.0, 0},  {1.1, 8},  {13.4, 8}, {13.5, 0}, {14.4, 0}, {14.5, -8},
             {27.6, -8}, {27.7, 0}, {28.5, 0}, {28.6, 6}, {29.5, 6}, {29.6, 0}, {30, 0}};
  if (index == 0) return first;
  Circuit second;
  second.l10 = 0.10;
  second.l20 = 0.20;
  second.d1 = 0.070;
  second.d2 = 0.032;
  second.Vh1 = 2.5e-5;
  second.Vh2 = 6.0e-5;
  second.pP = 7.0e6;
  second.Cv = 0.9e-8;
  second.At = 1.2e-6;
  second.U = {{0, 0},     {2.0, 0},  {2.1, 6},  {9.0, 6},  {9.1, 0},  {11.0, 0}, {11.1, -7},
              {23.4, -7}, {23.5, 0}, {24.5, 0}, {24.6, 6}, {28.0, 6}, {28.1, 0}, {30, 0}};
  return second;
}

Mechanism read_mechanism(Reader p) {
  Mechanism m;
  m.L = p.number("L", m.L, "m", Limits::positive());
  m.Lh = p.number("Lh", m.Lh, "m", Limits::positive());
  m.m = p.number("m", m.m, "kg", Limits::positive());
  m.mp = p.number("mp", m.mp, "kg", Limits::non_negative());
  m.mh = p.number("mh", m.mh, "kg", Limits::positive());
  m.xB = p.number("xB", m.xB, "m");
  m.yB = p.number("yB", m.yB, "m");
  m.th10 = p.number("th10", m.th10, "rad");
  m.th20 = p.number("th20", m.th20, "rad");
  m.g = p.number("g", m.g, "m/s^2");
  p.finish();
  constexpr double shortest = 1e-6;  // m
  if (!(m.first_length() > shortest) || !(m.second_length() > shortest))
    p.fail("th10", "a cylinder would have no length in this position", "turn a link, or move the foot xB, yB");
  return m;
}

Circuit read_circuit(Reader p, int index, const Mechanism& m, double holding_force) {
  Circuit c = default_circuit(index);
  c.l10 = p.number("l10", c.l10, "m", Limits::positive());
  c.l20 = p.number("l20", c.l20, "m", Limits::positive());
  p.number("l", c.l10 + c.l20, "m");  // the stroke: in no equation
  c.ld = p.number("ld", c.ld, "m", Limits::positive());
  c.kd = p.number("kd", c.kd, "N/m", Limits::non_negative());
  c.cd = p.number("cd", c.cd, "N.s/m", Limits::non_negative());
  c.c = p.number("c", c.c, "N.s/m", Limits::non_negative());
  c.s0 = p.number("s0", index == 0 ? m.first_length() : m.second_length(), "m", Limits::positive());
  c.rho = p.number("rho", c.rho, "kg/m^3", Limits::positive());
  c.Bo = p.number("Bo", c.Bo, "Pa", Limits::positive());
  c.Bc = p.number("Bc", c.Bc, "Pa", Limits::positive());
  c.Bh = p.number("Bh", c.Bh, "Pa", Limits::positive());
  c.Vh1 = p.number("Vh1", c.Vh1, "m^3", Limits::positive());
  c.Vh2 = p.number("Vh2", c.Vh2, "m^3", Limits::positive());
  c.Vh3 = p.number("Vh3", c.Vh3, "m^3", Limits::positive());
  c.d1 = p.number("d1", c.d1, "m", Limits::positive());
  c.d2 = p.number("d2", c.d2, "m", Limits::non_negative());
  if (!(c.d2 < c.d1)) p.fail("d2", "the rod is thicker than the piston", "make d2 less than d1");
  c.pT = p.number("pT", c.pT, "Pa");
  c.pP = p.number("pP", c.pP, "Pa");
  c.Cd = p.number("Cd", c.Cd, "", Limits::positive());
  c.Cv = p.number("Cv", c.Cv, "m^3/(s Pa^0.5)", Limits::positive());
  c.f45 = p.number("f45", c.f45, "Hz", Limits::positive());
  c.At = p.number("At", c.At, "m^2", Limits::positive());
  c.delta = p.number("delta", c.delta, "Pa", Limits::positive());
  c.p20 = p.number("p20", c.p20, "Pa");
  if (const auto U = p.optional_matrix("U", "s, 1")) {
    if (U->cols() != 2) p.fail("U", "expected rows [time, command]", "write for example U = [[0.0, 0.0], [1.0, 8.0]]");
    c.U.clear();
    for (int i = 0; i < U->rows(); ++i) c.U.push_back({(*U)(i, 0), (*U)(i, 1)});
  }
  const double pi = std::numbers::pi;
  c.A1 = p.number("A1", pi / 4 * c.d1 * c.d1, "m^2", Limits::positive());
  c.A2 = p.number("A2", pi / 4 * (c.d1 * c.d1 - c.d2 * c.d2), "m^2", Limits::positive());
  c.Ct = p.number("Ct", c.Cd * c.At * std::sqrt(2 / c.rho), "m^3/(s Pa^0.5)", Limits::positive());
  c.tau = p.number("tau", 1 / (2 * pi * c.f45), "s", Limits::positive());
  if (!std::isfinite(holding_force) && !p.has("p10"))
    p.fail("p10", "no force of the cylinders holds the crane at rest in this position",
           "turn a link, or give p10, the pressure at the start");
  c.p10 = p.number("p10", (holding_force + c.p20 * c.A2) / c.A1, "Pa");
  c.p30 = p.number("p30", c.p10, "Pa");
  p.finish();
  return c;
}

}  // namespace

double Mechanism::first_length() const { return std::hypot(L / 2 * std::cos(th10) - xB, L / 2 * std::sin(th10) - yB); }

double Mechanism::second_length() const {
  // from the centre of the first link to that of the second
  return std::hypot(L / 2 * std::cos(th10) + Lh / 2 * std::cos(th20), L / 2 * std::sin(th10) + Lh / 2 * std::sin(th20));
}

std::array<double, 2> Mechanism::holding_forces(bool has_second) const {
  const double c1 = std::cos(th10), s1 = std::sin(th10), c2 = std::cos(th20), s2 = std::sin(th20);
  // ∂s/∂θ of both cylinders
  const double first = (-(L / 2 * c1 - xB) * s1 + (L / 2 * s1 - yB) * c1) * L / 2 / first_length();
  const double x = L / 2 * c1 + Lh / 2 * c2, y = L / 2 * s1 + Lh / 2 * s2;
  const double by1 = (-x * s1 + y * c1) * L / 2 / second_length();
  const double by2 = (-x * s2 + y * c2) * Lh / 2 / second_length();
  const double weight1 = (m / 2 + mp + mh) * g * L * c1, weight2 = mh * g * Lh * c2;
  const double second_force = has_second ? weight2 / by2 : 0;
  return {(weight1 - second_force * by1) / first, second_force};
}

std::vector<ParameterHelp> help(int circuits) {
  const Mechanism m;
  std::vector<ParameterHelp> list;
  const auto add = [&](std::string name, const char* unit, double fallback, const char* meaning) {
    list.push_back({std::move(name), unit, fmt::format("{}", fallback), meaning});
  };
  add("mech.L", "m", m.L, "length of the first link");
  add("mech.Lh", "m", m.Lh, "length of the second");
  add("mech.m", "kg", m.m, "mass of the first link");
  add("mech.mp", "kg", m.mp, "at its tip");
  add("mech.mh", "kg", m.mh, "at the tip of the second");
  add("mech.xB", "m", m.xB, "foot of the first cylinder");
  add("mech.yB", "m", m.yB, "");
  add("mech.th10", "rad", m.th10, "angle of the first link at the start");
  add("mech.th20", "rad", m.th20, "that of the second");
  add("mech.g", "m/s^2", m.g, "gravity");
  for (int i = 0; i < circuits; ++i) {
    const Circuit c = default_circuit(i);
    const std::string of = fmt::format("circ.{}.", i);
    add(of + "l10", "m", c.l10, "chamber on the piston's side at the start");
    add(of + "l20", "m", c.l20, "chamber on the rod's side");
    list.push_back({of + "l", "m", "l10 + l20", "stroke; in no equation"});
    add(of + "ld", "m", c.ld, "length of the end dampers");
    add(of + "kd", "N/m", c.kd, "their stiffness");
    add(of + "cd", "N.s/m", c.cd, "their friction");
    add(of + "c", "N.s/m", c.c, "friction of the piston");
    list.push_back({of + "s0", "m", "from mech", "distance of the ends at the start"});
    add(of + "rho", "kg/m^3", c.rho, "density of the oil");
    add(of + "Bo", "Pa", c.Bo, "bulk modulus of the oil");
    add(of + "Bc", "Pa", c.Bc, "of the cylinder's wall");
    add(of + "Bh", "Pa", c.Bh, "of the hoses' walls");
    add(of + "Vh1", "m^3", c.Vh1, "hose on the piston's side");
    add(of + "Vh2", "m^3", c.Vh2, "hose on the rod's side");
    add(of + "Vh3", "m^3", c.Vh3, "hose between valve and throttle");
    add(of + "d1", "m", c.d1, "diameter of the piston");
    add(of + "d2", "m", c.d2, "of the rod");
    add(of + "pT", "Pa", c.pT, "tank");
    add(of + "pP", "Pa", c.pP, "pump");
    add(of + "Cd", "1", c.Cd, "discharge coefficient of the throttle");
    add(of + "At", "m^2", c.At, "its area");
    add(of + "Cv", "m^3/(s Pa^0.5)", c.Cv, "valve, per unit of its command");
    add(of + "f45", "Hz", c.f45, "where the spool lags by 45 degrees");
    add(of + "delta", "Pa", c.delta, "width of the regularised root");
    add(of + "p20", "Pa", c.p20, "pressure on the rod's side at the start");
    list.push_back({of + "U", "s, 1", "a working cycle", "command of the valve: rows [time, command]"});
    const auto add_derived = [&](const char* name, const char* unit, const char* from, const char* meaning) {
      list.push_back({of + name, unit, from, meaning});
    };
    add_derived("A1", "m^2", "of d1", "area of the piston");
    add_derived("A2", "m^2", "of d1 and d2", "area on the rod's side");
    add_derived("Ct", "m^3/(s Pa^0.5)", "of Cd, At and rho", "throttle");
    add_derived("tau", "s", "of f45", "time constant of the spool");
    add_derived("p10", "Pa", "at rest", "pressure on the piston's side at the start");
    add_derived("p30", "Pa", "p10", "pressure between valve and throttle at the start");
  }
  return list;
}

Parameters read_parameters(Reader& parameters, int circuits) {
  Parameters all;
  all.mechanism = read_mechanism(parameters.table("mech"));
  const std::array<double, 2> forces = all.mechanism.holding_forces(circuits == 2);
  // [[parameters.circ]] in a file, parameters.circ.0 in an option
  const Value* given = parameters.value("circ");
  std::vector<Reader> entries;
  if (given != nullptr && given->is<Value::Array>()) {
    entries = parameters.tables("circ");
    if (static_cast<int>(entries.size()) > circuits)
      parameters.fail("circ", fmt::format("this crane has {}", counted(circuits, "circuit")),
                      "leave out the others, or use system = \"crane-double\"");
    for (std::size_t i = 0; i < entries.size(); ++i)
      all.circuits.push_back(read_circuit(std::move(entries[i]), static_cast<int>(i), all.mechanism, forces[i]));
  } else {
    Reader table = parameters.table("circ");
    for (int i = 0; i < circuits; ++i)
      all.circuits.push_back(read_circuit(table.table(std::to_string(i)), i, all.mechanism, forces[i]));
    table.finish();
  }
  for (int i = static_cast<int>(all.circuits.size()); i < circuits; ++i)
    all.circuits.push_back(read_circuit(Reader("parameters.circ"), i, all.mechanism, forces[i]));
  return all;
}

}  // namespace oldham::crane
