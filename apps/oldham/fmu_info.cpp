// SPDX-License-Identifier: MIT
#include "oldham/present/fmu/fmu_info.hpp"
#include "fmu_commands.hpp"

namespace oldham::app {

Command add_fmu_info(CLI::App& parent, bool& json) {
  auto file = std::make_shared<std::string>();
  CLI::App* app = parent.add_subcommand("info", "what an FMU declares, and which rules of the standard it breaks");
  app->add_option("file", *file, "FMU of FMI 1.0, 2.0 or 3.0")->required();
  app->add_flag("--json", json, "print one JSON object and nothing else");
  return {app, &json, [file] { return fmi::describe_fmu_file(*file); }};
}

}  // namespace oldham::app
