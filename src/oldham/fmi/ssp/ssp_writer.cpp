// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/ssp_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "oldham/core/error.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/export/archive_writer.hpp"
#include "oldham/fmi/import/fmu_ports.hpp"
#include "oldham/fmi/import/variable_setting.hpp"
#include "oldham/fmi/ssp/own_units.hpp"
#include "oldham/fmi/ssp/package.hpp"
#include "oldham/fmi/ssp/structure_writer.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;
using namespace ssp;

/// "SUBSYSTEM.VARIABLE" with the subsystem's component; an unknown one is an error.
const OutgoingComponent& find_component(const std::vector<OutgoingComponent>& components, const std::string& path,
                                        const Reader& reader, std::string_view key) {
  const std::string name = path.substr(0, path.find('.'));
  std::vector<std::string> names;
  for (const OutgoingComponent& component : components) {
    if (component.name == name && path.size() > name.size() + 1) return component;
    names.push_back(component.name);
  }
  reader.fail(key, fmt::format("'{}' names no variable of a subsystem", path), suggest(name, names));
}

std::string variable_in(const std::string& path) { return path.substr(path.find('.') + 1); }

/// Files of the same name get numbers; one file is packed once.
class Resources {
 public:
  std::string add(const fs::path& file) {
    const fs::path place = fs::weakly_canonical(file);
    if (const auto known = names_.find(place); known != names_.end()) return known->second;
    std::string name = file.filename().string();
    const auto is_taken = [&] { return std::ranges::any_of(names_, [&](const auto& n) { return n.second == name; }); };
    for (int copy = 2; is_taken(); ++copy)
      name = fmt::format("{}_{}{}", file.stem().string(), copy, file.extension().string());
    names_[place] = name;
    return name;
  }
  std::vector<PackedEntry> entries() const {
    std::vector<PackedEntry> entries;
    for (const auto& [file, name] : names_) entries.push_back({"resources/" + name, read_whole(file)});
    return entries;
  }

 private:
  std::map<fs::path, std::string> names_;
};

/// Names with dots may be written as tables inside tables. What the FMU does not take is refused as a run would.
void read_values(const Value::Table& table, const std::string& prefix, const ModelDescription& description,
                 Value::Table& into) {
  for (const auto& [key, value] : table) {
    if (const auto* inner = value.get<Value::Table>()) {
      read_values(*inner, prefix + key + ".", description, into);
      continue;
    }
    make_setting(description, prefix + key, value);
    into[prefix + key] = value;
  }
}

std::vector<OutgoingComponent> read_components(std::vector<Reader>& readers, const fs::path& folder,
                                               Resources& resources) {
  std::vector<OutgoingComponent> components;
  for (Reader& reader : readers) {
    OutgoingComponent component{.name = reader.text("name")};
    const fs::path file = folder / reader.text("fmu");
    component.description = read_description(Archive(file));
    component.source = "resources/" + resources.add(file);
    component.interface = reader.text("interface", "");
    for (const char* key : {"parameters", "inputs"}) {
      Reader values = reader.table(key);
      read_values(values.entries(), "", component.description, component.values);
    }
    for (const auto& [key, value] : reader.entries())
      if (key != "name" && key != "fmu" && key != "interface" && key != "parameters" && key != "inputs")
        component.extra[key] = value;
    components.push_back(std::move(component));
  }
  return components;
}

/// Values come from variables that are computed, and go to inputs.
bool fits(const Variable& variable, bool takes) {
  switch (variable.causality) {
    case Causality::input:
      return takes;
    case Causality::parameter:
    case Causality::structural_parameter:
    case Causality::independent:
      return false;
    default:
      return !takes;
  }
}

/// What stands at one end of a connection; what SSP cannot have there is refused.
const Variable& variable_at(const OutgoingComponent& component, const std::string& path, const Reader& reader,
                            std::string_view key) {
  const std::string name = variable_in(path);
  const bool takes = key == "to";
  const Variable* variable = find_variable(component.description, name);
  const Variable* array = find_variable(component.description, name.substr(0, name.find_last_of('[')));
  if ((variable != nullptr && !variable->dimensions.empty()) ||
      (variable == nullptr && array != nullptr && !array->dimensions.empty()))
    throw_missing_capability(
        reader.origin(key).text(),
        fmt::format("'{}' is of an array, and SSP has no words for connections of its elements", path),
        "make one FMU of what is joined (oldham fmu export), or keep the system file");
  if (variable != nullptr && !is_number(variable->type))
    throw_missing_capability(reader.origin(key).text(),
                             fmt::format("only numbers can be connected, and '{}' is none", path),
                             "leave the connection out");
  if (variable != nullptr && fits(*variable, takes)) return *variable;
  std::vector<std::string> names;
  for (const Variable& known : component.description.variables)
    if (fits(known, takes)) names.push_back(known.name);
  reader.fail(key,
              variable == nullptr ? fmt::format("its FMU has no variable '{}'", name)
              : takes             ? fmt::format("'{}' is no input", path)
                                  : fmt::format("'{}' gives no values", path),
              suggest(name, near_misses(name, names)));
}

struct UnitRelation {
  bool fits = true;   // of those that are understood: numbers of others pass as they are
  double offset = 0;  // what the engine makes of zero
};

UnitRelation relate_units(const OutgoingComponent& from, const Variable& output, const OutgoingComponent& to,
                          const Variable& input) {
  const std::optional<Unit> first = fmi::unit_of(from.description, output),
                            second = fmi::unit_of(to.description, input);
  if (!first || !second) return {};
  return {same_dimensions(*first, *second), unit_offset(first, second)};
}

void use(std::vector<OutgoingComponent>& components, const OutgoingComponent& component, const std::string& variable) {
  auto& connectors = components[static_cast<std::size_t>(&component - components.data())].connectors;
  if (std::ranges::find(connectors, variable) == connectors.end()) connectors.push_back(variable);
}

void read_table(Reader& reader, const Variable& output, OutgoingConnection& connection) {
  const auto rows = reader.optional_matrix("map");
  if (!rows) return;
  connection.suppresses_conversion = true;
  if (rows->cols() != 2) reader.fail("map", "expected rows of two values", "write for example map = [[0, 1]]");
  if (connection.transformation.factor != 1 || connection.transformation.offset != 0)
    reader.fail("map", "SSP has a table or a scale on a connection, not both", "write one table for both");
  connection.is_boolean = output.type == Type::boolean;
  for (Eigen::Index i = 0; i < rows->rows(); ++i)
    connection.transformation.numbers.emplace_back(std::llround((*rows)(i, 0)), std::llround((*rows)(i, 1)));
}

std::vector<OutgoingConnection> read_connections(std::vector<Reader>& readers,
                                                 std::vector<OutgoingComponent>& components) {
  std::vector<OutgoingConnection> connections;
  std::set<const Variable*> fed;
  for (Reader& reader : readers) {
    const std::string from = reader.text("from"), to = reader.text("to");
    const OutgoingComponent &giver = find_component(components, from, reader, "from"),
                            &taker = find_component(components, to, reader, "to");
    const Variable &output = variable_at(giver, from, reader, "from"), &input = variable_at(taker, to, reader, "to");
    if (!fed.insert(&input).second)
      reader.fail("to", fmt::format("input '{}' has two sources", to), "remove one of them");
    OutgoingConnection connection{.from = {giver.name, variable_in(from)}, .to = {taker.name, variable_in(to)}};
    use(components, giver, variable_in(from));
    use(components, taker, variable_in(to));
    const UnitRelation units = relate_units(giver, output, taker, input);
    connection.suppresses_conversion = !reader.boolean("convert_units", true) || !units.fits;
    connection.transformation.factor = reader.number("scale", 1.0);
    connection.transformation.offset = reader.number("offset", 0.0);
    // there units come first, here the scale does
    if (!connection.suppresses_conversion)
      connection.transformation.offset += (1 - connection.transformation.factor) * units.offset;
    read_table(reader, output, connection);
    if (const Value* order = reader.value("order")) connection.extra["order"] = *order;
    reader.finish();
    connections.push_back(std::move(connection));
  }
  return connections;
}

/// Outputs as they are become connectors of the system; for the rest SSP has no words, and it is kept for Oldham.
std::vector<OutgoingConnection> read_published(Reader& reader, std::vector<OutgoingComponent>& components,
                                               Value::Table& rest) {
  std::vector<OutgoingConnection> connections;
  for (const auto& [name, value] : reader.entries()) {
    if (value.is<Value::Table>()) {
      Reader entry = reader.table(name);
      find_component(components, entry.text("from"), entry, "from");
      rest[name] = value;
      continue;
    }
    const std::string from = reader.text(name);
    const OutgoingComponent& giver = find_component(components, from, reader, name);
    const Variable* variable = find_variable(giver.description, variable_in(from));
    if (variable == nullptr || variable->causality != Causality::output || !variable->dimensions.empty()) {
      rest[name] = value;
      continue;
    }
    use(components, giver, variable_in(from));
    connections.push_back({.from = {giver.name, variable_in(from)}, .to = {std::nullopt, name}});
  }
  return connections;
}

}  // namespace

void require_words_of_ssp(const Value& tree) {
  Reader root(tree, "");
  if (root.has("system"))
    throw_missing_capability(
        root.origin("system").text(),
        fmt::format("system '{}' is not made of outputs joined to inputs, and SSP has no words for anything else",
                    root.text("system")),
        "make one FMU of it (oldham fmu export), or keep the system file");
  if (std::vector<Reader> laws = root.tables("interface"); !laws.empty())
    throw_missing_capability(laws.front().origin().text(),
                             fmt::format("SSP joins outputs to inputs, and has no words for an interface of law \"{}\"",
                                         laws.front().text("law", "")),
                             "make one FMU of what it joins (oldham fmu export), or keep the system file");
  for (Reader& subsystem : root.tables("subsystem"))
    if (subsystem.has("inputs_from"))
      throw_missing_capability(subsystem.origin("inputs_from").text(), "SSP has no inputs from files",
                               "leave inputs_from out, or keep the system file");
}

void write_ssp(const Value& tree, const fs::path& folder, const fs::path& output) {
  require_words_of_ssp(tree);
  Reader root(tree, "");
  std::vector<Reader> subsystems = root.tables("subsystem"), connects = root.tables("connect");
  if (subsystems.empty()) root.fail_missing("subsystem", "at least one FMU", "[[subsystem]]");
  Resources resources;
  OutgoingSystem system;
  system.components = read_components(subsystems, folder, resources);
  system.connections = read_connections(connects, system.components);
  Reader publish = root.table("publish"), simulation = root.table("simulation");
  Value::Table unpublished;
  system.published = read_published(publish, system.components, unpublished);
  system.start = simulation.optional_number("start");
  system.end = simulation.optional_number("end");
  system.name = root.text("title", output.stem().string());
  for (const auto& [key, value] : root.entries())
    if (key != "subsystem" && key != "connect" && key != "publish" && key != "simulation" && key != "notes")
      system.extra[key] = value;
  if (!unpublished.empty()) system.extra["publish"] = Value(std::move(unpublished));
  Value::Table rest;
  for (const auto& [key, value] : simulation.entries())
    if (key != "start" && key != "end") rest[key] = value;
  if (!rest.empty()) system.extra["simulation"] = Value(std::move(rest));

  std::vector<PackedEntry> entries = resources.entries();
  entries.push_back({"SystemStructure.ssd", structure_text(system)});
  write_archive(output, std::move(entries));
}

}  // namespace oldham::fmi
