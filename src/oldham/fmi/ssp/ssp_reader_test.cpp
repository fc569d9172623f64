// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/ssp_reader.hpp"

#include <gmock/gmock.h>

#include "message_of.hpp"
#include "oldham/io/toml_file.hpp"
#include "ssp_texts.hpp"

namespace oldham {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SspReader : public SspTest {
 protected:
  /// The only connection between two components, with this on it.
  Value connect(const std::string& from, const std::string& to, const std::string& inside = "",
                const std::string& more = "") const {
    return at(read(ssd(elements(components({"a", "b"})) + connections(connection(from, to, inside, more)))),
              "connect.0");
  }
};

TEST_F(SspReader, MakesATreeOfComponentsAndConnections) {
  Value tree = read(ssd(connectors(connector("out", "output")) +
                            elements(components({"a"}) + "<ssd:Component name=\"b\" source=\"./resources/box.fmu\" "
                                                         "implementation=\"ModelExchange\"/>") +
                            connections(connection("a.y", "b.u") + connection("b.y", "out")),
                        "<ssd:DefaultExperiment startTime=\"1\" stopTime=\"2.5\"><ssd:Annotations><ssc:Annotation "
                        "type=\"x\"><oms:FixedStepMaster stepSize=\"0.01\"/></ssc:Annotation></ssd:Annotations>"
                        "</ssd:DefaultExperiment>"));
  for (Value& subsystem : *tree.find("subsystem")->get<Value::Array>()) {
    std::string& fmu = *subsystem.find("fmu")->get<std::string>();
    EXPECT_TRUE(std::filesystem::path(fmu).is_absolute());
    EXPECT_TRUE(std::filesystem::exists(fmu)) << fmu;
    fmu = std::filesystem::path(fmu).filename();
  }
  EXPECT_EQ(tree, parse_toml(R"(
    title = "rig"
    simulation = { start = 1.0, end = 2.5 }
    scheme.step = 0.01
    [[subsystem]]
    name = "a"
    fmu = "box.fmu"
    [[subsystem]]
    name = "b"
    fmu = "box.fmu"
    interface = "model-exchange"
    [[connect]]
    from = "a.y"
    to = "b.u"
    [publish]
    out = "b.y"
  )",
                             "expected"))
      << to_toml(tree);
}

TEST_F(SspReader, ReadsADescriptionBesideItsResources) {
  std::filesystem::create_directory(folder_ / "resources");
  std::filesystem::copy(folder_ / "box.fmu", folder_ / "resources" / "box.fmu");
  write_bytes(folder_ / "plain.ssd", ssd(elements(components({"a"}))));
  const Value tree = fmi::read_ssp(folder_ / "plain.ssd", folder_ / "cache");
  EXPECT_EQ(at(tree, "subsystem.a.fmu"), Value((folder_ / "resources" / "box.fmu").string()));
}

TEST_F(SspReader, TakesPrefixesAsTheyCome) {
  // namespaces have whatever prefixes a tool likes, or none
  std::string text = ssd(elements(components({"a", "b"})) + connections(connection("a.y", "b.u")));
  for (std::size_t at = text.find("ssd:"); at != std::string::npos; at = text.find("ssd:", at)) text.erase(at, 4);
  EXPECT_EQ(read(text).find("connect")->get<Value::Array>()->size(), 1u);
}

TEST_F(SspReader, FollowsConnectionsThroughNestedSystems) {
  const std::string inner = "<ssd:System name=\"s\">" +
                            connectors(connector("in", "input") + connector("out", "output")) +
                            elements(components({"c"})) +
                            connections(connection("in", "c.u", "<ssc:LinearTransformation factor=\"3\"/>") +
                                        connection("c.y", "out", "<ssc:LinearTransformation offset=\"5\"/>")) +
                            "</ssd:System>";
  const Value tree =
      read(ssd(elements(components({"a", "b"}) + inner) +
               connections(connection("a.y", "s.in", "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/>") +
                           connection("s.out", "b.u", "<ssc:LinearTransformation factor=\"10\"/>"))));
  EXPECT_EQ(at(tree, "subsystem.2.name"), Value("s/c"));
  const Value::Array& connect = *tree.find("connect")->get<Value::Array>();
  ASSERT_EQ(connect.size(), 2u);
  // 10 · (y + 5), and 3 · (2 y + 1)
  EXPECT_EQ(connect[0], parse_toml("from = \"s/c.y\"\nto = \"b.u\"\nscale = 10.0\noffset = 50.0", ""));
  EXPECT_EQ(connect[1], parse_toml("from = \"a.y\"\nto = \"s/c.u\"\nscale = 6.0\noffset = 3.0", ""));
  EXPECT_EQ(at(tree, "publish.'s.out'"), parse_toml("from = \"s/c.y\"\noffset = 5.0", ""));
}

TEST_F(SspReader, FindsTheDirectionOfAConnectionByItself) {
  // start and end carry no direction in the standard
  EXPECT_EQ(connect("b.u", "a.y"), parse_toml("from = \"a.y\"\nto = \"b.u\"", ""));
}

TEST_F(SspReader, LeavesConversionToTheUnitsOfTheVariables) {
  EXPECT_EQ(connect("a.y_mm", "b.u_m"), parse_toml("from = \"a.y_mm\"\nto = \"b.u_m\"", ""));
  EXPECT_EQ(connect("a.y_mm", "b.u_m", "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/>"),
            parse_toml("from = \"a.y_mm\"\nto = \"b.u_m\"\nscale = 2.0\noffset = 1.0", ""));
  // 2 (T + 273.15) + 1 of the standard is 2 T + 273.15 + 274.15 for the engine
  EXPECT_EQ(connect("a.y_degC", "b.u_K", "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/>"),
            parse_toml("from = \"a.y_degC\"\nto = \"b.u_K\"\nscale = 2.0\noffset = 274.15", ""));
}

TEST_F(SspReader, ConvertsOnlyWhereBothSidesHaveUnits) {
  EXPECT_EQ(connect("a.y_mm", "b.u"), parse_toml("from = \"a.y_mm\"\nto = \"b.u\"\nconvert_units = false", ""));
  EXPECT_EQ(connect("a.y_mm", "b.u_m", "<ssc:LinearTransformation factor=\"7\"/>", "suppressUnitConversion=\"true\""),
            parse_toml("from = \"a.y_mm\"\nto = \"b.u_m\"\nscale = 7.0\nconvert_units = false", ""));
}

TEST_F(SspReader, ConvertsBetweenTheUnitsOfConnectors) {
  const auto tree = [&](const std::string& unit, const std::string& behind) {
    return read(ssd(elements("<ssd:Component name=\"a\" source=\"resources/box.fmu\">" +
                             connectors(connector("y", "output", "<ssc:Real unit=\"" + unit + "\"/>")) +
                             "</ssd:Component>" + components({"b"})) +
                        connections(connection("a.y", "b.u_m", "<ssc:LinearTransformation offset=\"1\"/>")),
                    behind));
  };
  const std::string units =
      "<ssd:Units><ssc:Unit name=\"furlong\"><ssc:BaseUnit m=\"1\" factor=\"201.168\"/></ssc:Unit>"
      "<ssc:Unit name=\"frost\"><ssc:BaseUnit K=\"1\"/></ssc:Unit><ssc:Unit name=\"what\"/></ssd:Units>";
  EXPECT_EQ(at(tree("furlong", units), "connect.0"),
            parse_toml("from = \"a.y\"\nto = \"b.u_m\"\nscale = 201.168\noffset = 1.0\nconvert_units = false", ""));
  // a name of the usual spelling needs no definition
  EXPECT_EQ(at(tree("km", ""), "connect.0.scale"), Value(1000.0));
  EXPECT_THAT(message_of([&] { tree("frost", units); }), HasSubstr("'frost' (K) cannot be converted to 'm' (m)"));
  EXPECT_EQ(at(tree("[km]", ""), "connect.0.scale"), Value(1000.0));
  // as they are, like other tools take them
  EXPECT_EQ(at(tree("furlong", ""), "connect.0"),
            parse_toml("from = \"a.y\"\nto = \"b.u_m\"\noffset = 1.0\nconvert_units = false", ""));
  EXPECT_THAT(to_toml(at(tree("furlong", ""), "notes")), HasSubstr("the unit 'furlong' is not defined"));
}

TEST_F(SspReader, ConvertsAtEveryHop) {
  // a connector in cm between millimetres and metres, with a transformation in cm
  const std::string inner = "<ssd:System name=\"s\">" +
                            connectors(connector("in", "input", "<ssc:Real unit=\"cm\"/>")) +
                            elements(components({"c"})) + connections(connection("in", "c.u_m")) + "</ssd:System>";
  const Value tree = read(ssd(elements(components({"a"}) + inner) +
                              connections(connection("a.y_mm", "s.in", "<ssc:LinearTransformation offset=\"5\"/>"))));
  EXPECT_NEAR(*at(tree, "connect.0.scale").get<double>(), 0.001, 1e-15);
  EXPECT_NEAR(*at(tree, "connect.0.offset").get<double>(), 0.05, 1e-15);
  EXPECT_EQ(at(tree, "connect.0.convert_units"), Value(false));
}

TEST_F(SspReader, PassesUnitsOnThroughConnectorsThatNameNone) {
  const std::string inner = "<ssd:System name=\"s\">" + connectors(connector("in", "input")) +
                            elements(components({"c"})) + connections(connection("in", "c.u_m")) + "</ssd:System>";
  const Value tree = read(ssd(elements(components({"a"}) + inner) + connections(connection("a.y_mm", "s.in"))));
  EXPECT_EQ(at(tree, "connect.0"),
            parse_toml("from = \"a.y_mm\"\nto = \"s/c.u_m\"\nscale = 0.001\nconvert_units = false", ""));
}

TEST_F(SspReader, AsksForWhatIsNoOutput) {
  const Value tree = read(ssd(elements(components({"a", "b"})) +
                              connections(connection("a.derived", "b.u") + connection("a.derived", "b.u_m"))));
  EXPECT_EQ(at(tree, "subsystem.a.outputs"), Value(Value::Array{Value("derived")}));
  EXPECT_EQ(tree.find("connect")->get<Value::Array>()->size(), 2u);
}

TEST_F(SspReader, ConnectsArraysByTheirElements) {
  const std::string text = R"(<fmiModelDescription fmiVersion="3.0" modelName="Grid" instantiationToken="1">
    <CoSimulation modelIdentifier="Grid"/><ModelVariables>
    <Float64 name="y" valueReference="1" causality="output"><Dimension start="2"/><Dimension start="2"/></Float64>
    <Float64 name="u" valueReference="2" causality="input" start="0"><Dimension start="2"/><Dimension start="2"/></Float64>
    <Float64 name="v" valueReference="3" causality="input" start="0"><Dimension start="3"/></Float64>
    <Float64 name="none" valueReference="6" causality="input" start="0"><Dimension start="4000000000"/><Dimension start="0"/></Float64>
    <String name="t" valueReference="4" causality="output"/>
    <String name="s" valueReference="5" causality="input"><Start value=""/></String>
    </ModelVariables><ModelStructure/></fmiModelDescription>)";
  write_zip(folder_ / "box.fmu", {{"modelDescription.xml", text}});
  const auto between = [&](const std::string& from, const std::string& to) {
    return ssd(elements(components({"a", "b"})) + connections(connection(from, to)));
  };
  const Value tree = read(between("a.y", "b.u"));
  ASSERT_EQ(tree.find("connect")->get<Value::Array>()->size(), 4u);
  EXPECT_EQ(at(tree, "connect.1"), parse_toml("from = \"a.y[1,2]\"\nto = \"b.u[1,2]\"", ""));
  EXPECT_EQ(at(tree, "connect.2"), parse_toml("from = \"a.y[2,1]\"\nto = \"b.u[2,1]\"", ""));
  EXPECT_THAT(refusal(between("a.y", "b.v")), HasSubstr("one side has 4 values and the other 3"));
  EXPECT_THAT(refusal(between("a.y", "b.none")), HasSubstr("'none': has 4000000000 elements"));
  EXPECT_THAT(refusal(between("a.t", "b.s")), HasSubstr("only numbers can pass between components"));
}

TEST_F(SspReader, RefusesMoreConnectionsThanAnyoneMeans) {
  std::string text = R"(<fmiModelDescription fmiVersion="3.0" modelName="Grid" instantiationToken="1">
    <CoSimulation modelIdentifier="Grid"/><ModelVariables>
    <Float64 name="y" valueReference="1" causality="output"><Dimension start="40000"/></Float64>)",
              content;
  for (int i = 2; i < 5; ++i) {
    const std::string number = std::to_string(i);
    text += "<Float64 name=\"u" + number + "\" valueReference=\"" + number +
            "\" causality=\"input\" start=\"0\"><Dimension start=\"40000\"/></Float64>";
    content += connection("a.y", "b.u" + number);
  }
  write_zip(folder_ / "box.fmu",
            {{"modelDescription.xml", text + "</ModelVariables><ModelStructure/></fmiModelDescription>"}});
  EXPECT_THAT(refusal(ssd(elements(components({"a", "b"})) + connections(content))),
              AllOf(HasSubstr("connection from 'a.y' to 'b.u4'"), HasSubstr("more than 100000 values")));
}

TEST_F(SspReader, MakesTablesOfMappings) {
  EXPECT_EQ(connect("a.flag", "b.on",
                    "<ssc:BooleanMappingTransformation><ssc:MapEntry source=\"true\" target=\"false\"/>"
                    "<ssc:MapEntry source=\"false\" target=\"true\"/></ssc:BooleanMappingTransformation>"),
            parse_toml("from = \"a.flag\"\nto = \"b.on\"\nmap = [[1, 0], [0, 1]]", ""));
  EXPECT_EQ(connect("a.count", "b.level",
                    "<ssc:IntegerMappingTransformation><ssc:MapEntry source=\"3\" target=\"-4\"/>"
                    "</ssc:IntegerMappingTransformation>"),
            parse_toml("from = \"a.count\"\nto = \"b.level\"\nmap = [[3, -4]]", ""));
  EXPECT_EQ(connect("a.shift", "b.gear",
                    "<ssc:EnumerationMappingTransformation><ssc:MapEntry source=\"first\" target=\"second\"/>"
                    "</ssc:EnumerationMappingTransformation>"),
            parse_toml("from = \"a.shift\"\nto = \"b.gear\"\nmap = [[1, 2]]", ""));
}

TEST_F(SspReader, GivesDottedNamesOthers) {
  const Value tree = read(ssd(elements(components({"a.b", "a_b"}))));
  EXPECT_EQ(at(tree, "subsystem.0.name"), Value("a_b"));
  EXPECT_EQ(at(tree, "subsystem.1.name"), Value("a_b_2"));
}

TEST_F(SspReader, ChoosesTimesThatNobodyNamesAndSaysSo) {
  const Value tree = read(ssd(elements(components({"a"}))));
  EXPECT_EQ(at(tree, "simulation.end"), Value(1.0));
  EXPECT_EQ(at(tree, "scheme.step"), Value(0.001));
  EXPECT_THAT(to_toml(at(tree, "notes")), HasSubstr("scheme.step = 0.001 was chosen"));
}

TEST_F(SspReader, ReadsSystemsInOtherFiles) {
  const std::string inner =
      ssd(connectors(connector("in", "input")) + elements(components({"c"})) + connections(connection("in", "c.u")) +
          bindings(binding(parameter("c.n", "Integer", "2") + parameter("c.k", "Real", "2"))));
  const std::string outer =
      ssd(elements(components({"a"}) +
                   "<ssd:Component name=\"s\" type=\"application/x-ssp-package\" source=\"inner.ssp\">" +
                   bindings(binding(parameter("c.n", "Integer", "9"))) + "</ssd:Component>" +
                   "<ssd:Component name=\"t\" type=\"application/x-ssp-definition\" source=\"other.ssd\"/>") +
          connections(connection("a.y", "s.in") + connection("a.y", "t.in")));
  const Value tree = read(outer, {{"inner.ssp", bytes_of(pack(inner, {}, "inner.ssp"))}, {"other.ssd", inner}});
  EXPECT_EQ(at(tree, "connect.0.to"), Value("s/c.u"));
  EXPECT_EQ(at(tree, "connect.1.to"), Value("t/c.u"));
  // the bindings of the component come after those of the system it stands for
  EXPECT_EQ(at(tree, "subsystem.s/c.parameters"), parse_toml("n = 9\nk = 2.0", ""));
  EXPECT_EQ(at(tree, "subsystem.t/c.parameters"), parse_toml("n = 2\nk = 2.0", ""));
}

TEST_F(SspReader, UsesASystemOfTheFileAgain) {
  const std::string inner = "<ssd:System name=\"s\" id=\"pair\">" + elements(components({"c"})) + "</ssd:System>";
  const Value tree = read(ssd(elements(inner + "<ssd:Component name=\"t\" source=\"#pair\"/>")));
  EXPECT_EQ(at(tree, "subsystem.0.name"), Value("s/c"));
  EXPECT_EQ(at(tree, "subsystem.1.name"), Value("t/c"));
}

}  // namespace
}  // namespace oldham
