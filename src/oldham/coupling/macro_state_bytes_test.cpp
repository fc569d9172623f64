// SPDX-License-Identifier: MIT
#include "oldham/coupling/macro_state_bytes.hpp"

#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

// A state that goes through bytes must step on as if it had not: history, memory of the corrector, what inputs lacked
// and the nested co-simulation included.
TEST(MacroStateBytes, AStateFromBytesStepsOnBitwise) {
  for (const char* text : {"system = \"interface-model\"",
                           "system = \"two-mass\"\n[scheme]\norder = 3\n"
                           "correction = \"implicit\"\njacobian = \"reuse\"",
                           "system = \"two-mass\"\n[scheme]\norder = 1\ninput_correction = 1.0"}) {
    System<double> system = build_system<double>(parse_toml(text, "test"), {.threads = 1});
    Cosimulation<double>& cosimulation = *system.cosimulation;
    const MacroStateBytes bytes(cosimulation.assembly());
    MacroState<double> state = make_initial_state(system, system.step), copy;
    const auto step = [&](MacroState<double>& of, int n) {
      ASSERT_TRUE(cosimulation.step(of, {n * system.step, system.step}).is_accepted());
    };
    // once in the ramp of the start, once behind it
    for (int n = 0; n < 6; ++n) {
      std::vector<std::byte> written;
      bytes.write(state, written);
      bytes.read(written, copy);
      EXPECT_EQ(copy.steps, state.steps);
      step(state, n);
      step(copy, n);
      EXPECT_EQ(copy.outputs, state.outputs) << text << ", step " << n;
      EXPECT_EQ(copy.inputs, state.inputs);
    }
  }
}

TEST(MacroStateBytes, RefusesOtherBytes) {
  System<double> system = build_system<double>(parse_toml("system = \"two-mass\"", "test"), {.threads = 1});
  const MacroStateBytes bytes(system.cosimulation->assembly());
  MacroState<double> state = make_initial_state(system, system.step);
  std::vector<std::byte> written;
  bytes.write(state, written);
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, written.size() - 1}) {
    const std::string message = message_of([&] { bytes.read(std::span<const std::byte>(written).first(size), state); });
    EXPECT_NE(message.find("no state of this system"), std::string::npos) << size;
  }
}

}  // namespace
}  // namespace oldham
