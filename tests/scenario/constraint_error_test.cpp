// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "program.hpp"
#include "slips.hpp"

// Constraints that cannot be, and schemes that cannot hold them: the message says where, what, and what to do.

namespace oldham::test {
namespace {

/// Three bodies in a row, joined by two constraints; a plate that nothing moves stands by.
const std::string row_system = R"([simulation]
end = 0.5

[scheme]
step = 0.01
order = 1
stabilisation = "index-2"

[[subsystem]]
name = "a"
model = "oscillator"
parameters = {stiffness = 100.0, position = 1.0, velocity = 0.5}

[[subsystem]]
name = "b"
model = "oscillator"
parameters = {mass = 2.0, position = 1.0, velocity = 0.5}

[[subsystem]]
name = "c"
model = "oscillator"
parameters = {mass = 3.0, position = 0.75, velocity = 0.5}

[[subsystem]]
name = "plate"
model = "linear"
inputs = {force = 0.0}
[subsystem.parameters]
inputs = ["force [N]"]
outputs = ["position [m]", "velocity [m/s]"]
A = [[0.0, 1.0], [0.0, 0.0]]
B = [[0.0], [0.0]]
C = [[1.0, 0.0], [0.0, 1.0]]
x0 = [1.0, 0.5]

[[interface]]
name = "first"
law = "constraint"
between = ["a", "b"]

[[interface]]
name = "second"
law = "constraint"
between = ["b", "c"]
factors = [1.0, -1.0]
offset = 0.25
)";

class ConstraintFile : public Scenario, public testing::WithParamInterface<Slip> {};

TEST_P(ConstraintFile, IsRefusedWhere) {
  const Slip& slip = GetParam();
  std::string text = row_system;
  const std::size_t place = text.find(slip.right);
  ASSERT_NE(place, std::string::npos);
  text.replace(place, slip.right.size(), slip.wrong);
  std::string where = "row.toml:";
  if (!slip.at.empty()) {
    const std::size_t at = text.find(slip.at);
    ASSERT_NE(at, std::string::npos);
    where = fmt::format("row.toml:{}:", 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
  }
  std::vector<std::string> says = slip.says;
  says.push_back(where);
  expect_refusal({"run", write("row.toml", text), "--out", "out"}, slip.exit_code, says);
  EXPECT_FALSE(std::filesystem::exists(folder() / "out")) << "nothing is written for a file that is refused";
}

TEST_F(ConstraintFile, IsAcceptedWithoutSlip) {
  const std::string file = write("row.toml", row_system);
  for (const char* stabilisation : {"index-2", "index-1", "baumgarte", "weighted", "projection", "index-3"}) {
    const Ended ended = run({"run", file, "--set", fmt::format("scheme.stabilisation={}", stabilisation), "--set",
                             "scheme.order=0", "--out", "out"});
    EXPECT_EQ(ended.exit_code, 0) << stabilisation << ended.err;
  }
}

const std::string third_constraint = "\n[[interface]]\nname = \"third\"\nlaw = \"constraint\"\n";

const Slip scheme_slips[] = {
    {"NothingIsCorrected",
     "order = 1",
     "correction = \"explicit\"",
     "[[interface]]",
     {"Newton", "scheme.correction = \"semi-implicit\" or \"implicit\""}},
    {"CorrectionsAreNotNewtons",
     "order = 1",
     "correction = \"aitken\"",
     "[[interface]]",
     {"Newton", "scheme.correction = \"semi-implicit\" or \"implicit\""}},
    {"AnOrderIsNotDefined", "order = 1", "order = 3", "[[interface]]", {"scheme.order = 3", "\"index-2\"", "0 to 2"}},
    {"WeightsDoNotSumToOne",
     "\"index-2\"",
     "\"weighted\"\nweights = [0.5, 0.5, 0.5]",
     "weights",
     {"scheme.weights", "sum to 1.5", "write for example weights = [0.2, 0.4, 0.4]"}},
    {"AWeightIsMissing",
     "\"index-2\"",
     "\"weighted\"\nweights = [0.5, 0.5]",
     "weights",
     {"scheme.weights", "expected 3 numbers, found 2"}},
    {"AKeyBelongsToAnotherStabilisation",
     "\"index-2\"",
     "\"index-2\"\nalpha = 1.0",
     "alpha",
     {"scheme.alpha", "\"baumgarte\"", "leave it out"}},
    {"ALevelBelongsToAnotherStabilisation",
     "\"index-2\"",
     "\"weighted\"\nlevel = \"velocity\"",
     "level",
     {"scheme.level", "\"projection\"", "leave it out"}},
    {"ALevelIsMisspelt",
     "\"index-2\"",
     "\"projection\"\nlevel = \"velosity\"",
     "level",
     {"scheme.level", "velosity", "did you mean 'velocity'?"}},
    {"AStabilisationIsMisspelt",
     "\"index-2\"",
     "\"baumgart\"",
     "stabilisation",
     {"scheme.stabilisation", "baumgart", "did you mean 'baumgarte'?"}},
    {"AnAlphaIsNegative",
     "\"index-2\"",
     "\"baumgarte\"\nalpha = -1.0",
     "alpha",
     {"scheme.alpha", "zero or positive", "found -1"}},
    {"AccelerationsAndIntegralsAreBothAskedFor",
     "\"index-2\"",
     "\"index-1\"\nextension = \"integral\"",
     "[[interface]]",
     {"integrals", "accelerations", "extension = \"derivative\""}},
    {"AGroupIsToBeProjected",
     "\"index-2\"",
     "\"projection\"\n\n[[group]]\nname = \"ab\"\nmembers = [\"a\", \"b\"]\nscheme = {step = 0.01}",
     "",
     {"projection", "'ab'", "use stabilisation = \"index-2\""},
     3},
};

const Slip interface_slips[] = {
    {"APortIsUnknown",
     "between = [\"b\", \"c\"]",
     "between = [\"b\", \"d\"]",
     "[[interface]]\nname = \"second\"",
     {"no subsystem 'd'", "did you mean"}},
    {"APartIsUnknown",
     "between = [\"b\", \"c\"]",
     "between = [\"b\", \"c.tip\"]",
     "[[interface]]\nname = \"second\"",
     {"'c'", "no output 'tip.position'"}},
    {"ADirectionIsUnknown",
     "offset = 0.25",
     "directions = [\"x\"]",
     "[[interface]]\nname = \"second\"",
     {"no output 'x.position'"}},
    {"ThereIsOneNameOnly",
     "between = [\"b\", \"c\"]",
     "between = [\"b\"]",
     "between = [\"b\"]",
     {"between", "two or more", "write between = [\"a\", \"b\"]"}},
    {"AFactorIsMissing", "[1.0, -1.0]", "[1.0]", "factors", {"factors", "expected 2 numbers, found 1"}},
    {"AFactorIsZero", "[1.0, -1.0]", "[1.0, 0.0]", "factors", {"factors", "factor of 0", "leave the port out"}},
    {"FactorsAreMissingForThree",
     "between = [\"a\", \"b\"]",
     "between = [\"a\", \"b\", \"c\"]",
     "[[interface]]\nname = \"first\"",
     {"factors", "missing", "write for example factors = ["}},
    {"AnOffsetIsAText", "offset = 0.25", "offset = \"1 mm\"", "offset", {"offset", "expected a number", "1 mm"}},
    {"AnOffsetIsMissing",
     "offset = 0.25",
     "",
     "[[interface]]",
     {"initial positions", "'second'", "0.25", "choose initial values"}},
    {"AVelocityIsInconsistent",
     "position = 0.75, velocity = 0.5",
     "position = 0.75, velocity = 0.25",
     "[[interface]]",
     {"initial velocities", "'second'", "0.25", "choose initial values"}},
    {"AnInputHasAConstantToo",
     "name = \"c\"\nmodel",
     "name = \"c\"\ninputs = {force = 1.0}\nmodel",
     "inputs = {force = 1.0}",
     {"'c.force'", "two sources", "a constant", "remove one"}},
};

const Slip redundant_slips[] = {
    {"ARowIsThereTwice",
     "offset = 0.25\n",
     "offset = 0.25\n" + third_constraint + "between = [\"b\", \"a\"]\n",
     "[[interface]]",
     {"redundant", "3 rows have rank 2", "remove"}},
    {"ATriangleCloses",
     "offset = 0.25\n",
     "offset = 0.25\n" + third_constraint + "between = [\"c\", \"a\"]\noffset = -0.25\n",
     "[[interface]]",
     {"redundant", "3 rows have rank 2", "remove"}},
};

INSTANTIATE_TEST_SUITE_P(Schemes, ConstraintFile, testing::ValuesIn(scheme_slips), claim_of);
INSTANTIATE_TEST_SUITE_P(Interfaces, ConstraintFile, testing::ValuesIn(interface_slips), claim_of);
INSTANTIATE_TEST_SUITE_P(Redundant, ConstraintFile, testing::ValuesIn(redundant_slips), claim_of);

class ConstrainedPlate : public Scenario {
 protected:
  /// The plate joined to a second one; what its ports and its input matrix are.
  std::string plates(const std::string& ports, const std::string& B) const {
    std::string text = "[simulation]\nend = 0.5\n[scheme]\nstep = 0.01\n";
    for (const char* name : {"left", "right"})
      text += fmt::format(
          "[[subsystem]]\nname = \"{}\"\nmodel = \"linear\"\n[subsystem.parameters]\n{}\nA = [[0.0, 1.0], "
          "[-9.0, 0.0]]\nB = {}\nC = [[1.0, 0.0], [0.0, 1.0]]\nx0 = [1.0, 0.5]\n",
          name, ports, B);
    return write("plates.toml", text + "[[interface]]\nlaw = \"constraint\"\nbetween = [\"left\", \"right\"]\n");
  }
};

TEST_F(ConstrainedPlate, ThatNothingMovesIsRefused) {
  const std::string ports = "inputs = [\"force [N]\"]\noutputs = [\"position [m]\", \"velocity [m/s]\"]";
  EXPECT_EQ(run({"run", plates(ports, "[[0.0], [1.0]]"), "--out", "out"}).exit_code, 0);
  expect_refusal({"run", plates(ports, "[[0.0], [0.0]]"), "--out", "out"}, 2,
                 {"plates.toml:", "rank 0", "can move nothing", "'left-right'"});
}

TEST_F(ConstrainedPlate, WithPortsThatDoNotBelongTogetherIsRefused) {
  const auto ports = [](const char* force, const char* position, const char* velocity) {
    return fmt::format("inputs = [\"force [{}]\"]\noutputs = [\"position [{}]\", \"velocity [{}]\"]", force, position,
                       velocity);
  };
  const char* B = "[[0.0], [1.0]]";
  EXPECT_EQ(run({"run", plates(ports("N.m", "rad", "rad/s"), B), "--out", "out"}).exit_code, 0);
  EXPECT_EQ(run({"run", plates(ports("kN", "mm", "mm/s"), B), "--out", "out"}).exit_code, 0);
  for (const std::string& wrong : {ports("N", "rad", "rad/s"), ports("N.m", "m", "m/s"), ports("N", "m", "rad/s"),
                                   ports("N", "kg", "m/s"), ports("N", "m", "m")})
    expect_refusal({"run", plates(wrong, B), "--out", "out"}, 2,
                   {"plates.toml:", "'left-right'", "'position'", "'velocity'", "'force'", "belong together"});
}

TEST_F(ConstrainedPlate, NeedsAConstraintToStabilise) {
  const std::string alone = write("alone.toml", "system = \"two-mass\"\n[scheme]\nstabilisation = \"index-2\"\n");
  expect_refusal({"run", alone, "--out", "out"}, 2,
                 {"alone.toml:3:", "scheme.stabilisation", "no constraint", "leave it out"});
}

}  // namespace
}  // namespace oldham::test
