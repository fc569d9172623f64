// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>

#include "exporting.hpp"
#include "fmu_commands.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/export/export.hpp"
#include "oldham/io/export_preparation.hpp"
#include "oldham/io/read_system.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/ready_made.hpp"

namespace oldham::app {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
  std::string what, subsystem, out;
  std::vector<std::string> overrides;
  int version = 3;
};

/// What is exported, before it is built.
struct Source {
  Value root;
  std::string name, description;
  std::string subsystem;  // empty: the whole
};

Source load(const ExportArguments& arguments) {
  for (const SystemHelp& help : system_help())
    if (help.name == arguments.what)
      return {parse_toml(fmt::format("system = \"{}\"\n", help.name), help.name), help.name, help.summary,
              arguments.subsystem};
  for (const ModelHelp& help : model_help())
    if (help.name == arguments.what) {
      if (!arguments.subsystem.empty())
        throw_wrong_input("--subsystem", fmt::format("'{}' is a model, and has no subsystems", help.name),
                          "leave it out");
      return {entry_of_model(help.name), help.name, help.summary, help.name};
    }
  if (fs::exists(arguments.what)) {
    SystemArguments file;
    file.file = arguments.what;
    return {read_system(arguments.what), file.folder().filename().string(), {}, arguments.subsystem};
  }
  std::vector<std::string> names;
  for (const SystemHelp& help : system_help()) names.push_back(help.name);
  for (const ModelHelp& help : model_help()) names.push_back(help.name);
  throw_wrong_input("fmu export",
                    fmt::format("'{}' is neither a model, a ready-made system nor a file", arguments.what),
                    suggest(arguments.what, names));
}

Answer export_work(const ExportArguments& arguments) {
  Source source = load(arguments);
  const bool is_model = source.subsystem == arguments.what;
  for (const std::string& assignment : arguments.overrides)
    // the file of a model is its entry
    apply_override(source.root, is_model ? fmt::format("subsystem.{}.{}", source.name, assignment) : assignment);
  if (!source.subsystem.empty() && !is_model) source.name = source.subsystem;
  const PreparedExport prepared = prepare_export(source.root, source.subsystem);
  fmi::ExportedModel model = prepared.model(source.name, tool_name);
  model.description = source.description;
  const fs::path file = arguments.out.empty() ? fs::path(source.name + ".fmu") : fs::path(arguments.out);
  const fmi::Standard standard = arguments.version == 3 ? fmi::Standard::fmi3 : fmi::Standard::fmi2;
  fmi::write_fmu(file, model, standard, find_exported_library());

  const fmi::VariableLayout layout = fmi::VariableLayout::of(*model.subsystem, model.parameters.size());
  const bool has_equations = model.subsystem->equations() != nullptr;
  Answer answer;
  answer.json["file"] = file.string();
  answer.json["fmi_version"] = fmt::format("{}.0", arguments.version);
  answer.json["model_name"] = model.name;
  answer.json["token"] = fmi::token_of(model);
  Json interfaces = Json::array();
  if (has_equations) interfaces.push_back("ModelExchange");
  interfaces.push_back("CoSimulation");
  answer.json["interfaces"] = std::move(interfaces);
  answer.json["inputs"] = layout.inputs;
  answer.json["outputs"] = layout.outputs;
  answer.json["states"] = layout.states;
  answer.json["parameters"] = layout.parameters;
  answer.text = fmt::format("{}: {} for FMI {}.0, {}co-simulation\n", file.string(), model.name, arguments.version,
                            has_equations ? "model exchange and " : "");
  answer.text += fmt::format("inputs {}, outputs {}, states {}, parameters {}", layout.inputs, layout.outputs,
                             layout.states, layout.parameters);
  return answer;
}

}  // namespace

Command add_fmu_export(CLI::App& fmu, bool& json) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* app = fmu.add_subcommand("export", "makes an FMU of a model, a subsystem or a whole system");
  app->add_option("what", arguments->what, "name of a model or system, or a system file")->required();
  app->add_option("--fmi", arguments->version, "version of the standard: 2 or 3")->check(CLI::IsMember({2, 3}));
  app->add_option("-o,--out", arguments->out, "the file to write (default: NAME.fmu)")->type_name("FILE");
  app->add_option("--subsystem", arguments->subsystem, "the one subsystem to export, by its name")->type_name("NAME");
  app->add_option("--set", arguments->overrides, "override a key of the file, or of the model")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  app->add_flag("--json", json, "print one JSON object and nothing else");
  return {app, &json, [arguments] { return export_work(*arguments); }};
}

}  // namespace oldham::app
