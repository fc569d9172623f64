// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "oldham/analysis/equilibrium.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/rod_entries.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham::app {
namespace {

/// "state 3 of 'pendulum'", for a message.
std::string state_name(const Assembly<double>& assembly, int state) {
  for (const auto& subsystem : assembly.subsystems) {
    const int size = subsystem->equations()->equation_size();
    if (state < size) return fmt::format("state {} of '{}'", state + 1, subsystem->description().name);
    state -= size;
  }
  return "a constraint";
}

Answer work(const SystemArguments& arguments) {
  Progress progress("static", 0);  // how many corrections it takes is known at the end
  const Value root = with_rods_in_equilibrium(arguments.load());
  System<double> system = build_system<double>(root);
  const Cosimulation<double>& cosimulation = *system.cosimulation;
  const Assembly<double>& assembly = cosimulation.assembly();
  const MacroState<double> state = system.cosimulation->initial_state(system.start);
  const CoupledEquations<double> equations(cosimulation);
  std::vector<double> x(static_cast<std::size_t>(equations.state_size()));
  equations.read_states(state, x);

  // a single rod has followed its path to where it rests, by a method that knows its branches
  const std::vector<rod::RodDescription> rods = read_rods(root);
  const bool is_rod = assembly.subsystems.size() == 1 && rods.size() == 1 && !rods.front().is_loose();
  EquilibriumReport report;
  if (!is_rod) report = find_equilibrium(equations, system.start, x);
  progress.finish();
  if (!report.trouble.empty())
    throw Error(ErrorKind::failure,
                fmt::format("{}: there is no equilibrium: {}{}; begin nearer to it, or hold what moves away",
                            assembly.name, report.trouble,
                            report.worst_state < 0
                                ? ""
                                : fmt::format(", {} goes on changing", state_name(assembly, report.worst_state))));

  std::vector<double> y(cosimulation.plan().outputs()), w(cosimulation.plan().variables);
  equations.outputs(system.start, x, {}, y, w);
  Published published(cosimulation);
  std::vector<double> row(published.columns().size());
  published.read(y, w.data(), row);
  Answer answer;
  Json outputs = Json::object();
  for (std::size_t i = 0; i < row.size(); ++i) outputs.add(published.columns()[i].name, row[i]);
  answer.json["status"] = "completed";
  answer.json["reason"] = "";
  answer.json["time"] = system.start;
  answer.json["method"] = is_rod ? "followed" : "newton";
  answer.json["iterations"] = report.iterations;
  answer.json["outputs"] = std::move(outputs);
  answer.text = fmt::format("equilibrium, {}\n{}",
                            is_rod ? "followed from the natural shape"
                                   : fmt::format("by {} corrections of Newton's method", report.iterations),
                            published.text(row, "with --json"));
  while (!answer.text.empty() && answer.text.back() == '\n') answer.text.pop_back();
  return answer;
}

}  // namespace

Command add_static(CLI::App& parent) {
  auto arguments = std::make_shared<SystemArguments>();
  CLI::App* app = parent.add_subcommand("static", "the equilibrium of the system");
  arguments->add_to(*app);
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
