// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/violations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "description_slips.hpp"
#include "descriptions.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/initial_rules.hpp"

namespace oldham::fmi {
namespace {

TEST(Violations, WhatKeepsTheRulesHasNone) {
  EXPECT_THAT(texts_of(violations_of(fmi1_text)), testing::IsEmpty());
  EXPECT_THAT(texts_of(violations_of(fmi3_text)), testing::IsEmpty());
  // the standard leaves the names of units open, so this is no fault
  EXPECT_THAT(
      texts_of(violations_of(fmi2_text)),
      testing::ElementsAre("modelDescription.xml:14: information: unit 'furlong': has no base units and no usual "
                           "name: connections to it cannot be checked or converted [unit-meaning]"));
}

class RuleSlip : public testing::TestWithParam<Slip> {};

TEST_P(RuleSlip, IsFound) {
  const auto& [text, from, to, expected] = GetParam();
  EXPECT_THAT(texts_of(violations_of(with(text, from, to))), testing::Contains(testing::HasSubstr(expected)));
}

INSTANTIATE_TEST_SUITE_P(
    Head, RuleSlip,
    testing::Values(
        Slip{fmi2_text, "modelIdentifier=\"Oscillator\"", "modelIdentifier=\"7 up\"",
             ":6: warning: CoSimulation: modelIdentifier '7 up' is not a C identifier: letters, digits and underscores "
             "[identifier]"},
        Slip{fmi2_text, "canGetAndSetFMUstate=\"true\"", "", "warning: CoSimulation: declares to serialise its state"},
        Slip{fmi3_text, "providesIntermediateUpdate=\"true\"", "",
             "declares to return early after intermediate updates"},
        Slip{fmi3_text, "fixedInternalStepSize=\"1e-4\"", "fixedInternalStepSize=\"0\"",
             "fixedInternalStepSize should be positive, is 0"},
        Slip{fmi2_text, "guid=\"{1-2-3}\"", "guid=\"\"", "warning: fmiModelDescription: has an empty guid"},
        Slip{fmi2_text, "modelName=\"Oscillator\"", "modelName=\"\"", "has an empty modelName [empty-name]"},
        Slip{fmi2_text, "\"structured\"", "\"nested\"", "should be flat or structured, is 'nested' [naming]"},
        Slip{fmi2_text, "stopTime=\"5\"", "stopTime=\"-5\"", "stopTime -5 lies before startTime 0 [experiment]"},
        Slip{fmi2_text, "tolerance=\"1e-6\"", "tolerance=\"0\"", "tolerance should be positive, is 0"},
        Slip{fmi2_text, "stepSize=\"1e-3\"", "stepSize=\"-1\"", "stepSize should be positive, is -1"},
        Slip{fmi3_text, "<ScheduledExecution modelIdentifier=\"Drive\"/>", "<ScheduledExecution modelIdentifier=\"\"/>",
             "[identifier]"}));

INSTANTIATE_TEST_SUITE_P(
    Definitions, RuleSlip,
    testing::Values(
        Slip{fmi2_text, "<Unit name=\"m/s\"/>", "<Unit name=\"m\"/>", "error: unit 'm': stands twice [duplicate-name]"},
        Slip{fmi2_text, "<Unit name=\"m/s\"/>", "<Unit name=\"\"/>", "error: unit: has an empty name [empty-name]"},
        Slip{fmi2_text, "name=\"Gear\"", "name=\"Mass\"", "error: type 'Mass': stands twice"},
        Slip{fmi2_text, "name=\"Mass\"", "name=\"mass\"", "warning: type 'mass': has the name of a variable"},
        Slip{fmi2_text, "name=\"second\" value=\"2\"", "name=\"second\" value=\"1\"",
             "error: type 'Gear': has the value 1 twice"},
        Slip{fmi2_text, "name=\"second\"", "name=\"first\"", "error: type 'Gear': item 'first': stands twice"},
        Slip{fmi2_text, "<Item name=\"first\" value=\"1\" description=\"slow\"/><Item name=\"second\" value=\"2\"/>",
             "", "type 'Gear': has no items"},
        Slip{fmi2_text, "min=\"0\" max=\"1e6\"", "min=\"2e6\" max=\"1e6\"",
             "error: type 'Mass': min 2000000 is above max 1000000 [min-max]"},
        Slip{fmi2_text, "nominal=\"10\"", "nominal=\"0\"", "warning: type 'Mass': nominal should be positive, is 0"},
        Slip{fmi3_text, "displayUnit=\"deg\" unbounded", "displayUnit=\"grad\" unbounded",
             "type 'Angle': displayUnit 'grad' is not defined for the unit 'rad'"},
        Slip{fmi3_text, "inverse=\"true\"", "inverse=\"true\" offset=\"1\"",
             "display unit 'S' is inverse and has an offset"}));

INSTANTIATE_TEST_SUITE_P(
    Variables, RuleSlip,
    testing::Values(
        Slip{fmi2_text, "name=\"f\"", "name=\"x\"",
             ":30: error: variable 'x': stands twice, first in line 27 [duplicate-name]"},
        Slip{fmi3_text, "<Alias name=\"phi\"", "<Alias name=\"u\"", "error: variable 'u': stands twice"},
        Slip{fmi2_text, "name=\"f\"", "name=\"\"", "error: variable: has an empty name"},
        Slip{fmi2_text, "causality=\"input\"><Real start=\"0\"/>", "causality=\"input\"><Real/>",
             "error: variable 'f': needs a start value: its causality is input [missing-start]"},
        Slip{fmi2_text, " start=\"0.5\"", "", "variable 'x': needs a start value: its initial is exact"},
        Slip{fmi3_text, "<Start value=\"00ffA0\"/>", "",
             "variable 'picture': needs a start value: its causality is input"},
        Slip{fmi2_text, "<ScalarVariable name=\"der(v)\"", "<ScalarVariable variability=\"constant\" name=\"der(v)\"",
             "variable 'der(v)': needs a start value: its variability is constant"},
        Slip{fmi2_text, "<Integer/>", "<Integer start=\"1\"/>",
             "warning: variable 'count': has a start value, though its initial is calculated"},
        Slip{fmi2_text, "<Real/></ScalarVariable>", "<Real start=\"0\"/></ScalarVariable>",
             "the independent variable has no start value"},
        Slip{fmi2_text, "variability=\"tunable\"", "",
             "error: variable 'mass': causality parameter does not go with variability continuous "
             "[causality-variability]"},
        Slip{fmi3_text, "causality=\"input\" start=\"1\" intermediate",
             "causality=\"input\" variability=\"fixed\" start=\"1\" intermediate",
             "variable 'u': causality input does not go with variability fixed"},
        Slip{fmi2_text, "causality=\"input\"><Real", "causality=\"structuralParameter\"><Real",
             "causality structuralParameter does not go"},
        Slip{fmi2_text, "causality=\"input\"><Real", "causality=\"input\" initial=\"exact\"><Real",
             "warning: variable 'f': causality input has no attribute initial"},
        Slip{fmi2_text, "variability=\"tunable\"", "variability=\"tunable\" initial=\"calculated\"",
             "error: variable 'mass': initial calculated does not go with causality parameter and variability tunable"},
        Slip{fmi2_text, "causality=\"output\" variability=\"discrete\"", "causality=\"output\"",
             "warning: variable 'count': only floating-point numbers can be continuous, this is of type Integer"},
        Slip{fmi2_text, "name=\"f\" valueReference=\"4\" causality=\"input\"",
             "name=\"f\" valueReference=\"4\" causality=\"independent\"",
             "error: variable 'f': is a second independent variable beside 'time'"},
        Slip{fmi3_text, "<Float64 name=\"time\"", "<Int32 name=\"time\"",
             "is independent, so it must be a floating-point number"},
        Slip{fmi3_text, "causality=\"independent\" variability=\"continuous\"", "",
             "warning: ModelVariables: has no independent variable"},
        Slip{fmi2_text, "unit=\"m/s\"", "unit=\"mph\"",
             "warning: variable 'v': unit 'mph' is not defined [unknown-unit]"},
        Slip{fmi2_text, "displayUnit=\"mm\"", "displayUnit=\"cm\"",
             "variable 'x': displayUnit 'cm' is not defined for the unit 'm'"},
        Slip{fmi2_text, "unit=\"m\" displayUnit", "displayUnit", "variable 'x': displayUnit 'mm' needs a unit"},
        Slip{fmi2_text, "declaredType=\"Mass\"", "declaredType=\"Weight\"",
             "error: variable 'mass': declaredType 'Weight' is not defined [unknown-type]"},
        Slip{fmi2_text, "declaredType=\"Mass\"", "declaredType=\"Gear\"",
             "error: variable 'mass': is of type Real, its declaredType 'Gear' of type Enumeration"},
        Slip{fmi2_text, "<Enumeration declaredType=\"Gear\"", "<Enumeration", "variable 'gear': needs a declaredType"},
        Slip{fmi2_text, "variability=\"tunable\"",
             "variability=\"tunable\" canHandleMultipleSetPerTimeInstant=\"true\"",
             "variable 'mass': canHandleMultipleSetPerTimeInstant is for inputs only"}));

INSTANTIATE_TEST_SUITE_P(
    Values, RuleSlip,
    testing::Values(
        Slip{fmi2_text, "max=\"100\"", "max=\"-1\"", "error: variable 'mass': min 0 is above max -1"},
        Slip{fmi2_text, "start=\"2.5\"", "start=\"101\"",
             "warning: variable 'mass': start 101 is above max 100 [start-range]"},
        Slip{fmi2_text, "start=\"2.5\"", "start=\"-1\"", "variable 'mass': start -1 is below min 0"},
        Slip{fmi3_text, "min=\"1\" max=\"8\"", "min=\"4\" max=\"8\"", "variable 'n': start 3 is below min 4"},
        Slip{fmi2_text, "declaredType=\"Gear\" start=\"2\"", "declaredType=\"Gear\" start=\"3\"",
             "error: variable 'gear': start 3 is no item of 'Gear'"},
        Slip{fmi3_text, "start=\"0.1 0.2 0.3\"", "start=\"0.1 0.2\"",
             "error: variable 'angle': has 2 start values for 3 elements [start-count]"},
        Slip{fmi3_text, "start=\"-128\"", "start=\"1 2\"", "variable 'i8': has 2 start values for 1 elements"},
        Slip{fmi3_text, "start=\"-128\"", "start=\"\"", "variable 'i8': has 0 start values for 1 elements"},
        Slip{fmi3_text, "maxSize=\"1000\"", "maxSize=\"2\"", "variable 'picture': start has 3 bytes, maxSize is 2"},
        Slip{fmi1_text, "start=\"1\" fixed", "start=\"-1\" fixed", "variable 'level': start -1 is below min 0"}));

INSTANTIATE_TEST_SUITE_P(
    Arrays, RuleSlip,
    testing::Values(
        Slip{fmi3_text, "<Dimension valueReference=\"1\"/>", "<Dimension valueReference=\"99\"/>",
             "error: variable 'angle': a dimension refers to valueReference 99, which no variable has"},
        Slip{fmi3_text, "<Dimension valueReference=\"1\"/>", "<Dimension valueReference=\"10\"/>",
             "its size 'i32' must be of type UInt64, is Int32"},
        Slip{fmi3_text, "<Dimension valueReference=\"1\"/>", "<Dimension valueReference=\"13\"/>",
             "its size 'u64' must be a structuralParameter or constant"},
        Slip{fmi3_text, "start=\"3\" min=\"1\"", "start=\"0\" min=\"0\"", "its size 'n' must not start as zero"},
        Slip{fmi3_text, "<Dimension start=\"2\"/>", "<Dimension/>",
             "variable 'u': a dimension needs either start or valueReference"},
        Slip{fmi3_text, "<Dimension start=\"2\"/>", "<Dimension start=\"2\" valueReference=\"1\"/>", "and not both"},
        Slip{fmi3_text, "<Dimension start=\"2\"/>", "<Dimension start=\"0\"/>",
             "variable 'u': a dimension has the size zero"},
        Slip{fmi3_text, "min=\"1\" max=\"8\"/>", "min=\"1\" max=\"8\"><Dimension start=\"1\"/></UInt64>",
             "a structural parameter cannot be an array"},
        Slip{fmi3_text, "priority=\"1\"/>", "priority=\"1\"><Dimension start=\"1\"/></Clock>",
             "a clock cannot be an array"}));

INSTANTIATE_TEST_SUITE_P(
    Clocks, RuleSlip,
    testing::Values(
        Slip{fmi3_text, " intervalDecimal=\"0.1\"", "",
             "error: variable 'tick': a constant clock needs an intervalDecimal"},
        Slip{fmi3_text, "intervalVariability=\"constant\" priority", "intervalVariability=\"triggered\" priority",
             "a clock that is triggered has no interval of its own"},
        Slip{fmi3_text, "intervalDecimal=\"0.1\"", "intervalDecimal=\"0\"", "intervalDecimal should be positive"},
        Slip{fmi3_text, "intervalDecimal=\"0.1\"", "intervalCounter=\"1\"", "intervalCounter needs a resolution"},
        Slip{fmi3_text, "intervalDecimal=\"0.1\"", "intervalDecimal=\"0.1\" shiftDecimal=\"-1\"",
             "shiftDecimal should not be negative"},
        Slip{fmi3_text, " priority=\"1\"", "", "an input clock needs a priority for scheduled execution"},
        Slip{fmi3_text, "<Clock name=\"tick\" valueReference=\"18\" causality=\"input\"",
             "<Clock name=\"tick\" valueReference=\"18\" causality=\"output\"", "an output clock has no priority"},
        Slip{fmi3_text, "<Clock name=\"tick\" valueReference=\"18\" causality=\"input\"",
             "<Clock name=\"tick\" valueReference=\"18\" causality=\"parameter\"",
             "a clock must be an input, an output or local"},
        Slip{fmi3_text, "<Clock name=\"tick\" valueReference=\"18\" causality=\"input\"",
             "<Clock name=\"tick\" valueReference=\"18\" causality=\"input\" variability=\"tunable\"",
             "a clock must be discrete"},
        Slip{fmi3_text, "priority=\"1\"", "priority=\"1\" previous=\"20\"", "a clock has no previous value"},
        Slip{fmi3_text, "hasEventMode=\"true\"", "",
             "warning: CoSimulation: has clocks, so hasEventMode should be true"},
        Slip{fmi3_text, "clocks=\"18\" previous", "clocks=\"4\" previous",
             "error: variable 'sampled': clocks = 4 is the valueReference of no clock"},
        Slip{fmi3_text, "variability=\"discrete\" clocks=\"18\" previous=\"20\"", "clocks=\"18\"",
             "has clocks, so it must be discrete or tunable"},
        Slip{fmi3_text, "clocks=\"18\" previous", "previous",
             "variable 'sampled': has a previous value, but no clocks"},
        Slip{fmi3_text, "previous=\"20\"", "previous=\"99\"", "previous = 99 is the valueReference of no variable"},
        Slip{fmi3_text, "previous=\"20\"", "previous=\"19\"", "is its own previous value"},
        Slip{fmi3_text, "previous=\"20\"", "previous=\"17\"", "its previous value 'mode' is of another type"},
        Slip{fmi3_text, "previous=\"20\"", "previous=\"4\"", "its previous value 'u' must be discrete and no input"},
        Slip{fmi3_text, "<Int8 name=\"i8\"", "<Int8 intermediateUpdate=\"true\" name=\"i8\"",
             "intermediateUpdate is for continuous variables only"}));

}  // namespace
}  // namespace oldham::fmi
