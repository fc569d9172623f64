// SPDX-License-Identifier: MIT
#include "oldham/present/fmu/fmu_json.hpp"

#include <algorithm>

#include "oldham/fmi/description/capability.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/present/fmu/fmu_variable_json.hpp"

namespace oldham::fmi {
namespace {

Json describe_unit(const UnitDefinition& definition) {
  Json object = Json::object();
  object["name"] = definition.name;
  object["dimensions"] = definition.unit ? Json(dimension_text(*definition.unit)) : Json(nullptr);
  if (definition.unit) {
    object["factor"] = definition.unit->factor;
    object["offset"] = definition.unit->offset;
  }
  object["has_base_units"] = definition.has_base_units;
  for (const DisplayUnit& display : definition.display_units) {
    Json entry = Json::object();
    entry["name"] = display.name;
    entry["factor"] = display.factor;
    entry["offset"] = display.offset;
    add_flag(entry, "inverse", display.is_inverse);
    object["display_units"].push_back(std::move(entry));
  }
  return object;
}

Json describe_unknowns(const ModelDescription& description, const std::vector<Unknown>& unknowns) {
  Json list = Json::array();
  for (const Unknown& unknown : unknowns) {
    Json entry = Json::object();
    entry["variable"] = name_of(description, unknown.unknown);
    entry["dependencies"] = unknown.dependencies ? Json::array() : Json(nullptr);
    if (unknown.dependencies)
      for (const Dependency& dependency : *unknown.dependencies) {
        Json known = Json::object();
        known["variable"] = name_of(description, dependency.known);
        known["kind"] = word_in(dependency_words, dependency.kind);
        entry["dependencies"].push_back(std::move(known));
      }
    list.push_back(std::move(entry));
  }
  return list;
}

Json describe_structure(const ModelDescription& description) {
  Json object = Json::object();
  const ModelStructure& structure = description.structure;
  object["outputs"] = describe_unknowns(description, structure.outputs);
  object["derivatives"] = describe_unknowns(description, structure.derivatives);
  object["clocked_states"] = describe_unknowns(description, structure.clocked_states);
  object["initial_unknowns"] = describe_unknowns(description, structure.initial_unknowns);
  object["event_indicators"] = describe_unknowns(description, structure.event_indicators);
  return object;
}

void add_head(Json& object, const ModelDescription& d) {
  object["fmi_version"] = d.fmi_version;
  object["model_name"] = d.model_name;
  object["token"] = d.token;
  add_text(object, "description", d.description);
  add_text(object, "author", d.author);
  add_text(object, "version", d.version);
  add_text(object, "copyright", d.copyright);
  add_text(object, "license", d.license);
  add_text(object, "generation_tool", d.generation_tool);
  add_text(object, "generation_time", d.generation_time);
  object["naming"] = d.naming;
  add_optional(object, "declared_states", d.declared_states);
  add_optional(object, "declared_event_indicators", d.declared_event_indicators);
}

Json describe_experiment(const DefaultExperiment& experiment) {
  Json object = Json::object();
  add_optional(object, "start", experiment.start);
  add_optional(object, "stop", experiment.stop);
  add_optional(object, "tolerance", experiment.tolerance);
  add_optional(object, "step", experiment.step);
  return object;
}

}  // namespace

Json describe_capabilities(const Interface& interface, Standard standard) {
  Json object = Json::object();
  for (const Capability& capability : all_capabilities())
    if (applies(capability, standard, interface.kind))
      object[capability.attribute] = std::visit(
          [&](auto member) {
            if constexpr (std::same_as<decltype(member), bool Interface::*>)
              return Json(interface.*member != capability.is_inverted);
            else
              return Json(interface.*member);
          },
          capability.member);
  return object;
}

Json describe_fmu(const ModelDescription& d) {
  Json object = Json::object();
  add_head(object, d);
  object["interfaces"] = Json::array();
  for (const Interface& interface : d.interfaces) {
    Json entry = Json::object();
    entry["kind"] = word_in(interface_words, interface.kind);
    entry["model_identifier"] = interface.model_identifier;
    entry["capabilities"] = describe_capabilities(interface, d.standard);
    if (!interface.source_files.empty()) entry["source_files"] = interface.source_files;
    object["interfaces"].push_back(std::move(entry));
  }
  object["default_experiment"] = d.experiment ? describe_experiment(*d.experiment) : Json(nullptr);
  object["log_categories"] = Json::array();
  for (const LogCategory& category : d.log_categories) {
    Json entry = Json::object();
    entry["name"] = category.name;
    add_text(entry, "description", category.description);
    object["log_categories"].push_back(std::move(entry));
  }
  object["units"] = Json::array();
  for (const UnitDefinition& unit : d.units) object["units"].push_back(describe_unit(unit));
  object["types"] = Json::array();
  for (const TypeDefinition& type : d.types) object["types"].push_back(describe_type(d, type));
  Json variables = Json::array();
  for (const Variable& variable : d.variables) variables.push_back(describe_variable(d, variable));
  object["variables"] = std::move(variables);
  object["structure"] = describe_structure(d);
  return object;
}

Json describe_platforms(const std::vector<Platform>& platforms) {
  Json list = Json::array();
  for (const Platform& platform : platforms) {
    Json entry = Json::object();
    entry["name"] = platform.name;
    entry["libraries"] = platform.libraries;
    list.push_back(std::move(entry));
  }
  return list;
}

Json describe_violations(const std::vector<Violation>& violations) {
  Json object = Json::object();
  for (const auto& [key, severity] : {std::pair("errors", Severity::error), std::pair("warnings", Severity::warning),
                                      std::pair("information", Severity::information)})
    object[key] = std::ranges::count(violations, severity, &Violation::severity);
  Json list = Json::array();
  for (const Violation& violation : violations) {
    Json entry = Json::object();
    entry["severity"] = word_of(violation.severity);
    entry["rule"] = violation.rule;
    if (violation.line > 0) entry["line"] = violation.line;
    entry["where"] = violation.where;
    entry["what"] = violation.what;
    list.push_back(std::move(entry));
  }
  object["list"] = std::move(list);
  return object;
}

}  // namespace oldham::fmi
