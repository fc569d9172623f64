// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/multibody/mechanism_model.hpp"

namespace oldham {

/// Two rods, one on the other, with everything a mechanism can have: a spring, a bushing, an actuator, a port at the
/// tip, in space a frame.
inline multibody::MechanismDescription make_busy_pendulum(bool planar) {
  using namespace multibody;
  MechanismDescription d;
  d.name = "pendulum";
  d.planar = planar;
  d.gravity = {0, -2, 0};
  for (int i = 0; i < 2; ++i) {
    BodyDescription rod;
    rod.name = i == 0 ? "upper" : "lower";
    rod.mass = 1.5 + i;
    rod.turns = true;
    rod.inertia = {{{0.2, 0, 0}, {0, rod.mass / 12, 0}, {0, 0, rod.mass / 12}}};
    rod.position = {0.5 + i, 0, 0};
    rod.drag = 0.1;
    d.bodies.push_back(rod);
    JointDescription pin;
    pin.name = i == 0 ? "ceiling" : "elbow";
    pin.kind = i == 0 ? JointKind::revolute : JointKind::coincident;
    pin.first = {i - 1, {i == 0 ? 0.0 : 0.5, 0, 0}, {0, 0.2, 1}};
    pin.second = {i, {-0.5, 0, 0}, {0, 0.2, 1}};
    d.joints.push_back(pin);
  }
  ForceDescription spring, bushing, actuator;
  spring.name = "spring";
  spring.first = {ground, {0.4, 1, 0}, {}};
  spring.second = {0, {0.2, 0.1, 0}, {}};
  spring.stiffness = 40;
  spring.damping = 0.5;
  bushing.name = "bushing";
  bushing.kind = multibody::ForceKind::bushing;
  bushing.first = {0, {0.5, 0, 0}, {}};
  bushing.second = {1, {-0.5, 0, 0}, {}};
  for (int i = 3; i < 6; ++i) {
    bushing.stiffnesses[i][i] = 2;
    bushing.dampings[i][i] = 0.05;
  }
  actuator.name = "cylinder";
  actuator.kind = multibody::ForceKind::actuator;
  actuator.first = {ground, {0, -1, 0}, {}};
  actuator.second = {1, {0, 0, 0}, {}};
  d.forces = {spring, bushing, actuator};
  PortDescription tip;
  tip.name = "tip";
  tip.at = {1, {0.5, 0.05, 0}, {}};
  d.ports = {tip};
  if (!planar) {
    FrameDescription clamp;
    clamp.name = "clamp";
    clamp.at = {1, {0.3, -0.1, 0.2}, {}};
    clamp.orientation = {0.5, 0.5, -0.5, 0.5};
    clamp.acceleration = false;
    d.frames = {clamp};
  }
  return d;
}

}  // namespace oldham
