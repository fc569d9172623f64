// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "archives.hpp"
#include "deeds.hpp"
#include "program.hpp"

// What is made of numbers between FMUs and their neighbours is told; what cannot be done is refused by name.

namespace oldham::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class FmuConnection : public Scenario {
 protected:
  /// The notes of a run of an oscillator, x = 0.25 cos 3t, whose position feeds an input of an FMU.
  std::vector<std::string> notes(const std::string& file, const std::string& input, const std::string& more = "",
                                 const std::string& entry = "") const {
    write_file(folder() / "a.toml", fmt::format(R"([simulation]
end = 0.5
[scheme]
step = 0.1
[[subsystem]]
name = "mass"
model = "oscillator"
parameters = {{ mass = 1.0, stiffness = 9.0, damping = 0.0, position = 0.25 }}
inputs = {{ force = 0.0 }}
[[subsystem]]
name = "taker"
fmu = "{}"
{}
[[connect]]
from = "mass.position"
to = "taker.{}"
{}
)",
                                                file, entry, input, more));
    const nlohmann::json ran = answer({"run", "a.toml"});
    return ran.value("notes", std::vector<std::string>());
  }
};

/// An FMU may declare a real input discrete: its value then changes at communication points only.
TEST_F(FmuConnection, SchemeOrderThatDoesNotApplyToADiscreteInputIsReported) {
  const std::string fmu = fmu_path("Feedthrough-2");
  const auto notes_at = [&](const char* input, const char* more, int order) {
    notes(fmu, input, more);  // writes the file
    const nlohmann::json ran = answer({"run", "a.toml", "--set", fmt::format("scheme.order={}", order)});
    return ran.value("notes", std::vector<std::string>());
  };
  const auto reported = Contains(HasSubstr("scheme.order = 1 does not apply to 'taker.sampled_in'"));
  EXPECT_THAT(notes_at("sampled_in", "", 1), reported);
  EXPECT_THAT(notes_at("sampled_in", "", 1), Not(Contains(HasSubstr("held value"))));
  EXPECT_THAT(notes_at("sampled_in", "", 0), Not(reported));
  EXPECT_THAT(notes_at("sampled_in", "order = 1", 1), Not(reported));
  EXPECT_THAT(notes_at("float64_in", "", 1), Not(reported));
  EXPECT_THAT(notes_at("int32_in", "", 1), Not(reported));  // nobody expects polynomials of integers
}

/// FMUs of FMI 1.0 keep what their inputs were as they began, which is what the others tell then; one behind the other.
TEST_F(FmuConnection, FirstInputsAreThereBeforeAnFmuBegins) {
  for (const char* isolation : {"", "isolation = \"process\""}) {
    write_file(folder() / "a.toml", fmt::format(R"([simulation]
end = 0.2
[scheme]
step = 0.1
[[subsystem]]
name = "mass"
model = "oscillator"
parameters = {{ mass = 1.0, stiffness = 9.0, damping = 0.0, position = 0.25 }}
inputs = {{ force = 0.0 }}
[[subsystem]]
name = "first"
fmu = "{0}"
{1}
[[subsystem]]
name = "second"
fmu = "{0}"
{1}
[[connect]]
from = "mass.position"
to = "first.u"
[[connect]]
from = "first.y"
to = "second.u"
)",
                                                fmu_path("Keeper-1"), isolation));
    const nlohmann::json outputs = answer({"run", "a.toml"}).at("outputs");
    EXPECT_EQ(outputs.at("first.y"), 0.25) << isolation;
    EXPECT_EQ(outputs.at("second.y"), 0.25) << isolation;
  }
}

/// x' = u of what an FMU tells, with a deed, whose force is what an oscillator tells; no step of its own counts.
class FirstInstant : public FmuConnection {
 protected:
  nlohmann::json outputs(int deed, const std::string& more) const {
    write_file(folder() / "a.toml", fmt::format(R"([simulation]
end = 0.1
[scheme]
step = 0.1
[[subsystem]]
name = "source"
model = "oscillator"
parameters = {{ mass = 1.0, stiffness = 9.0, damping = 0.0, position = 0.25 }}
inputs = {{ force = 0.0 }}
[[subsystem]]
name = "mass"
fmu = "{}"
parameters = {{ deed = {}, when = 0.0, force = 2.0 }}
{}
[[subsystem]]
name = "sum"
model = "linear"
parameters = {{ A = [[0.0]], B = [[1.0]], C = [[1.0]], inputs = ["u [m]"], outputs = ["y [m*s]"] }}
[[connect]]
from = "source.position"
to = "mass.force"
[[connect]]
from = "mass.position"
to = "sum.u"
)",
                                                fmu_path("Naughty-2"), deed, more));
    const nlohmann::json ran = answer({"run", "a.toml", "--sample", "0"});
    return {{"first", ran.at("samples").at(0).at("outputs")}, {"last", ran.at("outputs")}};
  }
};

/// Some FMUs tell their outputs only when their initialisation is over: position 1 m, held for the first step.
TEST_F(FirstInstant, OutputsCountAsTheyAreToldBehindTheInitialisation) {
  for (const char* isolation : {"", "isolation = \"process\""}) {
    const nlohmann::json told = outputs(fmi::late_outputs, isolation);
    EXPECT_EQ(told.at("first").at("mass.position"), 1.0) << isolation;
    EXPECT_DOUBLE_EQ(told.at("last").at("sum.y"), 0.1) << isolation;
  }
}

/// The force starts at 2 N and is fed 0.25 N: nobody ever asks for a step without any.
TEST_F(FirstInstant, InputsAreNeverSetToWhatNobodyTells) {
  EXPECT_DOUBLE_EQ(outputs(fmi::refuse_zero, "").at("last").at("sum.y"), 0.1);
}

TEST_F(FmuConnection, RoundingIsToldOnce) {
  for (const char* isolation : {"", "isolation = \"process\""}) {
    const auto rounded = notes(fmu_path("Feedthrough-2"), "int32_in", "", isolation);
    EXPECT_THAT(rounded, Contains(HasSubstr("input 'int32_in' of FMU 'taker' takes integers only: 0.2"))) << isolation;
    const auto tells = [](const std::string& note) { return note.find("takes") != std::string::npos; };
    EXPECT_EQ(std::ranges::count_if(rounded, tells), 1) << isolation;
  }
  EXPECT_THAT(notes(fmu_path("Feedthrough-3"), "boolean_in"),
              Contains(HasSubstr("'boolean_in' of FMU 'taker' takes 0 and 1 only")));
  EXPECT_THAT(notes(fmu_path("Feedthrough-3"), "uint8_in", "scale = -4000.0"), Contains(HasSubstr("became 0")))
      << "beyond its bounds";
  EXPECT_THAT(notes(fmu_path("Feedthrough-2"), "float64_in"), Not(Contains(HasSubstr("takes"))));
}

TEST_F(FmuConnection, AUnitOnOneSideIsTold) {
  EXPECT_THAT(notes(fmu_path("Trivial-2"), "u"),
              Contains("mass.position -> taker.u: only the output tells a unit, m; numbers pass as they are"));
  EXPECT_THAT(notes(fmu_path("Trivial-2"), "u", "convert_units = false"), Not(Contains(HasSubstr("tells a unit"))))
      << "as asked for";
  EXPECT_THAT(notes(fmu_path("Oscillator-2"), "force"), Contains(HasSubstr("units m and N do not fit")));
}

TEST_F(FmuConnection, ArchivesAreNoSystemFiles) {
  write_file(folder() / "a.toml", fmt::format("[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\n[[subsystem]]\nname = "
                                              "\"a\"\nfmu = \"{}\"\n",
                                              fmu_path("Oscillator-2")));
  ASSERT_EQ(run({"ssp", "export", "a.toml", "-o", "rig.ssp"}).exit_code, 0);
  expect_refusal({"fmu", "export", "rig.ssp"}, 3, {"rig.ssp", "'a' is an FMU itself", "replace it by a model"});
  expect_refusal({"run", fmu_path("Oscillator-2")}, 2, {"is an archive, not a system file", "oldham fmu run"});
  expect_refusal({"fmu", "export", fmu_path("Oscillator-2")}, 2, {"is an archive, not a system file"});
}

TEST_F(FmuConnection, InputClocksAreRefusedByName) {
  const std::filesystem::path content = std::filesystem::path(OLDHAM_FMUS) / "Oscillator-3" / "content";
  std::vector<PackedFile> files;
  for (const auto& file : std::filesystem::recursive_directory_iterator(content)) {
    if (!file.is_regular_file()) continue;
    files.push_back({std::filesystem::relative(file.path(), content).string(), bytes_of(file.path())});
    if (files.back().name != "modelDescription.xml") continue;
    std::string& text = files.back().content;
    text.insert(text.find("</ModelVariables>"),
                R"(<Clock name="tick" valueReference="4711" causality="input" intervalVariability="triggered"/>)");
  }
  write_zip(folder() / "clocked.fmu", files);
  expect_refusal({"fmu", "run", "clocked.fmu"}, 3,
                 {"input clock 'tick'", "clocks are not supported", "without input clocks"});
}

TEST_F(FmuConnection, ParametersAreNotChangedDuringARun) {
  // of Oscillator-2, damping is tunable
  write_file(folder() / "a.toml", fmt::format(R"([simulation]
end = 0.5
[scheme]
step = 0.1
[[subsystem]]
name = "a"
fmu = "{0}"
[[subsystem]]
name = "b"
fmu = "{0}"
[[connect]]
from = "a.position"
to = "b.damping"
)",
                                              fmu_path("Oscillator-2")));
  expect_refusal({"run", "a.toml"}, 2, {"a.toml:11", "damping", "force"});
}

}  // namespace
}  // namespace oldham::test
