// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/io/circuit_reader.hpp"
#include "oldham/io/toml_file.hpp"

// Hydraulic circuits as text, for tests.

namespace oldham::hydraulics::test {

inline CircuitDescription read(const std::string& text) {
  const Value tree = parse_toml(text, "lift.toml");
  Reader entry(tree, "subsystem 'lift'");
  CircuitDescription circuit = read_circuit(entry, "lift");
  entry.finish();
  return circuit;
}

/// The text with the first occurrence of `what` exchanged.
inline std::string with(std::string text, const std::string& what, const std::string& instead) {
  return text.replace(text.find(what), what.size(), instead);
}

/// Nodes of the circuit of a crane's cylinder, [Rahikainen2020]: volumes 0, 1, 2 and pump 3, tank 4.
inline const std::string crane_nodes = R"([fluid]
density = 850.0
bulk_modulus = 1.5e9
root_width = 2e4
[[volume]]
name = "piston_side"
pressure = 3373661.24
hoses = [{volume = 3.14e-5, bulk_modulus = 0.15e9}]
[[volume]]
name = "rod_side"
pressure = 2.0e6
hoses = [{volume = 7.85e-5, bulk_modulus = 0.15e9}]
[[volume]]
name = "line"
pressure = 3373661.24
hoses = [{volume = 7.85e-7, bulk_modulus = 0.15e9}]
[[source]]
name = "pump"
pressure = 7.6e6
[[source]]
name = "tank"
pressure = 0.1e6
)";

inline const std::string crane_throttle = R"([[throttle]]
name = "throttle"
between = ["line", "piston_side"]
area = 1.5e-6
discharge = 0.8
)";

/// Without a command.
inline const std::string crane_valve = R"([[valve]]
name = "valve"
pump = "pump"
tank = "tank"
a = "line"
b = "rod_side"
coefficient = 1.0690e-8
bandwidth = 35.0
)";

inline const std::string crane_command =
    "command = {table = [[0.0, 0.0], [1.0, 0.0], [1.1, 8.0], [13.4, 8.0], [13.5, 0.0], [14.4, 0.0], [14.5, -8.0], "
    "[27.6, -8.0], [27.7, 0.0], [28.5, 0.0], [28.6, 6.0], [29.5, 6.0], [29.6, 0.0], [30.0, 0.0]]}\n";

inline const std::string crane_cylinder = R"([[cylinder]]
name = "cylinder"
chambers = ["piston_side", "rod_side"]
diameters = [0.080, 0.035]
start = 0.5
lengths = [0.05, 0.25]
bulk_modulus = 31.5e9
friction = 1e5
damper = {length = 0.008, stiffness = 1e7, friction = 5e3}
)";

inline const std::string crane = crane_nodes + crane_throttle + crane_valve + crane_command + crane_cylinder;

}  // namespace oldham::hydraulics::test
