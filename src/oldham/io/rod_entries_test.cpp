// SPDX-License-Identifier: MIT
#include "oldham/io/rod_entries.hpp"

#include <gtest/gtest.h>

#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

TEST(RodEntries, WhatAMechanismHoldsBeginsThereAndIsMoved) {
  const std::vector<rod::RodDescription> rods = read_rods(parse_toml(
      "[[subsystem]]\nname = \"arm\"\nmodel = \"mechanism\"\nspace = \"space\"\n"
      "[[subsystem.body]]\nname = \"bar\"\nmass = 1.0\ninertia = [1.0, 1.0, 1.0]\nposition = [1.0, 2.0, 3.0]\n"
      "[[subsystem.frame]]\nname = \"tip\"\nbody = \"bar\"\npoint = [0.5, 0.0, 0.0]\n"
      "[[subsystem]]\nname = \"loose\"\nmodel = \"rod\"\nN = 7\nend = {x = [1.0, 0.0, 0.0]}\n"
      "[[subsystem]]\nname = \"held\"\nmodel = \"rod\"\n"
      "[[interface]]\nlaw = \"clamp\"\nbetween = [\"arm.tip\", \"held.start\"]\n",
      "cables.toml"));
  ASSERT_EQ(rods.size(), 2u);
  EXPECT_EQ(rods[0].name, "loose");
  EXPECT_EQ(rods[0].edges, 7);
  EXPECT_EQ(rods[0].end.kind, rod::EndKind::clamped);
  EXPECT_FALSE(rods[0].start.driven);
  EXPECT_EQ(rods[1].start.position, (rod::Numbers3{1.5, 2, 3}));
  EXPECT_TRUE(rods[1].start.driven);
  EXPECT_FALSE(rods[1].end.driven);
}

TEST(RodEntries, AreKnownOfReadyMadeSystems) {
  const std::vector<rod::RodDescription> rods =
      read_rods(parse_toml("system = \"rod\"\n[parameters]\nN = 9\nr = 0.02\n", "rod.toml"));
  ASSERT_EQ(rods.size(), 1u);
  EXPECT_EQ(rods[0].edges, 9);
  EXPECT_TRUE(read_rods(parse_toml("system = \"four-bar\"\n", "bars.toml")).empty());
}

}  // namespace
}  // namespace oldham
