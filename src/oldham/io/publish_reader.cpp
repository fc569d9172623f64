// SPDX-License-Identifier: MIT
#include "oldham/io/publish_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/core/unit_text.hpp"
#include "oldham/io/connect_reader.hpp"

namespace oldham {
namespace {

/// Forces of laws, of measured laws and of constraints, under the names that interfaces give them.
template <class T>
std::vector<VariableAlias> forces_of(const Assembly<T>& assembly) {
  using Of = VariableAlias::Of;
  std::vector<VariableAlias> forces = assembly.variable_aliases;
  for (std::size_t l = 0; l < assembly.laws.size(); ++l)
    for (const auto& effect : assembly.laws[l].effects)
      forces.push_back({assembly.laws[l].variable_name(effect.variable), declared_unit(assembly.input_port(effect.to)),
                        static_cast<int>(l), effect.variable, Of::law});
  int row = 0;
  for (const Constraint& constraint : assembly.constraints)
    for (const Constraint::Row& r : constraint.rows)
      forces.push_back({r.name, declared_unit(assembly.input_port(r.terms.front().force)), row++, 0, Of::multiplier});
  return forces;
}

template <class T>
bool is_taken(const Assembly<T>& assembly, const std::string& name) {
  const auto has_name = [&](const auto& alias) { return alias.name == name; };
  if (std::any_of(assembly.aliases.begin(), assembly.aliases.end(), has_name) ||
      std::any_of(assembly.variable_aliases.begin(), assembly.variable_aliases.end(), has_name))
    return true;
  for (int s = 0; s < static_cast<int>(assembly.subsystems.size()); ++s)
    for (int port = 0; port < assembly.subsystems[s]->description().output_count(); ++port)
      if (assembly.output_name({s, port}) == name) return true;
  return false;
}

/// { from = "SUBSYSTEM.OUTPUT", scale, offset, map, unit }: told with the results, fed to nobody.
template <class T>
void publish_converted(Reader& reader, const std::string& name, Assembly<T>& assembly) {
  Reader entry = reader.table(name);
  const std::string where = reader.origin(name).text();
  Law<T> law;
  law.name = name;
  law.arguments = {assembly.output(entry.text("from"), where)};
  law.equations = read_conversion<T>(entry);
  law.where = where;
  const std::string unit = entry.text("unit", declared_unit(assembly.output_port(law.arguments.front())));
  entry.finish();
  assembly.variable_aliases.push_back(
      {name, unit, static_cast<int>(assembly.measured.size()), 0, VariableAlias::Of::measured});
  assembly.measured.push_back(std::move(law));
}

}  // namespace

template <class T>
void publish(Reader& reader, Assembly<T>& assembly) {
  if (reader.empty()) return;
  const std::vector<VariableAlias> forces = forces_of(assembly);
  for (const auto& [name, value] : reader.entries()) {
    if (name.empty() || is_taken(assembly, name))
      reader.fail(name, fmt::format("there is an output '{}' already", name), "choose another name");
    if (value.template is<Value::Table>()) {
      publish_converted(reader, name, assembly);
      continue;
    }
    const std::string path = reader.text(name);
    const auto force = std::find_if(forces.begin(), forces.end(), [&](const VariableAlias& f) {
      return f.name == path || f.name == path + ".force" || f.name + ".force" == path;
    });
    if (force != forces.end()) {
      VariableAlias alias = *force;
      alias.name = name;
      assembly.variable_aliases.push_back(std::move(alias));
      continue;
    }
    // near misses among the outputs of a subsystem that is there, else among everything that begins a path
    const std::string first = path.substr(0, path.find('.'));
    std::vector<std::string> known;
    bool is_subsystem = false;
    for (const auto& subsystem : assembly.subsystems) {
      known.push_back(subsystem->description().name);
      is_subsystem = is_subsystem || known.back() == first;
    }
    if (is_subsystem) {
      assembly.aliases.push_back({name, assembly.output(path, reader.origin(name).text())});
      continue;
    }
    std::vector<std::string> all;
    for (int s = 0; s < static_cast<int>(assembly.subsystems.size()); ++s)
      for (int port = 0; port < assembly.subsystems[s]->description().output_count(); ++port)
        all.push_back(assembly.output_name({s, port}));
    for (const VariableAlias& f : forces) all.push_back(f.name);
    const std::vector<std::string> near = near_misses(path, all);
    reader.fail(name, fmt::format("'{}' is neither an output nor a force of an interface", path),
                near.empty() ? fmt::format("write SUBSYSTEM.OUTPUT; {}", suggest(first, known)) : suggest(path, all));
  }
}

template void publish(Reader&, Assembly<double>&);
template void publish(Reader&, Assembly<Multiprecision>&);

}  // namespace oldham
