// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "exporting.hpp"
#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/ssp/ssp_reader.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/ssp_export.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::app {
namespace {

struct SspArguments {
  std::string file, output;
  std::vector<std::string> overrides;
  int version = 2;  // of FMI, for models that become FMUs; what most readers of SSP know
  bool json = false;
};

Json to_json(const Value& value) {
  if (const bool* boolean = value.get<bool>()) return *boolean;
  if (const std::int64_t* integer = value.get<std::int64_t>()) return *integer;
  if (const double* number = value.get<double>()) return *number;
  if (const std::string* text = value.get<std::string>()) return *text;
  if (const Value::Array* array = value.get<Value::Array>()) {
    Json list = Json::array();
    for (const Value& element : *array) list.push_back(to_json(element));
    return list;
  }
  Json object = Json::object();
  for (const auto& [key, content] : *value.get<Value::Table>()) object[key] = to_json(content);
  return object;
}

Value load(const SspArguments& arguments) {
  Value root = read_system(arguments.file);
  for (const std::string& assignment : arguments.overrides) apply_override(root, assignment);
  return root;
}

/// The system as a system file would have it.
Answer info_work(const SspArguments& arguments) {
  if (!fmi::is_ssp(arguments.file))
    throw_wrong_input(arguments.file, "expected a system of SSP, a file that ends in .ssp or .ssd", "check the path");
  const Progress progress("ssp", 0);
  const Value root = load(arguments);
  Answer answer;
  answer.json = to_json(root);
  answer.text = to_toml(root);
  answer.text.pop_back();
  return answer;
}

Answer export_work(const SspArguments& arguments) {
  const std::filesystem::path file = arguments.file;
  std::filesystem::path output = arguments.output;
  if (output.empty()) output = std::filesystem::path(file.filename()).replace_extension(".ssp");
  const Progress progress("ssp", 0);
  const ExportedSsp exported =
      export_ssp(load(arguments), std::filesystem::absolute(file).parent_path(), output,
                 {.library = find_exported_library,
                  .tool = tool_name,
                  .standard = arguments.version == 3 ? fmi::Standard::fmi3 : fmi::Standard::fmi2});
  Answer answer;
  answer.json["file"] = output.string();
  answer.json["components"] = exported.components;
  answer.json["models"] = exported.models;
  if (!exported.notes.empty()) answer.json["notes"] = exported.notes;
  answer.text = fmt::format("{}: {}", output.string(), counted(exported.components, "component"));
  if (exported.models > 0)
    answer.text += fmt::format(", of which {} built-in, packed for FMI {}.0", exported.models, arguments.version);
  for (const std::string& note : exported.notes) answer.text += fmt::format("\n  note      {}", note);
  return answer;
}

}  // namespace

Command add_ssp(CLI::App& parent) {
  auto arguments = std::make_shared<SspArguments>();
  CLI::App* app = parent.add_subcommand("ssp", "systems of SSP: what they hold, and writing them");
  app->require_subcommand(1);
  const auto add = [&](const char* name, const char* what, const char* file) {
    CLI::App* command = app->add_subcommand(name, what);
    command->add_option("file", arguments->file, file)->required();
    command->add_option("--set", arguments->overrides, "override a key of the file: --set scheme.order=2")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    command->add_flag("--json", arguments->json, "print one JSON object and nothing else");
    return command;
  };
  add("info", "the system as a system file (TOML) would have it", "system of SSP (.ssp, .ssd)");
  CLI::App* packed = add("export", "pack a system into an SSP archive, built-in models as FMUs", "system file (TOML)");
  packed->add_option("-o,--out,--output", arguments->output, "archive to write (default: NAME.ssp)")->type_name("FILE");
  packed->add_option("--fmi", arguments->version, "version of the standard for built-in models: 2 or 3")
      ->check(CLI::IsMember({2, 3}));
  return {app, &arguments->json,
          [arguments, packed] { return packed->parsed() ? export_work(*arguments) : info_work(*arguments); }};
}

}  // namespace oldham::app
