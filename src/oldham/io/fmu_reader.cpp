// SPDX-License-Identifier: MIT
#include "oldham/io/fmu_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/import/make_fmu_subsystem.hpp"
#include "oldham/fmi/import/variable_setting.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/isolation/isolate.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

/// Names with dots may be written as tables inside tables.
void read_settings(const fmi::ModelDescription& description, const Value::Table& table, const std::string& prefix,
                   std::vector<fmi::VariableSetting>& settings) {
  for (const Value::Entry& entry : table) {
    const std::string name = prefix + entry.key;
    if (const auto* inner = entry.value.get<Value::Table>())
      read_settings(description, *inner, name + ".", settings);
    else
      settings.push_back(fmi::make_setting(description, name, entry.value));
  }
}

/// What an entry asks for; nothing of the FMU has been executed yet.
struct FmuEntry {
  fs::path file;
  std::optional<fmi::InterfaceKind> kind;
  Value::Table parameters{};  // of the entry, and those that begin as columns of a file of inputs say
  fmi::FmuSettings settings{};

  std::unique_ptr<Subsystem<double>> make(const std::string& name) const {
    return fmi::make_subsystem_of_fmu(name, std::make_shared<const fmi::Fmu>(file, kind), settings);
  }
};

std::string list_tunable(const fmi::ModelDescription& description) {
  std::string names;
  for (const fmi::Variable& variable : description.variables)
    if (fmi::is_tunable(variable)) names += (names.empty() ? "" : ", ") + variable.name;
  return names;
}

/// Columns of a file that name tunable parameters: the first row is the start value, others are changes.
void read_parameter_columns(const fmi::ModelDescription& description, const std::string& name,
                            const FmuCircumstances& circumstances, FmuEntry& entry) {
  const InputFile& file = *circumstances.inputs;
  for (const InputFile::Column& column : file.columns) {
    const auto variable = std::ranges::find(description.variables, column.name, &fmi::Variable::name);
    if (variable == description.variables.end() || !fmi::is_tunable(*variable)) continue;
    circumstances.columns_of_parameters.push_back(column.name);
    const Origin origin = Origin::named(fmt::format("{}: column {}", file.name, column.number));
    const auto value_in = [&](std::size_t row) {
      const double value = column.values[row];
      const bool is_whole = !fmi::is_float(variable->type) && value == std::nearbyint(value) && std::abs(value) < 1e15;
      return is_whole ? Value(static_cast<std::int64_t>(value), origin) : Value(value, origin);
    };
    const auto place = static_cast<std::size_t>(variable - description.variables.begin());
    std::vector<fmi::VariableSetting>& settings = entry.settings.values;
    if (std::ranges::find(settings, place, &fmi::VariableSetting::first) == settings.end()) {
      settings.push_back(fmi::make_setting(description, column.name, value_in(0)));
      entry.parameters[column.name] = value_in(0);
    }
    for (std::size_t row = 1; row < file.time.size(); ++row)
      if (column.values[row] != column.values[row - 1])
        circumstances.changes.push_back({file.time[row], name, column.name, value_in(row), origin.text(), true});
  }
}

/// The changes of parameters of this FMU.
void read_changes(const fmi::ModelDescription& description, const std::string& name,
                  const std::vector<ParameterChange>& changes, fmi::FmuSettings& settings) {
  for (const ParameterChange& change : changes) {
    if (change.subsystem != name) continue;
    const std::size_t place = fmi::find_variable(description, change.parameter, change.where);
    const fmi::Variable& variable = description.variables[place];
    if (!fmi::is_tunable(variable)) {
      const std::string tunable = list_tunable(description);
      const bool is_parameter = variable.causality == fmi::Causality::parameter;
      throw_missing_capability(
          change.where,
          fmt::format(
              "'{}' of FMU '{}' {}", change.parameter, name,
              is_parameter ? "keeps one value during a run: the FMU does not declare it tunable" : "is no parameter"),
          tunable.empty() ? "this FMU has no tunable parameter" : "tunable parameters of this FMU: " + tunable);
    }
    settings.changes.push_back({change.time, fmi::make_setting(description, variable.name, change.value)});
  }
  std::ranges::stable_sort(settings.changes, {}, &fmi::TimedSetting::time);
}

/// Constants of real inputs are start values, too: FMUs solve their initial equations with them. What is wrong with
/// others is found where inputs are read.
void add_held_starts(Reader& reader, const fmi::ModelDescription& description, Value::Table& parameters) {
  const Value* const inputs = reader.value("inputs");
  const auto* const table = inputs ? inputs->get<Value::Table>() : nullptr;
  if (table == nullptr) return;
  for (const fmi::Variable& variable : description.variables) {
    if (variable.causality != fmi::Causality::input || !is_float(variable.type) || !variable.dimensions.empty())
      continue;
    const Value* const held = table->find(variable.name);
    if (held != nullptr && held->get<double>() != nullptr && parameters.find(variable.name) == nullptr)
      parameters[variable.name] = *held;
  }
}

FmuEntry read_entry(Reader& reader, const std::string& name, const FmuCircumstances& circumstances) {
  using fmi::InterfaceKind;
  FmuEntry entry;
  entry.file = path_from(reader.origin("fmu"), reader.text("fmu"));
  if (reader.has("interface"))
    entry.kind = reader.choice<InterfaceKind>("interface", {{"co-simulation", InterfaceKind::co_simulation},
                                                            {"model-exchange", InterfaceKind::model_exchange}});
  fmi::FmuSettings& settings = entry.settings;
  settings.stop = circumstances.end;
  settings.tolerance = reader.optional_number("tolerance", "", Limits::positive());
  settings.logs = reader.boolean("log", false);
  settings.uses_extension = reader.boolean("extension", true) && entry.kind != InterfaceKind::model_exchange;
  settings.substeps = reader.integer("substeps", 0, {0, 100'000});
  settings.relative_tolerance =
      reader.number("relative_tolerance", settings.relative_tolerance, "", Limits::positive());
  const std::vector<std::string> outputs = reader.texts("outputs");
  Reader parameters = reader.table("parameters");
  entry.parameters = parameters.entries();

  // the rest is about variables of the FMU
  std::error_code ignored;  // a name that no system can have leads to no file either
  if (!fs::is_regular_file(entry.file, ignored))
    reader.fail("fmu", fmt::format("there is no file {}", entry.file.string()),
                "give the path from the system file to the FMU");
  const fmi::ModelDescription description = fmi::read_description(fmi::Archive(entry.file));
  for (const std::string& output : outputs)
    settings.further.push_back(fmi::find_variable(description, output, reader.origin("outputs").text()));
  add_held_starts(reader, description, entry.parameters);
  read_settings(description, entry.parameters, "", settings.values);
  if (circumstances.inputs != nullptr) read_parameter_columns(description, name, circumstances, entry);
  read_changes(description, name, circumstances.changes, settings);
  return entry;
}

constexpr const char* worker_kind = "fmu";

/// The entry as text, for the process that is to make it.
std::string write_order(Reader& reader, const FmuEntry& entry, const std::string& name,
                        const FmuCircumstances& circumstances) {
  Value::Table order;
  for (const char* key :
       {"name", "interface", "tolerance", "log", "substeps", "relative_tolerance", "extension", "outputs"})
    if (const Value* value = reader.value(key)) order[key] = *value;
  if (!entry.parameters.empty()) order["parameters"] = Value(entry.parameters);
  order["fmu"] = Value(fs::absolute(entry.file).string());
  if (circumstances.end) order["end"] = Value(*circumstances.end);
  Value::Array changes;
  for (const ParameterChange& change : circumstances.changes) {
    if (change.subsystem != name) continue;
    Value::Table row;
    row["time"] = Value(change.time);
    row["parameter"] = Value(change.parameter);
    row["value"] = change.value;
    changes.emplace_back(std::move(row));
  }
  if (!changes.empty()) order["change"] = Value(std::move(changes));
  return to_toml(Value(std::move(order)));
}

std::unique_ptr<Subsystem<double>> make_ordered(const std::string& order) {
  const Value tree = parse_toml(order, "what the process was told");
  Reader reader(tree, "");
  const std::string name = reader.text("name");
  std::vector<ParameterChange> changes;
  for (Reader& row : reader.tables("change"))
    changes.push_back({row.number("time", "s"), name, row.text("parameter"), *row.value("value"), {}, false});
  std::vector<std::string> columns;
  return read_entry(reader, name, {reader.optional_number("end", "s"), nullptr, changes, columns}).make(name);
}

}  // namespace

void register_fmu_worker() { register_kind(worker_kind, make_ordered); }

bool makes_equal_steps(Reader& reader) {
  const Value* fmu = reader.value("fmu");
  if (fmu == nullptr || reader.text("interface", "") == "model-exchange") return false;
  const fmi::ModelDescription description =
      fmi::read_description(fmi::Archive(path_from(reader.origin("fmu"), reader.text("fmu"))));
  const fmi::Interface* steps = fmi::find_interface(description, fmi::InterfaceKind::co_simulation);
  return steps != nullptr && !steps->can_handle_variable_step;
}

void require_variable_steps(Reader& reader) {
  if (!makes_equal_steps(reader)) return;
  reader.fail("fmu", "the FMU declares canHandleVariableCommunicationStepSize = false: all of its steps must be equal",
              "leave out [scheme.adaptive], or use an FMU that takes steps of any length");
}

std::unique_ptr<Subsystem<double>> read_fmu_subsystem(Reader& reader, const std::string& name,
                                                      const FmuCircumstances& circumstances) {
  using OnFailure = IsolationSettings::OnFailure;
  const bool is_isolated = reader.choice("isolation", {{"none", false}, {"process", true}}, false);
  IsolationSettings isolation{.name = name};
  isolation.time_limit = reader.number("time_limit", isolation.time_limit, "s", Limits::positive());
  isolation.on_failure =
      reader.choice("on_failure", {{"stop", OnFailure::stop}, {"retry", OnFailure::retry}}, isolation.on_failure);
  const FmuEntry entry = read_entry(reader, name, circumstances);
  isolation.logs = entry.settings.logs;
  if (is_isolated) return isolate(worker_kind, write_order(reader, entry, name, circumstances), isolation);
  for (const char* key : {"time_limit", "on_failure"})
    if (reader.has(key))
      reader.fail(key, "only an FMU in a process of its own can be survived", "add isolation = \"process\"");
  return entry.make(name);
}

}  // namespace oldham
