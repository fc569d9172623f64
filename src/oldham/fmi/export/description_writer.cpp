// SPDX-License-Identifier: MIT
#include "oldham/fmi/export/description_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <pugixml.hpp>
#include <sstream>

#include "oldham/fmi/description/capability.hpp"
#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

void set(pugi::xml_node node, const char* attribute, const std::string& text) {
  node.append_attribute(attribute).set_value(text.c_str());
}
void set(pugi::xml_node node, const char* attribute, std::string_view text) { set(node, attribute, std::string(text)); }
/// The shortest decimal that reads back as the same number.
void set(pugi::xml_node node, const char* attribute, double number) { set(node, attribute, fmt::format("{}", number)); }
void set_text(pugi::xml_node node, const char* attribute, const std::string& text) {
  if (!text.empty()) set(node, attribute, text);
}

void write_head(pugi::xml_node root, const ModelDescription& d) {
  set(root, "fmiVersion", d.fmi_version);
  set(root, "modelName", d.model_name);
  set(root, d.standard == Standard::fmi3 ? "instantiationToken" : "guid", d.token);
  set_text(root, "description", d.description);
  set_text(root, "version", d.version);
  set_text(root, "generationTool", d.generation_tool);
  set(root, "variableNamingConvention", d.naming);
  if (d.declared_event_indicators)
    set(root, "numberOfEventIndicators", fmt::format("{}", *d.declared_event_indicators));
}

/// What an interface can do beyond what it could without saying so.
void write_interface(pugi::xml_node root, const Interface& interface, Standard standard) {
  pugi::xml_node node = root.append_child(std::string(word_in(interface_words, interface.kind)).c_str());
  set(node, "modelIdentifier", interface.model_identifier);
  for (const Capability& capability : all_capabilities()) {
    if (!applies(capability, standard, interface.kind)) continue;
    if (const auto* flag = std::get_if<bool Interface::*>(&capability.member))
      if (interface.*(*flag) != capability.is_inverted) set(node, capability.attribute, std::string_view("true"));
  }
}

void write_units(pugi::xml_node root, const ModelDescription& d) {
  if (d.units.empty()) return;
  constexpr const char* base_units[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  pugi::xml_node list = root.append_child("UnitDefinitions");
  for (const UnitDefinition& unit : d.units) {
    pugi::xml_node node = list.append_child("Unit");
    set(node, "name", unit.name);
    if (!unit.unit) continue;
    pugi::xml_node base = node.append_child("BaseUnit");
    for (std::size_t i = 0; i < unit.unit->exponents.size(); ++i)
      if (unit.unit->exponents[i] != 0) set(base, base_units[i], fmt::format("{}", unit.unit->exponents[i]));
    if (unit.unit->factor != 1) set(base, "factor", unit.unit->factor);
    if (unit.unit->offset != 0) set(base, "offset", unit.unit->offset);
  }
}

void write_categories_and_experiment(pugi::xml_node root, const ModelDescription& d) {
  if (!d.log_categories.empty()) {
    pugi::xml_node list = root.append_child("LogCategories");
    for (const LogCategory& category : d.log_categories) {
      pugi::xml_node node = list.append_child("Category");
      set(node, "name", category.name);
      set_text(node, "description", category.description);
    }
  }
  if (!d.experiment) return;
  pugi::xml_node node = root.append_child("DefaultExperiment");
  if (d.experiment->start) set(node, "startTime", *d.experiment->start);
  if (d.experiment->stop) set(node, "stopTime", *d.experiment->stop);
  if (d.experiment->tolerance) set(node, "tolerance", *d.experiment->tolerance);
  if (d.experiment->step) set(node, "stepSize", *d.experiment->step);
}

/// In FMI 3.0 name and value stand in one element, in FMI 2.0 the value in one of its own.
void write_variable(pugi::xml_node list, const Variable& variable, Standard standard) {
  const bool is_late = standard == Standard::fmi3;
  pugi::xml_node node = list.append_child(is_late ? "Float64" : "ScalarVariable");
  set(node, "name", variable.name);
  set(node, "valueReference", fmt::format("{}", variable.reference));
  set_text(node, "description", variable.description);
  set(node, "causality", word_in(causality_words, variable.causality));
  set(node, "variability", word_in(variability_words, variable.variability));
  if (is_late && variable.intermediate_update)
    set(node, "intermediateUpdate", std::string_view(*variable.intermediate_update ? "true" : "false"));
  if (variable.is_initial_written && variable.initial) set(node, "initial", word_in(initial_words, *variable.initial));
  pugi::xml_node content = is_late ? node : node.append_child("Real");
  if (variable.traits.unit) set(content, "unit", *variable.traits.unit);
  if (variable.traits.nominal) set(content, "nominal", *variable.traits.nominal);
  if (variable.derivative) set(content, "derivative", fmt::format("{}", variable.derivative->written));
  if (variable.start) set(content, "start", fmt::format("{}", std::get<std::vector<double>>(*variable.start).front()));
  for (const Alias& alias : variable.aliases) {
    pugi::xml_node second = node.append_child("Alias");
    set(second, "name", alias.name);
    set_text(second, "description", alias.description);
  }
}

void write_unknowns(pugi::xml_node structure, const std::vector<Unknown>& unknowns, const char* list_name,
                    const char* late_name, Standard standard) {
  if (unknowns.empty()) return;
  const bool is_late = standard == Standard::fmi3;
  pugi::xml_node list = is_late ? structure : structure.append_child(list_name);
  for (const Unknown& unknown : unknowns) {
    pugi::xml_node node = list.append_child(is_late ? late_name : "Unknown");
    set(node, is_late ? "valueReference" : "index", fmt::format("{}", unknown.unknown.written));
    if (!unknown.dependencies) continue;
    std::vector<std::uint32_t> known;
    for (const Dependency& dependency : *unknown.dependencies) known.push_back(dependency.known.written);
    set(node, "dependencies", fmt::format("{}", fmt::join(known, " ")));
  }
}

}  // namespace

std::string write_description(const ModelDescription& d) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", std::string_view("1.0"));
  set(declaration, "encoding", std::string_view("UTF-8"));
  pugi::xml_node root = document.append_child("fmiModelDescription");
  write_head(root, d);
  for (const Interface& interface : d.interfaces) write_interface(root, interface, d.standard);
  write_units(root, d);
  write_categories_and_experiment(root, d);
  pugi::xml_node variables = root.append_child("ModelVariables");
  for (const Variable& variable : d.variables) write_variable(variables, variable, d.standard);
  pugi::xml_node structure = root.append_child("ModelStructure");
  const ModelStructure& s = d.structure;
  write_unknowns(structure, s.outputs, "Outputs", "Output", d.standard);
  write_unknowns(structure, s.derivatives, "Derivatives", "ContinuousStateDerivative", d.standard);
  write_unknowns(structure, s.initial_unknowns, "InitialUnknowns", "InitialUnknown", d.standard);
  write_unknowns(structure, s.event_indicators, "", "EventIndicator", d.standard);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

}  // namespace oldham::fmi
