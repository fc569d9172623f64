// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "oldham/model/hydraulics/cylinder_shape.hpp"

namespace oldham::multibody {

using Numbers3 = std::array<double, 3>;

/// Index of the ground wherever a body is meant.
inline constexpr int ground = -1;

/// A prescribed motion: given at a port, or f(t) = offset + rate t + acceleration t²/2 + amplitude sin(2π frequency t +
/// phase).
struct MotionLaw {
  bool from_port = false;
  double offset = 0;        // m or rad
  double rate = 0;          // per s
  double acceleration = 0;  // per s²
  double amplitude = 0;     // m or rad
  double frequency = 0;     // Hz
  double phase = 0;         // rad
};

/// One of the bodies that carry a point, and how much of its place goes into that of the point.
struct Carrier {
  int body = ground;
  double weight = 1;
};

/// A rigid body, a point mass, a body whose motion is prescribed, or a point that bodies carry. In the plane the third
/// component of a vector is zero, and of the rotation only the angle counts.
struct BodyDescription {
  std::string name, where;                         // `where` in a file: for messages
  double mass = 0;                                 // kg
  bool turns = false;                              // has an inertia; a point mass has none and does not turn
  std::array<Numbers3, 3> inertia{};               // rows, body axes, about the centre, kg m²; in the plane [2][2]
  Numbers3 position{};                             // of the centre, m
  double angle = 0;                                // in the plane, rad
  std::array<double, 4> orientation{1, 0, 0, 0};   // in space: quaternion w, x, y, z, normalised when used
  Numbers3 velocity{}, angular_velocity{};         // ground axes, m/s and rad/s; in the plane angular_velocity[2]
  double drag = 0, angular_drag = 0;               // N s/m, N m s/rad
  std::optional<std::array<MotionLaw, 6>> motion;  // driven: x, y, z, rotation vector; in the plane [5] is the angle.
                                                   // All six from a port, or none.
  bool reaction = false;                           // driven from a port: publish the force of the mechanism on it
  std::vector<Carrier> carriers;  // not empty: a point at Σ weight · centre, without motion of its own
  bool is_driven() const { return motion.has_value(); }
  bool is_carried() const { return !carriers.empty(); }
};

/// One side of a joint or force: a point, and an axis, fixed in a body.
struct Side {
  int body = ground;
  Numbers3 point{};        // from the centre, body axes, m
  Numbers3 axis{0, 0, 1};  // unit length not needed; joint axis, in the plane the sliding direction
};

enum class JointKind { coincident, revolute, prismatic, universal, cylindrical, fixed, distance };

/// What holds two bodies together. Coincident points: a revolute joint of the plane, a spherical one in space.
struct JointDescription {
  std::string name, where;
  JointKind kind = JointKind::coincident;
  Side first, second;
  std::optional<double> length;      // distance: m; absent: as the bodies stand
  std::optional<MotionLaw> motion;   // revolute or coincident in the plane: angle of second against first;
                                     // prismatic: travel along the axis, both counted from how the bodies stand;
                                     // distance: the length
  bool reaction = false;             // driven from a port: publish the force it takes
  std::optional<double> angle;       // distance in the plane: publish the angle of the line, as near to this as may be
  std::optional<double> coordinate;  // revolute or prismatic in space: publish its angle or travel, which is so much as
                                     // the bodies stand
};

enum class ForceKind { spring, torsion_spring, bushing, actuator, cylinder };

/// Whether a force acts along the line between its points, as something from outside says: it has ports there.
inline bool has_ports(ForceKind kind) { return kind == ForceKind::actuator || kind == ForceKind::cylinder; }

/// A force between two bodies.
struct ForceDescription {
  std::string name, where;
  ForceKind kind = ForceKind::spring;
  Side first, second;
  double stiffness = 0, damping = 0;                               // spring: N/m; torsion spring: N m/rad
  std::array<std::array<double, 6>, 6> stiffnesses{}, dampings{};  // bushing: x, y, z, turns; in the plane 0, 1, 5
  std::optional<double> length;          // where a spring is free of force, m or rad; absent: as the bodies stand
  bool axes_of_first = false;            // bushing: axes turn with the first body; else those of the ground
  hydraulics::CylinderShape cylinder{};  // driven by two pressures
};

/// Where a mechanism is coupled: a point with a force and a motion.
struct PortDescription {
  std::string name, where;
  Side at;
  bool acceleration = false;  // publish accelerations too
};

/// A frame fixed in a body in space, where something is clamped: a point and three directors, the axes of the frame.
/// Forces at the point act in ground axes, moments along the directors.
struct FrameDescription {
  std::string name, where;
  Side at;
  std::array<double, 4> orientation{1, 0, 0, 0};  // in body axes: quaternion w, x, y, z, normalised when used
  bool acceleration = true;                       // publish that of the point too
  bool mobility = false;  // publish how the points of all such frames answer to forces and moments there
};

/// Bodies, joints, forces, ports and frames, as they are written down.
struct MechanismDescription {
  std::string name;
  bool planar = true;
  Numbers3 gravity{};  // m/s²
  std::vector<BodyDescription> bodies;
  std::vector<JointDescription> joints;
  std::vector<ForceDescription> forces;
  std::vector<PortDescription> ports;
  std::vector<FrameDescription> frames;  // in space only
  bool publish_bodies = true;
  std::string interface_where;         // in a file
  std::vector<std::string> interface;  // actuators and port directions whose effective mass and force are published
};

inline std::string body_name(const MechanismDescription& mechanism, int body) {
  return body == ground ? "ground" : mechanism.bodies[body].name;
}

enum class Formulation { kkt, ali1, ali3p, ggl };

/// How the equations of motion are solved.
struct FormulationSettings {
  Formulation kind = Formulation::kkt;
  double penalty = 0;  // α; 0: 1e7 for ali1, 1e11 for ali3p
  double omega = 10;   // 1/s, stabilisation of positions: Φ'' + 2ξω Φ' + ω² Φ = 0
  double xi = 1;
  double tolerance = 0;  // of the iteration; 0: 1e-10 relative for ali1, 1e-12 m for ali3p
  int max_iterations = 50;
  std::optional<bool> projection;  // positions and velocities put back on the joints after each macro step;
                                   // default: kkt and ggl yes, others no
};

}  // namespace oldham::multibody
