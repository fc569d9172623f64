// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/ssp_writer.hpp"

#include <gmock/gmock.h>

#include "message_of.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/io/toml_file.hpp"
#include "ssp_texts.hpp"

namespace oldham {
namespace {

using testing::AllOf;
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

constexpr const char* head_of_rig = "simulation.end = 1.0\nscheme.step = 0.1\n[[subsystem]]\nname = \"a\"\n";

TEST_F(SspWriter, PassesNumbersAsTheyAreWhereUnitsDoNotFit) {
  // as a run does it
  const std::string box = head_of_rig + std::string("fmu = \"box.fmu\"\n[[connect]]\n");
  const Value tree = there_and_back(box + "from = \"a.y_mm\"\nto = \"a.u_K\"\nscale = 2.0\noffset = 1.0\n");
  EXPECT_THAT(description(), HasSubstr("suppressUnitConversion=\"true\""));
  EXPECT_EQ(at(tree, "connect.0"), parse_toml("scale = 2.0\noffset = 1.0\nconvert_units = false\nfrom = \"a.y_mm\"\n"
                                              "to = \"a.u_K\"\n",
                                              ""));
  // a unit on one side only is no reason
  there_and_back(box + "from = \"a.y_mm\"\nto = \"a.u\"\n");
  EXPECT_THAT(description(), Not(HasSubstr("suppressUnitConversion")));
}

TEST_F(SspWriter, GivesParametersTheTypesOfTheirVariables) {
  const Value tree = there_and_back(head_of_rig + std::string("fmu = \"box.fmu\"\n[subsystem.parameters]\n"
                                                              "p.gain = 2\nn = 3.0\nis_fast = 1\nmode = \"second\"\n"
                                                              "[subsystem.inputs]\nu = 4\n"));
  for (const char* part : {"<ssv:Real value=\"2\"", "<ssv:Integer value=\"3\"", "<ssv:Boolean value=\"true\"",
                           "<ssv:Enumeration value=\"second\"", "<ssv:Real value=\"4\""})
    EXPECT_THAT(description(), HasSubstr(part));
  EXPECT_EQ(at(tree, "subsystem.a.parameters"),
            parse_toml("is_fast = true\nmode = 2\nn = 3\n'p.gain' = 2.0\nu = 4.0\n", ""));
}

TEST_F(SspWriter, GivesBytesAsBytes) {
  write_zip(folder_ / "bytes.fmu", {{"modelDescription.xml", R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Bytes" instantiationToken="1">
  <CoSimulation modelIdentifier="Bytes"/>
  <ModelVariables>
    <Binary name="key" valueReference="1" causality="parameter" variability="fixed"><Start value="00"/></Binary>
    <Float64 name="A" valueReference="2" causality="parameter" variability="fixed" start="0 0 0 0">
      <Dimension start="2"/><Dimension start="2"/></Float64>
    <Float64 name="u" valueReference="3" causality="input" start="0 0"><Dimension start="2"/></Float64>
    <Float64 name="y" valueReference="4" causality="output"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="4"/></ModelStructure>
</fmiModelDescription>)"}});
  const std::string text = head_of_rig + std::string("fmu = \"bytes.fmu\"\n");
  const Value tree = there_and_back(text + "parameters = {key = \"0aFF\", A = [[1.0, 2.0], [3.0, 4.0]]}\n");
  EXPECT_THAT(description(), HasSubstr("<ssv:Binary mime-type=\"application/octet-stream\" value=\"0aFF\""));
  EXPECT_EQ(at(tree, "subsystem.a.parameters"), parse_toml("A = [1.0, 2.0, 3.0, 4.0]\nkey = \"0aFF\"\n", ""));
  EXPECT_THAT(refused(text + "parameters = {key = \"0aF\"}\n"), HasSubstr("hexadecimal"));
  EXPECT_THAT(refused(text + "[[connect]]\nfrom = \"a.y\"\nto = \"a.u[1]\"\n"),
              HasSubstr("rig.toml:8: 'a.u[1]' is of an array"));
}

TEST_F(SspWriter, KeepsWhatIsPublishedBesideOutputs) {
  const std::string published =
      "[publish]\nout = \"a.y\"\nparameter = \"a.derived\"\ntwice = {from = \"a.y\", scale = 2.0}\n";
  const Value tree =
      there_and_back(head_of_rig +
                     std::string("fmu = \"box.fmu\"\noutputs = [\"derived\"]\n[[connect]]\nfrom = \"a.derived\"\n"
                                 "to = \"a.u\"\n") +
                     published);
  EXPECT_EQ(*tree.find("publish"), *parse_toml(published, "").find("publish")) << to_toml(tree);
  EXPECT_EQ(at(tree, "subsystem.a.outputs"), Value(Value::Array{Value("derived")}));
}

TEST_F(SspWriter, RefusesConnectionsThatNobodyCanMake) {
  const std::string box = head_of_rig + std::string("fmu = \"box.fmu\"\n[[connect]]\n");
  EXPECT_THAT(refused(box + "from = \"a.y\"\nto = \"a.u\"\nfactor = 2\n"),
              AllOf(HasSubstr("rig.toml:9: "), HasSubstr("factor: unknown key")));
  EXPECT_THAT(refused(box + "from = \"a.y\"\nto = \"a.y_mm\"\n"),
              AllOf(HasSubstr("rig.toml:8: "), HasSubstr("'a.y_mm' is no input")));
  EXPECT_THAT(refused(box + "from = \"a.u\"\nto = \"a.u_m\"\n"), HasSubstr("'a.u' gives no values"));
  EXPECT_THAT(refused(box + "from = \"a.k\"\nto = \"a.u_m\"\n"), HasSubstr("'a.k' gives no values"));
  EXPECT_THAT(refused(box + "from = \"a.table\"\nto = \"a.u\"\n"), HasSubstr("only numbers can be connected"));
  EXPECT_THAT(refused(box + "from = \"a.y\"\nto = \"a.u\"\n[[connect]]\nfrom = \"a.y_mm\"\nto = \"a.u\"\n"),
              AllOf(HasSubstr("rig.toml:11: "), HasSubstr("input 'a.u' has two sources")));
  EXPECT_THAT(refused(head_of_rig + std::string("fmu = \"box.fmu\"\nparameters.m = 1\n")),
              HasSubstr("the FMU has no variable 'm'"));
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
