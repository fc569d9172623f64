// SPDX-License-Identifier: MIT
#include "oldham/model/oscillator/oscillator_pair.hpp"

#include <fmt/format.h>

#include <array>

#include "oldham/core/scalar.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

constexpr std::array<const char*, 5> dimensionless_names = {"Lr1", "Li1", "alpha_m21", "alpha_Lr21", "alpha_Li21"};
constexpr std::array<const char*, 6> physical_names = {"m1", "m2", "c1", "c2", "d1", "d2"};

}  // namespace

template <class T>
OscillatorPair<T> read_oscillator_pair(Reader& p, const char* dimensionless, const char* physical,
                                       const PairStart& start) {
  for (const char* name : dimensionless_names)
    if (p.has(name)) dimensionless = name;
  for (const char* name : physical_names)
    if (p.has(name)) physical = name;
  if (dimensionless && physical)
    p.fail(dimensionless,
           fmt::format("dimensionless and physical parameters are mixed ('{}' and '{}')", dimensionless, physical),
           "give either Lr1, Li1, alpha_... or m1, m2, c1, ...");
  const auto number = [&](const char* key, double fallback, const char* unit, Limits limits = {}) {
    return from_decimal<T>(p.number(key, fallback, unit, limits));
  };
  OscillatorPair<T> pair;
  pair.dimensionless = dimensionless != nullptr;
  if (pair.dimensionless) {
    const T Lr1 = number("Lr1", -0.1, ""), Li1 = number("Li1", 1.0, ""),
            am = number("alpha_m21", 1.0, "", Limits::positive());
    const T Lr2 = number("alpha_Lr21", 1.0, "") * Lr1, Li2 = number("alpha_Li21", 1.0, "") * Li1;
    pair.first = {T(1), T(Lr1 * Lr1 + Li1 * Li1), T(-2 * Lr1), T(0), T(0), {}, false};
    pair.second = {am, T(am * (Lr2 * Lr2 + Li2 * Li2)), T(am * (-2 * Lr2)), T(0), T(0), {}, false};
  } else {
    pair.first.mass = number("m1", 1.0, "kg", Limits::positive());
    pair.second.mass = number("m2", 1.0, "kg", Limits::positive());
    pair.first.stiffness = number("c1", 100.0, "N/m");
    pair.second.stiffness = number("c2", 100.0, "N/m");
    pair.first.damping = number("d1", 10.0, "N.s/m");
    pair.second.damping = number("d2", 10.0, "N.s/m");
  }
  pair.first.position = number("x1", start.x1, "m");
  pair.first.velocity = number("v1", start.v1, "m/s");
  pair.second.position = number("x2", start.x2, "m");
  pair.second.velocity = number("v2", start.v2, "m/s");
  return pair;
}

template <class T>
std::unique_ptr<Subsystem<T>> make_mass(const char* name, Oscillator<T> model, const ReadyMadeInput& input) {
  const IntegratorSettings settings = input.integrator(name, IntegratorKind::exact);
  auto boundary = oscillator_boundary(static_cast<int>(model.bases.size()), model.reports_acceleration);
  return with_integrator<T>(name, std::move(boundary), std::move(model), settings);
}

template <class T>
void finish_pair(bool dimensionless, ReadyMade<T>& system) {
  // in dimensionless form time is counted in macro steps
  system.step = dimensionless ? 1.0 : 0.01;
  system.end = dimensionless ? 50.0 : 1.0;
}

std::vector<ParameterHelp> oscillator_pair_help(const char* x2_fallback) {
  return {{"m1", "kg", "1", "mass of the first oscillator"},
          {"m2", "kg", "1", "mass of the second"},
          {"c1", "N/m", "100", "spring of the first to ground"},
          {"c2", "N/m", "100", "spring of the second to ground"},
          {"d1", "N.s/m", "10", "damper of the first to ground"},
          {"d2", "N.s/m", "10", "damper of the second to ground"},
          {"Lr1", "1", "-0.1",
           "dimensionless form (macro step 1): real part of H times the eigenvalue of the first oscillator"},
          {"Li1", "1", "1", "its imaginary part"},
          {"alpha_m21", "1", "1", "m2/m1"},
          {"alpha_Lr21", "1", "1", "ratio of the real parts, second oscillator to first"},
          {"alpha_Li21", "1", "1", "ratio of the imaginary parts"},
          {"x1", "m", "1", "initial position of the first"},
          {"v1", "m/s", "0", "initial velocity of the first"},
          {"x2", "m", x2_fallback, "initial position of the second"},
          {"v2", "m/s", "0", "initial velocity of the second"}};
}

template OscillatorPair<double> read_oscillator_pair(Reader&, const char*, const char*, const PairStart&);
template OscillatorPair<Multiprecision> read_oscillator_pair(Reader&, const char*, const char*, const PairStart&);
template std::unique_ptr<Subsystem<double>> make_mass(const char*, Oscillator<double>, const ReadyMadeInput&);
template std::unique_ptr<Subsystem<Multiprecision>> make_mass(const char*, Oscillator<Multiprecision>,
                                                              const ReadyMadeInput&);
template void finish_pair(bool, ReadyMade<double>&);
template void finish_pair(bool, ReadyMade<Multiprecision>&);

}  // namespace oldham
