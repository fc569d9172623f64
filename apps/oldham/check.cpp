// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>
#include <iterator>

#include "command.hpp"
#include "oldham/core/counted.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::app {
namespace {

struct CheckArguments {
  std::string file, within;
  bool reads_input = false, json = false;
};

Answer work(const CheckArguments& arguments) {
  const Value root = arguments.reads_input
                         ? parse_toml(std::string(std::istreambuf_iterator<char>(std::cin), {}), arguments.file)
                         : read_system(arguments.file);
  if (!arguments.within.empty()) require_within(ConfinedFolder(arguments.within), arguments.file, root);
  const System<double> system = build_system<double>(root);
  const std::size_t subsystems = system.cosimulation->assembly().subsystems.size();
  const int variables = system.cosimulation->plan().variables;
  const std::int64_t steps = step_count({system.start, system.end, system.step, nullptr});

  Answer answer;
  answer.json["status"] = "valid";
  answer.json["subsystems"] = subsystems;
  answer.json["coupling_variables"] = variables;
  answer.json["start"] = system.start;
  answer.json["end"] = system.end;
  answer.json["step"] = system.step;
  if (!system.adaptive) answer.json["macro_steps"] = steps;  // else nobody knows
  const std::string lengths = system.adaptive ? fmt::format("macro steps of {:g} to {:g} s", system.adaptive->smallest,
                                                            system.adaptive->largest)
                                              : fmt::format("{} of {:g} s", counted(steps, "macro step"), system.step);
  answer.text = fmt::format("{} can be run: {}, {}, {}", arguments.file, counted(subsystems, "subsystem"),
                            counted(variables, "coupling variable"), lengths);
  const std::vector<std::string>& notes = system.cosimulation->assembly().notes;
  if (!notes.empty()) answer.json["notes"] = notes;
  for (const std::string& note : notes) answer.text += fmt::format("\n  note      {}", note);
  return answer;
}

}  // namespace

Command add_check(CLI::App& parent) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* app = parent.add_subcommand("check", "whether a system is valid, without running it");
  app->add_option("file", arguments->file, "system file (TOML), or system of SSP (.ssp, .ssd)")->required();
  app->add_flag("--stdin", arguments->reads_input,
                "read the text of the file from standard input, as if it stood there");
  add_within(*app, arguments->within);
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
