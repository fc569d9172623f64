// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdio>
#include <memory>
#include <oldham/analysis/stability.hpp>
#include <oldham/core/error.hpp>
#include <oldham/coupling/run.hpp>
#include <oldham/interface/spring_damper.hpp>
#include <oldham/model/oscillator/oscillator.hpp>
#include <utility>

#include "mass_on_spring.hpp"

// A subsystem of one's own beside one that comes with Oldham: equal masses on equal springs, joined by a third spring.
// The own mass starts displaced by x0, the other at rest, so that it moves in both modes of the pair:
//
//   x(t) = x0/2 (cos ω₁ t + cos ω₂ t),   ω₁² = k/m,   ω₂² = (k + 2c)/m

namespace {

constexpr double m = 1, k = 100, c = 50;                                        // kg, N/m, N/m
constexpr double x0 = 0.1;                                                      // m
constexpr double end = 1.4, macro_step = 1e-3;                                  // s
const double omega_1 = std::sqrt(k / m), omega_2 = std::sqrt((k + 2 * c) / m);  // rad/s

/// Where the own mass is at the end; it prints the verdict on stability, and how the run went.
double simulate(double micro_step) {
  oldham::Assembly<double> assembly;
  assembly.name = "two masses";
  assembly.subsystems.push_back(std::make_unique<MassOnSpring>(
      "own", MassOnSpring::Parameters{.mass = m, .stiffness = k, .position = x0, .micro_step = micro_step}));
  const oldham::Oscillator<double> oscillator = {m, k, 0, 0, 0, {}};
  assembly.subsystems.push_back(std::make_unique<oldham::LinearSubsystem<double>>(
      "other", oldham::oscillator_boundary(0), oscillator.linear_equations(), oscillator.parameters()));

  // λ = c (x_other − x_own): it pulls the own mass, and the other one against that
  const auto output = [&](const char* path) { return assembly.output(path, "two_masses.cpp"); };
  const auto input = [&](const char* path) { return assembly.input(path, "two_masses.cpp"); };
  oldham::Law<double> spring;
  spring.name = "spring";
  spring.equations = std::make_shared<oldham::SpringDamper<double>>(c, 0);
  spring.arguments = {output("own.position"), output("own.velocity"), output("other.position"),
                      output("other.velocity")};
  spring.effects = {{input("own.force"), 0, 1}, {input("other.force"), 0, -1}};
  assembly.laws.push_back(std::move(spring));

  // both side by side, forces rebuilt by parabolas, every step corrected once
  oldham::Scheme scheme;
  scheme.order = 2;
  scheme.correction = {.least = 1, .most = 1, .keep = oldham::Correction::Keep::used};
  oldham::Cosimulation<double> system(std::move(assembly), scheme);

  // the verdict comes from the very step that is made below
  const auto verdict = oldham::judge_stability(system, oldham::state_to_analyse(system, 0.0, macro_step), macro_step);
  std::printf("spectral radius %.9f: %s\n", verdict.spectral_radius, verdict.stable ? "stable" : "unstable");

  oldham::MacroState<double> state = system.initial_state(0.0);
  const oldham::RunSettings settings = {.start = 0, .end = end, .step = macro_step};
  const oldham::RunSummary summary = oldham::run(system, state, settings, [](const oldham::MacroState<double>&) {});
  if (summary.status != oldham::RunSummary::Status::completed)
    throw oldham::Error(oldham::ErrorKind::failure, summary.reason);
  const double x = state.outputs[0];  // outputs of all subsystems, one after another
  std::printf("micro step %g s: x(%g s) = %.9f m after %lld steps\n", micro_step, end, x,
              static_cast<long long>(summary.macro_steps));
  return x;
}

}  // namespace

int main() try {
  const double exact = x0 / 2 * (std::cos(omega_1 * end) + std::cos(omega_2 * end));
  const double error = simulate(macro_step) - exact, half = simulate(macro_step / 2) - exact;
  std::printf("exact: %.9f m, errors %.2e m and %.2e m\n", exact, error, half);
  // The own solver is of first order, and half the micro step halves its error; that of the coupling is far smaller.
  // The method's velocities are those of half a micro step earlier, so it starts with h/2 v'(0) too much.
  const double surplus = -macro_step / 2 * (k + c) * x0 / m;
  const double expected = surplus / 2 * (std::sin(omega_1 * end) / omega_1 + std::sin(omega_2 * end) / omega_2);
  const bool is_as_expected = std::abs(error / expected - 1) < 0.05 && std::abs(error / half - 2) < 0.1;
  if (!is_as_expected) std::printf("expected an error of %.2e m, and half of it\n", expected);
  return is_as_expected ? 0 : 1;
} catch (const oldham::Error& error) {
  std::fprintf(stderr, "two_masses: %s\n", error.what());
  return 1;
}
