// SPDX-License-Identifier: MIT
#include "oldham/io/expansion.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/function_ref.hpp"
#include "oldham/io/bushing_reader.hpp"
#include "oldham/io/interface_reader.hpp"
#include "oldham/model/multibody/mechanism_reader.hpp"
#include "oldham/model/ready_made.hpp"

namespace oldham {
namespace {

/// What was written for the user stands where the system is named.
void place(Value& value, const Origin& origin) {
  value.set_origin(origin);
  if (Value::Array* array = value.get<Value::Array>())
    for (Value& element : *array) place(element, origin);
  if (Value::Table* table = value.get<Value::Table>())
    for (auto& entry : *table) place(entry.value, origin);
}

const std::string* name_of(const Value& entry) {
  const Value* name = entry.find("name");
  return name == nullptr ? nullptr : name->get<std::string>();
}

Value* find_named(Value::Array& list, const std::string& name, std::vector<std::string>& names) {
  for (Value& element : list)
    if (const std::string* own = name_of(element)) {
      names.push_back(*own);
      if (*own == name) return &element;
    }
  return nullptr;
}

/// Tables are laid over key by key, and so are elements of lists that go by name; all else is replaced.
void lay_over(const Value& given, Value& below) {
  const Value::Table* table = given.get<Value::Table>();
  const Value::Array* list = given.get<Value::Array>();
  Value::Table* table_below = below.get<Value::Table>();
  Value::Array* list_below = below.get<Value::Array>();
  const bool has_names = list_below != nullptr && !list_below->empty() && name_of(list_below->front()) != nullptr;
  std::vector<std::string> names;
  if (table != nullptr && table_below != nullptr) {
    for (const auto& [key, value] : *table)
      if (Value* found = table_below->find(key))
        lay_over(value, *found);
      else
        (*table_below)[key] = value;
  } else if (table != nullptr && has_names) {
    for (const auto& [key, value] : *table) {
      names.clear();
      Value* found = find_named(*list_below, key, names);
      if (found == nullptr)
        throw_wrong_input(value.origin().text(), fmt::format("there is no '{}' to change", key), suggest(key, names));
      lay_over(value, *found);
    }
  } else if (list != nullptr && has_names) {
    for (const Value& element : *list) {
      const std::string* name = name_of(element);
      names.clear();
      if (Value* found = name == nullptr ? nullptr : find_named(*list_below, *name, names)) lay_over(element, *found);
      // a list of the file may add, an option that reached into it by name meant to change
      else if (name != nullptr && given.origin().line > 0 && element.origin().line == 0)
        throw_wrong_input(element.origin().text(), fmt::format("there is no '{}' to change", *name),
                          suggest(*name, names));
      else
        list_below->push_back(element);
    }
  } else {
    below = given;
  }
}

void change_members(const Value& given, const std::string& system, Value::Array& members) {
  const Value::Array* entries = given.get<Value::Array>();
  if (entries == nullptr)
    throw_wrong_input(given.origin().text(), fmt::format("expected an array of tables, found {}", describe(given)),
                      "write [[subsystem]] with two brackets above each of them");
  for (const Value& entry : *entries) {
    Reader reader(entry, "subsystem");
    const std::string name = reader.text("name");
    std::vector<std::string> names;
    Value* found = find_named(members, name, names);
    if (found == nullptr)
      throw_wrong_input(entry.origin().text(), fmt::format("system '{}' has no subsystem '{}'", system, name),
                        suggest(name, names));
    lay_over(entry, *found);
  }
}

/// As mechanisms are built: with the bushings that they carry.
Value written_out(const Value& root) {
  Value tree = expand_ready_made(root).value_or(root);
  if (has_carried_springs(tree)) distribute_bushings(tree);
  return tree;
}

}  // namespace

std::optional<Value> expand_ready_made(const Value& root) {
  const Value* named = root.find("system");
  const std::string* system = named == nullptr ? nullptr : named->get<std::string>();
  if (system == nullptr) return {};
  Reader reader(root, "");
  Reader parameters = reader.table("parameters"), given_scheme = reader.table("scheme");
  std::optional<Value> written = write_ready_made(*system, {parameters, given_scheme, root});
  if (!written) return {};
  parameters.finish();
  place(*written, named->origin());
  written->set_origin(root.origin());
  Value::Table& table = *written->get<Value::Table>();
  for (const auto& [key, value] : *root.get<Value::Table>()) {
    if (key == "system" || key == "parameters") continue;
    if (key == "connect" || key == "interface")
      throw_wrong_input(value.origin().text(),
                        fmt::format("the ready-made system '{}' cannot be joined to further parts", *system),
                        fmt::format("write it out with 'oldham describe {} --expand' and change that file", *system));
    if (key == "subsystem")
      change_members(value, *system, *table["subsystem"].get<Value::Array>());
    else if (Value* below = table.find(key))
      lay_over(value, *below);
    else
      table[key] = value;
  }
  // keys that only this system has were answered by what it wrote
  if (Value::Table* scheme = table["scheme"].get<Value::Table>())
    for (const SystemHelp& help : system_help())
      if (help.name == *system)
        for (const ParameterHelp& key : help.scheme) scheme->erase(key.name);
  return written;
}

namespace {

template <class Result>
std::vector<Result> read_each_mechanism(const Value& root, FunctionRef<Result(Reader&)> read) {
  const Value tree = written_out(root);
  std::vector<Result> results;
  Reader reader(tree, "");
  for (Reader& entry : reader.tables("subsystem"))
    if (entry.text("model", "") == "mechanism") results.push_back(read(entry));
  return results;
}

}  // namespace

std::vector<multibody::MechanismDescription> read_mechanisms(const Value& root) {
  return read_each_mechanism<multibody::MechanismDescription>(
      root, [](Reader& entry) { return multibody::read_mechanism(entry, entry.text("name")); });
}

std::vector<multibody::FormulationSettings> read_formulations(const Value& root) {
  return read_each_mechanism<multibody::FormulationSettings>(
      root, [](Reader& entry) { return multibody::read_formulation(entry); });
}

}  // namespace oldham
