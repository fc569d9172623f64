// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>

namespace oldham {

/// An oscillator of a system file.
struct Body {
  const char* name;
  double mass, stiffness, damping, position, velocity;
  const char* more = "";  // further keys of the subsystem
};

inline std::string oscillator(const Body& b) {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"oscillator\"\n{}\n"
      "parameters = {{mass = {}, stiffness = {}, damping = {}, position = {}, velocity = {}}}\n",
      b.name, b.more, b.mass, b.stiffness, b.damping, b.position, b.velocity);
}

/// The cubic spring is as strong as the linear one; rk4 errs by (ω h)^4 = 1e-11 of a step.
inline std::string duffing(const Body& b) {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"duffing\"\nintegrator = \"rk4\"\nmicro_step = 2e-4\nparameters = {{mass "
      "= {}, stiffness = {}, damping = {}, cubic_stiffness = 100.0, position = {}, velocity = {}}}\n",
      b.name, b.mass, b.stiffness, b.damping, b.position, b.velocity);
}

}  // namespace oldham
