// SPDX-License-Identifier: MIT
#include "oldham/model/oscillator/two_mass.hpp"

#include <fmt/format.h>

#include <array>

#include "oldham/core/scalar.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

constexpr std::array<const char*, 7> dimensionless_names = {"Lr1",        "Li1",       "alpha_m21", "alpha_Lr21",
                                                            "alpha_Li21", "alpha_Lrc", "alpha_Lic"};
constexpr std::array<const char*, 8> physical_names = {"m1", "m2", "c1", "c2", "cc", "d1", "d2", "dc"};

template <class T>
struct Parameters {
  T m1, m2, c1, c2, cc, d1, d2, dc;
  bool dimensionless;
};

/// From the plot parameters of [Li2017] eq. (3.31): eigenvalues of the subsystems times H, and their ratios; the masses
/// then are 1 and alpha_m21, time is counted in macro steps.
template <class T>
Parameters<T> read_dimensionless(Reader& p) {
  const auto number = [&](const char* key, double fallback) { return from_decimal<T>(p.number(key, fallback)); };
  const T Lr1 = number("Lr1", -0.1), Li1 = number("Li1", 1.0),
          am = from_decimal<T>(p.number("alpha_m21", 1.0, "", Limits::positive()));
  const T aLr21 = number("alpha_Lr21", 1.0), aLi21 = number("alpha_Li21", 1.0);
  const T aLrc = number("alpha_Lrc", 1.0), aLic = number("alpha_Lic", 1.0);
  const T b = (1 + am) / (2 * am);
  const auto squares = [](const T& u, const T& v) { return T(u * u + v * v); };
  return {T(1),
          am,
          squares(Lr1, Li1),
          T(am * squares(aLr21 * Lr1, aLi21 * Li1)),
          T(squares(aLrc * Lr1, aLic * Li1) / b),
          T(-2 * Lr1),
          T(am * (-2 * aLr21 * Lr1)),
          T(-2 * aLrc * Lr1 / b),
          true};
}

template <class T>
Parameters<T> read_parameters(Reader& p) {
  const char* dimensionless = nullptr;
  const char* physical = nullptr;
  for (const char* name : dimensionless_names)
    if (p.has(name)) dimensionless = name;
  for (const char* name : physical_names)
    if (p.has(name)) physical = name;
  if (dimensionless && physical)
    p.fail(dimensionless,
           fmt::format("dimensionless and physical parameters are mixed ('{}' and '{}')", dimensionless, physical),
           "give either Lr1, Li1, alpha_... or m1, m2, c1, ...");
  if (dimensionless) return read_dimensionless<T>(p);
  const auto number = [&](const char* key, double fallback, const char* unit) {
    return from_decimal<T>(p.number(key, fallback, unit));
  };
  return {from_decimal<T>(p.number("m1", 1.0, "kg", Limits::positive())),
          from_decimal<T>(p.number("m2", 1.0, "kg", Limits::positive())),
          number("c1", 100.0, "N/m"),
          number("c2", 100.0, "N/m"),
          number("cc", 100.0, "N/m"),
          number("d1", 10.0, "N.s/m"),
          number("d2", 10.0, "N.s/m"),
          number("dc", 10.0, "N.s/m"),
          false};
}

template <class T>
std::unique_ptr<Subsystem<T>> make_mass(const char* name, Oscillator<T> model, const ReadyMadeInput& input) {
  const IntegratorSettings settings = input.integrator(name, IntegratorKind::exact);
  auto boundary = oscillator_boundary(static_cast<int>(model.bases.size()));
  return with_integrator<T>(name, std::move(boundary), std::move(model), settings);
}

}  // namespace

template <class T>
ReadyMade<T> make_two_mass(const ReadyMadeInput& input) {
  enum class Decomposition { force_force, force_displacement, displacement_displacement };
  const auto decomposition =
      input.scheme.choice("decomposition",
                          {{"force-force", Decomposition::force_force},
                           {"force-displacement", Decomposition::force_displacement},
                           {"displacement-displacement", Decomposition::displacement_displacement}},
                          Decomposition::force_force);
  const Parameters<T> p = read_parameters<T>(input.parameters);
  const auto start = [&](const char* key, double fallback, const char* unit) {
    return from_decimal<T>(input.parameters.number(key, fallback, unit));
  };
  Oscillator<T> first{p.m1, p.c1, p.d1, start("x1", 1.0, "m"), start("v1", 0.0, "m/s"), {}};
  Oscillator<T> second{p.m2, p.c2, p.d2, start("x2", 0.0, "m"), start("v2", 0.0, "m/s"), {}};
  const bool force_on_first = decomposition != Decomposition::displacement_displacement;
  const bool force_on_second = decomposition == Decomposition::force_force;
  if (!force_on_first) first.bases.push_back({p.cc, p.dc});
  if (!force_on_second) second.bases.push_back({p.cc, p.dc});

  ReadyMade<T> system;
  Assembly<T>& a = system.assembly;
  a.subsystems.push_back(make_mass<T>("mass1", std::move(first), input));
  a.subsystems.push_back(make_mass<T>("mass2", std::move(second), input));
  constexpr PortRef x1{0, 0}, v1{0, 1}, x2{1, 0}, v2{1, 1};
  if (force_on_first) {
    Law<T> law{"coupling", std::make_unique<SpringDamper<T>>(p.cc, p.dc), {x1, v1, x2, v2}, {{{0, 0}, 0, 1.0}}, ""};
    if (force_on_second) law.effects.push_back({{1, 0}, 0, -1.0});
    a.laws.push_back(std::move(law));
  }
  // the motion of one mass moves the base of the spring that the other carries
  const auto move_base = [&](PortRef position, PortRef velocity, int carrier) {
    a.connections.push_back({position, {carrier, 1}, 1, 0, ""});
    a.connections.push_back({velocity, {carrier, 2}, 1, 0, ""});
    a.constants.push_back({{carrier, 0}, 0.0, ""});
  };
  if (!force_on_first) move_base(x2, v2, 0);
  if (!force_on_second) move_base(x1, v1, 1);
  a.aliases = {{"x1", x1}, {"v1", v1}, {"x2", x2}, {"v2", v2}};

  // in dimensionless form time is counted in macro steps
  system.step = p.dimensionless ? 1.0 : 0.01;
  system.end = p.dimensionless ? 50.0 : 1.0;
  return system;
}

const SystemHelp& two_mass_help() {
  static const SystemHelp help = {
      "two-mass",
      "two oscillators joined by a spring and damper",
      {{"m1", "kg", "1", "mass of the first oscillator"},
       {"m2", "kg", "1", "mass of the second"},
       {"c1", "N/m", "100", "spring of the first to ground"},
       {"c2", "N/m", "100", "spring of the second to ground"},
       {"cc", "N/m", "100", "coupling spring"},
       {"d1", "N.s/m", "10", "damper of the first to ground"},
       {"d2", "N.s/m", "10", "damper of the second to ground"},
       {"dc", "N.s/m", "10", "coupling damper"},
       {"Lr1", "1", "-0.1",
        "dimensionless form (macro step 1): real part of H times the eigenvalue of the first oscillator"},
       {"Li1", "1", "1", "its imaginary part"},
       {"alpha_m21", "1", "1", "m2/m1"},
       {"alpha_Lr21", "1", "1", "ratio of the real parts, second oscillator to first"},
       {"alpha_Li21", "1", "1", "ratio of the imaginary parts"},
       {"alpha_Lrc", "1", "1", "ratio of the real parts, coupling to first oscillator"},
       {"alpha_Lic", "1", "1", "ratio of the imaginary parts"},
       {"x1", "m", "1", "initial position of the first"},
       {"v1", "m/s", "0", "initial velocity of the first"},
       {"x2", "m", "0", "initial position of the second"},
       {"v2", "m/s", "0", "initial velocity of the second"}},
      {{"decomposition", "", "force-force",
        "where the system is cut: force-force, force-displacement, displacement-displacement"}}};
  return help;
}

template ReadyMade<double> make_two_mass(const ReadyMadeInput&);
template ReadyMade<Multiprecision> make_two_mass(const ReadyMadeInput&);

}  // namespace oldham
