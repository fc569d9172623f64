// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/ssp_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "oldham/core/error.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/export/archive_writer.hpp"
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

std::vector<OutgoingComponent> read_components(std::vector<Reader>& readers, const fs::path& folder,
                                               Resources& resources) {
  std::vector<OutgoingComponent> components;
  for (Reader& reader : readers) {
    OutgoingComponent component{.name = reader.text("name")};
    const fs::path file = folder / reader.text("fmu");
    component.description = read_description(Archive(file));
    component.source = "resources/" + resources.add(file);
    component.interface = reader.text("interface", "");
    Reader parameters = reader.table("parameters"), inputs = reader.table("inputs");
    component.values = parameters.entries();
    for (const auto& [name, value] : inputs.entries()) component.values[name] = value;
    for (const auto& [key, value] : reader.entries())
      if (key != "name" && key != "fmu" && key != "interface" && key != "parameters" && key != "inputs")
        component.extra[key] = value;
    components.push_back(std::move(component));
  }
  return components;
}

/// What the engine makes of zero between the units of two variables.
double unit_offset(const OutgoingComponent& from, const std::string& output, const OutgoingComponent& to,
                   const std::string& input) {
  const Variable *a = find_variable(from.description, output), *b = find_variable(to.description, input);
  if (a == nullptr || b == nullptr) return 0;
  const std::optional<Unit> first = fmi::unit_of(from.description, *a), second = fmi::unit_of(to.description, *b);
  return first && second ? (first->offset - second->offset) / second->factor : 0;
}

void use(std::vector<OutgoingComponent>& components, const OutgoingComponent& component, const std::string& variable) {
  auto& connectors = components[static_cast<std::size_t>(&component - components.data())].connectors;
  if (std::ranges::find(connectors, variable) == connectors.end()) connectors.push_back(variable);
}

std::vector<OutgoingConnection> read_connections(std::vector<Reader>& readers,
                                                 std::vector<OutgoingComponent>& components) {
  std::vector<OutgoingConnection> connections;
  for (Reader& reader : readers) {
    const std::string from = reader.text("from"), to = reader.text("to");
    const OutgoingComponent &giver = find_component(components, from, reader, "from"),
                            &taker = find_component(components, to, reader, "to");
    OutgoingConnection connection{.from = {giver.name, variable_in(from)}, .to = {taker.name, variable_in(to)}};
    use(components, giver, variable_in(from));
    use(components, taker, variable_in(to));
    connection.suppresses_conversion = !reader.boolean("convert_units", true);
    connection.transformation.factor = reader.number("scale", 1.0);
    connection.transformation.offset = reader.number("offset", 0.0);
    // there units come first, here the scale does
    if (!connection.suppresses_conversion)
      connection.transformation.offset +=
          (1 - connection.transformation.factor) * unit_offset(giver, variable_in(from), taker, variable_in(to));
    if (const auto rows = reader.optional_matrix("map")) {
      connection.suppresses_conversion = true;
      if (rows->cols() != 2) reader.fail("map", "expected rows of two values", "write for example map = [[0, 1]]");
      if (connection.transformation.factor != 1 || connection.transformation.offset != 0)
        reader.fail("map", "SSP has a table or a scale on a connection, not both", "write one table for both");
      const Variable* variable = find_variable(giver.description, variable_in(from));
      connection.is_boolean = variable != nullptr && variable->type == Type::boolean;
      for (Eigen::Index i = 0; i < rows->rows(); ++i)
        connection.transformation.numbers.emplace_back(std::llround((*rows)(i, 0)), std::llround((*rows)(i, 1)));
    }
    for (const auto& [key, value] : reader.entries())
      if (key == "order") connection.extra[key] = value;
    connections.push_back(std::move(connection));
  }
  return connections;
}

std::vector<OutgoingConnection> read_published(Reader& reader, std::vector<OutgoingComponent>& components) {
  std::vector<OutgoingConnection> connections;
  for (const auto& [name, value] : reader.entries()) {
    if (value.is<Value::Table>())
      reader.fail(name, "published values that are converted cannot be packed", "publish the output as it is");
    const std::string from = reader.text(name);
    const OutgoingComponent& giver = find_component(components, from, reader, name);
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
  system.published = read_published(publish, system.components);
  system.start = simulation.optional_number("start");
  system.end = simulation.optional_number("end");
  system.name = root.text("title", output.stem().string());
  for (const auto& [key, value] : root.entries())
    if (key != "subsystem" && key != "connect" && key != "publish" && key != "simulation" && key != "notes")
      system.extra[key] = value;
  Value::Table rest;
  for (const auto& [key, value] : simulation.entries())
    if (key != "start" && key != "end") rest[key] = value;
  if (!rest.empty()) system.extra["simulation"] = Value(std::move(rest));

  std::vector<PackedEntry> entries = resources.entries();
  entries.push_back({"SystemStructure.ssd", structure_text(system)});
  write_archive(output, std::move(entries));
}

}  // namespace oldham::fmi
