// SPDX-License-Identifier: MIT
#include "oldham/io/subsystem_reader.hpp"

#include "oldham/core/scalar.hpp"
#include "oldham/io/circuit_reader.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/fmu_reader.hpp"
#include "oldham/io/scheme_reader.hpp"
#include "oldham/model/multibody/mechanism_model.hpp"
#include "oldham/model/multibody/mechanism_reader.hpp"
#include "oldham/model/own_parts.hpp"
#include "oldham/model/registry.hpp"
#include "oldham/model/rod/rod_model.hpp"
#include "oldham/model/rod/rod_reader.hpp"
#include "oldham/record/known_inputs.hpp"

namespace oldham {
namespace {

/// A mechanism has its keys in the entry itself; its formulation decides which integrators it knows.
template <class T>
std::unique_ptr<Subsystem<T>> read_mechanism_subsystem(Reader& reader, const std::string& name,
                                                       std::vector<std::string>& notes) {
  const multibody::MechanismDescription description = multibody::read_mechanism(reader, name);
  const multibody::FormulationSettings formulation = multibody::read_formulation(reader);
  const IntegratorSettings settings = read_integrator(reader, multibody::default_integrator(formulation.kind));
  multibody::check_integrator(reader, formulation.kind, settings.kind);
  reader.finish();
  return placed(reader.origin(),
                [&] { return multibody::make_mechanism<T>(name, description, formulation, settings, notes); });
}

/// A rod, too, has its keys in the entry itself. A wrong one is told before its shape is looked for, which may be long.
template <class T>
std::unique_ptr<Subsystem<T>> read_rod_subsystem(Reader& reader, const std::string& name) {
  const rod::RodDescription description = rod::read_rod(reader, name);
  const IntegratorSettings settings = read_integrator(reader, default_integrator("rod"));
  reader.finish();
  return placed(reader.origin(reader.has("integrator") ? "integrator" : "model"),
                [&] { return rod::make_rod<T>(name, description, settings); });
}

/// The outputs of a subsystem under their own names, too.
template <class T>
void publish_outputs(int index, const Reader& reader, Assembly<T>& assembly) {
  const std::vector<Port>& outputs = assembly.subsystems[index]->description().boundary->outputs;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const Alias& other : assembly.aliases)
      if (other.name == outputs[i].name)
        reader.fail("publish", fmt::format("there is an output '{}' already", other.name),
                    "name outputs one by one under [publish]");
    assembly.aliases.push_back({outputs[i].name, {index, static_cast<int>(i)}});
  }
}

/// A foreign model; there is no second precision for it.
template <class T>
std::unique_ptr<Subsystem<T>> read_foreign_subsystem(Reader& reader, const std::string& name,
                                                     const FmuCircumstances& circumstances) {
  if constexpr (std::is_same_v<T, double>)
    return placed(reader.origin("fmu"), [&] { return read_fmu_subsystem(reader, name, circumstances); });
  else
    throw_missing_capability(reader.origin("fmu").text(),
                             fmt::format("'{}' is an FMU, which computes in double precision", name),
                             "leave out --digits");
}

/// A model that the program added; it, too, knows one precision only.
template <class T>
std::unique_ptr<Subsystem<T>> read_own_subsystem(const OwnModel& own, Reader& reader, const std::string& name) {
  if constexpr (std::is_same_v<T, double>) {
    IntegratorSettings settings;
    if (own.integrator) settings = read_integrator(reader, *own.integrator);
    Reader parameters = reader.table("parameters");
    auto subsystem = placed(reader.origin("model"), [&] { return own.make(name, parameters, settings); });
    parameters.finish();
    return subsystem;
  } else {
    throw_missing_capability(reader.origin("model").text(),
                             fmt::format("'{}' is a model of one's own, which computes in double precision", name),
                             "leave out the digits");
  }
}

std::optional<InputFile> read_given_inputs(Reader& reader) {
  const std::optional<std::string> file = reader.optional_text("inputs_from");
  if (!file) return std::nullopt;
  return placed(reader.origin("inputs_from"),
                [&] { return read_input_file(path_from(reader.origin("inputs_from"), *file)); });
}

/// Inputs that follow the columns of a file; all of its other columns are parameters.
template <class T>
void add_known_inputs(Reader& reader, const InputFile& file, std::span<const std::string> parameters, int index,
                      Assembly<T>& assembly) {
  const SubsystemDescription& d = assembly.subsystems[index]->description();
  const bool is_held = reader.has("fmu") && makes_equal_steps(reader);
  for (MatchedInput& input : match_inputs(file, d.name, *d.boundary, parameters))
    assembly.known_inputs.push_back({{index, input.port}, std::move(input.signal), file.name, is_held});
  if (is_held)
    assembly.note(
        fmt::format("FMU '{}' declares canHandleVariableCommunicationStepSize = false: its inputs of {} are "
                    "held over each macro step, with the values of its begin",
                    d.name, file.name));
}

/// Only FMUs declare parameters that may change during a run.
void refuse_changes(const std::string& name, const std::vector<ParameterChange>& changes) {
  for (const ParameterChange& change : changes)
    if (change.subsystem == name)
      throw_missing_capability(
          change.where, fmt::format("'{}' is a built-in model, whose parameters do not change during a run", name),
          "change tunable parameters of FMUs, or give an input of the model a function of time: inputs_from, or a "
          "subsystem with model = \"signal\"");
}

}  // namespace

template <class T>
void add_subsystem(Reader& reader, Assembly<T>& assembly, std::optional<double> end) {
  const std::string name = reader.text("name");
  if (!is_name(name))
    reader.fail("name", fmt::format("{} is no name for a subsystem", quoted_name(name)),
                "use a word without dots and line breaks");
  for (const auto& other : assembly.subsystems)
    if (other->description().name == name)
      reader.fail("name", fmt::format("two subsystems are named '{}'", name), "rename one of them");
  Reader held = reader.table("inputs");
  const bool publishes = reader.boolean("publish", false);
  const bool is_model = reader.is_first_of("model", "fmu", "a text", "\"oscillator\"");
  const std::string model = is_model ? reader.text("model") : "";
  const std::optional<InputFile> inputs = read_given_inputs(reader);
  std::vector<std::string> columns_of_parameters;
  if (is_model) refuse_changes(name, assembly.changes);
  if (!is_model) {
    const FmuCircumstances circumstances{end, inputs ? &*inputs : nullptr, assembly.changes, columns_of_parameters};
    assembly.subsystems.push_back(read_foreign_subsystem<T>(reader, name, circumstances));
  } else if (model == "mechanism") {
    assembly.subsystems.push_back(read_mechanism_subsystem<T>(reader, name, assembly.notes));
  } else if (model == "hydraulic-circuit") {
    assembly.subsystems.push_back(placed(reader.origin(reader.has("integrator") ? "integrator" : "model"),
                                         [&] { return read_circuit_subsystem<T>(reader, name); }));
  } else if (model == "rod") {
    assembly.subsystems.push_back(read_rod_subsystem<T>(reader, name));
  } else if (model == "signal") {
    assembly.subsystems.push_back(read_signal_subsystem<T>(reader, name));
  } else if (const std::shared_ptr<const OwnModel> own = find_own_model(model)) {
    assembly.subsystems.push_back(read_own_subsystem<T>(*own, reader, name));
  } else {
    const IntegratorSettings settings = read_integrator(reader, default_integrator(model));
    Reader parameters = reader.table("parameters");
    assembly.subsystems.push_back(placed(reader.origin(reader.has("integrator") ? "integrator" : "model"), [&] {
      return make_subsystem<T>(model, name, parameters, settings, reader.origin("model").text());
    }));
    parameters.finish();
  }

  const int index = static_cast<int>(assembly.subsystems.size()) - 1;
  if (publishes) publish_outputs(index, reader, assembly);
  if (inputs)
    placed(reader.origin("inputs_from"),
           [&] { add_known_inputs(reader, *inputs, columns_of_parameters, index, assembly); });
  const auto& ports = assembly.subsystems.back()->description().boundary->inputs;
  for (std::size_t i = 0; i < ports.size(); ++i)
    if (held.has(ports[i].name))
      assembly.constants.push_back({{index, static_cast<int>(i)},
                                    held.number(ports[i].name, ports[i].unit.text),
                                    held.origin(ports[i].name).text()});
  held.finish();
}

template void add_subsystem(Reader&, Assembly<double>&, std::optional<double>);
template void add_subsystem(Reader&, Assembly<Multiprecision>&, std::optional<double>);

}  // namespace oldham
