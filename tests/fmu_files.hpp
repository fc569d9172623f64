// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "oldham/fmi/import/cosimulation_fmu.hpp"
#include "outputs_of.hpp"

namespace oldham::fmi {

/// An FMU that the build has made: "Oscillator-2".
inline std::filesystem::path fmu_file(const std::string& name) {
  return std::filesystem::path(OLDHAM_FMUS) / (name + ".fmu");
}

inline std::shared_ptr<const Fmu> load_fmu(const std::string& name,
                                           std::optional<InterfaceKind> wanted = InterfaceKind::co_simulation) {
  return std::make_shared<const Fmu>(fmu_file(name), wanted, std::filesystem::path(OLDHAM_FMUS) / "unpacked");
}

inline std::shared_ptr<const Fmu> load_exchange_fmu(const std::string& name) {
  return load_fmu(name, InterfaceKind::model_exchange);
}

/// The place of a variable in the list.
inline std::size_t place_of(const ModelDescription& description, const std::string& name) {
  for (std::size_t i = 0; i < description.variables.size(); ++i)
    if (description.variables[i].name == name) return i;
  throw std::logic_error("no variable " + name);
}

inline const Variable& variable_of(const Fmu& fmu, const std::string& name) {
  return fmu.description().variables[place_of(fmu.description(), name)];
}

inline VariableSetting setting(const Fmu& fmu, const std::string& name, Values values) {
  return {place_of(fmu.description(), name), std::move(values)};
}
inline VariableSetting setting(const Fmu& fmu, const std::string& name, double value) {
  return setting(fmu, name, std::vector<double>{value});
}

/// Inputs over one step, each with its own polynomial: the coefficients power by power.
struct Polynomials {
  int inputs = 1;
  std::vector<double> coefficients, breaks{0, 1};

  Polynomials(int input_count, std::vector<double> all) : inputs(input_count), coefficients(std::move(all)) {}
  InputSignal<double> signal() const {
    const int degree = inputs == 0 ? 0 : static_cast<int>(coefficients.size()) / inputs - 1;
    return {inputs, degree, breaks, coefficients.data()};
  }
};

/// Inputs that stay as they are.
inline Polynomials held(std::vector<double> u) { return {static_cast<int>(u.size()), u}; }

/// Equal steps under them, to the first that fails or is the last.
inline StepOutcome advance_held(Subsystem<double>& subsystem, double from, double step, int count,
                                std::vector<double> u = {}) {
  const Polynomials inputs = held(std::move(u));
  StepOutcome outcome;
  for (int n = 0; n < count && outcome.is_accepted() && !outcome.is_last; ++n)
    outcome = subsystem.advance({from + n * step, step}, inputs.signal());
  return outcome;
}

/// An output by name.
inline double output_of(const Subsystem<double>& subsystem, const std::string& name) {
  const std::vector<Port>& ports = subsystem.description().boundary->outputs;
  for (std::size_t i = 0; i < ports.size(); ++i)
    if (ports[i].name == name) return outputs_of(subsystem)[i];
  throw std::logic_error("no output " + name);
}

}  // namespace oldham::fmi
