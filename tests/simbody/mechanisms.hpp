// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

// Mechanisms built a second time, with Simbody: joint coordinates and loop constraints instead of absolute coordinates.
// Nothing of Simbody is in this header, for its own do not compile as C++20.

namespace oldham::simbody {

/// A body at one time, in ground axes; mechanisms in the plane are in x and y and turn about z.
struct BodyMotion {
  std::string name;
  std::array<double, 3> position, velocity, angular_velocity;  // of the centre of mass
  std::array<double, 9> rotation;                              // row by row: body axes to ground axes
  bool is_point = false;                                       // a point mass: what it turns by means nothing
};

struct Instant {
  double time = 0, energy = 0;  // s, J: kinetic and potential
  double violation = 0;         // of the loops, in position and velocity
  std::vector<BodyMotion> bodies;
};

struct Accuracy {
  double integration = 1e-11;  // relative, of a step
  double constraints = 1e-13;  // m, rad
  double nudge = 0;            // rad or m, added to one coordinate of the start
};

struct Mechanism {
  const char* name;
  bool is_planar, is_conservative;
};

const std::vector<Mechanism>& mechanism_catalogue();

/// The motion of the mechanism at these times, the first of which is 0.
std::vector<Instant> simulate(const std::string& mechanism, const std::vector<double>& times, const Accuracy& accuracy);

}  // namespace oldham::simbody
