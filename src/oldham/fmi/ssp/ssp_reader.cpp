// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/ssp_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/fmu_ports.hpp"
#include "oldham/fmi/ssp/own_units.hpp"
#include "oldham/fmi/ssp/parametrisation.hpp"
#include "oldham/fmi/ssp/structure_reader.hpp"
#include "oldham/fmi/ssp/wiring.hpp"

namespace oldham::fmi {
namespace {

using namespace ssp;

/// A component with the name it has in the tree, and the dotted one of the standard.
struct Member {
  const Element* element;
  std::string name;
};

/// All components, and all systems with the beginning of the names of their connectors.
struct Parts {
  std::vector<Member> components, systems;
};

/// Dots end the names of subsystems, so other letters stand for them.
std::string make_name(std::string name, const std::set<std::string>& taken) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return c == '.' || c < 0x20 || c == 0x7f; }, '_');
  std::string unique = name;
  for (int copy = 2; taken.contains(unique); ++copy) unique = fmt::format("{}_{}", name, copy);
  return unique;
}

void collect(const Element& system, const std::string& way, const std::string& dotted, std::set<std::string>& taken,
             Parts& parts) {
  parts.systems.push_back({&system, dotted});
  for (const Element& element : system.elements) {
    if (element.is_system) {
      collect(element, way + element.name + "/", dotted + element.name + ".", taken, parts);
    } else {
      parts.components.push_back({&element, make_name(way + element.name, taken)});
      taken.insert(parts.components.back().name);
    }
  }
}

Value table_value(const Conversion& conversion, const Origin& origin) {
  Value::Array rows;
  const auto number = [&](double value) { return Value(static_cast<std::int64_t>(value), origin); };
  for (const auto& [from, to] : conversion.table) rows.emplace_back(Value::Array{number(from), number(to)}, origin);
  return {std::move(rows), origin};
}

void add_conversion(Value::Table& table, const Conversion& conversion, const Origin& origin) {
  if (!conversion.table.empty()) table["map"] = table_value(conversion, origin);
  if (conversion.scale != 1) table["scale"] = Value(conversion.scale, origin);
  if (conversion.offset != 0) table["offset"] = Value(conversion.offset, origin);
}

class Tree {
 public:
  explicit Tree(const SystemStructure& structure)
      : structure_(structure),
        notes_(structure.notes),
        wiring_(structure.system),
        parameters_(structure.system, wiring_, notes_) {
    std::set<std::string> taken;
    collect(structure.system, {}, {}, taken, parts_);
    for (const Member& member : parts_.components) names_[member.element] = member.name;
    if (parts_.components.empty())
      throw_wrong_input(structure.origin.whole().text(), "the system has no components", "there is nothing to run");
  }

  Value make() {
    Value::Table root;
    // a name that Oldham chose is none
    if (structure_.extra.empty() && !structure_.name.empty()) root["title"] = Value(structure_.name, structure_.origin);
    Value::Table scheme;
    add_times(root, scheme);
    root["scheme"] = Value(std::move(scheme), structure_.origin);
    Value::Array subsystems, connections;
    for (const Port& port : wiring_.takers()) connect(port, connections);
    for (const Member& member : parts_.components) subsystems.push_back(subsystem(member));
    root["subsystem"] = Value(std::move(subsystems), structure_.origin);
    if (!connections.empty()) root["connect"] = Value(std::move(connections), structure_.origin);
    add_published(root);
    for (const auto& [key, value] : structure_.extra) merge(root, key, value);
    if (!notes_.empty()) {
      Value::Array notes;
      for (const std::string& note : notes_) notes.emplace_back(note, structure_.origin);
      root["notes"] = Value(std::move(notes), structure_.origin);
    }
    return {std::move(root), structure_.origin};
  }

 private:
  static void merge(Value::Table& root, const std::string& key, const Value& value) {
    Value::Table* table = root.find(key) == nullptr ? nullptr : root.find(key)->get<Value::Table>();
    if (const Value::Table* added = value.get<Value::Table>(); table != nullptr && added != nullptr)
      for (const auto& [inner, content] : *added) (*table)[inner] = content;
    else
      root[key] = value;
  }

  /// SSP knows start and end only, and not always; the rest is what the FMUs suggest.
  void add_times(Value::Table& root, Value::Table& scheme) {
    const Origin& origin = structure_.origin;
    std::optional<double> stop = structure_.stop, step = structure_.step, shortest;
    for (const Member& member : parts_.components) {
      const auto& experiment = member.element->description->experiment;
      if (!experiment) continue;
      if (!structure_.stop && experiment->stop) stop = std::max(stop.value_or(*experiment->stop), *experiment->stop);
      if (experiment->step && *experiment->step > 0)
        shortest = std::min(shortest.value_or(*experiment->step), *experiment->step);
    }
    const double start = structure_.start.value_or(0);
    if (!stop || *stop <= start) stop = structure_.stop.value_or(start + 1);
    if (!structure_.stop)
      notes_.push_back(fmt::format("the system names no stop time; simulation.end = {} was chosen", *stop));
    const Value* scheme_of_ours = structure_.extra.find("scheme");
    if (!step && (scheme_of_ours == nullptr || scheme_of_ours->find("step") == nullptr)) {
      // a hundredth of a second serves most machines; not more than a million steps
      const double span = *stop - start, fewest = 10, most = 1e6, usual = 0.01;
      const bool is_sensible = shortest && *shortest <= span / fewest && *shortest >= span / most;
      step = is_sensible ? *shortest : std::max(std::min(span / 1000, usual), span / most);
      notes_.push_back(fmt::format("the system names no communication step; scheme.step = {} was chosen{}", *step,
                                   is_sensible ? ", the shortest that an FMU suggests" : ""));
    }
    Value::Table simulation;
    if (structure_.start) simulation["start"] = Value(start, origin);
    simulation["end"] = Value(*stop, origin);
    root["simulation"] = Value(std::move(simulation), origin);
    if (step) scheme["step"] = Value(*step, origin);
  }

  Value subsystem(const Member& member) const {
    const Element& element = *member.element;
    Value::Table table;
    table["name"] = Value(member.name, element.origin);
    table["fmu"] = Value(element.fmu.string(), element.origin);
    if (element.interface)
      table["interface"] = Value(
          *element.interface == InterfaceKind::model_exchange ? "model-exchange" : "co-simulation", element.origin);
    for (const auto& [key, value] : element.extra) table[key] = value;
    if (const auto asked = asked_.find(&element); asked != asked_.end() && !asked->second.empty()) {
      // besides those that were written with it
      const Value* written = element.extra.find("outputs");
      const Value::Array* list = written == nullptr ? nullptr : written->get<Value::Array>();
      Value::Array outputs = list == nullptr ? Value::Array() : *list;
      for (const std::string& name : asked->second)
        if (std::ranges::find(outputs, Value(name)) == outputs.end()) outputs.emplace_back(name, element.origin);
      table["outputs"] = Value(std::move(outputs), element.origin);
    }
    if (Value::Table values = parameters_.values_of(element); !values.empty())
      table["parameters"] = Value(std::move(values), element.origin);
    return {std::move(table), element.origin};
  }

  /// By the variable's own name, where a connector has that of an alias; arrays by their elements, "drive.i[2,1]".
  std::vector<std::string> paths_of(const Port& port) const try {
    std::vector<std::string> paths = element_names(*port.element->description, *variable_of(port));
    for (std::string& path : paths) path = fmt::format("{}.{}", names_.at(port.element), path);
    return paths;
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", port.element->where, error.what()));
  }

  /// What a component must tell beside its outputs.
  void ask_for(const Port& port) {
    const Variable& variable = *variable_of(port);
    std::vector<std::string>& asked = asked_[port.element];
    if (variable.causality != Causality::output && std::ranges::find(asked, variable.name) == asked.end())
      asked.push_back(variable.name);
  }

  /// Adds the connection into an input of a component, unless it comes from no component.
  void connect(const Port& port, Value::Array& connections) {
    const Variable* variable = variable_of(port);
    if (variable == nullptr || variable->causality != Causality::input) return;
    const Way way = wiring_.way_to(port);
    if (way.source.element->is_system) return;
    const Connection& last = *way.hops.back().connection;
    Conversion conversion = conversion_along(way, notes_);
    if (!is_number(variable->type) || !is_number(variable_of(way.source)->type))
      throw_missing_capability(last.where, "only numbers can pass between components, no texts, binaries and clocks",
                               "remove the connection, or give the input a value in a parameter set");
    const std::vector<std::string> from = paths_of(way.source), to = paths_of(port);
    if (from.size() != to.size())
      throw_wrong_input(last.where, fmt::format("one side has {} values and the other {}", from.size(), to.size()),
                        "connect variables of the same size");
    constexpr std::size_t most = 100'000;  // more is a slip in a structural parameter
    if (from.size() > most - connections.size())
      throw_wrong_input(last.where, fmt::format("with this one the connections carry more than {} values", most),
                        "check the structural parameters that the dimensions of its ends refer to");
    ask_for(way.source);
    Value::Table table;
    const bool is_left_to_units = converts_by_itself(way);
    if (is_left_to_units && conversion.table.empty()) {
      conversion = {};
      for (const Way::Hop& hop : way.hops)
        if (hop.connection->transformation)
          conversion = chained(conversion, conversion_of(*hop.connection->transformation, {}, {}), last.where);
      // here units come first, there the scale does
      conversion.offset -= (1 - conversion.scale) * unit_offset(way);
    }
    add_conversion(table, conversion, last.origin);
    if (!is_left_to_units && conversion.table.empty()) table["convert_units"] = Value(false, last.origin);
    if (way.hops.size() == 1)
      for (const auto& [key, value] : last.extra) table[key] = value;
    for (std::size_t i = 0; i < from.size(); ++i) {
      table["from"] = Value(from[i], last.origin);
      table["to"] = Value(to[i], last.origin);
      connections.emplace_back(table, last.origin);
    }
  }

  /// What connectors of systems give to the outside, by the names of the standard.
  void add_published(Value::Table& root) {
    Value::Table published;
    for (const Member& system : parts_.systems)
      for (const Connector& connector : system.element->connectors) {
        const Way way = wiring_.way_to({system.element, connector.name});
        const Variable* variable = variable_of(way.source);
        // inputs are outputs elsewhere; of texts and of what is no output nothing is asked
        if (way.hops.empty() || variable == nullptr || connector.kind == ConnectorKind::input ||
            variable->causality != Causality::output || !is_number(variable->type) || !variable->dimensions.empty())
          continue;
        const Origin& origin = way.hops.back().connection->origin;
        const Conversion conversion = conversion_along(way, notes_);
        const std::string name = system.name + connector.name;
        if (is_variable(name)) continue;
        if (conversion.is_identity()) {
          published[name] = Value(paths_of(way.source).front(), origin);
          continue;
        }
        Value::Table entry;
        entry["from"] = Value(paths_of(way.source).front(), origin);
        add_conversion(entry, conversion, origin);
        if (const NamedUnit unit = ssp::unit_of(Port{system.element, connector.name}); !unit.name.empty())
          entry["unit"] = Value(unit.name, origin);
        published[name] = Value(std::move(entry), origin);
      }
    if (!published.empty()) root["publish"] = Value(std::move(published), structure_.origin);
  }

  /// Whether a component with a dot in its name has this name for a variable already.
  bool is_variable(const std::string& name) const {
    return std::ranges::any_of(parts_.components, [&](const Member& member) {
      return name.starts_with(member.name + ".") &&
             find_variable(*member.element->description, name.substr(member.name.size() + 1)) != nullptr;
    });
  }

  const SystemStructure& structure_;
  std::vector<std::string> notes_;
  Wiring wiring_;
  Parametrisation parameters_;
  Parts parts_;
  std::map<const Element*, std::string> names_;
  std::map<const Element*, std::vector<std::string>> asked_;
};

}  // namespace

bool is_ssp(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".ssp" || extension == ".ssd";
}

Value read_ssp(const std::filesystem::path& file, const std::filesystem::path& cache) {
  const SystemStructure structure = read_structure(file, cache);
  return Tree(structure).make();
}

}  // namespace oldham::fmi
