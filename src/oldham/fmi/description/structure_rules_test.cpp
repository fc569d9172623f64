// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "description_slips.hpp"
#include "descriptions.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/initial_rules.hpp"
#include "oldham/fmi/description/violations.hpp"

namespace oldham::fmi {
namespace {

class ReferenceSlip : public testing::TestWithParam<Slip> {};

TEST_P(ReferenceSlip, IsFound) {
  const auto& [text, from, to, expected] = GetParam();
  EXPECT_THAT(texts_of(violations_of(with(text, from, to))), testing::Contains(testing::HasSubstr(expected)));
}

INSTANTIATE_TEST_SUITE_P(
    Aliases, ReferenceSlip,
    testing::Values(Slip{fmi2_text, "name=\"mass\" valueReference=\"5\"", "name=\"mass\" valueReference=\"4\"",
                         ":31: error: variable 'mass': shares valueReference 4 with 'f', and both are set from outside "
                         "[duplicate-reference]"},
                    Slip{fmi2_text, "causality=\"output\"><Real unit=\"m\"/>",
                         "causality=\"output\" initial=\"exact\"><Real unit=\"m\" start=\"1\"/>",
                         "warning: variable 'y': has a start value, and so has 'x' of the same value [alias-start]"},
                    Slip{fmi2_text, "causality=\"output\"><Real unit=\"m\"/>",
                         "causality=\"output\" variability=\"constant\"><Real unit=\"m\" start=\"1\"/>",
                         "variable 'y': shares its value with 'x', and only one of them is constant"},
                    Slip{fmi2_text, "causality=\"output\"><Real unit=\"m\"/>",
                         "causality=\"output\"><Real unit=\"m/s\"/>", "which has another unit [alias-unit]"},
                    Slip{fmi3_text, "valueReference=\"21\"/>\n", "valueReference=\"20\"/>\n",
                         "error: variable 'border': has the valueReference 20 of 'before' [duplicate-reference]"}));

INSTANTIATE_TEST_SUITE_P(
    Derivatives, ReferenceSlip,
    testing::Values(
        Slip{fmi2_text, "derivative=\"3\"", "derivative=\"30\"",
             "error: variable 'der(v)': derivative = 30 is the index of no variable [derivative]"},
        Slip{fmi2_text, "derivative=\"3\"", "derivative=\"0\"", "derivative = 0 is the index of no variable"},
        Slip{fmi3_text, "derivative=\"2\"", "derivative=\"22\"",
             "derivative = 22 is the valueReference of no variable"},
        Slip{fmi2_text, "derivative=\"3\"", "derivative=\"4\"", "variable 'der(v)': is its own derivative"},
        Slip{fmi2_text, "derivative=\"3\"", "derivative=\"7\"",
             "is the derivative of 'count', which is no floating-point number"},
        Slip{fmi3_text, "derivative=\"2\"", "derivative=\"4\"", "is the derivative of 'u', which has another size"},
        Slip{fmi2_text, "<Real start=\"0\"/>", "<Real start=\"0\" reinit=\"true\"/>",
             "warning: variable 'f': reinit is for continuous states only"}));

INSTANTIATE_TEST_SUITE_P(
    Lists, ReferenceSlip,
    testing::Values(
        Slip{fmi2_text, "<Unknown index=\"2\"/>", "<Unknown index=\"12\"/>",
             ":40: error: outputs: index 12 is of no variable [unknown-reference]"},
        Slip{fmi3_text, "<Output valueReference=\"19\"/>", "<Output valueReference=\"99\"/>",
             "error: outputs: valueReference 99 is of no variable"},
        Slip{fmi2_text, "<Unknown index=\"2\"/>", "",
             ":27: warning: variable 'x': is an output, but not listed as such in ModelStructure [output-not-listed]"},
        Slip{fmi2_text, "<Unknown index=\"2\"/>", "<Unknown index=\"7\"/>",
             "error: outputs: variable 'count' stands twice [duplicate-unknown]"},
        Slip{fmi2_text, "<Unknown index=\"2\"/>", "<Unknown index=\"5\"/>",
             "error: outputs: variable 'f' is listed, and its causality is not output [not-an-output]"},
        Slip{fmi2_text, "<Unknown index=\"3\"/>", "<Unknown index=\"5\"/>",
             "error: derivatives: variable 'f': has no attribute derivative, so its state is not known [state]"},
        Slip{fmi2_text, "<Unknown index=\"3\"/>", "<Unknown index=\"7\"/>",
             "derivatives: variable 'count': must be a continuous floating-point number"},
        Slip{fmi2_text, "derivative=\"3\"", "derivative=\"2\"", "its state 'x' has a derivative in the list already"},
        Slip{fmi2_text, "derivative=\"3\"", "derivative=\"5\"",
             "its state 'f' must be a continuous floating-point number, local or output"},
        Slip{fmi2_text, "<Unknown index=\"4\"/>", "",
             "warning: variable 'der(v)': is computed by the initialisation, but not listed"},
        Slip{fmi2_text, "<Unknown index=\"4\"/>", "<Unknown index=\"4\"/><Unknown index=\"5\"/>",
             "initial unknowns: variable 'f' is listed, but initialisation does not compute it"},
        Slip{fmi2_text, "<Unknown index=\"4\"/><Unknown index=\"7\"/>", "<Unknown index=\"7\"/><Unknown index=\"4\"/>",
             "should be in the order of the variables"},
        Slip{fmi3_text, "<InitialUnknown valueReference=\"5\"/>", "",
             "warning: variable 'y': is computed by the initialisation"},
        Slip{fmi3_text, "<ClockedState valueReference=\"19\"/>", "<ClockedState valueReference=\"20\"/>",
             "error: clocked states: variable 'before' must have clocks and a previous value"},
        Slip{fmi3_text, "<EventIndicator valueReference=\"21\"/>", "<EventIndicator valueReference=\"17\"/>",
             "error: event indicators: variable 'mode' must be a continuous"}));

INSTANTIATE_TEST_SUITE_P(
    Dependencies, ReferenceSlip,
    testing::Values(
        Slip{fmi2_text, "dependencies=\"2 5\"", "dependencies=\"2 50\"",
             "error: outputs: variable 'y': depends on 50, and no variable has that number [unknown-reference]"},
        Slip{fmi2_text, "dependencies=\"2 5\"", "dependencies=\"5 5\"",
             "warning: outputs: variable 'y': depends on 'f' twice [dependency]"},
        Slip{fmi2_text, "dependencies=\"2 5\"", "dependencies=\"4 5\"",
             "depends on 'der(v)', which is neither an input nor a state"},
        Slip{fmi3_text, "dependencies=\"2 4\"", "dependencies=\"3 4\"",
             "outputs: variable 'y': depends on 'der(angle)', which is neither"},
        Slip{fmi3_text, "dependencies=\"2\"", "dependencies=\"5\"",
             "depends on 'y', which is neither an input nor given by a start value"},
        Slip{fmi2_text, "<Unknown index=\"7\" dependencies=\"\"/>",
             "<Unknown index=\"7\" dependencies=\"5\" dependenciesKind=\"fixed\"/>",
             "outputs: variable 'count': the kind of its dependency on 'f' is not allowed here [dependency-kind]"},
        Slip{fmi2_text, "<Unknown index=\"11\"/></InitialUnknowns>",
             "<Unknown index=\"11\" dependencies=\"5\" dependenciesKind=\"tunable\"/></InitialUnknowns>",
             "initial unknowns: variable 'y': the kind of its dependency"}));

TEST(StructureRules, NeedAStructure) {
  std::string text = fmi2_text;
  const std::size_t begin = text.find("  <ModelStructure>"), end = text.find("</fmiModelDescription>");
  EXPECT_THAT(texts_of(violations_of(text.erase(begin, end - begin))),
              testing::Contains("error: fmiModelDescription: has no element ModelStructure [missing-structure]"));
}

TEST(StructureRules, NeedVariablesAndAnInterface) {
  const char* text =
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"a\" guid=\"b\"><ModelStructure/></fmiModelDescription>";
  EXPECT_THAT(texts_of(violations_of(text)),
              testing::ElementsAre(testing::HasSubstr("has neither ModelExchange nor CoSimulation: it cannot be run"),
                                   testing::HasSubstr("fmiModelDescription: has no element ModelVariables")));
}

TEST(InitialRules, AreTheTablesOfTheStandard) {
  // counted in the tables: 15 combinations are allowed in FMI 2.0, 17 with structural parameters
  const auto count = [](Standard standard) {
    int allowed = 0;
    for (int c = 0; c < 7; ++c)
      for (int v = 0; v < 5; ++v)
        allowed +=
            initial_rule(standard, static_cast<Causality>(c), static_cast<Variability>(v)).is_combination_allowed;
    return allowed;
  };
  EXPECT_EQ(count(Standard::fmi2), 15);
  EXPECT_EQ(count(Standard::fmi3), 17);
  const InitialRule fixed_local = initial_rule(Standard::fmi2, Causality::local, Variability::fixed);
  EXPECT_EQ(fixed_local.fallback, Initial::calculated);
  EXPECT_FALSE(fixed_local.allows(Initial::exact));
  EXPECT_TRUE(fixed_local.allows(Initial::approx));
  EXPECT_TRUE(initial_rule(Standard::fmi2, Causality::output, Variability::discrete).allows(Initial::exact));
  EXPECT_EQ(initial_rule(Standard::fmi2, Causality::input, Variability::continuous).fallback, std::nullopt);
  EXPECT_EQ(initial_rule(Standard::fmi3, Causality::input, Variability::continuous).fallback, Initial::exact);
  EXPECT_EQ(initial_rule(Standard::fmi3, Causality::independent, Variability::continuous).fallback, std::nullopt);
}

TEST(Violations, StandInOrderOfSeverityAndLine) {
  const std::string text = with(with(fmi2_text, "max=\"100\"", "max=\"-1\""), "unit=\"m/s\"", "unit=\"mph\"");
  const std::vector<Violation> found = find_violations(read_description(text, ""));
  ASSERT_GE(found.size(), 3u);
  EXPECT_EQ(found.front().severity, Severity::error);
  EXPECT_EQ(found.back().severity, Severity::information);
  for (std::size_t i = 1; i < found.size(); ++i)
    EXPECT_TRUE(found[i - 1].severity > found[i].severity || found[i - 1].line <= found[i].line);
}

}  // namespace
}  // namespace oldham::fmi
