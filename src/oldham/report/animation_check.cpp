// SPDX-License-Identifier: MIT
#include "oldham/report/animation_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "oldham/core/error.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

using Vector = Animation::Vector;

bool is_packable(double value) { return std::isfinite(static_cast<float>(value)); }

template <std::size_t N>
bool is_packable(const std::array<double, N>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return is_packable(value); });
}

class Checks {
 public:
  explicit Checks(const Animation& animation)
      : animation_(animation), where_(fmt::format("animation '{}'", printable(animation.title))) {}

  void run(const AnimationOptions& options) const {
    if (options.max_frames < 2)
      refuse(fmt::format("{} frames cannot hold the first and the last", options.max_frames), "allow 2 or more");
    check_times();
    for (const Animation::Body& body : animation_.bodies) check(body);
    for (const Animation::Link& link : animation_.links) check_ends(fmt::format("link '{}'", link.name), link);
    for (const Animation::Joint& joint : animation_.joints) {
      const std::string name = fmt::format("joint '{}'", joint.name);
      check_ends(name, joint);
      if (joint.kind == Animation::JointKind::slide && !(length_of(joint.axis) > 0 && is_packable(joint.axis)))
        refuse(fmt::format("{} slides along no direction", name), "give an axis that is finite and not zero");
    }
    for (const Animation::Rod& rod : animation_.rods) check(rod);
    for (const Animation::Trace& trace : animation_.traces) check(fmt::format("trace '{}'", trace.name), trace.at);
    if (!is_packable(animation_.down)) refuse("the direction down is not finite", "give a vector, or zero");
  }

 private:
  [[noreturn]] void refuse(std::string_view what, std::string_view remedy) const {
    throw_wrong_input(where_, what, remedy);
  }

  void check_times() const {
    const std::vector<double>& times = animation_.times;
    if (times.empty()) refuse("there are no times", "give one or more, with a pose of every body for each");
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (!std::isfinite(times[i])) refuse(fmt::format("time {} is {}", i, times[i]), "give finite times");
      if (i > 0 && !(times[i] > times[i - 1]))
        refuse(fmt::format("time {} ({} s) is not later than the one before ({} s)", i, times[i], times[i - 1]),
               "give times that increase strictly");
    }
  }

  void check(const Animation::Body& body) const {
    const std::string name = fmt::format("body '{}'", body.name);
    if (body.poses.size() != animation_.times.size())
      refuse(fmt::format("{} has {} poses for {} times", name, body.poses.size(), animation_.times.size()),
             "give one pose for every time");
    for (std::size_t i = 0; i < body.poses.size(); ++i) {
      const Animation::Pose& pose = body.poses[i];
      if (!is_packable(pose.position) || !is_packable(pose.orientation))
        refuse(fmt::format("{} has a pose that is not finite at {} s", name, animation_.times[i]),
               "end the animation before the motion runs away");
      if (!(length_of(pose.orientation) > 1e-6))
        refuse(fmt::format("{} has no orientation at {} s", name, animation_.times[i]),
               "give a quaternion of length 1");
    }
    for (const Animation::Line& line : body.lines) {
      for (const Vector& point : line.points) check(name, {.body = {}, .point = point});
      if (!(line.width > 0 && std::isfinite(line.width)))
        refuse(fmt::format("{} has a line {} px wide", name, line.width), "give a positive width");
    }
    for (const auto* points : {&body.discs, &body.dots})
      for (const Vector& point : *points) check(name, {.body = {}, .point = point});
  }

  void check(const Animation::Rod& rod) const {
    const std::string name = fmt::format("rod '{}'", rod.name);
    if (animation_.planar) refuse(fmt::format("{} lies in a plane", name), "show rods in space: planar = false");
    if (!(rod.radius >= 0 && is_packable(rod.radius)))
      refuse(fmt::format("{} has a radius of {} m", name, rod.radius), "give a finite one, zero or more");
    check_stations(name, rod.stations);
    if (rod.shapes.size() != animation_.times.size())
      refuse(fmt::format("{} has {} shapes for {} times", name, rod.shapes.size(), animation_.times.size()),
             "give one shape for every time");
    for (std::size_t i = 0; i < rod.shapes.size(); ++i) check(name, rod.shapes[i], rod.stations.size(), i);
    for (const Animation::RodEnd* end : {&rod.start, &rod.end}) {
      if (!end->forces.empty() && end->forces.size() != animation_.times.size())
        refuse(
            fmt::format("{} has {} forces of an end for {} times", name, end->forces.size(), animation_.times.size()),
            "give one force for every time, or none");
      for (std::size_t i = 0; i < end->forces.size(); ++i)
        if (!is_packable(end->forces[i]))
          refuse(fmt::format("{} has a force that is not finite at {} s", name, animation_.times[i]),
                 "end the animation before the motion runs away");
    }
  }

  void check_stations(const std::string& name, const std::vector<double>& stations) const {
    const bool spans = stations.size() >= 2 && stations.front() == 0 && stations.back() == 1;
    if (!spans || std::adjacent_find(stations.begin(), stations.end(), std::greater_equal<>()) != stations.end())
      refuse(fmt::format("{} has nodes that do not go from its start to its end", name),
             "give 2 or more stations that increase from 0 to 1");
  }

  void check(const std::string& name, const Animation::RodShape& shape, std::size_t nodes, std::size_t frame) const {
    if (shape.nodes.size() != nodes || shape.directors.size() != nodes)
      refuse(fmt::format("{} has {} nodes and {} directors at {} s", name, shape.nodes.size(), shape.directors.size(),
                         animation_.times[frame]),
             fmt::format("give {} of each, one for every station", nodes));
    for (std::size_t i = 0; i < nodes; ++i) {
      if (!is_packable(shape.nodes[i]) || !is_packable(shape.directors[i]))
        refuse(fmt::format("{} has a node that is not finite at {} s", name, animation_.times[frame]),
               "end the animation before the motion runs away");
      if (!(length_of(shape.directors[i]) > 1e-6))
        refuse(fmt::format("{} has a director without a direction at {} s", name, animation_.times[frame]),
               "give vectors of length 1");
    }
  }

  void check(const std::string& name, const Animation::Anchor& anchor) const {
    if (anchor.body && *anchor.body >= animation_.bodies.size())
      refuse(fmt::format("{} is fixed to body {} of {}", name, *anchor.body, animation_.bodies.size()),
             "count the bodies from 0");
    if (!is_packable(anchor.point))
      refuse(fmt::format("{} has a point that is not finite", name), "give finite coordinates");
  }

  void check_ends(const std::string& name, const auto& tie) const {
    check(name, tie.first);
    check(name, tie.second);
  }

  const Animation& animation_;
  std::string where_;
};

}  // namespace

void check_animation(const Animation& animation, const AnimationOptions& options) { Checks(animation).run(options); }

}  // namespace oldham
