// SPDX-License-Identifier: MIT
#include "oldham/io/fmu_reader.hpp"

#include <fmt/format.h>

#include "oldham/fmi/import/make_fmu_subsystem.hpp"
#include "oldham/fmi/import/variable_setting.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

/// Paths are relative to the file they stand in; those of the command line to the folder one works in.
fs::path path_from(const Reader& reader, const std::string& written) {
  const Origin origin = reader.origin("fmu");
  if (origin.line == 0 || !origin.source) return written;
  return fs::path(*origin.source).parent_path() / written;
}

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

}  // namespace

std::unique_ptr<Subsystem<double>> read_fmu_subsystem(Reader& reader, const std::string& name,
                                                      std::optional<double> end) {
  using fmi::InterfaceKind;
  const fs::path file = path_from(reader, reader.text("fmu"));
  if (!fs::is_regular_file(file))
    reader.fail("fmu", fmt::format("there is no file {}", file.string()),
                "give the path from the system file to the FMU");
  std::optional<InterfaceKind> kind;
  if (reader.has("interface"))
    kind = reader.choice<InterfaceKind>("interface", {{"co-simulation", InterfaceKind::co_simulation},
                                                      {"model-exchange", InterfaceKind::model_exchange}});
  const auto fmu = std::make_shared<const fmi::Fmu>(file, kind);
  const fmi::ModelDescription& description = fmu->description();
  fmi::FmuSettings settings;
  settings.stop = end;
  settings.tolerance = reader.optional_number("tolerance", "", Limits::positive());
  settings.logs = reader.boolean("log", false);
  settings.substeps = reader.integer("substeps", 0, {0, 100'000});
  settings.relative_tolerance =
      reader.number("relative_tolerance", settings.relative_tolerance, "", Limits::positive());
  for (const std::string& output : reader.texts("outputs"))
    settings.further.push_back(fmi::find_variable(description, output, reader.origin("outputs").text()));
  Reader parameters = reader.table("parameters");
  read_settings(description, parameters.entries(), "", settings.values);
  return fmi::make_fmu_subsystem(name, fmu, std::move(settings));
}

}  // namespace oldham
