// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/description_reader.hpp"

#include <fmt/format.h>

#include "oldham/fmi/description/definitions_reader.hpp"
#include "oldham/fmi/description/structure_reader.hpp"
#include "oldham/fmi/description/variable_reader.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

constexpr const char* description_name = "modelDescription.xml";
// the largest descriptions of industry have some hundred megabytes
constexpr std::uint64_t largest_description = std::uint64_t{1} << 30;

Standard read_standard(const XmlElement& root) {
  const std::string version = root.required_text("fmiVersion");
  if (version == "1.0") return Standard::fmi1;
  if (version == "2.0" || version.starts_with("2.0.")) return Standard::fmi2;
  if (version.starts_with("3.")) return Standard::fmi3;
  root.fail("fmiVersion", fmt::format("expected 1.0, 2.0 or 3.x, found {}", shown(version)),
            "export the FMU for one of these versions");
}

void read_head(const XmlElement& root, ModelDescription& into) {
  into.fmi_version = root.text("fmiVersion");
  into.model_name = root.required_text("modelName");
  into.token = root.required_text(into.standard == Standard::fmi3 ? "instantiationToken" : "guid");
  into.description = root.text("description");
  into.author = root.text("author");
  into.version = root.text("version");
  into.copyright = root.text("copyright");
  into.license = root.text("license");
  into.generation_tool = root.text("generationTool");
  into.generation_time = root.text("generationDateAndTime");
  if (const auto naming = root.optional_text("variableNamingConvention")) into.naming = *naming;
  if (into.standard == Standard::fmi3) return;
  into.declared_event_indicators = root.integer<std::uint32_t>("numberOfEventIndicators");
  if (into.standard == Standard::fmi1) into.declared_states = root.integer<std::uint32_t>("numberOfContinuousStates");
}

}  // namespace

ModelDescription read_description(std::string text, const std::string& name) {
  XmlFile file(std::move(text), name);
  const XmlElement root = file.root("fmiModelDescription");
  ModelDescription description;
  description.standard = read_standard(root);
  read_head(root, description);
  description.interfaces = read_interfaces(root, description.standard);
  description.units = read_units(root, description.standard);
  description.types = read_types(root, description.standard);
  description.log_categories = read_log_categories(root);
  description.experiment = read_experiment(root);

  const std::optional<XmlElement> list = root.child("ModelVariables");
  if (!list)
    root.notice(Severity::error, "missing-variables", "has no element ModelVariables");
  else if (description.standard == Standard::fmi1)
    description.variables = read_early_variables(*list, description);
  else
    description.variables = read_variables(*list, description);

  if (description.standard != Standard::fmi1) {
    description.structure = read_structure(root, description.standard);
    resolve_references(description);
  } else if (list) {
    description.structure = read_early_structure(*list, description);
  }
  description.noticed = file.take_noticed();
  return description;
}

ModelDescription read_description(const Archive& archive) {
  return read_description(archive.read(description_name, largest_description),
                          (archive.file() / description_name).string());
}

}  // namespace oldham::fmi
