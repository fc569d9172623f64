// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/unit.hpp"
#include "oldham/fmi/description/variable.hpp"
#include "oldham/fmi/description/violation.hpp"

namespace oldham::fmi {

enum class Standard { fmi1, fmi2, fmi3 };
enum class InterfaceKind { model_exchange, co_simulation, scheduled_execution };

/// One way to use the FMU, and what it can do then.
struct Interface {
  InterfaceKind kind = InterfaceKind::co_simulation;
  std::string model_identifier;  // of the shared library and of C functions
  bool needs_execution_tool = false;
  bool only_one_instance_per_process = false;
  bool no_memory_management_functions = false;
  bool can_get_and_set_state = false;
  bool can_serialize_state = false;
  bool provides_directional_derivatives = false;
  bool provides_adjoint_derivatives = false;
  bool provides_per_element_dependencies = false;
  bool provides_evaluate_discrete_states = false;
  // model exchange
  bool needs_completed_step = false;
  // co-simulation
  bool can_handle_variable_step = false;
  bool can_handle_events = false;
  bool can_reject_steps = false;
  bool can_interpolate_inputs = false;
  bool can_run_asynchronously = false;
  bool can_signal_events = false;
  bool provides_intermediate_update = false;
  bool might_return_early = false;
  bool can_return_early_after_intermediate_update = false;
  bool has_event_mode = false;
  std::uint32_t max_output_derivative_order = 0;
  std::int32_t recommended_input_smoothness = 0;
  std::optional<double> fixed_internal_step{};  // s
  std::vector<std::string> source_files{};
  int line = 0;
};

struct DefaultExperiment {
  std::optional<double> start, stop, tolerance, step;
  int line = 0;
};

struct LogCategory {
  std::string name, description;
};

/// Shown value = factor * value + offset, or factor / value when inverse.
struct DisplayUnit {
  std::string name;
  double factor = 1, offset = 0;
  bool is_inverse = false;
};

/// A unit that the FMU defines.
struct UnitDefinition {
  std::string name;
  std::optional<Unit> unit{};  // from its base units, else from its name; none when that says nothing
  bool has_base_units = false;
  std::vector<DisplayUnit> display_units{};
  int line = 0;
};

struct EnumerationItem {
  std::string name, description;
  std::int64_t value = 0;
};

struct TypeDefinition {
  std::string name, description;
  Type type = Type::float64;
  Traits traits;
  std::vector<EnumerationItem> items{};
  int line = 0;
};

enum class DependencyKind { dependent, constant, fixed, tunable, discrete };

struct Dependency {
  Reference known;
  DependencyKind kind = DependencyKind::dependent;
};

/// Something the FMU computes, and on what it depends: on everything when no list is given.
struct Unknown {
  Reference unknown;
  std::optional<std::vector<Dependency>> dependencies;
  bool has_kinds = false;
  int line = 0;
};

struct ModelStructure {
  bool is_written = false;
  std::vector<Unknown> outputs, derivatives, clocked_states, initial_unknowns, event_indicators;
};

/// What modelDescription.xml declares, of FMI 1.0, 2.0 or 3.0.
struct ModelDescription {
  Standard standard = Standard::fmi2;
  std::string fmi_version;  // as written
  std::string model_name;
  std::string token;  // guid or instantiationToken: tells the library that it belongs to this file
  std::string description, author, version, copyright, license, generation_tool, generation_time;
  std::string naming = "flat";
  std::optional<std::uint32_t> declared_states;  // FMI 1.0
  std::optional<std::uint32_t> declared_event_indicators;
  std::vector<Interface> interfaces;
  std::vector<UnitDefinition> units;
  std::vector<TypeDefinition> types;
  std::vector<LogCategory> log_categories;
  std::optional<DefaultExperiment> experiment;
  std::vector<Variable> variables;
  ModelStructure structure;
  std::vector<Violation> noticed;  // what reading passed over
};

const Interface* find_interface(const ModelDescription& description, InterfaceKind kind);
const UnitDefinition* find_unit(const ModelDescription& description, std::string_view name);
const TypeDefinition* find_type(const ModelDescription& description, std::string_view name);

/// The unit in which the values of a variable are passed; none when it has none or one that says nothing.
std::optional<Unit> unit_of(const ModelDescription& description, const Variable& variable);

/// How many values a variable has with the start values of structural parameters; none when that cannot be said.
std::optional<std::uint64_t> element_count(const ModelDescription& description, const Variable& variable);

/// The places of the continuous states in the list of variables, in the order of their derivatives.
std::vector<std::size_t> continuous_states(const ModelDescription& description);

}  // namespace oldham::fmi
