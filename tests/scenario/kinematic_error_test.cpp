// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "program.hpp"
#include "slips.hpp"

// Kinematic coupling through the program: what is refused and how, who moves whom, and corrected steps.

namespace oldham::test {
namespace {

using nlohmann::json;

/// A frame of two coordinates that moves a light beam of two by the first of each.
const std::string pair_system = R"([simulation]
end = 0.5

[scheme]
step = 0.01
forces = "exact"
force_order = 1
state_order = 1

[[subsystem]]
name = "frame"
model = "mechanical"
[subsystem.parameters]
M = [[4.0, 0.5], [0.5, 2.0]]
D = [[1.0, 0.0], [0.0, 1.0]]
K = [[80.0, -30.0], [-30.0, 60.0]]
q0 = [1.0, 0.25]
v0 = [0.5, 0.0]
coupled = [1]

[[subsystem]]
name = "beam"
model = "mechanical"
[subsystem.parameters]
M = [[0.5, 0.125], [0.125, 0.25]]
K = [[20.0, -20.0], [-20.0, 20.0]]
q0 = [1.0, 0.75]
v0 = [0.5, 0.0]
coupled = [1]

[[interface]]
law = "kinematic"
between = ["frame", "beam"]
)";

class KinematicFile : public Scenario, public testing::WithParamInterface<Slip> {
 protected:
  json ask(const std::string& text, const Arguments& settings) const {
    Arguments arguments = {"run", write("pair.toml", text), "--out", "out"};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    return answer(arguments);
  }
};

std::string replaced(std::string text, const std::string& right, const std::string& wrong) {
  const std::size_t place = text.find(right);
  EXPECT_NE(place, std::string::npos) << right;
  return text.replace(place, right.size(), wrong);
}

TEST_P(KinematicFile, IsRefusedWhere) {
  const Slip& slip = GetParam();
  const std::string text = replaced(pair_system, slip.right, slip.wrong);
  std::vector<std::string> says = slip.says;
  if (!slip.at.empty()) {
    const std::size_t at = text.find(slip.at);
    ASSERT_NE(at, std::string::npos);
    says.push_back(
        fmt::format("pair.toml:{}:", 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')));
  }
  expect_refusal({"run", write("pair.toml", text), "--out", "out"}, 2, says);
  EXPECT_FALSE(std::filesystem::exists(folder() / "out")) << "nothing is written for a file that is refused";
}

const std::string third_body = R"([[subsystem]]
name = "third"
model = "mechanical"
[subsystem.parameters]
M = [[1.0]]
q0 = [1.0]
v0 = [0.5]
coupled = [1]

[[interface]])";

const Slip kinematic_scheme_slips[] = {
    {"ForcesAreMisspelt",
     "forces = \"exact\"",
     "forces = \"exakt\"",
     "forces",
     {"scheme.forces", "exakt", "did you mean 'exact'?"}},
    {"OutputsAreExtrapolatedWithInnerCoordinatesInTheMover",
     "forces = \"exact\"",
     "forces = \"exact\"\noutputs = \"extrapolated\"",
     "",
     {"scheme.outputs", "inner coordinates", "'frame'", "use outputs = \"actual\""}},
    {"VelocitiesAreMisspelt",
     "forces = \"exact\"",
     "forces = \"exact\"\nvelocity = \"sample\"",
     "velocity",
     {"scheme.velocity", "sample", "did you mean 'sampled'?"}},
    {"ALoopIsUnknown",
     "forces = \"exact\"",
     "forces = \"exact\"\nloop = \"updated\"",
     "loop",
     {"scheme.loop", "updated"}},
    {"AnOrderOfMotionsIsTooHigh", "state_order = 1", "state_order = 4", "state_order", {"scheme.state_order", "4"}},
    {"AnOrderOfForcesIsNegative", "force_order = 1", "force_order = -1", "force_order", {"scheme.force_order", "-1"}},
    {"AGroupIsMade",
     "[[interface]]",
     "[[group]]\nname = \"both\"\nmembers = [\"frame\", \"beam\"]\nscheme = {step = 0.01}\n\n[[interface]]",
     "[[group]]",
     {"groups cannot be made", "kinematic coupling", "leave out the [[group]] entries"}},
};

const Slip kinematic_interface_slips[] = {
    {"AMechanicalSubsystemIsNotJoined",
     "[[interface]]",
     third_body,
     "[[subsystem]]\nname = \"third\"",
     {"'third' is not joined", "law = \"kinematic\""}},
    {"NobodyIsJoined",
     "[[interface]]\nlaw = \"kinematic\"\nbetween = [\"frame\", \"beam\"]\n",
     "",
     "[[subsystem]]\nname = \"frame\"",
     {"'frame' is not joined", "law = \"kinematic\""}},
    {"OneIsJoinedTwice",
     "[[interface]]",
     third_body + "\nlaw = \"kinematic\"\nbetween = [\"frame\", \"third\"]\n\n[[interface]]",
     "between = [\"frame\", \"beam\"]",
     {"'frame' is joined twice", "one partner"}},
    {"OneIsJoinedToItself",
     "[\"frame\", \"beam\"]",
     "[\"frame\", \"frame\"]",
     "between",
     {"between", "two mechanical subsystems"}},
    {"APartnerIsUnknown",
     "[\"frame\", \"beam\"]",
     "[\"frame\", \"bean\"]",
     "between",
     {"no mechanical subsystem 'bean'", "did you mean 'beam'?"}},
    {"ThereAreThree",
     "[\"frame\", \"beam\"]",
     "[\"frame\", \"beam\", \"third\"]",
     "between",
     {"between", "two mechanical subsystems"}},
    {"TheMoverIsUnknown",
     "between = [\"frame\", \"beam\"]",
     "between = [\"frame\", \"beam\"]\nmover = \"fram\"",
     "mover",
     {"mover", "'fram' is not one of the two", "\"auto\", \"frame\" or \"beam\""}},
    {"NumbersOfCoordinatesDiffer",
     "v0 = [0.5, 0.0]\ncoupled = [1]",
     "v0 = [0.5, 0.0]\ncoupled = [1, 2]",
     "between",
     {"'frame' couples 2 coordinates, 'beam' 1", "couple as many on both sides"}},
    {"PositionsStartDifferently",
     "q0 = [1.0, 0.75]",
     "q0 = [1.5, 0.75]",
     "between",
     {"coupled coordinate 1 starts differently", "q0 and v0"}},
    {"VelocitiesStartDifferently",
     "v0 = [0.5, 0.0]",
     "v0 = [0.25, 0.0]",
     "between",
     {"coupled coordinate 1 starts differently", "q0 and v0"}},
};

const Slip subsystem_slips[] = {
    {"CoordinatesAreCountedFromZero", "coupled = [1]", "coupled = [0]", "coupled", {"coupled", "0 is no", "1 to 2"}},
    {"ACoordinateIsBeyondTheLast", "coupled = [1]", "coupled = [9]", "coupled", {"coupled", "9 is no", "1 to 2"}},
    {"ACoordinateIsBeyondAllIntegers", "coupled = [1]", "coupled = [1e300]", "coupled", {"coupled", "is no", "1 to 2"}},
    {"ACoordinateIsNamedTwice", "coupled = [1]", "coupled = [1, 1]", "coupled", {"named twice", "1 to 2"}},
    {"ACoordinateIsNoInteger", "coupled = [1]", "coupled = [1.5]", "coupled", {"1.5 is no coordinate", "1 to 2"}},
    {"NothingIsCoupled", "coupled = [1]", "coupled = []", "coupled", {"coupled", "coupled = [1]"}},
    {"CoupledIsMissing", "coupled = [1]", "", "", {"coupled", "missing"}},
    {"MassesAreNotSymmetric",
     "[[4.0, 0.5], [0.5, 2.0]]",
     "[[4.0, 0.5], [0.25, 2.0]]",
     "M =",
     {"symmetric and positive definite"}},
    {"MassesAreNotPositiveDefinite",
     "[[4.0, 0.5], [0.5, 2.0]]",
     "[[4.0, 5.0], [5.0, 2.0]]",
     "M =",
     {"symmetric and positive definite"}},
    {"AMassIsZero", "[[4.0, 0.5], [0.5, 2.0]]", "[[0.0, 0.0], [0.0, 2.0]]", "M =", {"symmetric and positive definite"}},
    {"MassesAreNotSquare", "[[4.0, 0.5], [0.5, 2.0]]", "[[4.0, 0.5]]", "M =", {"M", "1 rows of 1 numbers"}},
    {"DampingHasAnotherSize", "D = [[1.0, 0.0], [0.0, 1.0]]", "D = [[1.0]]", "D =", {"D", "2 rows of 2 numbers"}},
    {"StiffnessHasAnotherSize",
     "K = [[80.0, -30.0], [-30.0, 60.0]]",
     "K = [[80.0, -30.0]]",
     "K =",
     {"K", "2 rows of 2 numbers"}},
    {"StartingPositionsAreTooMany",
     "q0 = [1.0, 0.25]",
     "q0 = [1.0, 0.25, 0.0]",
     "q0",
     {"q0", "expected 2 numbers, found 3"}},
    {"AParameterIsUnknown", "D = [[1.0", "C = [[1.0", "C =", {"parameters.C", "unknown key", "did you mean 'D'"}},
};

INSTANTIATE_TEST_SUITE_P(Scheme, KinematicFile, testing::ValuesIn(kinematic_scheme_slips), claim_of);
INSTANTIATE_TEST_SUITE_P(Interface, KinematicFile, testing::ValuesIn(kinematic_interface_slips), claim_of);
INSTANTIATE_TEST_SUITE_P(Subsystem, KinematicFile, testing::ValuesIn(subsystem_slips), claim_of);

TEST_F(KinematicFile, IsAcceptedWithoutSlip) {
  for (const char* forces : {"exact", "reduced", "approximate"}) {
    const json found = ask(pair_system, {fmt::format("scheme.forces={}", forces)});
    EXPECT_EQ(found.at("status"), "completed");
    EXPECT_EQ(found.at("macro_steps"), 50);
  }
  // approximate forces take nothing from the mover: extrapolated outputs are then possible with inner coordinates too
  EXPECT_EQ(ask(pair_system, {"scheme.forces=approximate", "scheme.outputs=extrapolated"}).at("status"), "completed");
}

TEST_F(KinematicFile, LeavesTheChoiceOfTheMoverToTheMasses) {
  // M̂ W: (0.5 − 0.125²/0.25) (2/7.75) = 0.1129 that way round, 3.875 · 0.25/(0.125 − 0.125²) = 8.857 the other
  const std::vector<std::string> why = {"'frame' moves 'beam'", "gain 0.1129", "8.857"};
  for (const char* between : {"[\"frame\", \"beam\"]", "[\"beam\", \"frame\"]"}) {
    const std::string text = replaced(pair_system, "[\"frame\", \"beam\"]", between) + "mover = \"auto\"\n";
    std::filesystem::remove_all(folder() / "out");  // or a note says what is replaced
    const json found = ask(text, {"scheme.forces=approximate"});
    EXPECT_EQ(found.at("status"), "completed");
    ASSERT_EQ(found.value("notes", json::array()).size(), 1u) << found;
    const std::string note = found.at("notes").at(0);
    for (const std::string& part : why) EXPECT_NE(note.find(part), std::string::npos) << note;
    // people are told too
    const Ended ended = run({"run", write("pair.toml", text), "--out", "out"});
    EXPECT_NE((ended.out + ended.err).find(why[0]), std::string::npos) << ended.out << ended.err;
    // and the mover is the one that tells its acceleration
    EXPECT_TRUE(found.at("outputs").contains("frame.coupling1.acceleration")) << found;
  }
  std::filesystem::remove_all(folder() / "out");
  EXPECT_TRUE(ask(pair_system, {}).value("notes", json::array()).empty());
}

TEST_F(KinematicFile, MovesByTheLightSideWhereItIsToldTo) {
  const std::string text = pair_system + "mover = \"beam\"\n";
  EXPECT_TRUE(ask(text, {}).at("outputs").contains("beam.coupling1.acceleration"));
  // the loop of gain 8.857 then lets approximate forces run away: an answer, with its reason
  const Ended ended = run({"run", write("pair.toml", text), "--set", "scheme.forces=approximate", "--set",
                           "simulation.end=5.0", "--out", "out", "--json"});
  EXPECT_EQ(ended.exit_code, 1) << ended.out;
  EXPECT_EQ(ended.json().at("status"), "diverged");
  EXPECT_EQ(ask(text, {"scheme.forces=approximate", "scheme.correction=implicit"}).at("status"), "completed");
}

// ---- corrected ----

using CorrectedKinematic = Scenario;
const Arguments light_mover = {"--set", "scheme.forces=approximate", "--set", "parameters.m_Fco=50.0",
                               "--set", "scheme.force_order=1",      "--set", "scheme.state_order=1"};

TEST_F(CorrectedKinematic, IsStableAtAMassRatioOfATenthWhereTheExplicitOneIsNot) {
  const json without = answer(Arguments{"stability", kinematic_file()} + light_mover);
  EXPECT_FALSE(without.at("stable").get<bool>());
  EXPECT_FALSE(without.at("zero_stability").at("stable").get<bool>());
  for (const char* correction : {"semi-implicit", "implicit"}) {
    const json with =
        answer(Arguments{"stability", kinematic_file(), "--set", fmt::format("scheme.correction={}", correction)} +
               light_mover);
    EXPECT_TRUE(with.at("stable").get<bool>()) << with;
    EXPECT_TRUE(with.at("zero_stability").at("stable").get<bool>()) << with;
  }
}

TEST_F(CorrectedKinematic, IsOfSecondOrderWithLinearSignals) {
  for (const Arguments& system : {Arguments{}, light_mover})
    for (const char* forces : {"exact", "reduced", "approximate"}) {
      const json found = answer(
          Arguments{"converge", kinematic_file(), "--steps", "0.0078125,0.00390625,0.001953125", "--norm", "max"} +
          system +
          Arguments{"--set", fmt::format("scheme.forces={}", forces), "--set", "scheme.correction=implicit", "--set",
                    "simulation.end=1.0"});
      // the next term of the error is smaller by ω H, 14/s times 0.004 s
      for (const char* kind : {"position", "velocity"})
        EXPECT_NEAR(found.at("orders").at(kind).at(1).get<double>(), 2, 0.1) << forces << kind << found;
    }
}

}  // namespace
}  // namespace oldham::test
