// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/fmi/ssp/system_structure.hpp"

namespace oldham::fmi::ssp {

/// A component to be written.
struct OutgoingComponent {
  std::string name{};
  std::string source{};      // in the archive
  std::string interface {};  // "co-simulation", "model-exchange", or empty
  ModelDescription description{};
  std::vector<std::string> connectors{};  // variables that connections lead to
  Value::Table values{};                  // of parameters
  Value::Table extra{};                   // what has no words in SSP
};

/// From a variable of a component to that of another, or to a connector of the system.
struct OutgoingConnection {
  End from{}, to{};
  bool suppresses_conversion = false;
  Transformation transformation{};
  bool is_boolean = false;  // what it carries
  Value::Table extra{};
};

struct OutgoingSystem {
  std::string name{};
  std::vector<OutgoingComponent> components{};
  std::vector<OutgoingConnection> connections{}, published{};
  std::optional<double> start{}, end{};  // s
  Value::Table extra{};
};

/// The text of SystemStructure.ssd.
std::string structure_text(const OutgoingSystem& system);

}  // namespace oldham::fmi::ssp
