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

TEST_F(Ssp, SlipsAreRefusedWithTheirPlace) {
  pack(ssd(elements(components({"a", "b"})) + connections(connection("a.y", "c.u"))));
  for (const char* command : {"run", "stability"})
    expect_refusal({command, "rig.ssp"}, 2, {"rig.ssp/SystemStructure.ssd:1: connection from 'a.y' to 'c.u'", "'c'"});
  pack(ssd(elements("<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"bus\"/>")));
  expect_refusal({"ssp", "info", "rig.ssp"}, 3, {"signal dictionaries are not supported"});
  expect_refusal({"ssp", "info", write("a.toml", "")}, 2, {"a.toml: expected a system of SSP"});
  expect_refusal({"ssp", "export", write("b.toml", "system = \"two-mass\"")}, 2, {"b.toml:1: system"});
  expect_refusal({"run", "none.ssp"}, 2, {"none.ssp: there is no such file"});
}

}  // namespace
}  // namespace oldham::test
