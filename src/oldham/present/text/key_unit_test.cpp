// SPDX-License-Identifier: MIT
#include "oldham/present/text/key_unit.hpp"

#include <gtest/gtest.h>

#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

TEST(KeyUnit, IsThatOfTheTableInWhichTheKeyStands) {
  const Value root = parse_toml(R"(
[scheme]
step = 0.1
[[subsystem]]
name = "cart"
model = "oscillator"
[subsystem.parameters]
mass = 1.0
[[subsystem]]
name = "arm"
model = "mechanism"
[[subsystem.body]]
name = "boom"
mass = 2.0
[[interface]]
name = "spring"
law = "spring-damper"
stiffness = 1.0
)",
                                "file");
  EXPECT_EQ(key_unit(root, "scheme.step"), "s");
  EXPECT_EQ(key_unit(root, "simulation.end"), "s");
  EXPECT_EQ(key_unit(root, "subsystem.cart.parameters.mass"), "kg");
  EXPECT_EQ(key_unit(root, "subsystem.cart.mass"), "kg");
  EXPECT_EQ(key_unit(root, "subsystem.cart.micro_step"), "s");
  EXPECT_EQ(key_unit(root, "subsystem.arm.body.boom.mass"), "kg");
  EXPECT_EQ(key_unit(root, "interface.spring.stiffness"), "N/m");
  // numbers without a unit, and keys that nobody knows
  EXPECT_EQ(key_unit(root, "scheme.order"), "");
  EXPECT_EQ(key_unit(root, "subsystem.nobody.mass"), "");
  EXPECT_EQ(key_unit(root, "step"), "");
}

TEST(KeyUnit, OfParametersIsThatOfTheReadyMadeSystem) {
  const Value crane = parse_toml("system = \"crane\"", "file"), masses = parse_toml("system = \"two-mass\"", "file");
  EXPECT_EQ(key_unit(crane, "parameters.mech.L"), "m");
  EXPECT_EQ(key_unit(masses, "parameters.m2"), "kg");
  EXPECT_EQ(key_unit(masses, "parameters.Lr1"), "");
}

}  // namespace
}  // namespace oldham
