// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/mechanism_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oldham::multibody {
namespace {

const std::vector<const char*>& directions(bool planar, bool turns) {
  static const std::vector<const char*> flat = {"x", "y", "phi"}, flat_point = {"x", "y"},
                                        space = {"x", "y", "z", "turn_x", "turn_y", "turn_z"},
                                        space_point = {"x", "y", "z"};
  return planar ? (turns ? flat : flat_point) : (turns ? space : space_point);
}

bool is_turn(const char* direction) { return direction[0] == 'p' || direction[0] == 't'; }

bool turns(const MechanismDescription& d, int body) { return body != ground && d.bodies[body].turns; }

}  // namespace

bool needs_accelerations(const MechanismDescription& d) {
  const auto accelerated = [](const PortDescription& port) { return port.acceleration; };
  const auto frame_accelerated = [](const FrameDescription& frame) { return frame.acceleration; };
  const auto reacts = [](const auto& element) { return element.reaction; };
  return std::any_of(d.ports.begin(), d.ports.end(), accelerated) ||
         std::any_of(d.frames.begin(), d.frames.end(), frame_accelerated) ||
         std::any_of(d.joints.begin(), d.joints.end(), reacts) || std::any_of(d.bodies.begin(), d.bodies.end(), reacts);
}

template <class T>
std::shared_ptr<const Boundary> make_boundary(const Mechanism<T>& m) {
  const MechanismDescription& d = m.description;
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "mechanism";
  // what is felt at the interface, or free at frames, does not depend on the forces there, but on all others
  const int felt = static_cast<int>(d.interface.size()),
            answering = static_cast<int>(std::count_if(d.frames.begin(), d.frames.end(),
                                                       [](const FrameDescription&frame) { return frame.mobility; }));
  boundary->feedthrough =
      needs_accelerations(d) || (felt > 0 && felt < m.inputs) || (answering > 0 && 6 * answering < m.inputs);
  auto &in = boundary->inputs, &out = boundary->outputs;
  const auto add = [](std::vector<Port>& list, const std::string& name, const char* unit, std::string meaning = "") {
    list.push_back({name, parse_unit(unit), std::move(meaning)});
  };
  const auto motion = [&](std::vector<Port>& list, const std::string& name, bool angular, bool acceleration) {
    add(list, name + ".position", angular ? "rad" : "m");
    add(list, name + ".velocity", angular ? "rad/s" : "m/s");
    if (acceleration) add(list, name + ".acceleration", angular ? "rad/s^2" : "m/s^2");
  };
  const auto drives_by_port = [](const auto& element) { return element.motion && element.motion->from_port; };
  const auto drive_is_angular = [](const JointDescription& joint) {
    return joint.kind != JointKind::distance && joint.kind != JointKind::prismatic &&
           joint.kind != JointKind::cylindrical;
  };

  for (const PortDescription& port : d.ports)
    for (const char* direction : directions(d.planar, turns(d, port.at.body))) {
      const std::string name = port.name + "." + direction;
      add(in, name + ".force", is_turn(direction) ? "N.m" : "N", is_turn(direction) ? "torque" : "force at the point");
      motion(out, name, is_turn(direction), port.acceleration);
    }
  for (const FrameDescription& frame : d.frames) {
    for (const char* axis : directions(false, false)) {
      const std::string name = frame.name + "." + axis;
      add(in, name + ".force", "N", "force at the point, ground axes");
      motion(out, name, false, frame.acceleration);
    }
    for (int k = 1; k <= 3; ++k)
      add(in, fmt::format("{}.moment{}", frame.name, k), "N.m", fmt::format("torque along director {}", k));
    for (int k = 0; k < 4; ++k)
      add(out, fmt::format("{}.q{}", frame.name, k), "1", "orientation in the ground, a quaternion");
    for (int k = 1; k <= 3; ++k)
      add(out, fmt::format("{}.spin{}", frame.name, k), "rad/s", fmt::format("angular velocity along director {}", k));
  }
  for (const ForceDescription& force : d.forces) {
    if (!has_ports(force.kind)) continue;
    motion(out, force.name, false, false);
    if (force.kind == ForceKind::actuator) {
      add(in, force.name + ".force", "N", "positive extends");
    } else {
      add(in, force.name + ".pressure1", "Pa", "on the side of the piston");
      add(in, force.name + ".pressure2", "Pa", "on the side of the rod");
      add(out, force.name + ".force", "N", "positive extends");
      boundary->feedthrough = true;
    }
  }
  for (const JointDescription& joint : d.joints)
    if (joint.angle) add(out, joint.name + ".angle", "rad", "of the line between its points");
  for (const JointDescription& joint : d.joints)
    if (joint.coordinate) motion(out, joint.name, drive_is_angular(joint), false);
  for (const JointDescription& joint : d.joints) {
    if (!drives_by_port(joint)) continue;
    motion(in, joint.name, drive_is_angular(joint), true);
    if (joint.reaction) add(out, joint.name + ".force", drive_is_angular(joint) ? "N.m" : "N", "what the motion takes");
  }
  for (std::size_t i = 0; i < d.bodies.size(); ++i) {
    const BodyDescription& body = d.bodies[i];
    if (!body.is_driven() || !body.motion->front().from_port) continue;
    for (const char* direction : directions(d.planar, d.planar)) {
      const std::string name = body.name + "." + direction;
      motion(in, name, is_turn(direction), m.bodies[i].motion[0].reads_acceleration);
      if (body.reaction) add(out, name + ".force", is_turn(direction) ? "N.m" : "N", "of the mechanism on the body");
    }
  }
  if (d.publish_bodies)
    for (std::size_t i = 0; i < d.bodies.size(); ++i) {
      const std::string name = d.bodies[i].name + ".";
      const bool turning = m.bodies[i].turns() || m.bodies[i].kind == BodyKind::driven;
      for (const char* axis : directions(d.planar, false)) add(out, name + axis, "m", "of the centre");
      if (d.planar && turning) add(out, name + "angle", "rad");
      if (!d.planar && turning)
        for (const char* part : {"q0", "q1", "q2", "q3"}) add(out, name + part, "1", "orientation, a quaternion");
      for (const char* axis : directions(d.planar, false)) add(out, name + "v" + axis, "m/s");
      if (d.planar && turning) add(out, name + "w", "rad/s");
      if (!d.planar && turning)
        for (const char* part : {"wx", "wy", "wz"}) add(out, name + part, "rad/s", "ground axes");
    }
  add(out, "energy.kinetic", "J");
  add(out, "energy.potential", "J", "of gravity, springs and bushings");
  add(out, "constraint.position", "1", "by how much the worst joint is open, m or rad");
  add(out, "constraint.velocity", "1", "the same in velocities");
  for (std::size_t i = 1; i <= d.interface.size(); ++i)
    for (std::size_t j = 1; j <= d.interface.size(); ++j)
      add(out, fmt::format("interface.mass.{}.{}", i, j), "kg", "what is felt there: m w' = force + f");
  for (std::size_t i = 1; i <= d.interface.size(); ++i)
    add(out, fmt::format("interface.force.{}", i), "N", "felt at " + d.interface[i - 1]);
  for (int i = 1; i <= 3 * answering; ++i)
    add(out, fmt::format("frames.free.{}", i), "m/s^2", "acceleration without forces and moments at frames");
  for (int i = 1; i <= 3 * answering; ++i)
    for (int j = 1; j <= 6 * answering; ++j)
      add(out, fmt::format("frames.mobility.{}.{}", i, j), (j - 1) % 6 < 3 ? "1/kg" : "1/kg/m",
          "acceleration by a unit of force or moment");
  return boundary;
}

template std::shared_ptr<const Boundary> make_boundary(const Mechanism<double>&);
template std::shared_ptr<const Boundary> make_boundary(const Mechanism<Multiprecision>&);

}  // namespace oldham::multibody
