// SPDX-License-Identifier: MIT
#include "oldham/io/exported_system.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/coupling/cosimulation_subsystem.hpp"
#include "oldham/io/subsystem_reader.hpp"

namespace oldham {
namespace {

/// A subsystem by its name, members of groups included.
Subsystem<double>* find_part(const Assembly<double>& assembly, const std::string& name,
                             std::vector<std::string>& names) {
  for (const auto& subsystem : assembly.subsystems) {
    names.push_back(subsystem->description().name);
    if (names.back() == name) return subsystem.get();
    if (const auto* group = dynamic_cast<const CosimulationSubsystem<double>*>(subsystem.get()))
      if (Subsystem<double>* found = find_part(group->inner().assembly(), name, names)) return found;
  }
  return nullptr;
}

void build_entry(const Value& tree, ExportedSystem& into) {
  Reader root(tree, "");
  std::vector<Reader> entries = root.tables("subsystem");
  if (entries.size() != 1)
    throw_wrong_input(tree.origin().text(), fmt::format("expected one subsystem, found {}", entries.size()),
                      "export the FMU again");
  into.alone.name = tree.origin().whole().text();
  add_subsystem(entries.front(), into.alone);
  entries.front().finish();
  into.subsystem = into.alone.subsystems.front().get();
}

void build_part(const Value& tree, const std::string& name, ExportedSystem& into) {
  into.system = build_system<double>(tree, {.threads = 1});
  std::vector<std::string> names;
  into.subsystem = find_part(into.system.cosimulation->assembly(), name, names);
  if (into.subsystem == nullptr)
    throw_wrong_input(tree.origin().whole().text(), fmt::format("there is no subsystem '{}'", name),
                      suggest(name, names));
}

void build_whole(const Value& tree, ExportedSystem& into) {
  into.system = build_system<double>(tree, {.threads = 1});
  const Assembly<double>& assembly = into.system.cosimulation->assembly();
  if (into.system.cosimulation->scheme().startup == Startup::exact)
    throw_wrong_input(tree.origin().whole().text(), "an FMU cannot start from exact past samples",
                      "use scheme.startup = \"ramp\" or \"constant\"");
  std::vector<PortRef> outputs;
  for (int s = 0; s < static_cast<int>(assembly.subsystems.size()); ++s)
    for (int port = 0; port < assembly.subsystems[s]->description().output_count(); ++port)
      outputs.push_back({s, port});
  for (const Alias& alias : assembly.aliases)
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (outputs[i] == alias.output) into.aliases.push_back({alias.name, static_cast<int>(i)});
  into.nested =
      std::make_unique<CosimulationSubsystem<double>>("system", std::move(into.system.cosimulation), std::move(outputs),
                                                      into.system.step, CosimulationSubsystem<double>::Forces::told);
  into.subsystem = into.nested.get();
}

}  // namespace

ExportedSystem build_exported(const Value& tree) {
  Value file = tree;
  file.get<Value::Table>()->erase("export");
  Reader root(tree, "");
  Reader choice = root.table("export");
  ExportedSystem built;
  built.start = choice.number("start", 0.0, "s");
  built.end = choice.number("end", 1.0, "s");
  built.step = choice.number("step", 0.0, "s", Limits::non_negative());
  switch (choice.choice<ExportedWhat>(
      "what", {{"entry", ExportedWhat::entry}, {"part", ExportedWhat::part}, {"system", ExportedWhat::system}})) {
    case ExportedWhat::entry:
      build_entry(file, built);
      break;
    case ExportedWhat::part:
      build_part(file, choice.text("subsystem"), built);
      break;
    case ExportedWhat::system:
      build_whole(file, built);
      break;
  }
  if (built.system.step > 0) {
    built.start = built.system.start;
    built.end = built.system.end;
    built.step = built.system.step;
  }
  built.input_starts.assign(static_cast<std::size_t>(built.subsystem->description().input_count()), 0.0);
  for (const ConstantInput& constant : built.alone.constants) built.input_starts[constant.to.port] = constant.value;
  // those at which it can stand
  if (const auto inputs = choice.optional_numbers("inputs"); inputs && inputs->size() == built.input_starts.size())
    built.input_starts = *inputs;
  built.subsystem->initialize(built.start);
  return built;
}

std::vector<fmi::ExportedParameter> read_exported_parameters(const Value& tree) {
  std::vector<fmi::ExportedParameter> parameters;
  Reader root(tree, "");
  Reader choice = root.table("export");
  for (Reader& entry : choice.tables("parameter"))
    parameters.push_back({.name = entry.text("name"),
                          .path = entry.text("path"),
                          .unit = {},
                          .description = {},
                          .start = entry.number("start"),
                          .output = entry.integer("output", -1)});
  return parameters;
}

Value with_parameters(const Value& tree, const std::vector<fmi::ExportedParameter>& parameters,
                      const std::vector<double>& values) {
  Value changed = tree;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (values[i] == parameters[i].start) continue;
    const Origin origin = Origin::named(fmt::format("parameter '{}' = {}", parameters[i].name, values[i]));
    Value& place = make_place(changed, parameters[i].path, origin);
    place = Value(values[i], origin);
  }
  return changed;
}

}  // namespace oldham
