// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace oldham::test {

/// What every rod of these systems is made of: soft and coarse, so that the system solved as one is found in no time.
inline const std::string soft = R"(model = "rod"
N = 2
L = 0.4
EI = 2e-2
GJ = 2e-2
GA = 20.0
EA = 60.0
rhoA = 0.1
rhoI = 1e-4
tauG = 2e-3
tauK = 1e-2
gravity = 9.81
)";

/// A box that hangs in three rods: one clamped in a wall, one that dangles, one hinged at both ends.
inline const std::string three_rods = R"([simulation]
end = 0.2
[scheme]
forces = "exact"
force_order = 0
state_order = 1
step = 1e-3

[[subsystem]]
name = "junction"
model = "mechanism"
space = "space"
gravity = [0.0, 0.0, -9.81]
[[subsystem.body]]
name = "box"
mass = 0.1
inertia = [2e-4, 3e-4, 4e-4]
[[subsystem.frame]]
name = "a"
body = "box"
point = [-0.03, 0.0, 0.0]
R = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]
[[subsystem.frame]]
name = "b"
body = "box"
point = [0.0, 0.03, 0.01]
R = [[0.0, 0.8, 0.6], [0.0, -0.6, 0.8], [1.0, 0.0, 0.0]]
[[subsystem.frame]]
name = "c"
body = "box"
point = [0.0, -0.03, 0.02]

[[subsystem]]
name = "first"
)" + soft + R"(start = {x = [-0.4, 0.0, 0.0]}

[[subsystem]]
name = "second"
)" + soft + R"(
[[subsystem]]
name = "third"
)" + soft + R"(start = {kind = "hinged", x = [0.3, -0.2, 0.02]}
end = {kind = "hinged"}

[[interface]]
name = "A"
law = "clamp"
between = ["junction.a", "first.end"]
[[interface]]
name = "B"
law = "clamp"
between = ["junction.b", "second.start"]
[[interface]]
name = "C"
law = "clamp"
between = ["junction.c", "third.end"]
)";

}  // namespace oldham::test
