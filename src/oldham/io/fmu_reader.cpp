// SPDX-License-Identifier: MIT
#include "oldham/io/fmu_reader.hpp"

#include <fmt/format.h>

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
  fmi::FmuSettings settings;

  std::unique_ptr<Subsystem<double>> make(const std::string& name) const {
    return fmi::make_subsystem_of_fmu(name, std::make_shared<const fmi::Fmu>(file, kind), settings);
  }
};

FmuEntry read_entry(Reader& reader, std::optional<double> end) {
  using fmi::InterfaceKind;
  FmuEntry entry;
  entry.file = path_from(reader.origin("fmu"), reader.text("fmu"));
  if (reader.has("interface"))
    entry.kind = reader.choice<InterfaceKind>("interface", {{"co-simulation", InterfaceKind::co_simulation},
                                                            {"model-exchange", InterfaceKind::model_exchange}});
  fmi::FmuSettings& settings = entry.settings;
  settings.stop = end;
  settings.tolerance = reader.optional_number("tolerance", "", Limits::positive());
  settings.logs = reader.boolean("log", false);
  settings.uses_extension = reader.boolean("extension", true) && entry.kind != InterfaceKind::model_exchange;
  settings.substeps = reader.integer("substeps", 0, {0, 100'000});
  settings.relative_tolerance =
      reader.number("relative_tolerance", settings.relative_tolerance, "", Limits::positive());
  const std::vector<std::string> outputs = reader.texts("outputs");
  Reader parameters = reader.table("parameters");
  const Value::Table& values = parameters.entries();

  // the rest is about variables of the FMU
  std::error_code ignored;  // a name that no system can have leads to no file either
  if (!fs::is_regular_file(entry.file, ignored))
    reader.fail("fmu", fmt::format("there is no file {}", entry.file.string()),
                "give the path from the system file to the FMU");
  const fmi::ModelDescription description = fmi::read_description(fmi::Archive(entry.file));
  for (const std::string& output : outputs)
    settings.further.push_back(fmi::find_variable(description, output, reader.origin("outputs").text()));
  read_settings(description, values, "", settings.values);
  return entry;
}

constexpr const char* worker_kind = "fmu";

/// The entry as text, for the process that is to make it.
std::string write_order(Reader& reader, const FmuEntry& entry, std::optional<double> end) {
  Value::Table order;
  for (const char* key : {"name", "interface", "tolerance", "log", "substeps", "relative_tolerance", "extension",
                          "outputs", "parameters"})
    if (const Value* value = reader.value(key)) order[key] = *value;
  order["fmu"] = Value(fs::absolute(entry.file).string());
  if (end) order["end"] = Value(*end);
  return to_toml(Value(std::move(order)));
}

std::unique_ptr<Subsystem<double>> make_ordered(const std::string& order) {
  const Value tree = parse_toml(order, "what the process was told");
  Reader reader(tree, "");
  const std::optional<double> end = reader.optional_number("end", "s");
  return read_entry(reader, end).make(reader.text("name"));
}

}  // namespace

void register_fmu_worker() { register_kind(worker_kind, make_ordered); }

void require_variable_steps(Reader& reader) {
  const Value* fmu = reader.value("fmu");
  if (fmu == nullptr || reader.text("interface", "") == "model-exchange") return;
  const fmi::ModelDescription description =
      fmi::read_description(fmi::Archive(path_from(reader.origin("fmu"), reader.text("fmu"))));
  const fmi::Interface* steps = fmi::find_interface(description, fmi::InterfaceKind::co_simulation);
  if (steps == nullptr || steps->can_handle_variable_step) return;
  reader.fail("fmu", "the FMU declares canHandleVariableCommunicationStepSize = false: all of its steps must be equal",
              "leave out [scheme.adaptive], or use an FMU that takes steps of any length");
}

std::unique_ptr<Subsystem<double>> read_fmu_subsystem(Reader& reader, const std::string& name,
                                                      std::optional<double> end) {
  using OnFailure = IsolationSettings::OnFailure;
  const bool is_isolated = reader.choice("isolation", {{"none", false}, {"process", true}}, false);
  IsolationSettings isolation{.name = name};
  isolation.time_limit = reader.number("time_limit", isolation.time_limit, "s", Limits::positive());
  isolation.on_failure =
      reader.choice("on_failure", {{"stop", OnFailure::stop}, {"retry", OnFailure::retry}}, isolation.on_failure);
  const FmuEntry entry = read_entry(reader, end);
  isolation.logs = entry.settings.logs;
  if (is_isolated) return isolate(worker_kind, write_order(reader, entry, end), isolation);
  for (const char* key : {"time_limit", "on_failure"})
    if (reader.has(key))
      reader.fail(key, "only an FMU in a process of its own can be survived", "add isolation = \"process\"");
  return entry.make(name);
}

}  // namespace oldham
