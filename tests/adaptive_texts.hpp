// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>

namespace oldham::test {

/// A mass between springs and another that hangs on it by a spring; all masses and stiffnesses times `scale`.
inline std::string masses(const std::string& scheme, double scale = 1, const std::string& more = "") {
  return fmt::format(R"([simulation]
end = 4.0
[scheme]
step = 0.01
{1}
[[subsystem]]
name = "left"
model = "oscillator"
parameters = {{mass = {2}, stiffness = {3}, damping = {0}, position = 0.5}}
[[subsystem]]
name = "right"
model = "oscillator"
parameters = {{mass = {0}, stiffness = {4}}}
[[interface]]
name = "joint"
law = "spring-damper"
between = ["left", "right"]
stiffness = {4}
damping = {0}
{5})",
                     scale, scheme, 2 * scale, 50 * scale, 30 * scale, more);
}

/// A mass, and a spring that holds it: position and velocity go one way, the force comes back.
inline std::string held_mass(const std::string& scheme) {
  return fmt::format(R"([simulation]
end = 4.0
[scheme]
step = 0.01
{}
[[subsystem]]
name = "a"
model = "oscillator"
parameters = {{mass = 2.0, stiffness = 50.0, position = 0.5}}
[[subsystem]]
name = "b"
model = "linear"
parameters = {{inputs = ["end.position [m]", "end.velocity [m/s]"], outputs = ["end.force [N]"], D = [[-30.0, -2.0]]}}
[[connect]]
from = "a.position"
to = "b.end.position"
[[connect]]
from = "a.velocity"
to = "b.end.velocity"
[[connect]]
from = "b.end.force"
to = "a.force"
)",
                     scheme);
}

}  // namespace oldham::test
