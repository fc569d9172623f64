// SPDX-License-Identifier: MIT
#include "oldham/present/description/describe_fmu.hpp"

#include <fmt/format.h>

#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/import/fmu_ports.hpp"
#include "oldham/present/description/describe_ports.hpp"
#include "oldham/present/fmu/fmu_variable_json.hpp"
#include "oldham/present/text/printable.hpp"

namespace oldham {
namespace {

std::vector<ParameterHelp> parameters_of(const fmi::ModelDescription& description) {
  std::vector<ParameterHelp> parameters;
  for (const fmi::Variable& variable : description.variables) {
    if (variable.causality != fmi::Causality::parameter && variable.causality != fmi::Causality::structural_parameter)
      continue;
    const Json told = describe_variable(description, variable);
    const Json* start = variable.start ? told.find("start") : nullptr;
    parameters.push_back({printable(variable.name), printable(variable.traits.unit.value_or("")),
                          start == nullptr ? "" : start->dump(), printable(variable.description)});
  }
  return parameters;
}

}  // namespace

Reply describe_fmu(const std::filesystem::path& file) {
  const fmi::ModelDescription description = fmi::read_description(fmi::Archive(file));
  const fmi::FmuPorts made = fmi::make_ports(description, {});
  Reply answer;
  const std::string name = printable(description.model_name), summary = printable(description.description);
  answer.json["name"] = name;
  answer.json["summary"] = summary;
  answer.text = fmt::format("{}: {}\nparameters\n", name, summary);
  answer.json["parameters"] = describe_parameters(parameters_of(description), answer.text);
  Json ports = Json::object();
  answer.text += "ports\n";
  ports["inputs"] = describe_ports(made.boundary->inputs, "input", answer.text);
  ports["outputs"] = describe_ports(made.boundary->outputs, "output", answer.text);
  answer.json["ports"] = std::move(ports);
  answer.text += fmt::format("'oldham fmu info {}' shows all that it declares", file.string());
  return answer;
}

}  // namespace oldham
