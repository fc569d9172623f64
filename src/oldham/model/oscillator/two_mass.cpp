// SPDX-License-Identifier: MIT
#include "oldham/model/oscillator/two_mass.hpp"

#include "oldham/core/scalar.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator_pair.hpp"

namespace oldham {
namespace {

/// The coupling spring and damper. In dimensionless form the eigenvalue of the free pair, with half its inverse reduced
/// mass, is alpha_Lrc and alpha_Lic times that of the first oscillator. [Li2017] eq. (3.31)
template <class T>
typename Oscillator<T>::BaseSpring read_coupling(Reader& p, const OscillatorPair<T>& pair) {
  if (!pair.dimensionless)
    return {from_decimal<T>(p.number("cc", 100.0, "N/m")), from_decimal<T>(p.number("dc", 10.0, "N.s/m"))};
  const T am = pair.second.mass, b = (1 + am) / (2 * am), Lr1 = -pair.first.damping / 2;
  const T Li1 = from_decimal<T>(p.number("Li1", 1.0));
  const T Lrc = from_decimal<T>(p.number("alpha_Lrc", 1.0)) * Lr1;
  const T Lic = from_decimal<T>(p.number("alpha_Lic", 1.0)) * Li1;
  return {T((Lrc * Lrc + Lic * Lic) / b), T(-2 * Lrc / b)};
}

/// The first of these keys that is there.
const char* find_key(Reader& p, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (p.has(key)) return key;
  return nullptr;
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
  Reader& p = input.parameters;
  const OscillatorPair<T> pair = read_oscillator_pair<T>(p, find_key(p, {"alpha_Lrc", "alpha_Lic"}),
                                                         find_key(p, {"cc", "dc"}), {1.0, 0.0, 0.0, 0.0});
  const auto [cc, dc] = read_coupling(p, pair);
  Oscillator<T> first = pair.first, second = pair.second;
  const bool force_on_first = decomposition != Decomposition::displacement_displacement;
  const bool force_on_second = decomposition == Decomposition::force_force;
  if (!force_on_first) first.bases.push_back({cc, dc});
  if (!force_on_second) second.bases.push_back({cc, dc});

  ReadyMade<T> system;
  Assembly<T>& a = system.assembly;
  a.subsystems.push_back(make_mass<T>("mass1", std::move(first), input));
  a.subsystems.push_back(make_mass<T>("mass2", std::move(second), input));
  constexpr PortRef x1{0, 0}, v1{0, 1}, x2{1, 0}, v2{1, 1};
  if (force_on_first) {
    Law<T> law{"coupling", std::make_unique<SpringDamper<T>>(cc, dc), {x1, v1, x2, v2}, {{{0, 0}, 0, 1.0}}, ""};
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

  finish_pair(pair.dimensionless, system);
  return system;
}

const SystemHelp& two_mass_help() {
  static const SystemHelp help = [] {
    SystemHelp made = {"two-mass",
                       "two oscillators joined by a spring and damper",
                       oscillator_pair_help("0"),
                       {{"decomposition", "", "force-force",
                         "where the system is cut: force-force, force-displacement, displacement-displacement"}}};
    const std::vector<ParameterHelp> coupling = {
        {"cc", "N/m", "100", "coupling spring"},
        {"dc", "N.s/m", "10", "coupling damper"},
        {"alpha_Lrc", "1", "1", "dimensionless form: ratio of the real parts, coupling to first oscillator"},
        {"alpha_Lic", "1", "1", "ratio of the imaginary parts"}};
    made.parameters.insert(made.parameters.end(), coupling.begin(), coupling.end());
    return made;
  }();
  return help;
}

template ReadyMade<double> make_two_mass(const ReadyMadeInput&);
template ReadyMade<Multiprecision> make_two_mass(const ReadyMadeInput&);

}  // namespace oldham
