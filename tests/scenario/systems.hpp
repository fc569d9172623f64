// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>

#include "program.hpp"

namespace oldham::test {

/// Three subsystems, of two models, in a ring.
inline const std::string ring_system = R"(title = "A mass, a wheel and a spring"

[simulation]
end = 1.0

[scheme]
step = 0.1
order = 1
schedule = "jacobi"
correction = "explicit"

[[subsystem]]
name = "mass"
model = "oscillator"
[subsystem.parameters]
mass = 2.0
stiffness = 8.0
position = 1.0

[[subsystem]]
name = "wheel"
model = "oscillator"
[subsystem.parameters]
stiffness = 18.0
base_springs = [[3.0, 0.5]]
[subsystem.inputs]
force = 0.0

[[subsystem]]
name = "spring"
model = "linear"
[subsystem.parameters]
inputs = ["elongation [m]"]
outputs = ["force [N]"]
D = [[-3.0]]

[[connect]]
from = "mass.position"
to = "wheel.base1.position"

[[connect]]
from = "mass.velocity"
to = "wheel.base1.velocity"

[[connect]]
from = "wheel.position"
to = "spring.elongation"

[[connect]]
from = "spring.force"
to = "mass.force"
)";

/// A single undamped oscillator: x = 0.25 cos 3t.
inline const std::string oscillator_system = R"([simulation]
end = 10.0

[scheme]
step = 0.5

[[subsystem]]
name = "pendulum"
model = "oscillator"
[subsystem.parameters]
mass = 2.0
stiffness = 18.0
position = 0.25
[subsystem.inputs]
force = 0.0
)";

/// Two first-order subsystems in a ring, x' = A x + u, y = x + D u, so that the outputs depend on each other at once
/// with the loop gain D_a D_b.
inline std::string feedthrough_system(double A_a, double D_a, double A_b, double D_b) {
  const auto subsystem = [](const char* name, double A, double D) {
    return fmt::format(R"([[subsystem]]
name = "{}"
model = "linear"
[subsystem.parameters]
inputs = ["u"]
outputs = ["y"]
A = [[{}]]
B = [[1.0]]
C = [[1.0]]
D = [[{}]]
x0 = [1.0]

)",
                       name, A, D);
  };
  return fmt::format(R"([simulation]
end = 1.0

[scheme]
step = 0.1

{}{}[[connect]]
from = "a.y"
to = "b.u"

[[connect]]
from = "b.y"
to = "a.u"
)",
                     subsystem("a", A_a, D_a), subsystem("b", A_b, D_b));
}

/// A mass on a spring, as an FMU that the build has made.
inline std::string fmu_oscillator(const std::string& name, double mass, double position,
                                  const std::string& file = "Oscillator-2", const std::string& more = "") {
  return fmt::format(R"([[subsystem]]
name = "{}"
fmu = "{}"
{}
[subsystem.parameters]
mass = {}
initial_position = {}
)",
                     name, fmu_path(file), more, mass, position);
}

}  // namespace oldham::test
