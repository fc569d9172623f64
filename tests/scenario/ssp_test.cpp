// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstdlib>

#include "archives.hpp"
#include "program.hpp"
#include "ssp_texts.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Ssp : public Scenario {
 protected:
  Ssp() {
    write_zip(folder() / "box.fmu", {{"modelDescription.xml", box_text}});
    // what is unpacked goes with the test
    setenv("XDG_CACHE_HOME", (folder() / "cache").c_str(), 1);
  }
  ~Ssp() override { unsetenv("XDG_CACHE_HOME"); }

  std::string pack(const std::string& description) const {
    write_zip(folder() / "rig.ssp",
              {{"SystemStructure.ssd", description}, {"resources/box.fmu", bytes_of(folder() / "box.fmu")}});
    return "rig.ssp";
  }
};

TEST_F(Ssp, InfoTellsTheSystemFile) {
  pack(ssd(elements(components({"a", "b"})) + connections(connection("a.y_mm", "b.u"))));
  const json told = answer({"ssp", "info", "rig.ssp", "--set", "scheme.step=0.25"});
  EXPECT_EQ(told.at("subsystem").at(1).at("name"), "b");
  EXPECT_EQ(told.at("connect").at(0), (json{{"from", "a.y_mm"}, {"to", "b.u"}, {"convert_units", false}}));
  EXPECT_EQ(told.at("scheme").at("step"), 0.25);
  const Ended ended = run({"ssp", "info", "rig.ssp"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("from = \"a.y_mm\"\nto = \"b.u\"\n"));
}

TEST_F(Ssp, ExportPacksWhatInfoReads) {
  write("rig.toml",
        "simulation.end = 2.0\nscheme.step = 0.5\n[[subsystem]]\nname = \"a\"\nfmu = \"box.fmu\"\n"
        "parameters.n = 3\n");
  const json written = answer({"ssp", "export", "rig.toml", "-o", "out.ssp", "--set", "scheme.order=1"});
  EXPECT_EQ(written.at("file"), "out.ssp");
  EXPECT_EQ(written.at("components"), 1);
  const json told = answer({"ssp", "info", "out.ssp"});
  EXPECT_EQ(told.at("scheme"), (json{{"step", 0.5}, {"order", 1}}));
  EXPECT_EQ(told.at("subsystem").at(0).at("parameters"), (json{{"n", 3}}));
}

// two models that answer each other within the step, one of whose inputs have the names of its outputs, and one alone
constexpr const char* pair_text = R"(
[simulation]
end = 0.3
[scheme]
step = 0.01
order = 2
correction = "implicit"
[[subsystem]]
name = "left"
model = "oscillator"
parameters = {mass = 2.0, stiffness = 40.0, position = 0.1, acceleration = true}
[[subsystem]]
name = "right"
model = "driven-oscillator"
parameters = {mass = 0.3, stiffness = 10.0, damping = 0.1}
[[subsystem]]
name = "alone"
model = "duffing"
inputs.force = 2.5
[[connect]]
from = "left.position"
to = "right.position"
[[connect]]
from = "left.velocity"
to = "right.velocity"
[[connect]]
from = "left.acceleration"
to = "right.acceleration"
[[connect]]
from = "right.force"
to = "left.force"
scale = -1.0
[[bond]]
name = "joint"
a = ["left.velocity", "left.force"]
b = ["right.velocity", "right.force"]
[publish]
x = "left.position"
)";

TEST_F(Ssp, BuiltInModelsAreTakenAwayAsFmusAndRunBitwiseTheSame) {
  const json here = answer({"run", write("pair.toml", pair_text), "--out", "here"});
  for (const char* version : {"2", "3"}) {
    const json written = answer({"ssp", "export", "pair.toml", "-o", "out.ssp", "--fmi", version});
    EXPECT_EQ(written.at("components"), 3);
    EXPECT_EQ(written.at("models"), 3);
    EXPECT_THAT(written.at("notes").at(0).get<std::string>(),
                HasSubstr("scheme.step, scheme.order, scheme.correction"));
    const json told = answer({"ssp", "info", "out.ssp"});
    EXPECT_EQ(told.at("connect").at(0).at("to"), "right.in.position");
    const json there = answer({"run", "out.ssp", "--out", "there"});
    for (const char* key : {"outputs", "energy_residual", "corrections"}) EXPECT_EQ(there.at(key), here.at(key)) << key;
    EXPECT_EQ(read_file(folder() / "there" / "results.csv"), read_file(folder() / "here" / "results.csv")) << version;
  }
}

TEST_F(Ssp, AReadyMadeSystemOfConnectionsIsTakenAway) {
  const std::string file = write("crane.toml", "system = \"crane\"\nsimulation.end = 0.02\n");
  const json here = answer({"run", file, "--out", "here"});
  EXPECT_EQ(answer({"ssp", "export", file}).at("models"), 2);
  const json there = answer({"run", "crane.ssp", "--out", "there"});
  EXPECT_EQ(there.at("outputs"), here.at("outputs"));
}

TEST_F(Ssp, WhatIsNoConnectionIsNotTakenAway) {
  const std::string examples = OLDHAM_SOURCE "/examples/";
  expect_refusal({"ssp", "export", examples + "chain/system.toml"}, 3, {"chain/system.toml", "law \"spring-damper\""});
  expect_refusal({"ssp", "export", examples + "weld/system.toml"}, 3, {"law \"constraint\""});
  expect_refusal({"ssp", "export", examples + "slider/system.toml"}, 3, {"law \"kinematic\""});
  expect_refusal({"ssp", "export", examples + "four-bar/system.toml"}, 3, {"law \"bushing\""});
  expect_refusal({"ssp", "export", write("b.toml", "system = \"two-mass\"")}, 3, {"b.toml:1: system 'two-mass'"});
  // in an FMU the input would rest at zero
  expect_refusal({"ssp", "export",
                  write("c.toml",
                        "simulation.end = 1.0\nscheme.step = 0.1\n[[subsystem]]\nname = \"a\"\n"
                        "model = \"oscillator\"\n")},
                 2, {"input 'a.force' is not connected"});
}

TEST_F(Ssp, SlipsAreRefusedWithTheirPlace) {
  pack(ssd(elements(components({"a", "b"})) + connections(connection("a.y", "c.u"))));
  for (const char* command : {"run", "stability"})
    expect_refusal({command, "rig.ssp"}, 2, {"rig.ssp/SystemStructure.ssd:1: connection from 'a.y' to 'c.u'", "'c'"});
  pack(ssd(elements("<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"bus\"/>")));
  expect_refusal({"ssp", "info", "rig.ssp"}, 3, {"signal dictionaries are not supported"});
  expect_refusal({"ssp", "info", write("a.toml", "")}, 2, {"a.toml: expected a system of SSP"});
  expect_refusal({"run", "none.ssp"}, 2, {"none.ssp: there is no such file"});
}

}  // namespace
}  // namespace oldham::test
