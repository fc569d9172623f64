// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "fmu_commands.hpp"
#include "fmu_template.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/record/input_file.hpp"
#include "run_one.hpp"

namespace oldham::app {
namespace {

constexpr int usual_steps = 100;

struct FmuRunArguments : SystemArguments, RunOptions {
  std::optional<double> end, step, start, call_timeout;
  std::optional<int> steps;
  std::string interface, input;
};

/// That of the input file, else a second later.
double usual_end(const FmuRunArguments& arguments, double start) {
  if (arguments.input.empty()) return start + 1;
  const double last = read_input_file(arguments.input).time.back();
  return last > start ? last : start + 1;
}

/// The FMU alone, over its default experiment.
Value make_tree(const FmuRunArguments& arguments) {
  const fmi::ModelDescription description = fmi::read_description(fmi::Archive(arguments.file));
  const fmi::DefaultExperiment experiment = description.experiment.value_or(fmi::DefaultExperiment());
  const double start = arguments.start.value_or(experiment.start.value_or(0));
  const double end = arguments.end.value_or(experiment.stop.value_or(usual_end(arguments, start)));
  if (!(end > start))
    throw_wrong_input("--end", fmt::format("the end ({} s) must lie after the start ({} s)", end, start), "raise it");
  const double usual =
      arguments.steps ? (end - start) / *arguments.steps : experiment.step.value_or((end - start) / usual_steps);
  const double step = arguments.step.value_or(usual);
  const std::string name = subsystem_name(arguments.file);

  Value::Table simulation, scheme, subsystem, root;
  simulation["start"] = Value(start);
  simulation["end"] = Value(end);
  if (arguments.call_timeout) simulation["call_timeout"] = Value(*arguments.call_timeout);
  scheme["step"] = Value(step);
  scheme["order"] = Value(0);
  subsystem["name"] = Value(name);
  subsystem["fmu"] = Value(std::filesystem::absolute(arguments.file).string());
  subsystem["publish"] = Value(true);
  if (!arguments.input.empty()) {
    subsystem["inputs_from"] = Value(arguments.input, Origin::named("--input"));
  }
  if (!arguments.interface.empty()) subsystem["interface"] = Value(arguments.interface);
  root["simulation"] = Value(std::move(simulation));
  root["scheme"] = Value(std::move(scheme));
  root["subsystem"] = Value(Value::Array{Value(std::move(subsystem))});
  Value tree(std::move(root), Origin::named(arguments.file));
  for (const std::string& assignment : arguments.overrides) {
    const std::string path = assignment.substr(0, assignment.find('='));
    const bool is_path =
        path.starts_with("subsystem.") || path.starts_with("scheme.") || path.starts_with("simulation.");
    // a plain name is a variable of the FMU
    apply_override(tree, is_path ? assignment
                                 : fmt::format("subsystem.'{}'.parameters.'{}'{}", name, path,
                                               assignment.substr(std::min(path.size(), assignment.size()))));
  }
  return tree;
}

}  // namespace

Command add_fmu_run(CLI::App& parent, bool& json) {
  auto arguments = std::make_shared<FmuRunArguments>();
  CLI::App* app = parent.add_subcommand("run", "an FMU alone, its inputs from a file or held at their start values");
  app->add_option("file", arguments->file, "FMU of FMI 1.0, 2.0 or 3.0")->required();
  app->add_option("--start", arguments->start, "s; else that of the default experiment, or 0");
  app->add_option("--end", arguments->end, "s; else that of the default experiment, or a second later");
  auto* step =
      app->add_option("--step", arguments->step, "s; else that of the default experiment")->check(CLI::PositiveNumber);
  app->add_option("--steps", arguments->steps, "how many steps to make (100 where nothing is given)")
      ->check(CLI::Range(1, 1'000'000'000))
      ->excludes(step);
  app->add_option("--call-timeout", arguments->call_timeout,
                  "s of wall time that a call of the FMU may take (300 where nothing is given; 0: any)")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--interface", arguments->interface, "which of its interfaces to use")
      ->check(CLI::IsMember({"co-simulation", "model-exchange"}));
  app->add_option("--input", arguments->input, "CSV file of its inputs: a line of names, time first, then rows")
      ->type_name("FILE");
  app->add_option("--set", arguments->overrides, "a parameter or start value of the FMU: --set mass=2")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app->add_option("-o,--out", arguments->out, "folder for what is written (default: results/NAME)")->type_name("DIR");
  app->add_flag("--json", json, "print one JSON object and nothing else");
  add_run_options(*app, *arguments);
  return {app, &json, [arguments, &json] {
            arguments->json = json;
            return run_tree(make_tree(*arguments), *arguments, *arguments);
          }};
}

}  // namespace oldham::app
