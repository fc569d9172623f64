// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>

#include "oldham/core/reader.hpp"
#include "oldham/model/multibody/description.hpp"

namespace oldham::multibody {

/// A word of the file that may name an element: no dots, as names of ports are made of it.
std::string read_element_name(Reader& reader);

/// Two numbers in the plane, three in space; absent: zeros.
Numbers3 read_vector(Reader& reader, std::string_view key, bool planar, std::string_view unit);

/// A prescribed motion under `key`: "port", or a table, whose offset is `standing` where it names none.
MotionLaw read_motion(Reader& reader, std::string_view key, std::string_view unit, double standing);
/// f and f' at t = 0.
double start_of(const MotionLaw& law);
double start_rate_of(const MotionLaw& law);

/// How something is turned: `rotation`, a rotation vector, or `orientation`, a unit quaternion. Absent: left as it is.
void read_orientation(Reader& reader, std::array<double, 4>& orientation);

/// A rotation as three rows; refuses what is none. `meaning`: what its columns are, for the message.
Eigen::Matrix3d read_rotation_matrix(Reader& reader, std::string_view key, std::string_view meaning = {});

/// Index of a body, or the ground; an unknown name is an error at `key` with near misses.
int find_body(const Reader& reader, std::string_view key, const std::string& name,
              const MechanismDescription& mechanism);
/// The body under `body` that forces at a `what` act on: refuses one that no force moves.
int read_pushed_body(Reader& reader, const MechanismDescription& mechanism, std::string_view what);
bool does_turn(const MechanismDescription& mechanism, int body);

/// Between body axes and ground axes, with the bodies as they stand.
Eigen::Matrix3d axes_of(const MechanismDescription& mechanism, int body);
Eigen::Vector3d point_in_ground(const MechanismDescription& mechanism, const Side& side);

/// The two bodies of a joint or force; refuses one with itself, and two that nothing can move.
void read_between(Reader& reader, const MechanismDescription& mechanism, Side& first, Side& second);

/// What an element needs of its two places.
struct PlaceRules {
  enum class Points { two_places, one_or_two, optional, none };
  enum class Axis { none, common, one_each };
  Points points = Points::one_or_two;
  Axis axis = Axis::none;
};
/// points and axes in body axes, or `at` and `axis` in ground axes.
void read_places(Reader& reader, const MechanismDescription& mechanism, const PlaceRules& rules, Side& first,
                 Side& second);

BodyDescription read_body(Reader& reader, const MechanismDescription& mechanism);
JointDescription read_joint(Reader& reader, const MechanismDescription& mechanism);
ForceDescription read_force(Reader& reader, const MechanismDescription& mechanism);
PortDescription read_port(Reader& reader, const MechanismDescription& mechanism);
FrameDescription read_frame(Reader& reader, const MechanismDescription& mechanism);

}  // namespace oldham::multibody
