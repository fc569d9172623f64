// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "description_slips.hpp"
#include "descriptions.hpp"
#include "message_of.hpp"
#include "oldham/fmi/description/description_reader.hpp"

namespace oldham::fmi {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const std::string& text) {
  return message_of([&] { read(text); });
}

class DescriptionSlip : public testing::TestWithParam<Slip> {};

TEST_P(DescriptionSlip, IsToldWithItsPlace) {
  const auto& [text, from, to, message] = GetParam();
  EXPECT_THAT(refusal(with(text, from, to)), HasSubstr(message));
}

INSTANTIATE_TEST_SUITE_P(
    Head, DescriptionSlip,
    testing::Values(
        Slip{fmi2_text, "fmiVersion=\"2.0\"", "fmiVersion=\"4.0\"",
             "modelDescription.xml:2: fmiModelDescription: fmiVersion: expected 1.0, 2.0 or 3.x, found '4.0'; export"},
        Slip{fmi2_text, " fmiVersion=\"2.0\"", "",
             "modelDescription.xml:2: fmiModelDescription: the attribute 'fmiVersion' is missing"},
        Slip{fmi2_text, "modelName=\"Oscillator\"", "",
             "the attribute 'modelName' is missing; correct the description"},
        Slip{fmi2_text, "guid=", "id=", "the attribute 'guid' is missing"},
        Slip{fmi3_text, "instantiationToken=", "guid=", "the attribute 'instantiationToken' is missing"},
        Slip{fmi1_text, "modelIdentifier=\"Tank\"", "", "the attribute 'modelIdentifier' is missing"},
        Slip{fmi2_text, " modelIdentifier=\"Oscillator\"", "",
             "modelDescription.xml:6: CoSimulation: the attribute 'modelIdentifier'"},
        Slip{fmi2_text, "canInterpolateInputs=\"1\"", "canInterpolateInputs=\"yes\"",
             "CoSimulation: canInterpolateInputs: expected true or false, found 'yes'"},
        Slip{fmi2_text, "maxOutputDerivativeOrder=\"2\"", "maxOutputDerivativeOrder=\"-2\"",
             "maxOutputDerivativeOrder: expected an integer from 0 to 4294967295, found '-2'"},
        Slip{fmi3_text, "fixedInternalStepSize=\"1e-4\"", "fixedInternalStepSize=\"1,5\"",
             "fixedInternalStepSize: expected a number, found '1,5'"},
        Slip{fmi2_text, "stopTime=\"5\"", "stopTime=\"\"",
             "DefaultExperiment: stopTime: expected a number, found ''"}));

INSTANTIATE_TEST_SUITE_P(
    Definitions, DescriptionSlip,
    testing::Values(Slip{fmi2_text, "<Unit name=\"m\">", "<Unit>",
                         "modelDescription.xml:12: Unit: the attribute 'name' is missing"},
                    Slip{fmi2_text, "rad=\"1\"", "rad=\"0.5\"",
                         "Unit 'rpm': BaseUnit: rad: expected an integer from -128 to 127, found '0.5'"},
                    Slip{fmi2_text, "factor=\"0.10471975511965977\"", "factor=\"0\"",
                         "BaseUnit: factor: expected a number other than zero, found '0'"},
                    Slip{fmi2_text, "min=\"0\"", "min=\"low\"",
                         "SimpleType 'Mass': Real: min: expected a number, found 'low'"},
                    Slip{fmi2_text, "name=\"first\" value=\"1\"", "name=\"first\"",
                         "Item 'first': the attribute 'value' is missing"},
                    Slip{fmi3_text, "intervalVariability=\"constant\" intervalDecimal", "intervalDecimal",
                         "ClockType 'Periodic': the attribute 'intervalVariability' is missing"}));

INSTANTIATE_TEST_SUITE_P(
    Variables, DescriptionSlip,
    testing::Values(
        Slip{fmi2_text, "name=\"f\" ", "", "modelDescription.xml:30: ScalarVariable: the attribute 'name' is missing"},
        Slip{fmi2_text, "name=\"f\" valueReference=\"4\"", "name=\"f\"",
             "ScalarVariable 'f': the attribute 'valueReference' is missing"},
        Slip{fmi2_text, "valueReference=\"4\"", "valueReference=\"4294967296\"",
             "ScalarVariable 'f': valueReference: expected an integer from 0 to 4294967295, found '4294967296'"},
        Slip{fmi2_text, "causality=\"input\"", "causality=\"Input\"",
             "ScalarVariable 'f': causality: 'Input' is not a value of the standard; did you mean 'input'"},
        Slip{fmi2_text, "variability=\"tunable\"", "variability=\"parameter\"",
             "variability: 'parameter' is not a value of the standard"},
        Slip{fmi2_text, "initial=\"exact\"", "initial=\"guess\"", "initial: 'guess' is not a value of the standard"},
        Slip{fmi2_text, "<Real start=\"0\"/>", "",
             "ScalarVariable 'f': type: expected one of the elements Real, Integer"},
        Slip{fmi2_text, "<Real start=\"0\"/>", "<Real start=\"0 1\"/>",
             "ScalarVariable 'f': Real: start: expected a number, found '0 1'"},
        Slip{fmi2_text, "<Boolean start=\"true\"/>", "<Boolean start=\"on\"/>",
             "ScalarVariable 'is_on': Boolean: start: expected true or false, found 'on'"},
        Slip{fmi2_text, "declaredType=\"Gear\" start=\"2\"", "declaredType=\"Gear\" start=\"second\"",
             "Enumeration: start: expected an integer"},
        Slip{fmi2_text, "derivative=\"2\"", "derivative=\"x\"", "Real: derivative: expected an integer from 0"},
        Slip{fmi3_text, "start=\"-128\"", "start=\"-129\"",
             "Int8 'i8': start: expected an integer from -128 to 127, found '-129'"},
        Slip{fmi3_text, "start=\"65535\"", "start=\"65536\"",
             "UInt16 'u16': start: expected an integer from 0 to 65535, found '65536'"},
        Slip{fmi3_text, "start=\"18446744073709551615\"", "start=\"18446744073709551616\"",
             "UInt64 'u64': start: expected"},
        Slip{fmi3_text, "start=\"0.1 0.2 0.3\"", "start=\"0.1 0,2\"",
             "Float64 'angle': start: expected a number, found '0,2'"},
        Slip{fmi3_text, "value=\"00ffA0\"", "value=\"00ff0\"",
             "Binary 'picture': Start: value: expected pairs of hexadecimal digits, found '00ff0'"},
        Slip{fmi3_text, "value=\"00ffA0\"", "value=\"0x\"", "expected pairs of hexadecimal digits, found '0x'"},
        Slip{fmi3_text, "clocks=\"18\"", "clocks=\"tick\"", "Float64 'sampled': clocks: expected an integer"},
        Slip{fmi3_text, "<Dimension start=\"2\"/>", "<Dimension start=\"-2\"/>",
             "Float64 'u': Dimension: start: expected an integer from 0"},
        Slip{fmi3_text, "<Alias name=\"phi\"", "<Alias", "Alias: the attribute 'name' is missing"},
        Slip{fmi1_text, "alias=\"negatedAlias\"", "alias=\"minus\"",
             "ScalarVariable 'loss': alias: 'minus' is not a value"},
        Slip{fmi1_text, "causality=\"input\"", "causality=\"local\"",
             "causality: 'local' is not a value of the standard; known here: input, output, internal, none"}));

INSTANTIATE_TEST_SUITE_P(
    Structure, DescriptionSlip,
    testing::Values(Slip{fmi2_text, "<Unknown index=\"2\"/>", "<Unknown/>",
                         "modelDescription.xml:40: Unknown: the attribute 'index' is missing"},
                    Slip{fmi2_text, "dependencies=\"2 5\"", "dependencies=\"2,5\"",
                         "Unknown: dependencies: expected an integer from 0 to 4294967295, found '2,5'"},
                    Slip{fmi2_text, "fixed dependent", "fixed linear",
                         "dependenciesKind: 'linear' is not a value of the standard"},
                    Slip{fmi3_text, "<Output valueReference=\"5\"", "<Output index=\"5\"",
                         "Output: the attribute 'valueReference' is missing"}));

TEST(MalformedXml, IsToldWithItsLine) {
  EXPECT_THAT(refusal(""), HasSubstr("modelDescription.xml:1: this is no well-formed XML"));
  EXPECT_THAT(refusal("no XML at all"), HasSubstr("this is no well-formed XML"));
  EXPECT_THAT(refusal("<a>\n<b>\n</a>"), StartsWith("modelDescription.xml:3: this is no well-formed XML (Start-end"));
  EXPECT_THAT(refusal(std::string(fmi2_text).substr(0, 3000)), HasSubstr("this is no well-formed XML"));
  EXPECT_THAT(refusal("<project/>"),
              HasSubstr("modelDescription.xml:1: expected the element fmiModelDescription, found 'project'"));
  EXPECT_THAT(refusal(std::string("<fmi\0\0\0", 8)), HasSubstr("modelDescription.xml"));
}

TEST(MalformedXml, NoCutOfATextCrashes) {
  // only the last bracket makes it a whole
  const std::string text = std::string(fmi3_text).substr(0, std::string(fmi3_text).rfind('>') + 1);
  ASSERT_EQ(refusal(text), "no error");
  for (std::size_t size = 0; size < text.size(); size += 7)
    EXPECT_NE(refusal(text.substr(0, size)), "no error") << size;
}

TEST(HostileXml, EntitiesAreNotExpanded) {
  // ten lines that would grow to gigabytes; the parser does not read document types
  std::string text = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY l0 \"ha\">";
  for (int i = 1; i < 10; ++i) {
    text += "<!ENTITY l" + std::to_string(i) + " \"";
    for (int j = 0; j < 10; ++j) text += "&l" + std::to_string(i - 1) + ";";
    text += "\">";
  }
  text += "]>\n";
  const std::string body = std::string(fmi2_text).substr(std::string(fmi2_text).find("<fmiModel"));
  EXPECT_EQ(read(text + with(body, "A mass on a spring", "&l9;")).description, "&l9;");
  // a file of the machine cannot be drawn in either
  const std::string external = "<!DOCTYPE a [<!ENTITY f SYSTEM \"file:///etc/passwd\">]>\n";
  EXPECT_EQ(read(external + with(body, "A mass on a spring", "&f;")).description, "&f;");
}

TEST(HostileXml, DepthAndLengthDoNoHarm) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  for (int i = 0; i < 100'000; ++i) deep += "</a>";
  EXPECT_EQ(read(with(fmi2_text, "<ModelVariables>", deep + "<ModelVariables>")).variables.size(), 11u);
  EXPECT_THAT(refusal(deep), HasSubstr("expected the element fmiModelDescription"));
  const std::string huge(1'000'000, '(');
  const ModelDescription named = read(with(fmi2_text, "<Unit name=\"m/s\"", "<Unit name=\"" + huge + "\""));
  EXPECT_FALSE(find_unit(named, huge)->unit.has_value());
  EXPECT_LT(refusal(with(fmi2_text, "valueReference=\"4\"", "valueReference=\"" + huge + "\"")).size(), 400u);
  EXPECT_LT(refusal(with(fmi2_text, "causality=\"input\"", "causality=\"" + huge + "\"")).size(), 400u);
}

TEST(Encoding, OthersThanUtf8AreReadOrRefused) {
  const auto encoded = [](const char* encoding, const char* name) {
    return with(with(fmi2_text, "UTF-8", encoding), "A mass on a spring", name);
  };
  EXPECT_EQ(read(encoded("UTF-8", "Stoß")).description, "Stoß");
  EXPECT_EQ(read(encoded("iso-8859-1", "Sto\xDF")).description, "Stoß");
  EXPECT_EQ(read(encoded("windows-1252", "5 \x80")).description, "5 €");
  EXPECT_EQ(read("\xEF\xBB\xBF" + std::string(fmi2_text)).model_name, "Oscillator") << "with a byte order mark";
  EXPECT_THAT(refusal(encoded("EUC-JP", "x")), HasSubstr("expected UTF-8, found the encoding 'euc-jp'; save the file"));
  EXPECT_THAT(refusal(std::string("\xFF\xFE<\0f\0", 6)), HasSubstr("found the encoding 'utf-16'"));
}

TEST(Tolerance, WhatIsClearIsReadAndNoticed) {
  const ModelDescription spelt = read(with(fmi2_text, "<Boolean start=\"true\"/>", "<Boolean start=\"True\"/>"));
  ASSERT_EQ(spelt.noticed.size(), 1u);
  EXPECT_EQ(text_of(spelt.noticed[0]),
            "modelDescription.xml:33: warning: ScalarVariable 'is_on': Boolean: start = 'True' should be written true "
            "[boolean-spelling]");
  const ModelDescription kinds = read(with(fmi2_text, "fixed dependent", "fixed"));
  ASSERT_EQ(kinds.noticed.size(), 1u);
  EXPECT_EQ(kinds.noticed[0].rule, "dependency-kind");
  EXPECT_FALSE(kinds.structure.outputs[2].has_kinds);
  const ModelDescription unknown = read(
      with(fmi3_text, "<Float64 name=\"time\"", "<Float16 name=\"h\" valueReference=\"99\"/><Float64 name=\"time\""));
  EXPECT_EQ(unknown.noticed.at(0).rule, "unknown-element");
  const ModelDescription names = read(with(fmi1_text, "<Name>inflow</Name>", "<Name>rain</Name>"));
  EXPECT_EQ(names.noticed.at(0).what, "depends on 'rain', and there is no variable of this name");
  // numbers may have signs, blanks and infinities
  const ModelDescription signs = read(with(fmi2_text, "start=\"0.5\"", "start=\" +0.5 \" max=\"INF\""));
  EXPECT_EQ(std::get<std::vector<double>>(*signs.variables[1].start)[0], 0.5);
}

}  // namespace
}  // namespace oldham::fmi
