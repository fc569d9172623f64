// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/description_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "archives.hpp"
#include "description_slips.hpp"
#include "descriptions.hpp"
#include "message_of.hpp"

namespace oldham::fmi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Variable& variable(const ModelDescription& description, std::string_view name) {
  const auto found = std::ranges::find(description.variables, name, &Variable::name);
  if (found == description.variables.end()) throw std::out_of_range(std::string(name));
  return *found;
}

template <class T>
std::vector<T> start(const ModelDescription& description, std::string_view name) {
  return std::get<std::vector<T>>(variable(description, name).start.value());
}

TEST(Fmi2Description, HasItsHeadAndInterfaces) {
  const ModelDescription d = read(fmi2_text);
  EXPECT_EQ(d.standard, Standard::fmi2);
  EXPECT_EQ(d.model_name + d.token + d.generation_tool, "Oscillator{1-2-3}Workshop 7");
  EXPECT_EQ(d.description + d.author + d.version + d.copyright + d.license, "A mass on a springSomeone1.1freeMIT");
  EXPECT_EQ(d.generation_time + d.naming, "2024-01-02T03:04:05Zstructured");
  EXPECT_EQ(d.declared_event_indicators, 1u);
  ASSERT_EQ(d.interfaces.size(), 2u);
  const Interface& exchange = *find_interface(d, InterfaceKind::model_exchange);
  EXPECT_EQ(exchange.model_identifier, "Oscillator_me");
  EXPECT_FALSE(exchange.needs_completed_step) << "the attribute says that it is not needed";
  const Interface& c = *find_interface(d, InterfaceKind::co_simulation);
  EXPECT_TRUE(c.can_handle_variable_step && c.can_interpolate_inputs && c.can_get_and_set_state);
  EXPECT_TRUE(c.can_serialize_state);
  EXPECT_FALSE(c.needs_execution_tool || c.can_run_asynchronously || c.provides_directional_derivatives);
  EXPECT_EQ(c.max_output_derivative_order, 2u);
  EXPECT_THAT(c.source_files, ElementsAre("all.c"));
  EXPECT_EQ(find_interface(d, InterfaceKind::scheduled_execution), nullptr);
  EXPECT_EQ(d.log_categories.at(0).name, "logEvents");
  EXPECT_EQ(d.experiment->stop, 5.0);
  EXPECT_EQ(d.experiment->step, 1e-3);
  EXPECT_TRUE(d.noticed.empty());
}

TEST(Fmi2Description, CompletedStepsAreNeededUnlessItSaysOtherwise) {
  const ModelDescription d = read(with(fmi2_text, " completedIntegratorStepNotNeeded=\"true\"", ""));
  EXPECT_TRUE(find_interface(d, InterfaceKind::model_exchange)->needs_completed_step);
}

TEST(Fmi2Description, UnitsAreThoseOfTheEngine) {
  const ModelDescription d = read(fmi2_text);
  const Unit rpm = find_unit(d, "rpm")->unit.value();
  EXPECT_TRUE(same_dimensions(rpm, parse_unit("rad/s")));
  EXPECT_DOUBLE_EQ(rpm.factor, parse_unit("rpm").factor);
  EXPECT_EQ(rpm.text, "rpm");
  EXPECT_EQ(find_unit(d, "degC")->unit->to_si(20), 293.15);
  // without base units the name is all there is
  EXPECT_FALSE(find_unit(d, "m/s")->has_base_units);
  EXPECT_TRUE(same_dimensions(find_unit(d, "m/s")->unit.value(), parse_unit("m/s")));
  EXPECT_FALSE(find_unit(d, "furlong")->unit.has_value());
  EXPECT_EQ(find_unit(d, "m")->display_units.at(0).factor, 1000);
  EXPECT_EQ(unit_of(d, variable(d, "x"))->text, "m");
  EXPECT_EQ(unit_of(d, variable(d, "time"))->text, "s") << "time is in seconds unless it says otherwise";
  EXPECT_FALSE(unit_of(d, variable(d, "f")).has_value());
}

TEST(Fmi2Description, ARelativeTemperatureHasNoOffset) {
  const auto text = [](const char* attributes) {
    return with(fmi2_text, "<Real start=\"0\"/>", std::string("<Real start=\"0\" unit=\"degC\"") + attributes + "/>");
  };
  const ModelDescription absolute = read(text("")), relative = read(text(" relativeQuantity=\"true\""));
  EXPECT_EQ(unit_of(absolute, variable(absolute, "f"))->offset, 273.15);
  EXPECT_EQ(unit_of(relative, variable(relative, "f"))->offset, 0);
}

TEST(Fmi2Description, VariablesHaveTheirAttributesOrDefaults) {
  const ModelDescription d = read(fmi2_text);
  ASSERT_EQ(d.variables.size(), 11u);
  const Variable& x = variable(d, "x");
  EXPECT_EQ(x.reference, 1u);
  EXPECT_EQ(x.description, "position");
  EXPECT_EQ(x.line, 27);
  EXPECT_EQ(x.causality, Causality::output);
  EXPECT_EQ(x.variability, Variability::continuous);
  EXPECT_EQ(x.initial, Initial::exact);
  EXPECT_EQ(x.reinit, true);
  EXPECT_EQ(variable(d, "v").derivative->variable, 1u);
  const Variable& derivative = variable(d, "der(v)");
  EXPECT_EQ(derivative.causality, Causality::local);
  EXPECT_EQ(derivative.initial, Initial::calculated);
  EXPECT_FALSE(derivative.is_initial_written);
  EXPECT_FALSE(variable(d, "f").initial.has_value()) << "the table gives inputs none";
  EXPECT_FALSE(variable(d, "time").initial.has_value());
  EXPECT_EQ(variable(d, "mass").initial, Initial::exact);
  EXPECT_EQ(variable(d, "gear").can_handle_multiple_set, false);
  EXPECT_THAT(start<bool>(d, "is_on"), ElementsAre(true));
  EXPECT_THAT(start<std::string>(d, "table"), ElementsAre(" a b "));
  EXPECT_THAT(start<std::int64_t>(d, "gear"), ElementsAre(2));
  EXPECT_EQ(find_type(d, "Gear")->items.at(0).description, "slow");
  EXPECT_FALSE(variable(d, "count").start.has_value());
}

TEST(Fmi2Description, ADeclaredTypeGivesWhatTheVariableDoesNotSay) {
  const ModelDescription d = read(fmi2_text);
  const Traits& traits = variable(d, "mass").traits;
  EXPECT_EQ(traits.quantity, "Mass");
  EXPECT_EQ(traits.min, Number(0.0));
  EXPECT_EQ(traits.max, Number(100.0)) << "its own";
  EXPECT_EQ(traits.nominal, 10.0);
}

TEST(Fmi2Description, EqualReferencesOfOneTypeAreAliases) {
  const ModelDescription d = read(fmi2_text);
  EXPECT_EQ(variable(d, "y").alias_of, 1u);
  EXPECT_FALSE(variable(d, "x").alias_of.has_value());
  // a boolean of the same number is something else, an enumeration is not
  const ModelDescription other =
      read(with(fmi2_text, "name=\"is_on\" valueReference=\"7\"", "name=\"is_on\" valueReference=\"1\""));
  EXPECT_FALSE(variable(other, "is_on").alias_of.has_value());
  const ModelDescription third =
      read(with(fmi2_text, "name=\"gear\" valueReference=\"9\"", "name=\"gear\" valueReference=\"6\""));
  EXPECT_EQ(variable(third, "gear").alias_of, 6u);
}

TEST(Fmi2Description, StructureTellsAllFromNone) {
  const ModelStructure s = read(fmi2_text).structure;
  ASSERT_EQ(s.outputs.size(), 3u);
  EXPECT_EQ(s.outputs[0].unknown.variable, 1u);
  EXPECT_FALSE(s.outputs[0].dependencies.has_value()) << "no list: depends on everything";
  EXPECT_TRUE(s.outputs[1].dependencies->empty()) << "an empty list: depends on nothing";
  ASSERT_EQ(s.outputs[2].dependencies->size(), 2u);
  EXPECT_EQ((*s.outputs[2].dependencies)[0].known.variable, 1u);
  EXPECT_EQ((*s.outputs[2].dependencies)[0].kind, DependencyKind::fixed);
  EXPECT_THAT(continuous_states(read(fmi2_text)), ElementsAre(1u, 2u));
}

TEST(Fmi2Description, AStructureMayBeMissing) {
  std::string text = fmi2_text;
  const std::size_t begin = text.find("  <ModelStructure>"), end = text.find("</fmiModelDescription>");
  const ModelDescription d = read(text.erase(begin, end - begin));
  EXPECT_FALSE(d.structure.is_written);
  EXPECT_TRUE(continuous_states(d).empty());
}

TEST(Fmi3Description, HasEveryTypeAtTheEndOfItsRange) {
  const ModelDescription d = read(fmi3_text);
  EXPECT_THAT(start<std::int64_t>(d, "i8"), ElementsAre(-128));
  EXPECT_THAT(start<std::uint64_t>(d, "u8"), ElementsAre(255u));
  EXPECT_THAT(start<std::int64_t>(d, "i16"), ElementsAre(-32768));
  EXPECT_THAT(start<std::uint64_t>(d, "u16"), ElementsAre(65535u));
  EXPECT_THAT(start<std::int64_t>(d, "i32"), ElementsAre(std::numeric_limits<std::int32_t>::min()));
  EXPECT_THAT(start<std::uint64_t>(d, "u32"), ElementsAre(std::numeric_limits<std::uint32_t>::max()));
  EXPECT_THAT(start<std::int64_t>(d, "i64"), ElementsAre(std::numeric_limits<std::int64_t>::min()));
  EXPECT_THAT(start<std::uint64_t>(d, "u64"), ElementsAre(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_THAT(start<bool>(d, "flags"), ElementsAre(true, false, true));
  EXPECT_THAT(start<std::string>(d, "names"), ElementsAre("left hand", ""));
  EXPECT_THAT(start<std::string>(d, "picture"), ElementsAre(std::string("\0\xff\xa0", 3)));
  EXPECT_THAT(start<std::int64_t>(d, "mode"), ElementsAre(1));
  EXPECT_EQ(variable(d, "y").type, Type::float32);
  EXPECT_EQ(variable(d, "picture").traits.mime_type, "image/png");
  EXPECT_EQ(variable(d, "picture").traits.max_size, 1000u);
  EXPECT_TRUE(d.noticed.empty());
}

TEST(Fmi3Description, HasInterfacesWithTheirOwnCapabilities) {
  const ModelDescription d = read(fmi3_text);
  EXPECT_EQ(d.fmi_version + d.token, "3.0.1{token}");
  ASSERT_EQ(d.interfaces.size(), 3u);
  EXPECT_TRUE(d.interfaces[0].needs_completed_step);
  const Interface& c = d.interfaces[1];
  EXPECT_TRUE(c.can_get_and_set_state && c.provides_directional_derivatives && c.has_event_mode);
  EXPECT_TRUE(c.provides_intermediate_update && c.can_return_early_after_intermediate_update);
  EXPECT_FALSE(c.can_serialize_state || c.might_return_early || c.needs_completed_step);
  EXPECT_EQ(c.fixed_internal_step, 1e-4);
  EXPECT_EQ(c.recommended_input_smoothness, -1);
}

TEST(Fmi3Description, ArraysHaveFixedAndStructuralSizes) {
  const ModelDescription d = read(fmi3_text);
  EXPECT_THAT(start<double>(d, "angle"), ElementsAre(0.1, 0.2, 0.3));
  EXPECT_EQ(variable(d, "angle").dimensions.at(0).parameter->variable, 1u);
  EXPECT_EQ(element_count(d, variable(d, "angle")), 3u);
  EXPECT_EQ(element_count(d, variable(d, "u")), 6u);
  EXPECT_EQ(element_count(d, variable(d, "y")), 1u);
  const ModelDescription huge =
      read(with(fmi3_text, "<Dimension start=\"2\"/>", "<Dimension start=\"9223372036854775808\"/>"));
  EXPECT_FALSE(element_count(huge, variable(huge, "u")).has_value()) << "more than can be counted";
}

TEST(Fmi3Description, HasAliasesAndClocks) {
  const ModelDescription d = read(fmi3_text);
  EXPECT_EQ(variable(d, "angle").aliases.at(0).name, "phi");
  EXPECT_EQ(variable(d, "angle").aliases.at(0).display_unit, "deg");
  const Variable& tick = variable(d, "tick");
  EXPECT_EQ(tick.variability, Variability::discrete);
  EXPECT_FALSE(tick.initial.has_value());
  EXPECT_EQ(tick.traits.clock->interval, 0.1) << "from its declared type";
  EXPECT_EQ(tick.traits.clock->priority, 1u);
  EXPECT_EQ(variable(d, "sampled").clocks.at(0).variable, 18u);
  EXPECT_EQ(variable(d, "sampled").previous->variable, 20u);
  EXPECT_EQ(variable(d, "u").intermediate_update, true);
  EXPECT_EQ(find_unit(d, "Ohm")->display_units.at(0).is_inverse, true);
}

TEST(Fmi3Description, DefaultsFollowTypeAndCausality) {
  const ModelDescription d = read(fmi3_text);
  EXPECT_EQ(variable(d, "i8").variability, Variability::fixed);
  EXPECT_EQ(variable(d, "n").variability, Variability::fixed);
  EXPECT_EQ(variable(d, "mode").variability, Variability::discrete);
  EXPECT_EQ(variable(d, "y").variability, Variability::continuous);
  EXPECT_EQ(variable(d, "mode").initial, Initial::exact);
  EXPECT_EQ(variable(d, "angle").traits.unbounded, true);
}

TEST(Fmi3Description, StructureIsAFlatList) {
  const ModelStructure s = read(fmi3_text).structure;
  EXPECT_EQ(s.outputs.size(), 2u);
  EXPECT_EQ(s.outputs[0].dependencies->at(1).known.variable, 4u);
  EXPECT_EQ(s.derivatives.at(0).unknown.variable, 3u);
  EXPECT_EQ(s.clocked_states.at(0).unknown.written, 19u);
  EXPECT_EQ(s.initial_unknowns.size(), 2u);
  EXPECT_EQ(s.event_indicators.at(0).unknown.variable, 21u);
}

TEST(Fmi1Description, IsToldInTheWordsOfFmi2) {
  const ModelDescription d = read(fmi1_text);
  EXPECT_EQ(d.standard, Standard::fmi1);
  EXPECT_EQ(d.description, "Behälter") << "one byte per letter in the file";
  EXPECT_EQ(d.declared_states, 1u);
  const Interface& interface = d.interfaces.at(0);
  EXPECT_EQ(interface.kind, InterfaceKind::co_simulation);
  EXPECT_EQ(interface.model_identifier, "Tank");
  EXPECT_TRUE(interface.can_reject_steps && interface.can_handle_events);
  EXPECT_FALSE(interface.can_signal_events || interface.needs_execution_tool);
  EXPECT_EQ(interface.max_output_derivative_order, 1u);
  EXPECT_EQ(variable(d, "area").causality, Causality::parameter);
  EXPECT_EQ(variable(d, "area").variability, Variability::fixed);
  EXPECT_EQ(variable(d, "volume").causality, Causality::calculated_parameter);
  EXPECT_EQ(variable(d, "level").initial, Initial::exact);
  EXPECT_EQ(variable(d, "guess").initial, Initial::approx);
  EXPECT_EQ(variable(d, "loss").alias_of, 2u);
  EXPECT_TRUE(variable(d, "loss").is_negated);
  EXPECT_FALSE(variable(d, "valve").alias_of.has_value());
  EXPECT_EQ(variable(d, "level").traits.min, Number(0.0));
  EXPECT_EQ(find_type(d, "Valve")->items.at(1).value, 2);
  EXPECT_EQ(find_unit(d, "K")->display_units.at(0).offset, -273.15);
  ASSERT_EQ(d.structure.outputs.size(), 2u);
  EXPECT_TRUE(d.structure.outputs[0].dependencies->empty());
  EXPECT_EQ(d.structure.outputs[1].dependencies->at(0).known.variable, 1u);
}

TEST(Fmi1Description, ToolsAndModelExchangeAreToldApart) {
  const ModelDescription tool = read(with(with(fmi1_text, "<CoSimulation_StandAlone>", "<CoSimulation_Tool>"),
                                          "</CoSimulation_StandAlone>", "</CoSimulation_Tool>"));
  EXPECT_TRUE(tool.interfaces.at(0).needs_execution_tool);
  std::string text = fmi1_text;
  const std::size_t begin = text.find("  <Implementation>"), end = text.find("</fmiModelDescription>");
  EXPECT_EQ(read(text.erase(begin, end - begin)).interfaces.at(0).kind, InterfaceKind::model_exchange);
}

using DescriptionOfFmu = ArchiveTest;

TEST_F(DescriptionOfFmu, IsReadFromTheArchive) {
  write_zip(folder_ / "a.fmu", {{"modelDescription.xml", fmi2_text}});
  EXPECT_EQ(read_description(Archive(folder_ / "a.fmu")).model_name, "Oscillator");
  write_zip(folder_ / "b.fmu", {{"pump/modelDescription.xml", fmi2_text}});
  EXPECT_THAT(message_of([&] { read_description(Archive(folder_ / "b.fmu")); }),
              HasSubstr("b.fmu: the archive has no 'modelDescription.xml'; check that it is an FMU"));
  write_zip(folder_ / "c.fmu", {{"modelDescription.xml", "<a>"}});
  EXPECT_THAT(message_of([&] { read_description(Archive(folder_ / "c.fmu")); }),
              HasSubstr("c.fmu/modelDescription.xml:1: this is no well-formed XML"));
}

}  // namespace
}  // namespace oldham::fmi
