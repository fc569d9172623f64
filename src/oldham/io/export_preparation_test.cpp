// SPDX-License-Identifier: MIT
#include "oldham/io/export_preparation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "message_of.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/violations.hpp"
#include "oldham/fmi/export/description_writer.hpp"
#include "oldham/fmi/export/exported_description.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/ready_made.hpp"

namespace oldham {
namespace {

Value system_named(const std::string& name) { return parse_toml("system = \"" + name + "\"\n", name); }

fmi::ModelDescription description_of(const PreparedExport& made, fmi::Standard standard) {
  fmi::ExportedModel model;
  model.name = "4 bars";
  model.tool = "test";
  model.subsystem = made.built.subsystem;
  model.input_starts = made.built.input_starts;
  model.parameters = made.parameters;
  model.aliases = made.built.aliases;
  model.end = made.built.end;
  return fmi::read_description(fmi::write_description(fmi::describe_export(model, standard, "token")), "test");
}

const fmi::ExportedParameter* find(const PreparedExport& made, const std::string& name) {
  const auto found = std::ranges::find(made.parameters, name, &fmi::ExportedParameter::name);
  return found == made.parameters.end() ? nullptr : &*found;
}

TEST(ExportPreparation, EverySystemMakesADescriptionThatKeepsAllRules) {
  for (const SystemHelp& help : system_help()) {
    const PreparedExport made = prepare_export(system_named(help.name), "");
    for (const fmi::Standard standard : {fmi::Standard::fmi2, fmi::Standard::fmi3})
      for (const fmi::Violation& violation : find_violations(description_of(made, standard)))
        ADD_FAILURE() << help.name << ": " << text_of(violation);
  }
}

TEST(ExportPreparation, EveryModelMakesADescriptionThatKeepsAllRules) {
  for (const char* model : {"oscillator", "driven-oscillator", "duffing", "planar-body", "reduced-interface", "rod"}) {
    const PreparedExport made = prepare_export(entry_of_model(model), model);
    for (const fmi::Standard standard : {fmi::Standard::fmi2, fmi::Standard::fmi3})
      for (const fmi::Violation& violation : find_violations(description_of(made, standard)))
        ADD_FAILURE() << model << ": " << text_of(violation);
  }
}

TEST(ExportPreparation, DefaultsAreParametersWithUnits) {
  const PreparedExport made = prepare_export(entry_of_model("oscillator"), "oscillator");
  const fmi::ModelDescription d = description_of(made, fmi::Standard::fmi2);
  ASSERT_EQ(made.parameters.size(), 5u);
  const auto mass = std::ranges::find(d.variables, "mass", &fmi::Variable::name);
  ASSERT_NE(mass, d.variables.end());
  EXPECT_EQ(mass->traits.unit, "kg");
  EXPECT_EQ(mass->description, "mass");
  EXPECT_EQ(std::get<std::vector<double>>(*mass->start), std::vector<double>{1});
  const fmi::UnitDefinition* unit = find_unit(d, "N.s/m");
  ASSERT_NE(unit, nullptr);
  EXPECT_TRUE(unit->has_base_units);
  EXPECT_EQ(dimension_text(*unit->unit), "kg.s^-1");
}

TEST(ExportPreparation, InitialValuesOfOutputsAreTheirStartValues) {
  const PreparedExport made = prepare_export(entry_of_model("oscillator"), "oscillator");
  ASSERT_NE(find(made, "position"), nullptr);
  EXPECT_EQ(find(made, "position")->output, 0);
  const fmi::ModelDescription d = description_of(made, fmi::Standard::fmi3);
  const auto position = std::ranges::find(d.variables, "position", &fmi::Variable::name);
  EXPECT_EQ(position->causality, fmi::Causality::output);
  EXPECT_EQ(position->initial, fmi::Initial::exact);
}

// dimensionless parameters would make another system of a physical one
TEST(ExportPreparation, ParametersOfAnotherFormAreLeftOut) {
  const PreparedExport made = prepare_export(system_named("two-mass"), "");
  EXPECT_NE(find(made, "m1"), nullptr);
  EXPECT_EQ(find(made, "Lr1"), nullptr);
  EXPECT_EQ(find(made, "x1"), nullptr) << "an output goes by this name";
  ASSERT_NE(find(made, "parameters.x1"), nullptr);
  EXPECT_EQ(find(made, "parameters.x1")->start, 1);
}

TEST(ExportPreparation, IntegersStayAsTheyAre) {
  const PreparedExport made = prepare_export(entry_of_model("rod"), "rod");
  EXPECT_EQ(find(made, "N"), nullptr);
  EXPECT_NE(find(made, "L"), nullptr);
}

TEST(ExportPreparation, ChangedParametersChangeTheModel) {
  const PreparedExport made = prepare_export(system_named("four-bar"), "left");
  const Value tree = parse_toml(made.resources.back().content, "system.toml");
  const std::vector<fmi::ExportedParameter> parameters = read_exported_parameters(tree);
  ASSERT_EQ(parameters.size(), made.parameters.size());
  std::vector<double> values;
  for (const fmi::ExportedParameter& p : parameters) values.push_back(p.name == "body.bar1.mass" ? 7.5 : p.start);
  const ExportedSystem changed = build_exported(with_parameters(tree, parameters, values));
  std::size_t different = 0;
  const std::vector<ParameterValue> before = made.built.subsystem->parameters(),
                                    after = changed.subsystem->parameters();
  for (std::size_t i = 0; i < before.size(); ++i) different += before[i].value != after[i].value;
  EXPECT_EQ(different, 1u);
}

TEST(ExportPreparation, WrongValuesNameTheParameter) {
  const PreparedExport made = prepare_export(entry_of_model("oscillator"), "oscillator");
  const Value tree = parse_toml(made.resources.back().content, "system.toml");
  std::vector<double> values;
  for (const fmi::ExportedParameter& p : made.parameters) values.push_back(p.name == "mass" ? -2 : p.start);
  const std::string message = message_of([&] { build_exported(with_parameters(tree, made.parameters, values)); });
  EXPECT_NE(message.find("parameter 'mass' = -2"), std::string::npos) << message;
}

}  // namespace
}  // namespace oldham
