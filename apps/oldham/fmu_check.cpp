// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "fmu_commands.hpp"
#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/import/variable_setting.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/present/fmu/fmu_check_answer.hpp"

namespace oldham::app {
namespace {

struct FmuCheckArguments {
  std::string file, interface;
  std::vector<std::string> overrides;
  fmi::CheckSettings settings;
};

/// What --set says of variables of the FMU.
std::vector<fmi::VariableSetting> read_values(const FmuCheckArguments& arguments) {
  std::vector<fmi::VariableSetting> values;
  if (arguments.overrides.empty()) return values;
  const fmi::ModelDescription description = fmi::read_description(fmi::Archive(arguments.file));
  for (const std::string& assignment : arguments.overrides) {
    const auto [name, value] = split_assignment(assignment, "--set", "NAME=VALUE");
    values.push_back(fmi::make_setting(description, name,
                                       parse_toml_value(value, Origin::named(fmt::format("--set {}", assignment)))));
  }
  return values;
}

Answer check_work(const FmuCheckArguments& arguments) {
  // how many checks an FMU gets is known at their end
  Progress progress("checks", 0);
  fmi::CheckSettings settings = arguments.settings;
  settings.told = [&](std::size_t count) { progress.update(static_cast<double>(count)); };
  settings.values = read_values(arguments);
  settings.interrupted = &interrupted;
  if (!arguments.interface.empty())
    settings.interface = arguments.interface == "model-exchange" ? fmi::InterfaceKind::model_exchange
                                                                 : fmi::InterfaceKind::co_simulation;
  const std::vector<fmi::CheckRow> rows = fmi::check_fmu(arguments.file, settings);
  progress.finish();
  return fmi::answer_of(rows, interrupted);
}

}  // namespace

Command add_fmu_check(CLI::App& parent, bool& json) {
  auto arguments = std::make_shared<FmuCheckArguments>();
  CLI::App* app = parent.add_subcommand(
      "check", "whether an FMU keeps what it declares: rules, functions, steps, rollback, derivatives");
  app->add_option("file", arguments->file, "FMU of FMI 1.0, 2.0 or 3.0")->required();
  app->add_option("--steps", arguments->settings.steps, "steps to make in each check")->check(CLI::Range(2, 1'000'000));
  app->add_option("--time-limit", arguments->settings.time_limit, "seconds that one check may take")
      ->check(CLI::Range(0.1, 1e6));
  app->add_option("--interface", arguments->interface, "the only one of its interfaces to check")
      ->check(CLI::IsMember({"co-simulation", "model-exchange"}));
  app->add_option("--set", arguments->overrides, "a parameter or start value to check it with: --set mass=2")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app->add_flag("--json", json, "print one JSON object and nothing else");
  return {app, &json, [arguments] { return check_work(*arguments); }};
}

}  // namespace oldham::app
