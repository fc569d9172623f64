// SPDX-License-Identifier: MIT
#include "oldham/io/equilibrium_answer.hpp"

#include <fmt/format.h>

#include "oldham/analysis/equilibrium.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/rod_entries.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {
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

}  // namespace

EquilibriumAnswer find_rest(const Value& given) {
  const Value root = with_rods_in_equilibrium(given);
  System<double> system = build_system<double>(root);
  const Cosimulation<double>& cosimulation = *system.cosimulation;
  const Assembly<double>& assembly = cosimulation.assembly();
  const MacroState<double> state = system.cosimulation->initial_state(system.start);
  const CoupledEquations<double> equations(cosimulation);
  std::vector<double> x(static_cast<std::size_t>(equations.state_size()));
  equations.read_states(state, x);

  // a single rod has followed its path to where it rests, by a method that knows its branches
  const std::vector<rod::RodDescription> rods = read_rods(root);
  EquilibriumAnswer answer;
  answer.time = system.start;
  answer.is_followed = assembly.subsystems.size() == 1 && rods.size() == 1 && !rods.front().is_loose();
  if (!answer.is_followed) {
    const EquilibriumReport report = find_equilibrium(equations, system.start, x);
    if (!report.trouble.empty())
      throw Error(ErrorKind::failure,
                  fmt::format("{}: there is no equilibrium: {}{}; begin nearer to it, or hold what moves away",
                              assembly.name, report.trouble,
                              report.worst_state < 0
                                  ? ""
                                  : fmt::format(", {} goes on changing", state_name(assembly, report.worst_state))));
    answer.iterations = report.iterations;
  }

  std::vector<double> y(cosimulation.plan().outputs()), w(cosimulation.plan().variables);
  equations.outputs(system.start, x, {}, y, w);
  Published published(cosimulation);
  std::vector<double> row(published.columns().size());
  published.read(y, w.data(), row);
  for (std::size_t i = 0; i < row.size(); ++i) answer.outputs.add(published.columns()[i].name, row[i]);
  answer.outputs_text = published.text(row, "with --json");
  return answer;
}

Json to_json(const EquilibriumAnswer& answer) {
  Json json = Json::object();
  json["status"] = "completed";
  json["reason"] = "";
  json["time"] = answer.time;
  json["method"] = answer.is_followed ? "followed" : "newton";
  json["iterations"] = answer.iterations;
  json["outputs"] = answer.outputs;
  return json;
}

}  // namespace oldham
