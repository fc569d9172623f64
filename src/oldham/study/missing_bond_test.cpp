// SPDX-License-Identifier: MIT
#include "oldham/study/missing_bond.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/present/text/run_words.hpp"

namespace oldham {
namespace {

std::string member(const char* name, const char* inputs, const char* outputs, const char* matrix) {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"linear\"\n[subsystem.parameters]\ninputs = {}\noutputs = {}\nD = {}\n",
      name, inputs, outputs, matrix);
}

/// A mass whose position and velocity go to a spring, which answers with a force. No unit is declared.
std::string spring(const std::string& more = "") {
  return "[simulation]\nend = 1\n[scheme]\nstep = 0.01\n" +
         member("m1", "[\"fk\"]", "[\"x1\", \"v1\"]", "[[0.0], [0.1]]") +
         member("m2", "[\"x1\", \"v1\"]", "[\"fk\"]", "[[0.1, 0.1]]") +
         "[[connect]]\nfrom = \"m2.fk\"\nto = \"m1.fk\"\n[[connect]]\nfrom = \"m1.x1\"\nto = \"m2.x1\"\n"
         "[[connect]]\nfrom = \"m1.v1\"\nto = \"m2.v1\"\n" +
         more;
}

std::vector<MissingBond> missing(const std::string& text) {
  return find_missing_bonds(build_system<double>(parse_toml(text, "here")).cosimulation->assembly());
}

TEST(MissingBond, PairsVelocityAndForceOfALoopByTheirNames) {
  const auto all = missing(spring());
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].flow_a, "m1.v1");
  EXPECT_EQ(all[0].effort_a, "m1.fk");
  EXPECT_EQ(all[0].flow_b, "m2.v1");
  EXPECT_EQ(all[0].effort_b, "m2.fk");
  EXPECT_TRUE(all[0].is_named);
}

TEST(MissingBond, ItsBlockCanBeReadAndMakesTheBond) {
  const auto all = missing(spring());
  ASSERT_EQ(all.size(), 1);
  EXPECT_TRUE(missing(spring(block_of(all[0]))).empty());
}

TEST(MissingBond, IsNoneWhereUnitsAllowNoPower) {
  const std::string control = "[simulation]\nend = 1\n[scheme]\nstep = 0.01\n" +
                              member("plant", "[\"valve\"]", "[\"level [m]\"]", "[[0.1]]") +
                              member("controller", "[\"level [m]\"]", "[\"valve\"]", "[[0.1]]") +
                              "[[connect]]\nfrom = \"plant.level\"\nto = \"controller.level\"\n[[connect]]\nfrom = "
                              "\"controller.valve\"\nto = \"plant.valve\"\n";
  EXPECT_TRUE(missing(control).empty());
}

TEST(MissingBond, IsNoneWhereNothingComesBack) {
  EXPECT_TRUE(
      missing("[simulation]\nend = 1\n[scheme]\nstep = 0.01\n" +
              member("m2", "[\"x1\", \"v1\"]", "[\"fk\"]", "[[0.1, 0.1]]") +
              member("m1", "[\"fk\"]", "[\"x1\", \"v1\"]", "[[0.0], [0.1]]") +
              "[subsystem.inputs]\nfk = 0.0\n[[connect]]\nfrom = \"m1.x1\"\nto = \"m2.x1\"\n[[connect]]\nfrom = "
              "\"m1.v1\"\nto = \"m2.v1\"\n")
          .empty());
}

TEST(MissingBond, OfPortsThatSayNothingTheFirstConnectionIsTheVelocity) {
  const std::string text =
      "[simulation]\nend = 1\n[scheme]\nstep = 0.01\n" + member("a", "[\"in\"]", "[\"out\"]", "[[0.1]]") +
      member("b", "[\"in\"]", "[\"out\"]", "[[0.1]]") +
      "[[connect]]\nfrom = \"b.out\"\nto = \"a.in\"\n[[connect]]\nfrom = \"a.out\"\nto = \"b.in\"\n";
  const auto all = missing(text);
  ASSERT_EQ(all.size(), 1);
  EXPECT_FALSE(all[0].is_named);
}

}  // namespace
}  // namespace oldham
