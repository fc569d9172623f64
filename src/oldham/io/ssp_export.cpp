// SPDX-License-Identifier: MIT
#include "oldham/io/ssp_export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "oldham/fmi/export/export.hpp"
#include "oldham/fmi/export/exported_description.hpp"
#include "oldham/fmi/ssp/ssp_writer.hpp"
#include "oldham/fmi/work_folder.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/export_preparation.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/tree.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

Value::Array* find_list(Value& table, std::string_view key) {
  Value* list = table.find(key);
  return list == nullptr ? nullptr : list->get<Value::Array>();
}

bool is_model(const Value& entry) { return entry.find("model") != nullptr; }

/// A file of its own for the FMU of a subsystem.
fs::path file_for(const std::string& name, const fs::path& folder) {
  const std::string plain = fmi::c_identifier(name);
  fs::path file = folder / (plain + ".fmu");
  for (int copy = 2; fs::exists(file); ++copy) file = folder / fmt::format("{}_{}.fmu", plain, copy);
  return file;
}

/// Exchanges "NAME.PORT" for "NAME.VARIABLE" where the value is that text.
void rename(Value* value, const std::string& from, const std::string& to) {
  const std::string* text = value == nullptr ? nullptr : value->get<std::string>();
  if (text != nullptr && *text == from) value->assign(to);
}

/// Inputs by the names that they have in the FMU, wherever the tree names them as inputs.
void rename_inputs(Value& tree, const std::string& name, const Boundary& boundary) {
  for (int i = 0; i < static_cast<int>(boundary.inputs.size()); ++i) {
    const std::string from = fmt::format("{}.{}", name, boundary.inputs[i].name),
                      to = fmt::format("{}.{}", name, fmi::exported_input_name(boundary, i));
    if (from == to) continue;
    if (Value::Array* connections = find_list(tree, "connect"))
      for (Value& connection : *connections) rename(connection.find("to"), from, to);
    // in a bond they are the force of one side and the velocity of the other
    if (Value::Array* bonds = find_list(tree, "bond"))
      for (Value& bond : *bonds)
        for (const auto& [side, place] : {std::pair("a", 1u), {"b", 0u}})
          if (Value::Array* pair = find_list(bond, side); pair != nullptr && pair->size() == 2)
            rename(&(*pair)[place], from, to);
  }
}

/// Writes the FMU of a built-in model and puts it into the place of its entry.
void make_fmu(Value& entry, Value& tree, const fs::path& folder, const FmuMaking& making) {
  const std::string name = text_of(entry, "name");
  Value::Table alone;
  for (const char* key : {"simulation", "scheme"})
    if (const Value* value = tree.find(key)) alone[key] = *value;
  alone["subsystem"] = Value(Value::Array{entry});
  const PreparedExport prepared = prepare_export(Value(std::move(alone), tree.origin()), name);
  const fs::path file = file_for(name, folder);
  fmi::write_fmu(file, prepared.model(name, making.tool), making.standard, making.library());

  Value::Table packed;
  for (const char* key : {"name", "publish"})
    if (const Value* value = entry.find(key)) packed[key] = *value;
  packed["fmu"] = Value(file.string());
  // it keeps its own solver
  packed["interface"] = Value("co-simulation");
  entry = Value(std::move(packed), entry.origin());
  rename_inputs(tree, name, *prepared.built.subsystem->description().boundary);
}

/// What of the coupling SSP has no words for: it is kept for Oldham, and lost to others.
std::vector<std::string> notes_about(Value& tree) {
  std::vector<std::string> lost;
  if (const Value* scheme = tree.find("scheme"))
    if (const Value::Table* keys = scheme->get<Value::Table>())
      for (const auto& [key, value] : *keys) lost.push_back(fmt::format("scheme.{}", key));
  for (const char* list : {"group", "change"})
    if (find_list(tree, list) != nullptr) lost.push_back(fmt::format("[[{}]]", list));
  if (const Value::Array* connections = find_list(tree, "connect"))
    for (const Value& connection : *connections)
      if (connection.find("order") != nullptr) {
        lost.emplace_back("order of [[connect]]");
        break;
      }
  std::vector<std::string> notes;
  if (!lost.empty())
    notes.push_back(
        fmt::format("only Oldham reads how the system is stepped ({}); other tools do that in their own way",
                    fmt::join(lost, ", ")));
  const Value* published = tree.find("publish");
  if (const Value::Table* names = published == nullptr ? nullptr : published->get<Value::Table>())
    if (std::ranges::any_of(*names, [](const Value::Entry& entry) { return entry.value.is<Value::Table>(); }))
      notes.emplace_back("only Oldham reads published values that are converted");
  return notes;
}

}  // namespace

ExportedSsp export_ssp(const Value& root, const fs::path& folder, const fs::path& output, const FmuMaking& making) {
  Value tree = with_whole_paths(expand_ready_made(root).value_or(root));
  fmi::require_words_of_ssp(tree);
  const fmi::WorkFolder work(fs::temp_directory_path(), "oldham-ssp");
  ExportedSsp exported;
  if (Value::Array* entries = find_list(tree, "subsystem")) {
    exported.components = entries->size();
    for (const Value& entry : *entries) exported.models += is_model(entry);
    // an input that is fed by nobody would become one that rests, so what does not run is found out before
    if (exported.models > 0) build_system<double>(root, {.threads = 1});
    for (Value& entry : *entries)
      if (is_model(entry)) make_fmu(entry, tree, work.path(), making);
  }
  fmi::write_ssp(tree, folder, output);
  exported.notes = notes_about(tree);
  return exported;
}

}  // namespace oldham
