// SPDX-License-Identifier: MIT
#include "oldham/io/export_preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "oldham/core/error.hpp"
#include "oldham/io/bushing_reader.hpp"
#include "oldham/io/clamp_preparation.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/export_parameters.hpp"
#include "oldham/io/export_starts.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/interface_reader.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/io/tree.hpp"

namespace oldham {
namespace {

Value::Table export_table(const char* what, const std::string& subsystem) {
  Value::Table table;
  table["what"] = what;
  if (!subsystem.empty()) table["subsystem"] = subsystem;
  return table;
}

/// The entry of the subsystem as it is built, once interfaces have put into it what it carries for them. Absent where
/// entries alone do not make it.
std::optional<Value> find_entry(const Value& root, const std::string& subsystem) {
  Value tree = expand_ready_made(root).value_or(root);
  if (has_carried_springs(tree)) {
    distribute_springs(tree);
    distribute_bushings(tree);
  }
  if (has_clamps(tree)) distribute_clamps(tree);
  Value* entry = find_named(tree, "subsystem", subsystem);
  if (entry == nullptr || tree.find("system") != nullptr || text_of(*entry, "model") == "mechanical") return {};
  Value::Table alone, choice = export_table("entry", subsystem);
  const Value* simulation = tree.find("simulation");
  for (const char* key : {"start", "end"})
    if (const Value* value = simulation == nullptr ? nullptr : simulation->find(key)) choice[key] = *value;
  if (const Value* scheme = tree.find("scheme"))
    if (const Value* step = scheme->find("step")) choice["step"] = *step;
  alone["subsystem"] = Value(Value::Array{std::move(*entry)});
  alone["export"] = Value(std::move(choice));
  return Value(std::move(alone), root.origin());
}

/// An FMU inside an FMU would need the importer, and another file.
void refuse_fmus(const Value& root) {
  const Value* entries = root.find("subsystem");
  const Value::Array* list = entries == nullptr ? nullptr : entries->get<Value::Array>();
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
    if (const Value* fmu = (*list)[i].find("fmu"))
      throw_missing_capability(
          fmu->origin().text(),
          fmt::format("'{}' is an FMU itself, which cannot be packed into another", text_of((*list)[i], "name")),
          "export the others, or replace it by a model");
}

Value choose(const Value& root, const std::string& subsystem) {
  if (!subsystem.empty())
    if (std::optional<Value> entry = find_entry(root, subsystem)) return std::move(*entry);
  Value tree = root;
  Value::Table& table = *tree.get<Value::Table>();
  table["export"] = Value(export_table(subsystem.empty() ? "system" : "part", subsystem));
  // what the coupling around it asks of a subsystem, whoever imports it asks again
  if (Value* scheme = tree.find("scheme"); scheme != nullptr && !subsystem.empty())
    if (Value::Table* keys = scheme->get<Value::Table>()) keys->erase("extension");
  return tree;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream.is_open()) throw_wrong_input(file.string(), "the file cannot be opened", "check its name");
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Packs the files that the tree names, and names them as they are packed.
void collect_files(Value& value, std::vector<fmi::ExportedResource>& into) {
  if (Value::Array* list = value.get<Value::Array>())
    for (Value& element : *list) collect_files(element, into);
  Value::Table* table = value.get<Value::Table>();
  if (table == nullptr) return;
  for (auto& [key, content] : *table) {
    const std::string* name = key == "csv" || key == "inputs_from" ? content.get<std::string>() : nullptr;
    if (name == nullptr) {
      collect_files(content, into);
      continue;
    }
    std::string packed = fmt::format("data{}.csv", into.size() + 1);
    into.push_back({packed, read_text(path_from(content.origin(), *name))});
    content.assign(std::move(packed));
  }
}

}  // namespace

fmi::ExportedModel PreparedExport::model(std::string name, std::string tool) const {
  return {.name = std::move(name),
          .description = {},
          .tool = std::move(tool),
          .subsystem = built.subsystem,
          .input_starts = built.input_starts,
          .parameters = parameters,
          .aliases = built.aliases,
          .resources = resources,
          .start = built.start,
          .end = built.end,
          .step = built.step};
}

Value entry_of_model(const std::string& model) {
  Value::Table root, entry;
  entry["name"] = model;
  entry["model"] = model;
  root["subsystem"] = Value(Value::Array{Value(std::move(entry))});
  return Value(std::move(root), Origin::named(model));
}

PreparedExport prepare_export(const Value& root, const std::string& subsystem) {
  refuse_fmus(root);
  PreparedExport prepared;
  Value tree = choose(root, subsystem);
  prepared.built = build_exported(tree);
  if (const auto starts = find_input_starts(root, subsystem, prepared.built)) {
    Value::Array inputs;
    for (const double value : *starts) inputs.emplace_back(value);
    (*tree.find("export")->get<Value::Table>())["inputs"] = Value(std::move(inputs));
    prepared.built = build_exported(tree);
  }
  prepared.parameters = find_export_parameters(tree, prepared.built);
  Value::Array listed;
  for (const fmi::ExportedParameter& parameter : prepared.parameters) {
    Value::Table row;
    row["name"] = parameter.name;
    row["path"] = parameter.path;
    row["start"] = parameter.start;
    if (parameter.output >= 0) row["output"] = parameter.output;
    listed.emplace_back(std::move(row));
  }
  (*tree.find("export")->get<Value::Table>())["parameter"] = Value(std::move(listed));
  collect_files(tree, prepared.resources);
  prepared.resources.push_back({"system.toml", to_toml(tree)});
  return prepared;
}

}  // namespace oldham
