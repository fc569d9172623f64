// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/ssp_writer.hpp"

#include <gmock/gmock.h>

#include "message_of.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/io/toml_file.hpp"
#include "ssp_texts.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;
using testing::Not;

class SspWriter : public SspTest {
 protected:
  /// Written and read back; FMUs by the names of their files.
  Value there_and_back(const std::string& text) const {
    fmi::write_ssp(parse_toml(text, "rig.toml"), folder_, folder_ / "out.ssp");
    Value tree = fmi::read_ssp(folder_ / "out.ssp", folder_ / "cache");
    for (Value& subsystem : *tree.find("subsystem")->get<Value::Array>()) {
      std::string& fmu = *subsystem.find("fmu")->get<std::string>();
      fmu = std::filesystem::path(fmu).filename();
    }
    return tree;
  }
  std::string description() const { return fmi::Archive(folder_ / "out.ssp").read("SystemStructure.ssd", 1 << 20); }
  std::string refused(const std::string& text) const {
    try {
      fmi::write_ssp(parse_toml(text, "rig.toml"), folder_, folder_ / "out.ssp");
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
};

constexpr const char* rig = R"(
title = "A rig & more"
[simulation]
start = 0.5
end = 2.0
output_interval = 0.1
[scheme]
step = 0.003
schedule = [["a"], ["b"]]
correction = "implicit"
tolerance = 1e-9
[[subsystem]]
name = "a"
fmu = "box.fmu"
interface = "model-exchange"
integrator = "cvode"
[subsystem.parameters]
"p.gain" = 0.1
n = -3
is_fast = true
table = "x < y\n"
[[subsystem]]
name = "s/b"
fmu = "box.fmu"
[[connect]]
from = "a.y_mm"
to = "s/b.u_m"
scale = 2.0
offset = 0.25
order = 1
[[connect]]
from = "s/b.y"
to = "a.u_m"
convert_units = false
[[connect]]
from = "a.flag"
to = "s/b.on"
map = [[1, 0]]
[[connect]]
from = "a.count"
to = "s/b.level"
map = [[1, 0], [7, -2]]
[[bond]]
name = "bond"
a = ["a.y", "a.u"]
b = ["s/b.u", "s/b.y"]
[publish]
out = "a.y"
)";

TEST_F(SspWriter, WritesWhatIsReadBackEqual) {
  const Value tree = there_and_back(rig);
  EXPECT_EQ(tree, parse_toml(rig, "")) << to_toml(tree);
}

TEST_F(SspWriter, WritesWhatOtherToolsUnderstand) {
  there_and_back(rig);
  const std::string text = description();
  for (const char* part :
       {"<ssd:Component name=\"a\" type=\"application/x-fmu-sharedlibrary\" source=\"resources/box.fmu\" "
        "implementation=\"ModelExchange\">",
        "<ssd:Connector name=\"y_mm\" kind=\"output\">", "<ssv:Integer value=\"-3\"", "version=\"1.0\"",
        "startElement=\"a\" startConnector=\"y_mm\" endElement=\"s/b\" endConnector=\"u_m\"",
        "<ssc:LinearTransformation factor=\"2\" offset=\"0.25\"", "suppressUnitConversion=\"true\"",
        "<ssc:BooleanMappingTransformation>", "<ssc:MapEntry source=\"7\" target=\"-2\"",
        "<ssd:DefaultExperiment startTime=\"0.5\" stopTime=\"2\"", "name=\"A rig &amp; more\""})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST_F(SspWriter, PacksEveryFmuOnceUnderANameOfItsOwn) {
  std::filesystem::create_directory(folder_ / "other");
  write_zip(folder_ / "other" / "box.fmu", {{"modelDescription.xml", box_text}, {"resources/a.txt", "another"}});
  const std::string head = "simulation.end = 1.0\nscheme.step = 0.1\n";
  there_and_back(head +
                 "[[subsystem]]\nname = \"a\"\nfmu = \"box.fmu\"\n[[subsystem]]\nname = \"b\"\nfmu = \"./box.fmu\"\n"
                 "[[subsystem]]\nname = \"c\"\nfmu = \"other/box.fmu\"\n");
  const fmi::Archive archive(folder_ / "out.ssp");
  EXPECT_EQ(archive.entries().size(), 3u);
  EXPECT_NE(archive.find("resources/box.fmu"), nullptr);
  EXPECT_NE(archive.find("resources/box_2.fmu"), nullptr);
}

TEST_F(SspWriter, KeepsDegreesWhereUnitsHaveOffsets) {
  // the engine scales before it converts, SSP after it
  const std::string text =
      "simulation.end = 1.0\nscheme.step = 0.1\n[[subsystem]]\nname = \"a\"\nfmu = \"box.fmu\"\n"
      "[[connect]]\nfrom = \"a.y_degC\"\nto = \"a.u_K\"\nscale = 2.0\noffset = 10.0\n";
  const Value tree = there_and_back(text);
  EXPECT_THAT(description(), HasSubstr("factor=\"2\" offset=\"-263.15"));
  EXPECT_EQ(at(tree, "connect.0.scale"), Value(2.0));
  EXPECT_NEAR(*at(tree, "connect.0.offset").get<double>(), 10, 1e-12);
}

TEST_F(SspWriter, WritesArraysInVersionTwo) {
  there_and_back(
      "simulation.end = 1.0\nscheme.step = 0.1\n[[subsystem]]\nname = \"a\"\nfmu = \"box.fmu\"\n"
      "parameters = {n = [4]}\n");
  EXPECT_THAT(description(), HasSubstr("version=\"2.0\" name=\"out\""));
}

TEST_F(SspWriter, RefusesWhatSspHasNoWordsFor) {
  const std::string head = "simulation.end = 1.0\nscheme.step = 0.1\n";
  EXPECT_THAT(refused("system = \"two-mass\"\n"), HasSubstr("rig.toml:1: system 'two-mass' is not made of outputs"));
  EXPECT_THAT(refused(head + "[[subsystem]]\nname = \"a\"\nmodel = \"oscillator\"\n"), HasSubstr("fmu"));
  EXPECT_THAT(
      refused(head + "[[subsystem]]\nname = \"a\"\nfmu = \"box.fmu\"\n[[interface]]\nlaw = \"bushing\"\n"),
      HasSubstr("rig.toml:6: SSP joins outputs to inputs, and has no words for an interface of law \"bushing\""));
  EXPECT_THAT(refused(head + "[[subsystem]]\nname = \"a\"\nfmu = \"bix.fmu\"\n"),
              HasSubstr("bix.fmu: there is no such file"));
  EXPECT_THAT(refused(head), HasSubstr("subsystem"));
  const std::string one = head + "[[subsystem]]\nname = \"a\"\nfmu = \"box.fmu\"\n";
  EXPECT_THAT(refused(one + "[[connect]]\nfrom = \"b.y\"\nto = \"a.u\"\n"),
              HasSubstr("'b.y' names no variable of a subsystem"));
  EXPECT_THAT(refused(one + "[[connect]]\nfrom = \"a.y_nm\"\nto = \"a.u\"\n"),
              HasSubstr("its FMU has no variable 'y_nm'; did you mean 'y_mm'"));
}

}  // namespace
}  // namespace oldham
