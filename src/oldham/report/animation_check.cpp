// SPDX-License-Identifier: MIT
#include "oldham/report/animation_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

double length_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
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
