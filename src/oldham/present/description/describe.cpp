// SPDX-License-Identifier: MIT
#include "oldham/present/description/describe.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/read_system.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/ready_made.hpp"
#include "oldham/model/registry.hpp"
#include "oldham/present/description/describe_fmu.hpp"
#include "oldham/present/description/describe_mechanism.hpp"
#include "oldham/present/description/describe_ports.hpp"

namespace oldham {
namespace {

Json capability_table(const Capabilities& c) {
  Json object = Json::object();
  object["rollback"] = c.rollback;
  object["state_access"] = c.state_access;
  object["equations"] = c.equations;
  object["step_sensitivity"] = c.step_sensitivity;
  object["linear"] = c.linear;
  return object;
}

/// What the name of a force stands for.
std::string source_of(const Assembly<double>& assembly, const VariableAlias& alias) {
  if (alias.of == VariableAlias::Of::law) return assembly.laws[alias.law].variable_name(alias.variable);
  if (alias.of == VariableAlias::Of::measured) return assembly.measured[alias.law].variable_name(alias.variable);
  int row = alias.law;
  for (const Constraint& constraint : assembly.constraints) {
    if (row < static_cast<int>(constraint.rows.size())) return constraint.rows[row].name;
    row -= static_cast<int>(constraint.rows.size());
  }
  return {};
}

/// Subsystems with ports and what joins them.
void describe_system(const Value& root, Reply& answer) {
  const System<double> system = build_system<double>(root, {.threads = 1});
  const Cosimulation<double>& cosimulation = *system.cosimulation;
  const Assembly<double>& assembly = cosimulation.assembly();
  const Plan<double>& plan = cosimulation.plan();
  const std::vector<multibody::MechanismDescription> mechanisms = read_mechanisms(root);
  int freedom = 0;
  Json subsystems = Json::array();
  answer.text += "subsystems\n";
  for (const auto& subsystem : assembly.subsystems) {
    const SubsystemDescription& d = subsystem->description();
    Json entry = Json::object();
    entry["name"] = d.name;
    entry["model"] = d.boundary->model;
    answer.text += fmt::format("  {} ({}), {}\n", d.name, d.boundary->model, counted(d.state_size, "state"));
    Json ports = Json::object();
    ports["inputs"] = describe_ports(d.boundary->inputs, "input", answer.text);
    ports["outputs"] = describe_ports(d.boundary->outputs, "output", answer.text);
    entry["ports"] = std::move(ports);
    Json values = Json::object();
    for (const ParameterValue& p : subsystem->parameters()) {
      values.add(p.name, p.value);
      // those of built-in models are told with the model
      if (d.boundary->is_foreign) answer.text += parameter_line(p);
    }
    entry["parameters"] = std::move(values);
    entry["capabilities"] = capability_table(d.capabilities);
    for (const multibody::MechanismDescription& mechanism : mechanisms)
      if (mechanism.name == d.name) describe_mechanism(mechanism, entry, answer.text);
    subsystems.push_back(std::move(entry));
  }
  answer.json["subsystems"] = std::move(subsystems);
  for (const multibody::MechanismDescription& mechanism : mechanisms) freedom += degrees_of_freedom(mechanism);
  if (!mechanisms.empty()) answer.json["degrees_of_freedom"] = freedom;

  Json ports = Json::object(), inputs = Json::array(), outputs = Json::array();
  Capabilities common{true, true, true, true, true};
  for (int s = 0; s < static_cast<int>(assembly.subsystems.size()); ++s) {
    const SubsystemDescription& d = assembly.subsystems[s]->description();
    for (int i = 0; i < d.input_count(); ++i) inputs.push_back(assembly.input_name({s, i}));
    for (int i = 0; i < d.output_count(); ++i) outputs.push_back(assembly.output_name({s, i}));
    common.rollback = common.rollback && d.capabilities.rollback;
    common.state_access = common.state_access && d.capabilities.state_access;
    common.equations = common.equations && d.capabilities.equations;
    common.step_sensitivity = common.step_sensitivity && d.capabilities.step_sensitivity;
    common.linear = common.linear && d.capabilities.linear;
  }
  ports["inputs"] = std::move(inputs);
  ports["outputs"] = std::move(outputs);
  answer.json["ports"] = std::move(ports);
  answer.json["capabilities"] = capability_table(common);

  Json couplings = Json::array();
  answer.text += "coupling variables\n";
  std::vector<std::string> feeds(plan.variables);
  for (int i = 0, s = 0; i < plan.inputs(); ++i) {
    while (i >= plan.input_offset[s + 1]) ++s;
    for (int k = plan.term_offset[i]; k < plan.term_offset[i + 1]; ++k)
      feeds[plan.terms[k].source] +=
          fmt::format(" {}{}", plan.terms[k].factor == 1 ? "" : fmt::format("{:g} x ", plan.terms[k].factor),
                      assembly.input_name({s, i - plan.input_offset[s]}));
  }
  for (int j = 0; j < plan.variables; ++j) {
    Json entry = Json::object();
    entry["variable"] = plan.variable_name[j];
    entry["feeds"] = feeds[j].empty() ? "" : feeds[j].substr(1);
    couplings.push_back(std::move(entry));
    answer.text += fmt::format("  {} ->{}\n", plan.variable_name[j], feeds[j]);
  }
  answer.json["couplings"] = std::move(couplings);
  Json aliases = Json::object();
  for (const Alias& alias : assembly.aliases) aliases.add(alias.name, assembly.output_name(alias.output));
  for (const VariableAlias& alias : assembly.variable_aliases) aliases.add(alias.name, source_of(assembly, alias));
  answer.json["published"] = std::move(aliases);
  answer.json["states"] = cosimulation.state_size();
  answer.text += fmt::format("step {:g} s, from {:g} s to {:g} s", system.step, system.start, system.end);
}

/// Ports as they are with the default parameters; a linear model has those its file names.
Reply describe_model(const ModelHelp& help) {
  Reply answer;
  answer.json["name"] = help.name;
  answer.json["summary"] = help.summary;
  answer.json["default_integrator"] = help.default_integrator;
  answer.text = fmt::format("{}: {}\nparameters\n", help.name, help.summary);
  answer.json["parameters"] = describe_parameters(help.parameters, answer.text);
  Value sample{Value::Table{}};
  if (help.name == "linear") sample = parse_toml("outputs = [\"y\"]", "describe");
  Reader parameters(sample, "parameters");
  const auto subsystem =
      make_subsystem<double>(help.name, help.name, parameters, {.kind = default_integrator(help.name)}, "describe");
  Json ports = Json::object();
  answer.text += "ports\n";
  ports["inputs"] = describe_ports(subsystem->description().boundary->inputs, "input", answer.text);
  ports["outputs"] = describe_ports(subsystem->description().boundary->outputs, "output", answer.text);
  answer.json["ports"] = std::move(ports);
  answer.json["capabilities"] = capability_table(subsystem->description().capabilities);
  answer.text += fmt::format("integrator {} unless the file names another", help.default_integrator);
  return answer;
}

/// The file that a ready-made system stands for.
Reply expansion_of(const Value& root) {
  const std::optional<Value> expanded = expand_ready_made(root);
  if (!expanded && root.find("system") != nullptr)
    throw_wrong_input("--expand", "this ready-made system is not written as a file",
                      "leave out --expand to see its parts");
  Reply answer;
  answer.text = to_toml(expanded.value_or(root));
  answer.json["expanded"] = answer.text;
  return answer;
}

}  // namespace

Reply describe_by_name(const std::string& what, FunctionRef<void(Value&)> change, bool expands) {
  Reply answer;
  for (const SystemHelp& help : system_help()) {
    if (help.name != what) continue;
    Value root = parse_toml(fmt::format("system = \"{}\"\n", help.name), help.name);
    if (change) change(root);
    if (expands) return expansion_of(root);
    answer.json["name"] = help.name;
    answer.json["summary"] = help.summary;
    answer.text = fmt::format("{}: {}\nparameters\n", help.name, help.summary);
    answer.json["parameters"] = describe_parameters(help.parameters, answer.text);
    if (!help.scheme.empty()) answer.text += "keys of [scheme]\n";
    answer.json["scheme"] = describe_parameters(help.scheme, answer.text);
    describe_system(root, answer);
    return answer;
  }
  for (const ModelHelp& help : model_help()) {
    if (help.name != what) continue;
    if (expands || change)
      throw_wrong_input("describe", fmt::format("'{}' is a model, with no keys to change and nothing to expand", what),
                        "leave out --set and --expand, or describe a system that has it");
    return describe_model(help);
  }
  if (std::filesystem::path(what).extension() == ".fmu") {
    if (expands || change)
      throw_wrong_input("describe", "an FMU by itself has no keys to change and nothing to expand",
                        "leave out --set and --expand, or describe the system file that has it");
    return describe_fmu(what);
  }
  // a name with an ending is meant as a file: whether or not there is one, that is said best by those who read it
  const std::filesystem::path file = what;
  if (std::filesystem::exists(file) || file.has_extension() || file.has_parent_path()) {
    Value root = read_system(what);
    if (change) change(root);
    if (expands) return expansion_of(root);
    answer.json["name"] = what;
    describe_system(root, answer);
    return answer;
  }
  std::vector<std::string> names;
  for (const SystemHelp& help : system_help()) names.push_back(help.name);
  for (const ModelHelp& help : model_help()) names.push_back(help.name);
  throw_wrong_input("describe", fmt::format("'{}' is neither a model, a ready-made system nor a file", what),
                    suggest(what, names));
}

Reply describe_tree(const Value& root, bool expands) {
  if (expands) return expansion_of(root);
  Reply answer;
  describe_system(root, answer);
  return answer;
}

}  // namespace oldham
