// SPDX-License-Identifier: MIT
#include "oldham/io/system_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/fmi/import/call_watch.hpp"
#include "oldham/io/adaptive_reader.hpp"
#include "oldham/io/bond_reader.hpp"
#include "oldham/io/bushing_reader.hpp"
#include "oldham/io/clamp_preparation.hpp"
#include "oldham/io/clamp_reader.hpp"
#include "oldham/io/connect_reader.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/fmu_reader.hpp"
#include "oldham/io/grouping.hpp"
#include "oldham/io/interface_reader.hpp"
#include "oldham/io/kinematic_reader.hpp"
#include "oldham/io/publish_reader.hpp"
#include "oldham/io/scheme_reader.hpp"
#include "oldham/io/subsystem_reader.hpp"
#include "oldham/model/ready_made.hpp"
#include "oldham/record/change_reader.hpp"

namespace oldham {
namespace {

/// The readers of a file's parts, each finished at the end.
struct Parts {
  explicit Parts(const Value& tree)
      : root(tree, ""),
        simulation(root.table("simulation")),
        scheme(root.table("scheme")),
        parameters(root.table("parameters")),
        subsystems(root.tables("subsystem")),
        connects(root.tables("connect")),
        interfaces(root.tables("interface")),
        groups(root.tables("group")),
        bonds(root.tables("bond")),
        changes(root.tables("change")),
        publish(root.table("publish")),
        limits(root.table("limits")) {
    root.optional_text("title");
  }

  void finish() {
    root.finish();
    simulation.finish();
    scheme.finish();
    parameters.finish();
    for (auto* list : {&subsystems, &connects, &interfaces, &groups, &bonds, &changes})
      for (Reader& reader : *list) reader.finish();
  }

  Reader root, simulation, scheme, parameters;
  std::vector<Reader> subsystems, connects, interfaces, groups, bonds, changes;
  Reader publish, limits;
};

std::string file_name(const Value& root) {
  const std::string text = root.origin().whole().text();
  return text.empty() ? "system" : text;
}

template <class T>
Assembly<T> assemble_file(Parts& parts, const std::vector<CarriedSpring>& carried, const std::string& name,
                          bool tells_end) {
  Assembly<T> assembly;
  assembly.name = name;
  assembly.changes = read_changes(parts.changes);
  MechanicalParts<T> mechanical;
  const T start = from_decimal<T>(parts.simulation.number("start", 0.0, "s"));
  const std::optional<double> end = parts.simulation.optional_number("end", "s");
  for (Reader& reader : parts.subsystems)
    if (reader.text("model", "") == "mechanical")
      mechanical.add(reader);
    else
      add_subsystem(reader, assembly, tells_end ? end : std::nullopt);
  for (Reader& reader : parts.interfaces)
    if (is_kinematic(reader)) mechanical.join(reader, parts.scheme, start, assembly);
  mechanical.finish();
  for (const ParameterChange& change : assembly.changes) assembly.find(change.subsystem, change.where);
  for (Reader& reader : parts.connects) add_connection(reader, assembly);
  for (Reader& reader : parts.interfaces)
    if (!is_kinematic(reader) && !is_clamp(reader)) add_interface(reader, assembly);
  add_clamps(parts.interfaces, parts.scheme, assembly);
  for (const CarriedSpring& spring : carried)
    for (const char* port : {"position", "velocity"})
      assembly.connections.push_back(
          {assembly.output(fmt::format("{}.{}", spring.mover, port), name),
           assembly.input(fmt::format("{}.base{}.{}", spring.carrier, spring.base, port), name), 1, 0, name});
  for (Reader& reader : parts.interfaces)
    if (is_bushing(reader)) hold_free_forces(reader, assembly);
  assembly.let_sources_replace_constants();
  assembly.note_unjoined();
  return assembly;
}

/// A ready-made system; [[subsystem]] entries of the file change the solvers of its members, by name.
template <class T>
ReadyMade<T> expand(Parts& parts, const std::string& system, const std::string& where) {
  std::vector<std::string> members;
  std::vector<bool> used(parts.subsystems.size(), false);
  Origin solvers;  // the last entry that chose a solver: what a complaint about one is about
  const auto integrator = [&](std::string_view member, IntegratorKind fallback) {
    members.emplace_back(member);
    for (std::size_t i = 0; i < parts.subsystems.size(); ++i) {
      if (parts.subsystems[i].text("name") != member) continue;
      used[i] = true;
      solvers = parts.subsystems[i].origin("integrator");
      return read_integrator(parts.subsystems[i], fallback);
    }
    return IntegratorSettings{.kind = fallback};
  };
  ReadyMade<T> made = [&] {
    try {
      return make_ready_made<T>(system, {parts.parameters, parts.scheme, integrator}, where);
    } catch (const Error&) {
      return placed(solvers, [&]() -> ReadyMade<T> { throw; });
    }
  }();
  for (std::size_t i = 0; i < used.size(); ++i) {
    const std::string name = parts.subsystems[i].text("name");
    if (!used[i])
      throw_wrong_input(parts.subsystems[i].origin().text(),
                        fmt::format("system '{}' has no subsystem '{}'", system, name), suggest(name, members));
  }
  for (const auto* list : {&parts.connects, &parts.interfaces, &parts.changes})
    if (!list->empty())
      throw_wrong_input(list->front().origin().text(),
                        fmt::format("the ready-made system '{}' takes no further parts and no changes", system),
                        "describe the system by [[subsystem]] entries instead");
  return made;
}

/// Real variables that FMUs declare discrete are held between communication points, which users of polynomials do not
/// expect.
template <class T>
void note_held_reals(const Scheme& scheme, Assembly<T>& assembly) {
  if (scheme.order == 0) return;
  constexpr std::size_t most = 6;
  std::vector<std::string> names;
  for (const Connection& connection : assembly.connections)
    if (connection.is_held && assembly.output_port(connection.from).is_real &&
        assembly.input_port(connection.to).is_real)
      names.push_back(fmt::format("'{}'", assembly.input_name(connection.to)));
  if (names.empty()) return;
  const std::string more = names.size() > most ? fmt::format(" and {} more", names.size() - most) : "";
  names.resize(std::min(names.size(), most));
  assembly.note(
      fmt::format("scheme.order = {} does not apply to {}{}: declared discrete, so the values are held in each step; "
                  "write order = {} "
                  "in the [[connect]] to extrapolate them",
                  scheme.order, fmt::join(names, ", "), more, scheme.order));
}

std::vector<Group> read_groups(Parts& parts, SchemeSubjects subjects, double outer_step) {
  std::vector<Group> groups;
  for (Reader& reader : parts.groups) {
    Group group;
    group.name = reader.text("name");
    group.where = reader.origin().text();
    group.members = reader.texts("members");
    Reader scheme = reader.table("scheme");
    group.scheme = read_scheme(scheme, subjects);
    if (group.scheme.startup == Startup::exact)
      scheme.fail("startup", "a group cannot start from exact past samples", "use \"ramp\" or \"constant\"");
    group.scheme.threads = 1;
    group.step = scheme.number("step", 0.0, "s", Limits::positive());
    if (group.step > 0 && !(outer_step / group.step < 1e9))
      scheme.fail(
          "step",
          fmt::format("steps of {} s inside steps of {} s are more than can ever be made", group.step, outer_step),
          "make the step of the group longer");
    scheme.finish();
    groups.push_back(std::move(group));
  }
  return groups;
}

/// Brings changes of parameters into the order of time, where steps can end at all of them.
template <class T>
void schedule_changes(std::vector<Reader>& subsystems, const System<T>& system, Assembly<T>& assembly) {
  if (assembly.changes.empty()) return;
  EqualStepGrid grid{system.start, system.end, system.step, {}};
  if (system.adaptive && system.adaptive->grid > 0) {
    grid.step = system.adaptive->grid;
    grid.needed_by = "scheme.adaptive.grid";
  }
  for (Reader& reader : subsystems)
    if (makes_equal_steps(reader)) grid.needed_by = reader.text("name");
  for (std::string& note : schedule(assembly.changes, grid)) assembly.note(std::move(note));
}

/// What begins anew with the steps around its group does so only in one.
template <class T>
void require_groups(Parts& parts, const Assembly<T>& assembly) {
  for (const auto& subsystem : assembly.subsystems) {
    if (!subsystem->description().boundary->restarts) continue;
    const std::string& name = subsystem->description().name;
    Origin origin;
    for (Reader& reader : parts.subsystems)
      if (reader.text("name", "") == name) origin = reader.origin();
    throw_wrong_input(origin.text(),
                      fmt::format("'{}' begins anew with every step around its group, but it is in none", name),
                      "make a [[group]] of it and of the subsystems that are stepped with it");
  }
}

}  // namespace

template <class T>
System<T> build_system(const Value& root, const BuildOptions& options) {
  // a tree that is read as it stands is not copied
  std::optional<Value> changed = expand_ready_made(root);
  const bool is_written_out = changed.has_value();
  std::vector<CarriedSpring> carried;
  if (has_carried_springs(changed ? *changed : root)) {
    if (!changed) changed = root;
    carried = distribute_springs(*changed);
    distribute_bushings(*changed);
  }
  if (has_clamps(changed ? *changed : root)) {
    if (!changed) changed = root;
    distribute_clamps(*changed);
  }
  Parts parts(changed ? *changed : root);
  const std::string name = file_name(root);
  // keys that only a written-out system has are answered already; a slip in one of them should still find it
  if (is_written_out)
    for (const SystemHelp& help : system_help())
      if (*root.find("system") == Value(help.name))
        for (const ParameterHelp& key : help.scheme) parts.scheme.has(key.name);

  ReadyMade<T> made;
  if (const auto system = parts.root.optional_text("system"))
    made = expand<T>(parts, *system, parts.root.origin("system").text());
  else
    made.assembly = assemble_file<T>(parts, carried, name, options.tells_end);
  made.assembly.name = name;
  std::ranges::copy(parts.root.texts("notes"), std::back_inserter(made.assembly.notes));
  publish(parts.publish, made.assembly);
  read_limits(parts.limits, made.assembly);
  for (Reader& reader : parts.bonds) made.assembly.bonds.push_back(read_bond(reader, made.assembly));

  System<T> system;
  system.start = parts.simulation.number("start", 0.0, "s");
  system.end = made.end > 0 ? parts.simulation.number("end", made.end, "s") : parts.simulation.number("end", "s");
  if (!(system.end > system.start))
    parts.simulation.fail(
        "end", fmt::format("the end ({} s) must lie after the start ({} s)", system.end, system.start), "raise it");
  made.assembly.note_gaps_of_files(system.start, system.end);
  follow_known_functions(parts.subsystems, made.assembly);
  system.output_interval = parts.simulation.number("output_interval", 0.0, "s", Limits::non_negative());
  system.keeps_energy = parts.simulation.boolean("energy_balance", false);
  // the program reads its value earlier, since the first calls are made while the system is assembled
  parts.simulation.number("call_timeout", fmi::usual_call_timeout, "s", Limits::non_negative());
  system.step = made.step > 0 ? parts.scheme.number("step", made.step, "s", Limits::positive())
                              : parts.scheme.number("step", "s", Limits::positive());
  if (!((system.end - system.start) / system.step < 1e12))
    parts.scheme.fail("step",
                      fmt::format("from {} s to {} s in steps of {} s is more steps than can ever be made",
                                  system.start, system.end, system.step),
                      "make the step longer or the simulation shorter");
  const SchemeSubjects subjects{!made.assembly.constraints.empty(), !made.assembly.motions.empty(),
                                has_clamps(changed ? *changed : root)};
  Scheme scheme = read_scheme(parts.scheme, subjects);
  if (options.threads > 0) scheme.threads = options.threads;
  note_held_reals(scheme, made.assembly);
  system.adaptive = read_adaptive(parts.scheme, scheme.correction.least > 0 || scheme.correction.to_tolerance,
                                  system.step, system.end - system.start);
  if (system.adaptive)
    for (Reader& reader : parts.subsystems) require_variable_steps(reader);
  schedule_changes(parts.subsystems, system, made.assembly);
  Assembly<T> assembly = nest(std::move(made.assembly), read_groups(parts, subjects, system.step));
  require_groups(parts, assembly);
  parts.finish();
  if constexpr (std::is_same_v<T, double>)
    if (options.prepare) options.prepare(assembly, scheme);
  infer_bonds(assembly);
  system.cosimulation = std::make_unique<Cosimulation<T>>(std::move(assembly), scheme);
  if constexpr (std::is_same_v<T, double>)
    if (system.adaptive) require_control(parts.scheme, *system.cosimulation, *system.adaptive);
  return system;
}

template <class T>
MacroState<T> make_initial_state(System<T>& system, double step) {
  Cosimulation<T>& cosimulation = *system.cosimulation;
  MacroState<T> state = cosimulation.initial_state(from_decimal<T>(system.start));
  const T H = from_decimal<T>(step);
  if (cosimulation.scheme().startup == Startup::constant) cosimulation.fill_history(state, H);
  if (cosimulation.scheme().startup == Startup::exact) {
    Monolithic<T> monolithic(cosimulation);
    cosimulation.fill_history(state, H, exact_past(monolithic, cosimulation, state, H));
  }
  return state;
}

template System<double> build_system(const Value&, const BuildOptions&);
template System<Multiprecision> build_system(const Value&, const BuildOptions&);
template MacroState<double> make_initial_state(System<double>&, double);
template MacroState<Multiprecision> make_initial_state(System<Multiprecision>&, double);

}  // namespace oldham
