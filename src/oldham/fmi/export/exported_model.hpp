// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham::fmi {

/// A number of the system file that whoever imports the FMU may set before the start.
struct ExportedParameter {
  std::string name;
  std::string path;  // of the number in the file
  std::string unit, description;
  double start = 0;
  int output = -1;  // it is the initial value of this output, and has no variable of its own
};

/// A second name for an output.
struct ExportedAlias {
  std::string name;
  int output = 0;
};

/// A file that goes with the FMU.
struct ExportedResource {
  std::string name;  // in the folder of resources
  std::string content;
};

/// What an FMU is made of.
struct ExportedModel {
  std::string name;
  std::string description;
  std::string tool;                              // that makes it, with its version
  const Subsystem<double>* subsystem = nullptr;  // initialised
  std::vector<double> input_starts;
  std::vector<ExportedParameter> parameters;
  std::vector<ExportedAlias> aliases;
  std::vector<ExportedResource> resources;
  double start = 0, end = 1;  // s
  double step = 0;            // s; 0: none suggested
};

/// The value references of the variables: time, inputs, outputs, states, their derivatives, switches, parameters.
struct VariableLayout {
  int inputs = 0, outputs = 0, states = 0, switches = 0, parameters = 0;

  static VariableLayout of(const Subsystem<double>& subsystem, std::size_t parameter_count) {
    const SubsystemDescription& d = subsystem.description();
    const Equations<double>* equations = subsystem.equations();
    return {d.input_count(), d.output_count(), equations == nullptr ? 0 : equations->equation_size(),
            equations == nullptr ? 0 : equations->switch_count(), static_cast<int>(parameter_count)};
  }

  enum class Role { time, input, output, state, derivative, switch_function, parameter, none };
  struct Place {
    Role role = Role::none;
    int index = 0;  // among those of its role
  };
  Place find(std::uint32_t reference) const {
    std::uint32_t rest = reference;
    const auto sizes = {1, inputs, outputs, states, states, switches, parameters};
    int role = 0;
    for (const int size : sizes) {
      if (rest < static_cast<std::uint32_t>(size)) return {static_cast<Role>(role), static_cast<int>(rest)};
      rest -= static_cast<std::uint32_t>(size);
      ++role;
    }
    return {};
  }
  std::uint32_t reference(Role role, int index) const {
    const int sizes[] = {1, inputs, outputs, states, states, switches, parameters};
    for (int before = 0; before < static_cast<int>(role); ++before) index += sizes[before];
    return static_cast<std::uint32_t>(index);
  }
};

}  // namespace oldham::fmi
