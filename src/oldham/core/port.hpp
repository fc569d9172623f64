// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "oldham/core/unit.hpp"

namespace oldham {

/// A named quantity at a subsystem's boundary.
struct Port {
  std::string name;
  Unit unit;
  std::string description;
  double nominal = 1;            // in the port's unit: what counts as a large value, scales tolerances
  std::optional<double> rest{};  // of an input that nothing feeds, in its unit; none: it must be fed
  bool has_unit = true;          // false: a foreign model tells none that is understood; numbers pass as they are
  bool is_discrete = false;      // keeps its value between communication points
  bool is_real = true;           // false: Boolean, integer or enumeration
};

/// An output or input of one subsystem of an assembly.
struct PortRef {
  int subsystem = 0;
  int port = 0;
  friend bool operator==(const PortRef&, const PortRef&) = default;
};

}  // namespace oldham
