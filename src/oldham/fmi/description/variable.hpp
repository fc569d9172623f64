// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace oldham::fmi {

/// The types of FMI 3.0. Real of earlier versions is float64, Integer is int32.
enum class Type {
  float32,
  float64,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  string,
  binary,
  enumeration,
  clock,
};

enum class Causality { structural_parameter, parameter, calculated_parameter, input, output, local, independent };
enum class Variability { constant, fixed, tunable, discrete, continuous };
enum class Initial { exact, approx, calculated };
enum class IntervalVariability { constant, fixed, tunable, changing, countdown, triggered };

inline bool is_float(Type type) { return type == Type::float32 || type == Type::float64; }

/// A bound: double for floats, signed for integers and enumerations, unsigned for unsigned integers.
using Number = std::variant<double, std::int64_t, std::uint64_t>;

/// Start values, one or as many as the array has elements: numbers as for bounds, booleans, texts, or bytes as texts.
using Values = std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>,
                            std::vector<bool>, std::vector<std::string>>;

std::size_t size_of(const Values& values);

/// Another variable as an element names it: by index from 1 (FMI 2.0) or by value reference (FMI 3.0).
struct Reference {
  std::uint32_t written = 0;
  std::optional<std::size_t> variable;  // its place in the list of variables; none when there is no such variable
};

/// When a clock ticks.
struct ClockTiming {
  IntervalVariability interval_variability = IntervalVariability::triggered;
  bool can_be_deactivated = false;
  bool supports_fraction = false;
  std::optional<std::uint32_t> priority;
  std::optional<double> interval;  // in the unit of the independent variable
  double shift = 0;
  std::optional<std::uint64_t> resolution, interval_counter;
  std::uint64_t shift_counter = 0;
};

/// What a variable may say of its values, or leave to its declared type.
struct Traits {
  std::string quantity;
  std::optional<std::string> unit;  // by name
  std::optional<std::string> display_unit;
  bool relative_quantity = false;  // a difference: offsets of units do not apply
  bool unbounded = false;
  std::optional<Number> min, max;
  std::optional<double> nominal;
  std::string mime_type;
  std::optional<std::uint64_t> max_size;  // bytes of a binary
  std::optional<ClockTiming> clock;
};

/// The size of an array in one direction: a number, or the value of a structural parameter.
struct Dimension {
  std::optional<std::uint64_t> size;
  std::optional<Reference> parameter;
};

/// Another name of the same variable (FMI 3.0).
struct Alias {
  std::string name, description;
  std::optional<std::string> display_unit;
};

/// A variable of an FMU. What the file leaves out has the standard's default, or that of its declared type.
struct Variable {
  std::string name, description;
  std::uint32_t reference = 0;
  Type type = Type::float64;
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  std::optional<Initial> initial;  // none where the standard gives none
  bool is_initial_written = false;
  std::string declared_type;
  Traits traits;
  std::optional<Values> start;
  std::vector<Dimension> dimensions;  // none for a scalar
  std::vector<Alias> aliases;
  std::optional<std::size_t> alias_of;  // FMI 1.0 and 2.0: the first variable of the same value
  bool is_negated = false;              // FMI 1.0: the value of alias_of with the other sign
  std::optional<Reference> derivative;  // of which it is the derivative
  std::optional<bool> reinit;
  std::optional<bool> can_handle_multiple_set;
  std::optional<bool> intermediate_update;
  std::optional<Reference> previous;  // which holds its previous value
  std::vector<Reference> clocks;
  int line = 0;
};

}  // namespace oldham::fmi
