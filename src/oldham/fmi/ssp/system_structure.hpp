// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oldham/core/unit.hpp"
#include "oldham/core/value.hpp"
#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi::ssp {

/// A unit as a file names it: the name is empty where there is none, the meaning absent where the name says nothing.
struct NamedUnit {
  std::string name{};
  std::optional<Unit> meaning{};
};

enum class ConnectorKind {
  input,
  output,
  parameter,
  calculated_parameter,
  structural_parameter,
  constant,
  local,
  inout,
  unspecified,
};

struct Connector {
  std::string name{};
  ConnectorKind kind = ConnectorKind::unspecified;
  NamedUnit unit{};                      // none: that of the variable, or of what it is connected to
  std::vector<EnumerationItem> items{};  // of an enumeration that the file defines
};

/// target = factor · source + offset, or a table; values that are not in the table stay as they are.
struct Transformation {
  double factor = 1, offset = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> numbers{};  // booleans and integers
  std::vector<std::pair<std::string, std::string>> items{};      // of enumerations, by name
  std::string where{};

  bool is_table() const { return !numbers.empty() || !items.empty(); }
};

/// One end of a connection: a connector of an element, or of the system itself.
struct End {
  std::optional<std::string> element{};
  std::string connector{};
};

struct Connection {
  End start{}, end{};  // which of them gives and which takes is said by the connectors
  bool suppresses_conversion = false;
  std::optional<Transformation> transformation{};
  Value::Table extra{};  // what Oldham wrote beside it
  Origin origin{};
  std::string where{};
};

enum class ParameterType { real, integer, boolean, text, enumeration, binary };

/// A value of a parameter set; an array is a list of values.
struct Parameter {
  std::string name{};
  ParameterType type = ParameterType::real;
  Value value{};  // the name of an item for an enumeration
  NamedUnit unit{};
  std::vector<EnumerationItem> items{};
  std::string where{};
};

struct MappingEntry {
  std::string source{}, target{};
  bool suppresses_conversion = false;
  std::optional<Transformation> transformation{};
  std::string where{};
};

/// A parameter set and how its names lead to parameters.
struct Binding {
  std::vector<Parameter> parameters{};  // names with the prefix of the binding
  std::optional<std::vector<MappingEntry>> mapping{};
  std::string where{};
};

/// A component, which is an FMU, or a system of elements. References to other structures are systems already.
struct Element {
  std::string name{};
  bool is_system = false;
  std::vector<Connector> connectors{};
  std::vector<Binding> bindings{};
  Origin origin{};
  std::string where{};
  // of a component
  std::filesystem::path fmu{};
  std::shared_ptr<const ModelDescription> description{};
  std::optional<InterfaceKind> interface {};
  Value::Table extra{};  // what Oldham wrote beside it
  // of a system
  std::vector<Element> elements{};
  std::vector<Connection> connections{};
};

/// What a system structure description says, with everything it refers to.
struct SystemStructure {
  std::string name{}, version{};
  Element system{};
  std::optional<double> start{}, stop{}, step{};  // s; the step is that of a tool's annotation
  Value::Table extra{};                           // what Oldham wrote beside it: the scheme and the like
  Origin origin{};
  std::vector<std::string> notes{};  // what was passed over
};

const Connector* find_connector(const Element& element, std::string_view name);
/// The variable of that name, or of which it is an alias; null when there is none.
const Variable* find_variable(const ModelDescription& description, std::string_view name);

}  // namespace oldham::fmi::ssp
