// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "describe_fmu.hpp"
#include "describe_mechanism.hpp"
#include "describe_ports.hpp"
#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/ready_made.hpp"
#include "oldham/model/registry.hpp"

namespace oldham::app {
namespace {

struct DescribeArguments {
  std::string what;
  std::vector<std::string> overrides;
  bool json = false, expand = false;
};

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

/// The file that a ready-made system stands for.
Answer expansion_of(const Value& root) {
  const std::optional<Value> expanded = expand_ready_made(root);
  if (!expanded && root.find("system") != nullptr)
    throw_wrong_input("--expand", "this ready-made system is not written as a file",
                      "leave out --expand to see its parts");
  Answer answer;
  answer.text = to_toml(expanded.value_or(root));
  answer.json["expanded"] = answer.text;
  return answer;
}

/// Subsystems with ports and what joins them.
void describe_system(const Value& root, Answer& answer) {
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

Answer describe_work(const DescribeArguments& arguments) {
  Answer answer;
  for (const SystemHelp& help : system_help()) {
    if (help.name != arguments.what) continue;
    Value root = parse_toml(fmt::format("system = \"{}\"\n", help.name), help.name);
    for (const std::string& assignment : arguments.overrides) apply_override(root, assignment);
    if (arguments.expand) return expansion_of(root);
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
    if (help.name != arguments.what) continue;
    answer.json["name"] = help.name;
    answer.json["summary"] = help.summary;
    answer.json["default_integrator"] = help.default_integrator;
    answer.text = fmt::format("{}: {}\nparameters\n", help.name, help.summary);
    answer.json["parameters"] = describe_parameters(help.parameters, answer.text);
    // ports as they are with the default parameters; a linear model has those its file names
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
  if (std::filesystem::path(arguments.what).extension() == ".fmu") {
    if (arguments.expand || !arguments.overrides.empty())
      throw_wrong_input("describe", "an FMU by itself has no keys to change and nothing to expand",
                        "leave out --set and --expand, or describe the system file that has it");
    return describe_fmu(arguments.what);
  }
  // a name with an ending is meant as a file: whether or not there is one, that is said best by those who read it
  const std::filesystem::path file = arguments.what;
  if (std::filesystem::exists(file) || file.has_extension() || file.has_parent_path()) {
    Value root = read_system(arguments.what);
    for (const std::string& assignment : arguments.overrides) apply_override(root, assignment);
    if (arguments.expand) return expansion_of(root);
    answer.json["name"] = arguments.what;
    describe_system(root, answer);
    return answer;
  }
  std::vector<std::string> names;
  for (const SystemHelp& help : system_help()) names.push_back(help.name);
  for (const ModelHelp& help : model_help()) names.push_back(help.name);
  throw_wrong_input("describe", fmt::format("'{}' is neither a model, a ready-made system nor a file", arguments.what),
                    suggest(arguments.what, names));
}

/// Where it was installed, or lies beside the sources; empty: neither.
std::string guide_folder() {
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown) return "";
  for (const char* place : {"../../share/doc/oldham/docs/guide", "../../docs/guide"})
    if (const auto folder = (program / place).lexically_normal(); std::filesystem::is_directory(folder, unknown))
      return folder.string();
  return "";
}

Answer models_work() {
  Answer answer;
  answer.text = "ready-made systems (system = \"NAME\")\n";
  std::size_t width = 0;
  for (const SystemHelp& help : system_help()) width = std::max(width, help.name.size());
  for (const ModelHelp& help : model_help()) width = std::max(width, help.name.size());
  const auto list = [&](const auto& rows) {
    Json all = Json::array();
    for (const auto& row : rows) {
      Json entry = Json::object();
      entry["name"] = row.name;
      entry["summary"] = row.summary;
      all.push_back(std::move(entry));
      answer.text += fmt::format("  {:<{}}  {}\n", row.name, width, row.summary);
    }
    return all;
  };
  answer.json["systems"] = list(system_help());
  answer.text += "models ([[subsystem]] model = \"NAME\")\n";
  answer.json["models"] = list(model_help());
  answer.text += "'oldham describe NAME' shows parameters and ports";
  if (const std::string guide = guide_folder(); !guide.empty()) {
    answer.text += fmt::format("; docs/guide is {}", guide);
    answer.json["guide"] = guide;
  }
  return answer;
}

}  // namespace

Command add_models(CLI::App& parent) {
  auto json = std::make_shared<bool>(false);
  CLI::App* app = parent.add_subcommand("models", "what is built in");
  app->add_flag("--json", *json, "print one JSON object and nothing else");
  return {app, json.get(), [json] { return models_work(); }};
}

Command add_describe(CLI::App& parent) {
  auto arguments = std::make_shared<DescribeArguments>();
  CLI::App* app =
      parent.add_subcommand("describe", "parameters and ports of a model, a ready-made system, a file or an FMU");
  app->add_option("what", arguments->what, "name of a model or system, a system file, or an FMU")->required();
  app->add_option("--set", arguments->overrides, "override a key")->type_name("PATH=VALUE")->allow_extra_args(false);
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  app->add_flag("--expand", arguments->expand, "print the system file that a ready-made system stands for");
  return {app, &arguments->json, [arguments] { return describe_work(*arguments); }};
}

}  // namespace oldham::app
