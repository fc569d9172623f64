// SPDX-License-Identifier: MIT
#include "oldham/report/mechanism_animation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

using multibody::BodyDescription;
using multibody::MechanismDescription;
using multibody::Side;
using Vector = Animation::Vector;

/// The shortest lines that join all points to each other: from those reached, always to the nearest of the rest.
std::vector<Animation::Line> joining_lines(const Vector& first, std::vector<Vector> rest) {
  std::vector<Animation::Line> lines;
  std::vector<Vector> reached{first};
  std::erase(rest, first);
  while (!rest.empty()) {
    std::size_t from = 0, to = 0;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (std::size_t j = 0; j < rest.size(); ++j)
        if (distance(reached[i], rest[j]) < distance(reached[from], rest[to])) from = i, to = j;
    lines.push_back({.points = {reached[from], rest[to]}});
    reached.push_back(rest[to]);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(to));
  }
  return lines;
}

/// A vector of the ground axes in those of a pose: R(q)ᵀ v.
Vector in_axes_of(const Animation::Pose& pose, const Vector& v) {
  const auto& [w, x, y, z] = pose.orientation;
  const double square = w * w + x * x + y * y + z * z;
  const double s = 2 / square;
  return {(1 - s * (y * y + z * z)) * v[0] + s * (x * y + w * z) * v[1] + s * (x * z - w * y) * v[2],
          s * (x * y - w * z) * v[0] + (1 - s * (x * x + z * z)) * v[1] + s * (y * z + w * x) * v[2],
          s * (x * z + w * y) * v[0] + s * (y * z - w * x) * v[1] + (1 - s * (x * x + y * y)) * v[2]};
}

/// Where a body is in the axes of another, if that is the same place all the time.
std::optional<Vector> fixed_place(const Animation::Body& in, const Animation::Body& body) {
  constexpr double slack = 1e-6;  // of the distance: results are rounded
  std::optional<Vector> place;
  for (std::size_t row = 0; row < std::min(in.poses.size(), body.poses.size()); ++row) {
    Vector arm{};
    for (std::size_t i = 0; i < 3; ++i) arm[i] = body.poses[row].position[i] - in.poses[row].position[i];
    arm = in_axes_of(in.poses[row], arm);
    if (!place) place = arm;
    if (!(distance(arm, *place) <= slack * length_of(*place))) return {};
  }
  return place && length_of(*place) > 0 ? place : std::nullopt;
}

/// Puts the mechanisms of a system into one animation, body after body.
class Staging {
 public:
  Staging(const Table& results, bool prefixed) : results_(results), prefixed_(prefixed) {
    animation_.times = results.time;
  }

  void add(const MechanismDescription& mechanism) {
    mechanism_ = &mechanism;
    first_body_ = animation_.bodies.size();
    for (const BodyDescription& body : mechanism.bodies) add_body(body);
    for (const multibody::JointDescription& joint : mechanism.joints) add_joint(joint);
    for (const multibody::ForceDescription& force : mechanism.forces) add_force(force);
    for (const multibody::PortDescription& port : mechanism.ports) {
      const Animation::Anchor at = anchor(port.at);
      ports_.emplace_back(fmt::format("{}.{}", mechanism.name, port.name), at);
      if (at.body) animation_.traces.push_back({.name = shown_name(port.name), .at = at});
    }
    for (const multibody::FrameDescription& frame : mechanism.frames)
      animation_.traces.push_back({.name = shown_name(frame.name), .at = anchor(frame.at)});
  }

  void add(const PortTie& tie) {
    std::array<const Animation::Anchor*, 2> ends{};
    for (std::size_t i = 0; i < 2; ++i)
      for (const auto& [name, at] : ports_)
        if (name == tie.ports[i]) ends[i] = &at;
    if (ends[0] == nullptr || ends[1] == nullptr) return;
    if (tie.kind == PortTie::Kind::pin)
      animation_.joints.push_back({.name = tie.name, .first = *ends[0], .second = *ends[1]});
    else
      animation_.links.push_back(
          {.name = tie.name,
           .kind = tie.kind == PortTie::Kind::spring ? Animation::LinkKind::spring : Animation::LinkKind::bushing,
           .first = *ends[0],
           .second = *ends[1]});
  }

  Animation finish() {
    // every body ends with the one that is lost first
    animation_.times.resize(frames_);
    for (Animation::Body& body : animation_.bodies) body.poses.resize(frames_);
    return std::move(animation_);
  }

 private:
  std::string shown_name(const std::string& name) const {
    return prefixed_ ? fmt::format("{}.{}", mechanism_->name, name) : name;
  }

  const std::vector<double>& column(const std::string& body, const char* quantity) const {
    const std::string name = fmt::format("{}.{}.{}", mechanism_->name, body, quantity);
    for (std::size_t i = 0; i < results_.header.size(); ++i)
      if (results_.header[i].name == name) return results_.columns[i];
    throw_wrong_input(fmt::format("mechanism '{}'", mechanism_->name), fmt::format("the results have no '{}'", name),
                      "run it with publish_bodies = true, which is the default, and the file as it is now");
  }

  Animation::Anchor anchor(const Side& side) const {
    if (side.body == multibody::ground) return {.body = {}, .point = side.point};
    return {.body = first_body_ + static_cast<std::size_t>(side.body), .point = side.point};
  }

  /// Where something is attached to a body, each place once.
  std::vector<Vector> attachments(int body) const {
    std::vector<Vector> points;
    const auto note = [&](const Side& side) {
      if (side.body == body && std::find(points.begin(), points.end(), side.point) == points.end())
        points.push_back(side.point);
    };
    for (const multibody::JointDescription& joint : mechanism_->joints) note(joint.first), note(joint.second);
    for (const multibody::ForceDescription& force : mechanism_->forces) {
      if (force.kind == multibody::ForceKind::torsion_spring) continue;
      note(force.first), note(force.second);
    }
    for (const multibody::PortDescription& port : mechanism_->ports) note(port.at);
    for (const multibody::FrameDescription& frame : mechanism_->frames) note(frame.at);
    return points;
  }

  void add_body(const BodyDescription& description) {
    Animation::Body body{.name = shown_name(description.name)};
    const Vector centre{};
    body.lines = joining_lines(centre, attachments(static_cast<int>(animation_.bodies.size() - first_body_)));
    const bool turns = description.turns || description.is_driven();
    // a point that is carried without a mass is only a mark; a driven body is where others are attached to it
    const bool is_mark = description.is_carried() && description.mass == 0;
    if (!turns && !is_mark)
      body.discs.push_back(centre);
    else if (!description.is_driven())
      body.dots.push_back(centre);
    read_poses(description.name, turns, body.poses);
    if (description.carriers.size() == 1) tie_to_carrier(description, body);
    const std::size_t index = animation_.bodies.size();
    if (!description.is_driven())
      animation_.traces.push_back({.name = body.name, .at = {.body = index, .point = centre}});
    animation_.bodies.push_back(std::move(body));
  }

  /// What is fixed in the body that carries it is at the end of a bar of that body.
  void tie_to_carrier(const BodyDescription& description, const Animation::Body& body) {
    const Animation::Anchor carrier = anchor({.body = description.carriers.front().body});
    if (carrier.body && *carrier.body < animation_.bodies.size())
      if (const auto place = fixed_place(animation_.bodies[*carrier.body], body)) {
        animation_.bodies[*carrier.body].lines.push_back({.points = {Vector{}, *place}});
        return;
      }
    animation_.links.push_back({.name = body.name,
                                .kind = Animation::LinkKind::line,
                                .first = carrier,
                                .second = {.body = animation_.bodies.size(), .point = {}}});
  }

  void read_poses(const std::string& body, bool turns, std::vector<Animation::Pose>& poses) {
    const bool planar = mechanism_->planar;
    std::vector<const std::vector<double>*> places, turn;
    for (const char* name : {"x", "y", "z"})
      if (!planar || *name != 'z') places.push_back(&column(body, name));
    if (turns && planar) turn = {&column(body, "angle")};
    if (turns && !planar)
      for (const char* name : {"q0", "q1", "q2", "q3"}) turn.push_back(&column(body, name));
    const auto is_drawable = [](double value) { return std::isfinite(static_cast<float>(value)); };
    for (std::size_t row = 0; row < frames_; ++row) {
      Animation::Pose pose;
      bool drawable = true;
      for (std::size_t i = 0; i < places.size(); ++i) pose.position[i] = (*places[i])[row];
      if (turn.size() == 1) pose.orientation = {std::cos((*turn[0])[row] / 2), 0, 0, std::sin((*turn[0])[row] / 2)};
      if (turn.size() == 4)
        for (std::size_t i = 0; i < 4; ++i) pose.orientation[i] = (*turn[i])[row];
      for (const double part : pose.position) drawable = drawable && is_drawable(part);
      for (const double part : pose.orientation) drawable = drawable && is_drawable(part);
      if (!drawable) {
        frames_ = row;
        break;
      }
      poses.push_back(pose);
    }
  }

  void add_joint(const multibody::JointDescription& joint) {
    using multibody::JointKind;
    if (joint.kind == JointKind::distance) {
      add_link(joint, Animation::LinkKind::rod);
      return;
    }
    const bool slides = joint.kind == JointKind::prismatic || joint.kind == JointKind::cylindrical;
    const Animation::JointKind kind = slides                           ? Animation::JointKind::slide
                                      : joint.kind == JointKind::fixed ? Animation::JointKind::weld
                                                                       : Animation::JointKind::pin;
    animation_.joints.push_back({.name = shown_name(joint.name),
                                 .kind = kind,
                                 .first = anchor(joint.first),
                                 .second = anchor(joint.second),
                                 .axis = joint.first.axis});
  }

  void add_force(const multibody::ForceDescription& force) {
    using multibody::ForceKind;
    switch (force.kind) {
      case ForceKind::spring:
        return add_link(force, Animation::LinkKind::spring);
      case ForceKind::bushing:
        return add_link(force, Animation::LinkKind::bushing);
      case ForceKind::actuator:
      case ForceKind::cylinder:
        return add_link(force, Animation::LinkKind::actuator);
      case ForceKind::torsion_spring:
        return;  // has no points
    }
  }

  void add_link(const auto& element, Animation::LinkKind kind) {
    animation_.links.push_back({.name = shown_name(element.name),
                                .kind = kind,
                                .first = anchor(element.first),
                                .second = anchor(element.second)});
  }

  const Table& results_;
  bool prefixed_;
  Animation animation_;
  std::size_t frames_ = results_.time.size();
  std::size_t first_body_ = 0;
  const MechanismDescription* mechanism_ = nullptr;
  std::vector<std::pair<std::string, Animation::Anchor>> ports_;
};

}  // namespace

Animation make_mechanism_animation(const std::vector<MechanismDescription>& mechanisms,
                                   const std::vector<PortTie>& ties, const Table& results) {
  Staging staging(results, mechanisms.size() > 1);
  for (const MechanismDescription& mechanism : mechanisms) staging.add(mechanism);
  for (const PortTie& tie : ties) staging.add(tie);
  Animation animation = staging.finish();
  animation.planar = std::all_of(mechanisms.begin(), mechanisms.end(), [](const auto& m) { return m.planar; });
  for (const MechanismDescription& mechanism : mechanisms)
    if (animation.down == Vector{}) animation.down = mechanism.gravity;
  return animation;
}

}  // namespace oldham
