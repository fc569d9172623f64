// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "fmu_files.hpp"
#include "oldham/analysis/monolithic.hpp"
#include "oldham/analysis/stability.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/fmi/import/model_exchange_fmu.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"

// Two masses of 1 kg joined by a spring of 50 N/m, each of them an FMU: x_a = 1/2 + 1/2 cos 10 t from x_a = 1, x_b = 0.

namespace oldham::fmi {
namespace {

using Subsystems = std::vector<std::unique_ptr<Subsystem<double>>>;

std::unique_ptr<Subsystem<double>> make_mass(const char* name, double position) {
  const auto file = load_fmu(name, InterfaceKind::model_exchange);
  FmuSettings settings;
  settings.values = {setting(*file, "stiffness", 0.0), setting(*file, "initial_position", position)};
  return std::make_unique<ModelExchangeFmu>(name, file, settings);
}

std::unique_ptr<Cosimulation<double>> couple(Subsystems subsystems, const std::string& correction) {
  Assembly<double> assembly;
  assembly.name = "pair";
  assembly.subsystems = std::move(subsystems);
  assembly.laws.push_back({"spring",
                           std::make_unique<SpringDamper<double>>(50, 0),
                           {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                           {{{0, 0}, 0, 1}, {{1, 0}, 0, -1}},
                           ""});
  Scheme scheme;
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == correction) scheme.correction = row.correction;
  scheme.order = 2;
  scheme.threads = 1;
  return std::make_unique<Cosimulation<double>>(std::move(assembly), scheme);
}

std::unique_ptr<Cosimulation<double>> make_pair(const std::string& correction) {
  Subsystems masses;
  masses.push_back(make_mass("Oscillator-2", 1));
  masses.push_back(make_mass("Oscillator-3", 0));
  return couple(std::move(masses), correction);
}

double exact(double t) { return 0.5 + 0.5 * std::cos(10 * t); }

TEST(CoupledModelExchange, IsCorrectedWithDirectionalDerivatives) {
  const auto system = make_pair("implicit");
  MacroState<double> state = system->initial_state(0.0);
  for (int n = 0; n < 100; ++n) {
    const StepReport report = system->step(state, {n * 0.01, 0.01});
    ASSERT_TRUE(report.is_accepted()) << report.reason;
    // the system is linear: with its own derivative a step needs one correction, and one more shows it
    EXPECT_LE(report.corrections, 2);
  }
  // forces of order two err by a small part of (10 H)³, over ten radians
  EXPECT_NEAR(state.outputs[0], exact(1), 1e-3);
}

TEST(CoupledModelExchange, IsSolvedAsOneSystem) {
  const auto system = make_pair("explicit");
  Monolithic<double> monolithic(*system);
  std::vector<double> x = monolithic.read_states(system->initial_state(0)), y(system->plan().outputs()),
                      w(system->plan().variables);
  for (int n = 0; n < 100; ++n) monolithic.advance({n * 0.01, 0.01}, x);
  monolithic.outputs(1, x, y, w);
  EXPECT_NEAR(y[0], exact(1), 1e-9);
}

TEST(CoupledModelExchange, HasTheOneStepMapOfTheSameMassesInside) {
  const double H = 0.05;
  const auto radius = [&](Cosimulation<double>& system) {
    return judge_stability(system, state_to_analyse(system, 0.0, H), H).spectral_radius;
  };
  for (const char* correction : {"explicit", "semi-implicit", "implicit"}) {
    Subsystems masses;
    for (const char* name : {"a", "b"})
      masses.push_back(std::make_unique<LinearSubsystem<double>>(
          name, oscillator_boundary(0), Oscillator<double>{1, 0, 0, 0, 0, {}}.linear_equations()));
    const auto inside = couple(std::move(masses), correction), outside = make_pair(correction);
    // differences of a solver of tolerance 1e-9 tell derivatives to its cube root squared
    EXPECT_NEAR(radius(*outside), radius(*inside), 1e-5) << correction;
  }
}

}  // namespace
}  // namespace oldham::fmi
