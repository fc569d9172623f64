// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace oldham {

/// The text with one place of it written differently; the place must be there.
inline std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "not in the text: " << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

/// A mass on a spring, FMI 2.0, with a variable of every type. Keeps all rules.
inline constexpr const char* fmi2_text = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Oscillator" guid="{1-2-3}" description="A mass on a spring"
    author="Someone" version="1.1" copyright="free" license="MIT" generationTool="Workshop 7"
    generationDateAndTime="2024-01-02T03:04:05Z" variableNamingConvention="structured" numberOfEventIndicators="1">
  <ModelExchange modelIdentifier="Oscillator_me" completedIntegratorStepNotNeeded="true"/>
  <CoSimulation modelIdentifier="Oscillator" canHandleVariableCommunicationStepSize="true" canInterpolateInputs="1"
      maxOutputDerivativeOrder="2" canGetAndSetFMUstate="true" canSerializeFMUstate="true">
    <SourceFiles><File name="all.c"/></SourceFiles>
  </CoSimulation>
  <UnitDefinitions>
    <Unit name="rpm"><BaseUnit rad="1" s="-1" factor="0.10471975511965977"/></Unit>
    <Unit name="m"><BaseUnit m="1"/><DisplayUnit name="mm" factor="1000"/></Unit>
    <Unit name="m/s"/>
    <Unit name="furlong"/>
    <Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Mass" description="of a body"><Real quantity="Mass" min="0" max="1e6" nominal="10"/></SimpleType>
    <SimpleType name="Gear">
      <Enumeration><Item name="first" value="1" description="slow"/><Item name="second" value="2"/></Enumeration>
    </SimpleType>
  </TypeDefinitions>
  <LogCategories><Category name="logEvents" description="events"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="5" tolerance="1e-6" stepSize="1e-3"/>
  <ModelVariables>
    <ScalarVariable name="time" valueReference="0" causality="independent" variability="continuous"><Real/></ScalarVariable>
    <ScalarVariable name="x" valueReference="1" description="position" causality="output" initial="exact"><Real unit="m" displayUnit="mm" start="0.5" reinit="true"/></ScalarVariable>
    <ScalarVariable name="v" valueReference="2" causality="local" initial="exact"><Real unit="m/s" start="0" derivative="2"/></ScalarVariable>
    <ScalarVariable name="der(v)" valueReference="3"><Real derivative="3"/></ScalarVariable>
    <ScalarVariable name="f" valueReference="4" causality="input"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="mass" valueReference="5" causality="parameter" variability="tunable"><Real declaredType="Mass" start="2.5" max="100"/></ScalarVariable>
    <ScalarVariable name="count" valueReference="6" causality="output" variability="discrete"><Integer/></ScalarVariable>
    <ScalarVariable name="is_on" valueReference="7" causality="input" variability="discrete"><Boolean start="true"/></ScalarVariable>
    <ScalarVariable name="table" valueReference="8" causality="parameter" variability="fixed"><String start=" a b "/></ScalarVariable>
    <ScalarVariable name="gear" valueReference="9" causality="input" variability="discrete" canHandleMultipleSetPerTimeInstant="false"><Enumeration declaredType="Gear" start="2"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="1" causality="output"><Real unit="m"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs>
      <Unknown index="2"/>
      <Unknown index="7" dependencies=""/>
      <Unknown index="11" dependencies="2 5" dependenciesKind="fixed dependent"/>
    </Outputs>
    <Derivatives><Unknown index="3"/><Unknown index="4" dependencies="2 3 5"/></Derivatives>
    <InitialUnknowns><Unknown index="4"/><Unknown index="7"/><Unknown index="11"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
)xml";

/// A drive, FMI 3.0, with every type, arrays, aliases and clocks. Keeps all rules.
inline constexpr const char* fmi3_text = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0.1" modelName="Drive" instantiationToken="{token}">
  <ModelExchange modelIdentifier="Drive" needsCompletedIntegratorStep="true"/>
  <CoSimulation modelIdentifier="Drive" canGetAndSetFMUState="true" providesDirectionalDerivatives="true"
      fixedInternalStepSize="1e-4" recommendedIntermediateInputSmoothness="-1" hasEventMode="true"
      providesIntermediateUpdate="true" canReturnEarlyAfterIntermediateUpdate="true"/>
  <ScheduledExecution modelIdentifier="Drive"/>
  <UnitDefinitions>
    <Unit name="rad"><BaseUnit rad="1"/><DisplayUnit name="deg" factor="57.29577951308232"/></Unit>
    <Unit name="Ohm"><BaseUnit kg="1" m="2" s="-3" A="-2"/><DisplayUnit name="S" inverse="true"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <Float64Type name="Angle" unit="rad" displayUnit="deg" unbounded="true"/>
    <EnumerationType name="Mode"><Item name="off" value="0"/><Item name="on" value="1"/></EnumerationType>
    <BinaryType name="Image" mimeType="image/png" maxSize="1000"/>
    <ClockType name="Periodic" intervalVariability="constant" intervalDecimal="0.1"/>
  </TypeDefinitions>
  <DefaultExperiment stopTime="1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" start="3" min="1" max="8"/>
    <Float64 name="angle" valueReference="2" declaredType="Angle" initial="exact" start="0.1 0.2 0.3">
      <Dimension valueReference="1"/>
      <Alias name="phi" description="the same" displayUnit="deg"/>
    </Float64>
    <Float64 name="der(angle)" valueReference="3" derivative="2"><Dimension valueReference="1"/></Float64>
    <Float64 name="u" valueReference="4" causality="input" start="1" intermediateUpdate="true"><Dimension start="2"/><Dimension start="3"/></Float64>
    <Float32 name="y" valueReference="5" causality="output"/>
    <Int8 name="i8" valueReference="6" causality="parameter" start="-128"/>
    <UInt8 name="u8" valueReference="7" causality="parameter" start="255"/>
    <Int16 name="i16" valueReference="8" causality="parameter" start="-32768"/>
    <UInt16 name="u16" valueReference="9" causality="parameter" start="65535"/>
    <Int32 name="i32" valueReference="10" causality="parameter" start="-2147483648"/>
    <UInt32 name="u32" valueReference="11" causality="parameter" start="4294967295"/>
    <Int64 name="i64" valueReference="12" causality="parameter" start="-9223372036854775808"/>
    <UInt64 name="u64" valueReference="13" causality="parameter" start="18446744073709551615"/>
    <Boolean name="flags" valueReference="14" causality="parameter" start="true 0 1"><Dimension start="3"/></Boolean>
    <String name="names" valueReference="15" causality="parameter"><Dimension start="2"/><Start value="left hand"/><Start value=""/></String>
    <Binary name="picture" valueReference="16" causality="input" declaredType="Image"><Start value="00ffA0"/></Binary>
    <Enumeration name="mode" valueReference="17" causality="input" declaredType="Mode" start="1"/>
    <Clock name="tick" valueReference="18" causality="input" declaredType="Periodic" intervalVariability="constant" priority="1"/>
    <Float64 name="sampled" valueReference="19" causality="output" variability="discrete" clocks="18" previous="20"/>
    <Float64 name="before" valueReference="20" variability="discrete" initial="exact" start="0" clocks="18"/>
    <Float64 name="border" valueReference="21"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="5" dependencies="2 4" dependenciesKind="constant dependent"/>
    <Output valueReference="19"/>
    <ContinuousStateDerivative valueReference="3"/>
    <ClockedState valueReference="19"/>
    <InitialUnknown valueReference="5"/>
    <InitialUnknown valueReference="3" dependencies="2"/>
    <EventIndicator valueReference="21"/>
  </ModelStructure>
</fmiModelDescription>
)xml";

/// A tank, FMI 1.0 for co-simulation. Keeps all rules.
inline constexpr const char* fmi1_text = R"xml(<?xml version="1.0" encoding="ISO-8859-1"?>
<fmiModelDescription fmiVersion="1.0" modelName="Tank" modelIdentifier="Tank" guid="abc" description="Beh)xml"
                                         "\xE4"
                                         R"xml(lter" numberOfContinuousStates="1" numberOfEventIndicators="0">
  <UnitDefinitions>
    <BaseUnit unit="K"><DisplayUnitDefinition displayUnit="degC" gain="1" offset="-273.15"/></BaseUnit>
  </UnitDefinitions>
  <TypeDefinitions>
    <Type name="Level" description="height"><RealType unit="m" min="0"/></Type>
    <Type name="Valve"><EnumerationType><Item name="open"/><Item name="shut"/></EnumerationType></Type>
  </TypeDefinitions>
  <DefaultExperiment stopTime="10"/>
  <ModelVariables>
    <ScalarVariable name="level" valueReference="1" causality="output"><Real declaredType="Level" start="1" fixed="true"/>
      <DirectDependency/></ScalarVariable>
    <ScalarVariable name="inflow" valueReference="2" causality="input"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="outflow" valueReference="3" causality="output"><Real/>
      <DirectDependency><Name>inflow</Name></DirectDependency></ScalarVariable>
    <ScalarVariable name="area" valueReference="4" variability="parameter"><Real start="2"/></ScalarVariable>
    <ScalarVariable name="volume" valueReference="5" variability="parameter"><Real/></ScalarVariable>
    <ScalarVariable name="guess" valueReference="6"><Real start="3" fixed="false"/></ScalarVariable>
    <ScalarVariable name="loss" valueReference="3" alias="negatedAlias"><Real/></ScalarVariable>
    <ScalarVariable name="valve" valueReference="1" variability="discrete" causality="input"><Enumeration declaredType="Valve" start="2"/></ScalarVariable>
  </ModelVariables>
  <Implementation>
    <CoSimulation_StandAlone><Capabilities canRejectSteps="true" canHandleEvents="true" maxOutputDerivativeOrder="1"/></CoSimulation_StandAlone>
  </Implementation>
</fmiModelDescription>
)xml";

}  // namespace oldham
