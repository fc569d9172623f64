// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "program.hpp"
#include "slips.hpp"
#include "systems.hpp"

// Slips in a system file: each is refused with exit code 2, and the message says where, what, and what to do.

namespace oldham::test {
namespace {

class SystemFile : public Scenario, public testing::WithParamInterface<Slip> {};

TEST_P(SystemFile, IsRefusedWhere) {
  const Slip& slip = GetParam();
  std::string text = ring_system;
  const std::size_t place = text.find(slip.right);
  ASSERT_NE(place, std::string::npos);
  text.replace(place, slip.right.size(), slip.wrong);
  std::string where = "ring.toml:";
  if (!slip.at.empty()) {
    const std::size_t at = text.find(slip.at);
    ASSERT_NE(at, std::string::npos);
    where = fmt::format("ring.toml:{}:", 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
  }
  std::vector<std::string> says = slip.says;
  says.push_back(where);
  expect_refusal({"run", write("ring.toml", text), "--out", "out"}, 2, says);
  EXPECT_FALSE(std::filesystem::exists(folder() / "out")) << "nothing is written for a file that is refused";
}

TEST_F(SystemFile, IsAcceptedWithoutSlip) {
  EXPECT_EQ(run({"run", write("ring.toml", ring_system), "--out", "out"}).exit_code, 0);
}

const Slip key_slips[] = {
    {"AKeyIsUnknown", "order = 1", "oder = 1", "oder", {"scheme.oder", "unknown key", "did you mean 'order'?"}},
    {"AnInputIsUnknown",
     "force = 0.0",
     "force = 0.0\nforse = 1.0",
     "forse",
     {"inputs.forse", "unknown key", "did you mean 'force'?"}},
    {"ATypeIsWrong", "order = 1", "order = \"one\"", "order", {"scheme.order", "expected an integer", "order = 1"}},
    {"AnOrderIsOutOfRange", "order = 1", "order = 4", "order", {"scheme.order", "from 0 to 3", "found 4"}},
    {"AMassIsNegative", "mass = 2.0", "mass = -2.0", "mass = -2.0", {"parameters.mass", "positive", "found -2"}},
    {"AMatrixHasTheWrongSize", "D = [[-3.0]]", "D = [[-3.0, 1.0]]", "D = ", {"parameters.D", "1 x 1", "1 x 2"}},
    {"TheStepIsMissing", "step = 0.1\n", "", "[scheme]", {"scheme.step", "missing", "write for example step = "}},
    {"TheEndIsMissing", "end = 1.0\n", "", "[simulation]", {"simulation.end", "missing", "write for example end = "}},
    {"TheEndIsBeforeTheStart", "end = 1.0", "end = -1.0", "end = ", {"simulation.end", "after the start", "raise it"}},
    {"ANameIsMissing",
     "name = \"spring\"\n",
     "",
     "[[subsystem]]\nmodel = \"linear\"",
     {"name", "missing", "write for example name = \""}},
    {"ANameHasALineBreak",
     "name = \"spring\"\n",
     "name = \"spr\\ning\"\n",
     "name = \"spr",
     {"'spr\\ning' is no name for a subsystem", "without dots and line breaks"}},
    // what is offered as an example must itself be TOML
    {"AModelIsMissing",
     "model = \"linear\"\n",
     "",
     "[[subsystem]]\nname = \"spring\"",
     {"'spring'.model", "missing", "write for example model = \"oscillator\""}},
    {"AWordLacksItsQuotes", "\"jacobi\"", "jacobi", "schedule", {"quotation marks", "schedule = \"jacobi\""}},
    {"AValueIsMissing", "end = 1.0", "end =", "end =", {"correct the line"}},
    {"ATableIsThereTwice", "[scheme]", "[simulation]", "[simulation]\nstep", {"once only"}},
};

const Slip part_slips[] = {
    {"AModelIsUnknown",
     "model = \"linear\"",
     "model = \"lineal\"",
     "model = \"lineal\"",
     {"'lineal'", "did you mean 'linear'?", "oldham models"}},
    {"ASystemIsUnknown",
     "title = ",
     "system = \"two-mas\"\ntitle = ",
     "system = ",
     {"'two-mas'", "did you mean 'two-mass' or 'two-mass-kinematic' or 'two-mass-constraint'?", "oldham models"}},
    {"AnIntegratorIsUnknown",
     "model = \"linear\"",
     "model = \"linear\"\nintegrator = \"rk5\"",
     "integrator = ",
     {"'spring'.integrator", "'rk5'", "rk4"}},
    {"AnIntegratorDoesNotSuitTheModel",
     "model = \"oscillator\"\n[subsystem.parameters]\nmass",
     "model = \"duffing\"\nintegrator = \"exact\"\n[subsystem.parameters]\nmass",
     "integrator = ",
     {"'mass'", "exact", "linear", "use rk4"}},
    {"AScheduleIsUnknown", "\"jacobi\"", "\"jakobi\"", "schedule", {"scheme.schedule", "'jakobi'", "'jacobi'"}},
    {"ACorrectionIsUnknown",
     "\"explicit\"",
     "\"explizit\"",
     "correction",
     {"scheme.correction", "explizit", "did you mean 'explicit'?"}},
    {"AScheduleNamesASubsystemTwice",
     "\"jacobi\"",
     "[[\"mass\", \"wheel\"], [\"mass\", \"spring\"]]",
     "schedule",
     {"scheme.schedule", "'mass'", "twice", "name every subsystem once"}},
    {"AScheduleLeavesASubsystemOut",
     "\"jacobi\"",
     "[[\"mass\", \"wheel\"]]",
     "schedule",
     {"scheme.schedule", "leaves out 'spring'", "name every subsystem once"}},
    {"AScheduleNamesAStranger",
     "\"jacobi\"",
     "[[\"mass\", \"wheel\", \"sprin\"]]",
     "schedule",
     {"scheme.schedule", "'sprin'", "did you mean 'spring'?"}},
    {"TwoSubsystemsShareAName",
     "[[connect]]",
     "[[subsystem]]\nname = \"wheel\"\nmodel = \"oscillator\"\ninputs.force = 1.0\n\n[[connect]]",
     "name = \"wheel\"\nmodel = \"oscillator\"\ninputs",
     {"two subsystems", "'wheel'", "rename one"}},
    {"AUnitIsUnknown",
     "elongation [m]",
     "elongation [metre]",
     "inputs = [\"elongation",
     {"parameters.inputs", "'metre'", "known"}},
    {"UnitsOfAConnectionDiffer",
     "mass.velocity",
     "mass.position",
     "[[connect]]\nfrom = \"mass.position\"\nto = \"wheel.base1.velocity\"",
     {"'mass.position' is in m", "'wheel.base1.velocity' expects m/s", "connect ports of equal dimensions"}},
    {"AnInputIsUnconnected",
     "[subsystem.inputs]\nforce = 0.0\n",
     "",
     "",
     {"'wheel.force' is not connected", "connect it", "inputs.force = 0.0"}},
    {"AnInputHasTwoSources",
     "spring.elongation",
     "wheel.base1.position",
     "[[connect]]\nfrom = \"wheel.position\"",
     {"'wheel.base1.position' has two sources", "'mass.position'", "'wheel.position'", "remove one"}},
    {"APortIsUnknown",
     "mass.velocity",
     "mass.velocty",
     "[[connect]]\nfrom = \"mass.velocty\"",
     {"'mass' has no output 'velocty'", "did you mean 'velocity'?"}},
    {"AConnectedSubsystemIsUnknown",
     "mass.velocity",
     "mas.velocity",
     "[[connect]]\nfrom = \"mas.velocity\"",
     {"no subsystem 'mas'", "did you mean 'mass'?"}},
};

INSTANTIATE_TEST_SUITE_P(Keys, SystemFile, testing::ValuesIn(key_slips), claim_of);
INSTANTIATE_TEST_SUITE_P(Parts, SystemFile, testing::ValuesIn(part_slips), claim_of);

}  // namespace
}  // namespace oldham::test
