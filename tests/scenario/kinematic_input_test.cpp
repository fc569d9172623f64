// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "program.hpp"

// Input of kinematic coupling that looks right: masses that are none, orders that nobody reads, and a closed form for
// another integrator.

namespace oldham::test {
namespace {

using KinematicInput = Scenario;

TEST_F(KinematicInput, IsRefusedWhereMassesCannotBeComputedWith) {
  const auto file = [&](const std::string& M) {
    return write("pair.toml",
                 "[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\n[[subsystem]]\nname = \"a\"\nmodel = \"mechanical\"\n"
                 "[subsystem.parameters]\nM = " +
                     M +
                     "\ncoupled = [1]\n[[subsystem]]\nname = \"b\"\nmodel = \"mechanical\"\n[subsystem.parameters]\n"
                     "M = [[1.0]]\ncoupled = [1]\n[[interface]]\nlaw = \"kinematic\"\nbetween = [\"a\", \"b\"]\n");
  };
  const auto refuses = [&](const char* M, const char* why) {
    expect_refusal({"run", file(M), "--out", "out"}, 2, {"pair.toml:9:", "parameters.M", why});
  };
  refuses("[]", "there is no row in it");
  refuses("[[1.0, 2.0]]", "1 rows of 2 numbers");
  refuses("[[1e-308]]", "too far from 1 to compute with");
  refuses("[[0.0]]", "the mass of coordinate 1 is 0 kg");
  refuses("[[1.0, 1.0], [1.0, 1.0]]", "the smallest eigenvalue of this one is");
  refuses("[[1.0, 0.5], [0.25, 1.0]]", "differs from its transpose");
  EXPECT_EQ(answer({"run", file("[[1e-9, 0.0], [0.0, 1e9]]"), "--out", "out"}).at("status"), "completed");
}

TEST_F(KinematicInput, IsRefusedWhereANameHasALineBreak) {
  write("pair.toml",
        "[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\n[[subsystem]]\nname = \"a\\nb\"\nmodel = \"mechanical\"\n");
  expect_refusal({"run", "pair.toml", "--out", "out"}, 2, {"pair.toml:6:", "'a\\nb' is no name", "line breaks"});
}

TEST_F(KinematicInput, IsRefusedWhereAnOrderWouldNotBeRead) {
  expect_refusal({"run", kinematic_file(), "--out", "out", "--set", "scheme.order=2"}, 2,
                 {"scheme.order", "force_order and state_order, which are both given"});
}

TEST_F(KinematicInput, IsRefusedWhereThePublishedRecurrenceIsThatOfAnotherIntegrator) {
  for (const char* subsystem : {"R", "F"})
    expect_refusal({"stability", kinematic_file(), "--recurrence", "published", "--set",
                    std::string("subsystem.") + subsystem + ".integrator=linear-implicit"},
                   2, {"exact propagation", std::string("'") + subsystem + "'", "leave out --recurrence"});
  EXPECT_EQ(answer({"stability", kinematic_file(), "--recurrence", "published"}).at("recurrence"), "published");
}

}  // namespace
}  // namespace oldham::test
