// SPDX-License-Identifier: MIT
#include "oldham/io/system_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string refusal(const std::string& text) {
  return message_of([&] { (void)build_system<double>(parse_toml(text, "x.toml")); });
}

TEST(SystemFile, AGroupMakesNoMoreStepsThanCanBeCounted) {
  const auto with_step = [](const std::string& step) {
    return "[simulation]\nend = 20.0\n[scheme]\nstep = 10.0\n[[subsystem]]\nname = \"a\"\nmodel = \"oscillator\"\n"
           "inputs = {force = 0.0}\n[[group]]\nname = \"fast\"\nmembers = [\"a\"]\nscheme = {step = " +
           step + "}\n";
  };
  EXPECT_EQ(refusal(with_step("0.1")), "no error");
  EXPECT_THAT(refusal(with_step("1e-12")), AllOf(HasSubstr("x.toml:12: "), HasSubstr("more than can ever be made")));
}

TEST(SystemFile, AnFmuWhoseNameIsTooLongForASystemIsMissing) {
  const std::string name(300, 'x');
  EXPECT_THAT(
      refusal("[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\n[[subsystem]]\nname = \"a\"\nfmu = \"" + name + "\"\n"),
      HasSubstr("there is no file " + name));
}

TEST(SystemFile, AWrongKeyOfARodIsToldBeforeItsShapeIsLookedFor) {
  const std::string rod =
      "[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\n[[subsystem]]\nname = \"a\"\nmodel = \"rod\"\n"
      "end = {x = [0.5, 0.0, 0.0], R = [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]}\n";
  EXPECT_THAT(message_of([&] { (void)build_system<double>(parse_toml(rod, "x.toml")); }, ErrorKind::failure),
              HasSubstr("no equilibrium to begin with"));
  EXPECT_THAT(refusal(rod + "gravitty = 9.81\n"), AllOf(HasSubstr("x.toml:9: "), HasSubstr("did you mean 'gravity'?")));
}

}  // namespace
}  // namespace oldham
