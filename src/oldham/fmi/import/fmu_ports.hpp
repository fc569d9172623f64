// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "oldham/fmi/import/variable_batch.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham::fmi {

/// A value for a parameter or a start value, for a place in the list of variables.
using VariableSetting = std::pair<std::size_t, Values>;

/// The description with the start values that are asked for, so that sizes of arrays follow structural parameters.
ModelDescription with_values(ModelDescription description, const std::vector<VariableSetting>& values);

/// One value stands for all elements of an array, as start values of FMI 3.0 do.
Values spread(Values values, std::size_t count);

/// The same for all settings of arrays, which have their sizes from the description; another number of values than
/// there are elements is refused.
void spread_over_arrays(const ModelDescription& description, std::vector<VariableSetting>& values);

/// Whether a variable has the value it was given, as far as its type can hold it.
bool has_kept(const Variable& variable, const Values& given, const Values& now);

/// What the boundary of an FMU is made of.
struct FmuPorts {
  std::shared_ptr<const Boundary> boundary;
  VariableBatch inputs, outputs;
  // of these what a run transfers in every step; all, unless transfer_only() says less
  VariableBatch varying_inputs, needed_outputs;
  bool transfers_all = true;
  std::vector<std::size_t> input_variables;  // of each input port: its place in the list of variables
  std::vector<std::size_t> output_variables;
  std::vector<std::size_t> text_outputs;  // texts and bytes, which are no ports
};

/// Inputs and outputs that are numbers or truths, arrays with a port for each element: "u[2]", "A[1,2]". `further` are
/// places of other variables to be read along with the outputs.
FmuPorts make_ports(const ModelDescription& description, const std::vector<std::size_t>& further);

/// The variables of these ports, with places among all `of_ports`; `ports` are increasing.
VariableBatch make_part(const ModelDescription& description, const std::vector<std::size_t>& of_ports,
                        std::span<const int> ports);

/// Some of the input ports, as a batch of their own.
struct PortSelection {
  std::vector<std::size_t> ports{};
  VariableBatch batch{};
  std::vector<double> row{};  // for their values

  /// Their values, of those of all inputs.
  const double* pick(std::span<const double> u) {
    for (std::size_t i = 0; i < ports.size(); ++i) row[i] = u[ports[i]];
    return row.data();
  }
};

/// The input ports that are discrete, or those that are not.
PortSelection select_inputs(const ModelDescription& description, const FmuPorts& ports, bool discrete);

/// What can be a port: also truths and items of enumerations.
inline bool is_number(Type type) { return type != Type::string && type != Type::binary && type != Type::clock; }

/// The names of all elements of a variable.
std::vector<std::string> element_names(const ModelDescription& description, const Variable& variable);

}  // namespace oldham::fmi
