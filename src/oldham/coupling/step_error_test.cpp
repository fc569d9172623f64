// SPDX-License-Identifier: MIT
#include "oldham/coupling/step_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "adaptive_texts.hpp"
#include "message_of.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using test::held_mass;
using test::masses;
using testing::HasSubstr;

System<double> make_system(const std::string& text) { return build_system<double>(parse_toml(text, "test.toml")); }

// What is held at zero has no power, so that a step from rest looks perfect to the energy alone.
TEST(StepError, SeesWhatStartsFromRest) {
  const System<double> system_of_file = make_system(held_mass("adaptive = {smallest = 1e-4, largest = 0.1}"));
  Cosimulation<double>& system = *system_of_file.cosimulation;
  MacroState<double> state = system.initial_state(0);
  const StepError error(system, *system_of_file.adaptive);
  std::vector<double> peaks = error.first_peaks(state);
  std::fill(state.inputs.begin(), state.inputs.end(), 0.0);
  state.outputs[static_cast<std::size_t>(system.assembly().output("a.velocity", "").port)] = 0.2;
  state.outputs[static_cast<std::size_t>(system.plan().output_offset[1])] = -3;
  const double H = 0.05;
  // all that passes was missed: ε = H P / (rtol P H_max)
  EXPECT_NEAR(error.measure(state, H, peaks), H / (1e-2 * 0.1), 1e-9);
  EXPECT_DOUBLE_EQ(peaks[0], 0.2 * 3);
}

TEST(StepError, ScalesByPowersWhosePeaksAreSlowlyForgotten) {
  const System<double> system_of_file =
      make_system(held_mass("adaptive = {smallest = 1e-4, largest = 0.2, decay = 0.5}"));
  Cosimulation<double>& system = *system_of_file.cosimulation;
  MacroState<double> state = system.initial_state(0);
  const StepError error(system, *system_of_file.adaptive);
  std::vector<double> peaks = {10};
  state.bond_powers = {0.3, 2, 5};
  std::fill(state.inputs.begin(), state.inputs.end(), 0.0);
  std::fill(state.outputs.begin(), state.outputs.end(), 0.0);
  const double H = 0.1, peak = 10 * std::exp(-0.1 / 0.5);
  EXPECT_DOUBLE_EQ(error.measure(state, H, peaks), H * 0.3 / (1e-2 * peak * 0.2));
  EXPECT_DOUBLE_EQ(peaks[0], peak);
  EXPECT_EQ(error.order(), 2);
}

TEST(StepError, RefusesWhatItCannotMeasure) {
  const auto refusal = [](const std::string& text) { return message_of([&] { make_system(text); }); };
  EXPECT_THAT(refusal(masses("correction = \"implicit\"\nadaptive = {control = \"energy\"}")),
              testing::AllOf(HasSubstr("test.toml:"), HasSubstr("scheme.adaptive"), HasSubstr("corrected steps"),
                             HasSubstr("\"residual\"")));
  EXPECT_THAT(refusal(R"([simulation]
end = 1.0
[scheme]
step = 0.01
adaptive = {}
[[subsystem]]
name = "a"
model = "oscillator"
inputs = {force = 0.0}
)"),
              testing::AllOf(HasSubstr("test.toml:5"), HasSubstr("no power bond"), HasSubstr("[[bond]]")));
}

}  // namespace
}  // namespace oldham
