// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "clamp_texts.hpp"
#include "program.hpp"
#include "slips.hpp"

// Slips in who holds which end of a rod: what is refused, where, and what to do.

namespace oldham::test {
namespace {

class ClampFile : public Scenario, public testing::WithParamInterface<Slip> {};

TEST_P(ClampFile, IsRefusedWhere) {
  const Slip& slip = GetParam();
  std::string text = three_rods;
  const std::size_t place = text.find(slip.right);
  ASSERT_NE(place, std::string::npos) << slip.right;
  text.replace(place, slip.right.size(), slip.wrong);
  const std::size_t at = text.find(slip.at);
  ASSERT_NE(at, std::string::npos) << slip.at;
  std::vector<std::string> says = slip.says;
  says.push_back(
      fmt::format("rods.toml:{}:", 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')));
  expect_refusal({"run", write("rods.toml", text), "--out", "out"}, 2, says);
  EXPECT_FALSE(std::filesystem::exists(folder() / "out")) << "nothing is written for a file that is refused";
}

const Slip clamp_slips[] = {
    {"TheFrameIsUnknown",
     "junction.b",
     "junction.d",
     "between = [\"junction.d\"",
     {"interface 'B'.between", "mechanism 'junction' has no frame 'd'", "add a [[subsystem.frame]] of this name"}},
    {"TheMechanismIsUnknown",
     "junction.b",
     "junktion.b",
     "between = [\"junktion.b\"",
     {"interface 'B'.between", "there is no mechanism 'junktion'", "model = \"mechanism\""}},
    {"TheRodIsUnknown",
     "second.start",
     "fourth.start",
     "between = [\"junction.b\"",
     {"interface 'B'.between", "there is no rod 'fourth'", "model = \"rod\""}},
    {"ARodIsToHoldARod",
     "junction.b",
     "first.end",
     "between = [\"first.end\"",
     {"interface 'B'.between", "there is no mechanism 'first'"}},
    {"NoEndIsNamed",
     "second.start",
     "second",
     "between = [\"junction.b\"",
     {"interface 'B'.between", "the end of a rod", "between = [\"machine.clamp\", \"cable.start\"]"}},
    {"TheSidesAreExchanged",
     R"(["junction.b", "second.start"])",
     R"(["second.start", "junction.b"])",
     "between = [\"second.start\"",
     {"interface 'B'.between", "expected a frame of a mechanism and the end of a rod"}},
    {"AnEndIsHeldTwice",
     "second.start",
     "first.end",
     "between = [\"junction.b\"",
     {"interface 'B'.between", "'first.end' is held by 'junction.a' already", "name each end once"}},
    {"AFrameIsToHoldTwoEnds",
     "junction.b",
     "junction.a",
     "between = [\"junction.a\", \"second",
     {"interface 'B'.between", "'junction.a' holds 'first.end' already", "a [[subsystem.frame]] for each end"}},
    {"AHeldEndIsGivenAPlace",
     "end = {kind = \"hinged\"}",
     "end = {kind = \"hinged\", x = [0, 0, 0]}",
     "end = {kind",
     {"'third.end' begins where the frame 'junction.c' holds it", "leave end.x out"}},
    {"AHeldEndIsGivenAFrame",
     "end = {kind = \"hinged\"}",
     "end = {R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}",
     "end = {R",
     {"'third.end' begins where the frame 'junction.c' holds it", "leave end.R out"}},
    {"AHeldEndIsFree",
     "end = {kind = \"hinged\"}",
     "end = \"free\"",
     "end = \"free\"",
     {"'third.end' is free, but the frame 'junction.c' holds it", "kind = \"clamped\""}},
    {"AHeldEndIsAFreeOneThatOthersLoad",
     "end = {kind = \"hinged\"}",
     "end = {kind = \"free\", driven = true}",
     "end = {kind = \"free\"",
     {"'third.end' is free, but the frame 'junction.c' holds it"}},
    {"AFrameThatHoldsNothingTellsItsMobility",
     "[[subsystem.frame]]\nname = \"a\"",
     "[[subsystem.frame]]\nname = \"d\"\nbody = \"box\"\nmobility = true\n[[subsystem.frame]]\nname = \"a\"",
     "mobility = true",
     {"the frame 'junction.d' publishes its mobility, but holds no rod", "leave mobility out"}},
    {"TheMechanismIsAPlanarOne",
     "space = \"space\"\ngravity = [0.0, 0.0, -9.81]\n[[subsystem.body]]\nname = \"box\"\nmass = 0.1\n"
     "inertia = [2e-4, 3e-4, 4e-4]",
     "space = \"plane\"\n[[subsystem.body]]\nname = \"box\"\nmass = 0.1\ninertia = 2e-4",
     "[[subsystem.frame]]",
     {"subsystem 'junction'", "space"}},
    {"SomeAreInAGroup",
     "[[interface]]\nname = \"A\"",
     "[[group]]\nname = \"fast\"\nmembers = [\"junction\", \"first\"]\n[group.scheme]\nstep = 1e-4\n"
     "[[interface]]\nname = \"A\"",
     "[[group]]",
     {"groups cannot be made in a system with kinematic coupling", "leave out the [[group]] entries"}},
    {"AKeyBelongsToAnotherLaw",
     "law = \"clamp\"",
     "law = \"clamp\"\nstiffness = 1.0",
     "stiffness",
     {"interface 'A'.stiffness", "unknown key", "between, law, name"}},
};

INSTANTIATE_TEST_SUITE_P(Slips, ClampFile, testing::ValuesIn(clamp_slips), claim_of);

/// Ends of as many rods, all held by one box.
std::string many_rods(int count) {
  std::string text = three_rods.substr(0, three_rods.find("[[subsystem.frame]]"));
  for (int i = 1; i <= count; ++i) text += fmt::format("[[subsystem.frame]]\nname = \"f{}\"\nbody = \"box\"\n", i);
  for (int i = 1; i <= count; ++i) text += fmt::format("[[subsystem]]\nname = \"rod{}\"\n{}", i, soft);
  for (int i = 1; i <= count; ++i)
    text += fmt::format("[[interface]]\nlaw = \"clamp\"\nbetween = [\"junction.f{0}\", \"rod{0}.start\"]\n", i);
  return text;
}

TEST_F(ClampFile, HasAtMostFourEndsInAMechanismWithExactForces) {
  const std::string four = write("four.toml", many_rods(4)), five = write("five.toml", many_rods(5));
  const Arguments brief = {"--out", "out", "--set", "simulation.end=0.002"};
  const auto with = [&](Arguments first) {
    first.insert(first.end(), brief.begin(), brief.end());
    return first;
  };
  EXPECT_EQ(answer(with({"run", four})).at("status"), "completed");
  expect_refusal(with({"run", five}), 2,
                 {"five.toml:", "'junction' holds 5 ends of rods", "at most 4", "forces = \"approximate\""});
  EXPECT_EQ(answer(with({"run", five, "--set", "scheme.forces=approximate"})).at("status"), "completed");
}

}  // namespace
}  // namespace oldham::test
