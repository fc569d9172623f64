// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "oldham/fmi/ssp/conversion.hpp"
#include "oldham/fmi/ssp/system_structure.hpp"

namespace oldham::fmi::ssp {

/// A variable of a component, or a connector of a system.
struct Port {
  const Element* element = nullptr;
  std::string name;
  friend auto operator<=>(const Port&, const Port&) = default;
};

/// The variable behind the port of a component; null for systems.
const Variable* variable_of(const Port& port);
/// The unit of its values: that of the connector, else that of the variable.
NamedUnit unit_of(const Port& port);
/// The items of its enumeration, likewise.
std::vector<EnumerationItem> items_of(const Port& port);
/// The unit that the FMU itself declares.
NamedUnit own_unit(const Port& port);

/// A way that values take from where they come from, through connectors of systems, to where they are used.
struct Way {
  struct Hop {
    const Connection* connection;
    Port to;
  };
  Port source;
  std::vector<Hop> hops;
};

/// Who feeds whom in a system and all systems inside of it.
class Wiring {
 public:
  /// The system must outlive the wiring.
  explicit Wiring(const Element& system) { add(system); }

  /// Every port that a connection leads to, in the order of the files.
  const std::vector<Port>& takers() const { return takers_; }
  /// The way to a port; its source is the port itself where nothing is connected to it.
  Way way_to(const Port& port) const;

 private:
  struct Link {
    Port from;
    const Connection* connection;
  };

  void add(const Element& system);

  std::map<Port, Link> links_;  // by the port that takes
  std::vector<Port> takers_;
};

/// What happens to values on the way, with the units of all connectors passed; units that nobody defined are noted.
Conversion conversion_along(const Way& way, std::vector<std::string>& notes);

}  // namespace oldham::fmi::ssp
