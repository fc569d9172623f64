// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "fmu_files.hpp"
#include "oldham/analysis/monolithic.hpp"
#include "oldham/analysis/stability.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/fmi/import/model_exchange_fmu.hpp"
#include "oldham/interface/spring_damper.hpp"

// Two masses of 1 kg joined by a spring of 50 N/m, each of them an FMU: x_a = 1/2 + 1/2 cos 10 t from x_a = 1, x_b = 0.

namespace oldham::fmi {
namespace {

std::unique_ptr<Cosimulation<double>> make_pair(const std::string& correction) {
  Assembly<double> assembly;
  assembly.name = "pair";
  for (const char* name : {"Oscillator-2", "Oscillator-3"}) {
    const auto file = load_fmu(name, InterfaceKind::model_exchange);
    FmuSettings settings;
    settings.values = {setting(*file, "stiffness", 0.0),
                       setting(*file, "initial_position", assembly.subsystems.empty() ? 1.0 : 0.0)};
    assembly.subsystems.push_back(std::make_unique<ModelExchangeFmu>(name, file, settings));
  }
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
  // interpolation of order two errs by (10 H)³/…, over ten radians
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

TEST(CoupledModelExchange, IsJudgedByItsOneStepMap) {
  // at rest in its own frame it turns by 10 H in each step: explicit coupling drives it, implicit coupling does not
  for (const auto& [correction, is_stable] : {std::pair{"explicit", false}, std::pair{"implicit", true}}) {
    const auto system = make_pair(correction);
    const MacroState<double> state = state_to_analyse(*system, 0.0, 0.05);
    const double radius = judge_stability(*system, state, 0.05).spectral_radius;
    EXPECT_EQ(radius < 1.001, is_stable) << correction << ": " << radius;
  }
}

}  // namespace
}  // namespace oldham::fmi
