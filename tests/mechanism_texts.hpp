// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/io/toml_file.hpp"
#include "oldham/model/multibody/mechanism_reader.hpp"

// Mechanisms as text, for tests.

namespace oldham::multibody::test {

inline MechanismDescription read(const std::string& text) {
  const Value tree = parse_toml(text, "arm.toml");
  Reader entry(tree, "subsystem 'arm'");
  entry.text("model", "");
  MechanismDescription mechanism = read_mechanism(entry, "arm");
  read_formulation(entry);
  entry.finish();
  return mechanism;
}

/// Two bars and a point mass in the plane.
inline const std::string plane = R"(gravity = [0.0, -9.81]
[[body]]
name = "bar1"
mass = 1.0
inertia = 0.1
position = [0.5, 0.0]
[[body]]
name = "bar2"
mass = 2.0
inertia = 0.2
position = [1.0, 0.5]
angle = 1.5707963267948966
drag = 0.1
[[body]]
name = "bob"
mass = 0.5
position = [1.0, 2.0]
velocity = [0.0, 3.0]
)";

/// A wheel and a rod in space.
inline const std::string space = R"(space = "space"
gravity = [0.0, 0.0, -9.81]
[[body]]
name = "wheel"
mass = 1.0
inertia = [0.1, 0.1, 0.2]
rotation = [0.0, 0.0, 1.5707963267948966]
[[body]]
name = "rod"
mass = 1.0
inertia = [[0.1, 0.01, 0.0], [0.01, 0.1, 0.0], [0.0, 0.0, 0.2]]
position = [0.0, 2.0, 0.0]
orientation = [1.0, 0.0, 0.0, 0.0]
[[body]]
name = "pearl"
mass = 0.1
)";

}  // namespace oldham::multibody::test
