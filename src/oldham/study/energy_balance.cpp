// SPDX-License-Identifier: MIT
#include "oldham/study/energy_balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "oldham/coupling/cosimulation_subsystem.hpp"

namespace oldham {
namespace {

using Kind = EnergyEntry::Kind;

const Cosimulation<double>* group_of(const Subsystem<double>& subsystem) {
  const auto* group = dynamic_cast<const CosimulationSubsystem<double>*>(&subsystem);
  return group ? &group->inner() : nullptr;
}

bool is_interface_model(const Subsystem<double>& subsystem) { return subsystem.description().boundary->restarts; }

/// The connections of a system and of the one around it, where it is a group there.
struct Surroundings {
  const Assembly<double>* assembly;
  const Surroundings* outer = nullptr;
  int index = -1;  // there; outputs of a group are those of all its members, in their order
};

/// How many inputs an output feeds: of interface models, and of others.
struct Readers {
  int models = 0, others = 0;
};

Readers readers_of(const Surroundings& place, PortRef output) {
  Readers readers;
  for (const Connection& connection : place.assembly->connections) {
    if (!(connection.from == output)) continue;
    const bool is_model = is_interface_model(*place.assembly->subsystems[connection.to.subsystem]);
    ++(is_model ? readers.models : readers.others);
  }
  for (const Law<double>& law : place.assembly->laws)
    readers.others += static_cast<int>(std::ranges::count(law.arguments, output));
  if (place.outer == nullptr) return readers;
  int port = output.port;
  for (int s = 0; s < output.subsystem; ++s) port += place.assembly->subsystems[s]->description().output_count();
  const Readers further = readers_of(*place.outer, {place.index, port});
  return {readers.models + further.models, readers.others + further.others};
}

void keep_accounts(const Surroundings& place) {
  const auto& subsystems = place.assembly->subsystems;
  for (int s = 0; s < static_cast<int>(subsystems.size()); ++s) {
    if (const Cosimulation<double>* group = group_of(*subsystems[s])) keep_accounts({&group->assembly(), &place, s});
    EnergyAccount<double>* account = subsystems[s]->energy_account();
    if (account == nullptr) continue;
    // a force that interface models alone read acts nowhere else: another subsystem computes the one that does
    std::vector<int> ignored;
    for (int port = 0; port < subsystems[s]->description().output_count(); ++port)
      if (const Readers readers = readers_of(place, {s, port}); readers.models > 0 && readers.others == 0)
        ignored.push_back(port);
    account->keep(ignored);
  }
}

bool is_power_port(const Port& port) {
  static const Unit units[] = {parse_unit("N"),   parse_unit("N.m"),   parse_unit("Pa"),
                               parse_unit("m/s"), parse_unit("rad/s"), parse_unit("m^3/s")};
  return std::ranges::any_of(units, [&](const Unit& unit) { return same_dimensions(unit, port.unit); });
}

/// Whether all subsystems of a system or group get forces and velocities from each other, or from outside the group.
bool feeds_itself(const Assembly<double>& assembly) {
  const auto has_plain_source = [&](PortRef input) {
    if (std::ranges::find(assembly.external_inputs, input) != assembly.external_inputs.end()) return true;
    return std::ranges::any_of(assembly.connections, [&](const Connection& c) {
      return c.to == input && c.offset == 0 &&
             assembly.subsystems[c.from.subsystem]->description().boundary->model != "signal";
    });
  };
  // laws store and lose energy themselves
  if (!assembly.laws.empty() || !assembly.constraints.empty() || !assembly.motions.empty()) return false;
  for (int s = 0; s < static_cast<int>(assembly.subsystems.size()); ++s) {
    const Subsystem<double>& subsystem = *assembly.subsystems[s];
    const auto& inputs = subsystem.description().boundary->inputs;
    for (int port = 0; port < static_cast<int>(inputs.size()); ++port)
      if (is_power_port(inputs[port]) && !has_plain_source({s, port})) return false;
    if (const Cosimulation<double>* group = group_of(subsystem))
      if (!feeds_itself(group->assembly())) return false;
  }
  return true;
}

}  // namespace

double SubsystemEnergy::sum(Kind kind) const {
  double sum = 0;
  for (const Line& line : lines)
    if (line.entry.kind == kind) sum += line.energy;
  return sum;
}

double SubsystemEnergy::error() const {
  double error = 0;
  for (const Line& line : lines)
    error += line.entry.kind == Kind::lost || line.entry.kind == Kind::stored ? line.energy : -line.energy;
  return error;
}

double EnergyBalance::sum(Kind kind) const {
  double sum = 0;
  for (const SubsystemEnergy& subsystem : subsystems) sum += subsystem.sum(kind);
  return sum;
}

double EnergyBalance::error() const {
  double sum = 0;
  for (const SubsystemEnergy& subsystem : subsystems) sum += subsystem.error();
  return sum;
}

bool EnergyBalance::has_unseen_work() const {
  return std::ranges::any_of(subsystems, &SubsystemEnergy::has_unseen_work);
}

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::supplied:
      return "supplied";
    case Kind::carried:
      return "carried";
    case Kind::received:
      return "received";
    case Kind::inputs:
      return "inputs";
    case Kind::lost:
      return "lost";
    case Kind::stored:
      break;
  }
  return "stored";
}

void keep_energy_accounts(const Cosimulation<double>& system) { keep_accounts({&system.assembly()}); }

EnergyBooks::EnergyBooks(const Cosimulation<double>& system, std::vector<SubsystemEnergy> further) {
  balance_.subsystems = further;
  collect(system, {});
  balance_.is_closed = balance_.without_account.empty() && feeds_itself(system.assembly());
  std::ranges::rotate(balance_.subsystems, balance_.subsystems.begin() + static_cast<std::ptrdiff_t>(further.size()));
}

void EnergyBooks::collect(const Cosimulation<double>& system, std::vector<int> place) {
  const auto& subsystems = system.assembly().subsystems;
  place.push_back(0);
  for (int s = 0; s < static_cast<int>(subsystems.size()); ++s) {
    place.back() = s;
    const SubsystemDescription& description = subsystems[s]->description();
    const auto is_known = [&](const SubsystemEnergy& energy) { return energy.name == description.name; };
    if (const Cosimulation<double>* group = group_of(*subsystems[s])) {
      collect(*group, place);
    } else if (const EnergyAccount<double>* account = subsystems[s]->energy_account()) {
      kept_.push_back({account, place, {}});
      SubsystemEnergy energy{description.name, {}};
      for (EnergyEntry& entry : account->entries()) energy.lines.push_back({std::move(entry)});
      balance_.subsystems.push_back(std::move(energy));
    } else if (!is_interface_model(*subsystems[s]) && description.boundary->model != "signal" &&
               std::ranges::none_of(balance_.subsystems, is_known)) {
      balance_.without_account.push_back(description.name);
    }
  }
}

void EnergyBooks::read(const MacroState<double>& state, std::vector<SubsystemEnergy> further) {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    Kept& kept = kept_[i];
    std::vector<SubsystemEnergy::Line>& lines = balance_.subsystems[i].lines;
    const MacroState<double>* at = &state;
    for (std::size_t level = 0; level + 1 < kept.place.size(); ++level)
      at = static_cast<const MacroState<double>*>(at->snapshots[kept.place[level]].content.get());
    energies_.resize(lines.size());
    kept.account->read(at->snapshots[kept.place.back()], energies_);
    if (kept.at_start.empty()) kept.at_start = energies_;
    for (std::size_t line = 0; line < lines.size(); ++line) lines[line].energy = energies_[line] - kept.at_start[line];
  }
  std::ranges::move(further, balance_.subsystems.begin() + static_cast<std::ptrdiff_t>(kept_.size()));
}

std::vector<std::string> EnergyBooks::column_names() const {
  std::vector<std::string> names;
  for (const SubsystemEnergy& subsystem : balance_.subsystems)
    for (const SubsystemEnergy::Line& line : subsystem.lines)
      names.push_back(fmt::format("energy.{}.{}.{}", subsystem.name, word_of(line.entry.kind), line.entry.name));
  return names;
}

void EnergyBooks::append_to(std::vector<double>& row) const {
  for (const SubsystemEnergy& subsystem : balance_.subsystems)
    for (const SubsystemEnergy::Line& line : subsystem.lines) row.push_back(line.energy);
}

}  // namespace oldham
