// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/core/port.hpp"

namespace oldham {

/// The unit that a port declares; empty where it declares none. A plain number that a model declares has "1".
inline std::string declared_unit(const Port& port) { return port.has_unit ? port.unit.text : std::string(); }

/// What stands behind a value for people: nothing behind a plain number.
inline std::string shown_unit(const std::string& unit) { return unit == "1" ? std::string() : unit; }

/// What stands beside an axis: "scheme.step (s)".
inline std::string with_unit(const std::string& name, const std::string& unit) {
  const std::string shown = shown_unit(unit);
  return shown.empty() ? name : name + " (" + shown + ")";
}

}  // namespace oldham
