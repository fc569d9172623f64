// SPDX-License-Identifier: MIT
#include "fmu_commands.hpp"

namespace oldham::app {

Command add_fmu(CLI::App& parent) {
  auto json = std::make_shared<bool>(false);
  CLI::App* app =
      parent.add_subcommand("fmu", "functional mock-up units: look at them, check them, run them, make them");
  app->require_subcommand(1);
  const std::vector<Command> commands = {add_fmu_info(*app, *json), add_fmu_check(*app, *json),
                                         add_fmu_run(*app, *json), add_fmu_export(*app, *json),
                                         add_fmu_cache(*app, *json)};
  return {app, json.get(), [commands, json] {
            for (const Command& command : commands)
              if (command.app->parsed()) return command.work();
            return Answer{};
          }};
}

}  // namespace oldham::app
