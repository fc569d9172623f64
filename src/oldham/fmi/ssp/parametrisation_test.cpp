// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/parametrisation.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "oldham/io/toml_file.hpp"
#include "ssp_texts.hpp"

namespace oldham {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SspParameters : public SspTest {
 protected:
  static std::string component(const std::string& name, const std::string& inside) {
    return "<ssd:Component name=\"" + name + "\" source=\"resources/box.fmu\">" + inside + "</ssd:Component>";
  }
  /// What the component "a" is given when it has these bindings.
  Value given(const std::string& content, std::vector<PackedFile> more = {}) const {
    return at(read(ssd(elements(component("a", bindings(content)))), std::move(more)), "subsystem.a.parameters");
  }
  std::string refused(const std::string& content) const {
    return refusal(ssd(elements(component("a", bindings(content)))));
  }
};

TEST_F(SspParameters, HaveTheTypesOfTheFmu) {
  EXPECT_EQ(given(binding(parameter("p.gain", "Real", "2.5") + parameter("n", "Integer", "3") +
                          parameter("is_fast", "Boolean", "true") + parameter("table", "String", "b c") +
                          parameter("mode", "Enumeration", "second") + parameter("u", "Real", "7"))),
            parse_toml("'p.gain' = 2.5\nn = 3\nis_fast = true\ntable = \"b c\"\nmode = 2\nu = 7.0", ""));
  // other types are taken where nothing is lost
  EXPECT_EQ(given(binding(parameter("n", "Real", "3") + parameter("is_fast", "Integer", "1") +
                          parameter("p.gain", "Integer", "4") + parameter("mode", "Integer", "2"))),
            parse_toml("'p.gain' = 4\nn = 3\nis_fast = true\nmode = 2", ""));
  EXPECT_THAT(refused(binding(parameter("n", "Real", "3.5"))),
              HasSubstr("'n' of 'a' takes an integer, found the number 3.5"));
  EXPECT_THAT(refused(binding(parameter("table", "Real", "3"))), HasSubstr("takes a text"));
  EXPECT_THAT(refused(binding(parameter("mode", "Enumeration", "thrid"))),
              HasSubstr("'thrid' is no item of the enumeration"));
  EXPECT_THAT(refused(binding(parameter("n", "Integer", "many"))), HasSubstr("expected an integer"));
  EXPECT_THAT(refused(binding("<ssv:Parameter name=\"n\"/>")), HasSubstr("the parameter has no value"));
}

TEST_F(SspParameters, AreConvertedToTheUnitOfTheVariable) {
  const std::string units =
      "<ssv:Units><ssc:Unit name=\"foot\"><ssc:BaseUnit m=\"1\" factor=\"0.3048\"/></ssc:Unit></ssv:Units>";
  const auto source = [&](const std::string& set, const std::string& inside = "") {
    return given("<ssd:ParameterBinding source=\"resources/a.ssv\">" + inside + "</ssd:ParameterBinding>",
                 {{"resources/a.ssv", set}});
  };
  EXPECT_EQ(source(parameter_set(parameter("k", "Real", "10", "unit=\"foot\""), units)), parse_toml("k = 3.048", ""));
  EXPECT_EQ(source(parameter_set(parameter("k", "Real", "10", "unit=\"foot\""), units),
                   "<ssd:ParameterMapping>" +
                       mapping("<ssm:MappingEntry source=\"k\" target=\"k\" suppressUnitConversion=\"true\">"
                               "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/></ssm:MappingEntry>") +
                       "</ssd:ParameterMapping>"),
            parse_toml("k = 21.0", ""));
  // the unit first, then the transformation
  EXPECT_EQ(source(parameter_set(parameter("k", "Real", "10", "unit=\"foot\""), units),
                   "<ssd:ParameterMapping>" +
                       mapping("<ssm:MappingEntry source=\"k\" target=\"k\"><ssc:LinearTransformation factor=\"2\" "
                               "offset=\"1\"/></ssm:MappingEntry>") +
                       "</ssd:ParameterMapping>"),
            parse_toml("k = 7.096", ""));
  EXPECT_THAT(refused(binding(parameter("k", "Real", "1", "unit=\"K\""))),
              HasSubstr("'K' (K) cannot be converted to 'm'"));
}

TEST_F(SspParameters, AreMappedByTables) {
  const auto entry = [](const std::string& name, const std::string& inside) {
    return "<ssm:MappingEntry source=\"x\" target=\"" + name + "\">" + inside + "</ssm:MappingEntry>";
  };
  const std::string integers =
      "<ssc:IntegerMappingTransformation><ssc:MapEntry source=\"1\" target=\"5\"/></ssc:IntegerMappingTransformation>";
  EXPECT_EQ(given(binding(parameter("x", "Integer", "1"), entry("n", integers))), parse_toml("n = 5", ""));
  EXPECT_EQ(given(binding(parameter("x", "Integer", "2"), entry("n", integers))), parse_toml("n = 2", ""));
  EXPECT_EQ(given(binding(parameter("x", "Boolean", "true"),
                          entry("is_fast",
                                "<ssc:BooleanMappingTransformation><ssc:MapEntry source=\"true\" "
                                "target=\"false\"/></ssc:BooleanMappingTransformation>"))),
            parse_toml("is_fast = false", ""));
  EXPECT_EQ(given(binding(parameter("x", "Enumeration", "slow"),
                          entry("mode",
                                "<ssc:EnumerationMappingTransformation><ssc:MapEntry source=\"slow\" "
                                "target=\"second\"/></ssc:EnumerationMappingTransformation>"))),
            parse_toml("mode = 2", ""));
}

TEST_F(SspParameters, AreMappedByOneTableAfterTheOther) {
  // the first makes a number of the name
  const auto table = [](const std::string& from, const std::string& to) {
    return "<ssc:IntegerMappingTransformation><ssc:MapEntry source=\"" + from + "\" target=\"" + to +
           "\"/></ssc:IntegerMappingTransformation>";
  };
  const auto through = [&](const std::string& item, const std::string& first, const std::string& second) {
    return ssd(connectors(connector("gear", "parameter")) +
               bindings(binding(parameter("x", "Enumeration", item),
                                "<ssm:MappingEntry source=\"x\" target=\"gear\">" + first + "</ssm:MappingEntry>")) +
               elements(component("a", "")) + connections(connection("gear", "a.mode", second)));
  };
  EXPECT_EQ(at(read(through("7", table("7", "1"), table("1", "2"))), "subsystem.a.parameters.mode"), Value(2));
  // what is in no table stays, to the last digit
  const std::string largest = "9223372036854775807";
  EXPECT_EQ(at(read(through(largest, table("7", "1"), table("1", "2"))), "subsystem.a.parameters.mode"),
            Value(std::numeric_limits<std::int64_t>::max()));
  EXPECT_THAT(refusal(through("7", table("7", largest), table("1", "2"))),
              HasSubstr("9223372036854775807 is too large for a table"));
}

TEST_F(SspParameters, AreMappedByNameAndOthersAreLeftOut) {
  EXPECT_EQ(given(binding(parameter("x", "Integer", "4") + parameter("k", "Real", "2"),
                          "<ssm:MappingEntry source=\"x\" target=\"n\"/><ssm:MappingEntry source=\"\" target=\"k\"/>")),
            parse_toml("n = 4", ""));
  const Value tree = read(ssd(elements(component(
      "a", bindings(binding(parameter("x", "Integer", "4"), "<ssm:MappingEntry source=\"x\" target=\"is_fsat\"/>"))))));
  EXPECT_EQ(at(tree, "subsystem.a.parameters"), Value(Value::Table()));
  EXPECT_THAT(to_toml(at(tree, "notes")),
              AllOf(HasSubstr("the target 'is_fsat' is no parameter of 'a'"), HasSubstr("did you mean 'is_fast'")));
}

TEST_F(SspParameters, ThatNobodyHasAreTold) {
  const Value tree = read(ssd(elements(
      component("a", bindings(binding(parameter("massa", "Real", "1") + parameter("derived", "Real", "1")))))));
  EXPECT_EQ(at(tree, "subsystem.a.parameters"), Value(Value::Table()));
  EXPECT_THAT(to_toml(at(tree, "notes")), AllOf(HasSubstr("massa is no parameter there"),
                                                HasSubstr("'derived' of 'a' cannot be set, the FMU computes it")));
}

TEST_F(SspParameters, OfLaterAndOuterBindingsWin) {
  const std::string inner =
      component("a", bindings(binding(parameter("n", "Integer", "1") + parameter("p.gain", "Real", "1") +
                                      parameter("k", "Real", "1")) +
                              binding(parameter("p.gain", "Real", "2") + parameter("k", "Real", "2"))));
  const Value tree =
      read(ssd(bindings(binding(parameter("s.a.k", "Real", "3"))) +
               elements("<ssd:System name=\"s\">" +
                        bindings(binding(parameter("a.k", "Real", "9") + parameter("a.table", "String", "t"))) +
                        elements(inner) + "</ssd:System>")));
  EXPECT_EQ(at(tree, "subsystem.s/a.parameters"), parse_toml("n = 1\n'p.gain' = 2.0\nk = 3.0\ntable = \"t\"", ""));
}

TEST_F(SspParameters, ReachElementsByPrefixAndDottedNames) {
  const Value tree = read(ssd(bindings(binding(parameter("n", "Integer", "5"), "", "prefix=\"a.\"") +
                                       binding(parameter("x.y.n", "Integer", "6"))) +
                              elements(components({"a", "x.y"}))));
  EXPECT_EQ(at(tree, "subsystem.a.parameters"), parse_toml("n = 5", ""));
  EXPECT_EQ(at(tree, "subsystem.x_y.parameters"), parse_toml("n = 6", ""));
}

TEST_F(SspParameters, GoThroughConnectorsOfSystems) {
  // metres outside, millimetres at the connector; the connection wins over what the component itself is given
  const Value tree =
      read(ssd(connectors(connector("gain", "parameter") + connector("load", "input")) +
               bindings(binding(parameter("gain", "Real", "4") + parameter("load", "Real", "11"))) +
               elements("<ssd:System name=\"s\">" +
                        connectors(connector("k", "parameter", "<ssc:Real unit=\"mm\"/>") + connector("u", "input")) +
                        elements(component("a", bindings(binding(parameter("k", "Real", "77"))))) +
                        connections(connection("k", "a.k") + connection("u", "a.u")) + "</ssd:System>") +
               connections(connection("gain", "s.k", "<ssc:LinearTransformation factor=\"500\"/>") +
                           connection("load", "s.u"))));
  EXPECT_EQ(at(tree, "subsystem.s/a.parameters"), parse_toml("k = 2.0\nu = 11.0", ""));
  EXPECT_EQ(tree.find("connect"), nullptr);
}

TEST_F(SspParameters, CanBeConstantsOfOthers) {
  const Value tree = read(ssd(elements(components({"a", "b"})) + connections(connection("a.pi", "b.p.gain"))));
  EXPECT_EQ(at(tree, "subsystem.b.parameters"), parse_toml("'p.gain' = 3.25", ""));
  EXPECT_THAT(refusal(ssd(elements(components({"a", "b"})) + connections(connection("a.derived", "b.p.gain")))),
              HasSubstr("parameters that other components compute are not supported"));
}

TEST_F(SspParameters, ComeFromFilesInThePackageOrTheComponent) {
  const std::string set = parameter_set(parameter("n", "Integer", "8"));
  write_zip(folder_ / "box.fmu", {{"modelDescription.xml", box_text}, {"documentation/a.ssv", set}});
  EXPECT_EQ(given("<ssd:ParameterBinding source=\"documentation/a.ssv\" sourceBase=\"component\"/>"),
            parse_toml("n = 8", ""));
  EXPECT_EQ(
      given("<ssd:ParameterBinding source=\"a.ssv\"><ssd:ParameterMapping source=\"a.ssm\"/></ssd:ParameterBinding>",
            {{"a.ssv", set}, {"a.ssm", mapping("<ssm:MappingEntry source=\"n\" target=\"level\"/>")}}),
      parse_toml("level = 8", ""));
  EXPECT_THAT(refused("<ssd:ParameterBinding source=\"a.ssv\"/>"), HasSubstr("there is no file 'a.ssv'"));
  EXPECT_THAT(refused("<ssd:ParameterBinding/>"), HasSubstr("neither a source nor an element ParameterSet"));
  EXPECT_THAT(refused("<ssd:ParameterBinding source=\"a.cdf\" type=\"text/x-cdf\"/>"),
              HasSubstr("files of the type 'text/x-cdf' are not read"));
  EXPECT_THAT(
      refusal(ssd(elements(component("a", bindings("<ssd:ParameterBinding source=\"a.ssv\"/>")))), {{"a.ssv", "<x/>"}}),
      HasSubstr("rig.ssp/a.ssv:1: expected the element ParameterSet"));
}

TEST_F(SspParameters, OfVersionTwoHaveArrays) {
  const auto array = [](const std::string& type, const std::string& content, const std::string& size) {
    return "<ssv:Parameter name=\"n\"><ssv:" + type + content + "<ssc:Dimension size=\"" + size +
           "\"/></ssv:Parameter>";
  };
  EXPECT_EQ(given(binding(array("Int32", " value=\"4\"/>", "1"))), parse_toml("n = 4", ""));
  EXPECT_THAT(refused(binding(array("Int32", " value=\"4 5\"/>", "2"))),
              HasSubstr("takes one value, found an array of 2"));
  EXPECT_THAT(refused(binding(array("Int32", " value=\"4 5\"/>", "3"))),
              HasSubstr("2 values do not fill the dimensions"));
}

}  // namespace
}  // namespace oldham
