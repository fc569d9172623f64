// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/ready_made.hpp"
#include "oldham/model/registry.hpp"
#include "oldham/present/description/describe.hpp"

namespace oldham::app {
namespace {

struct DescribeArguments {
  std::string what;
  std::vector<std::string> overrides;
  bool json = false, expand = false;
};

Answer describe_work(const DescribeArguments& arguments) {
  const auto change = [&](Value& root) {
    for (const std::string& assignment : arguments.overrides) apply_override(root, assignment);
  };
  return describe_by_name(arguments.what,
                          arguments.overrides.empty() ? FunctionRef<void(Value&)>() : FunctionRef<void(Value&)>(change),
                          arguments.expand);
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
