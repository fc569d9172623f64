// SPDX-License-Identifier: MIT
#include "oldham/report/animation_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "oldham/io/json.hpp"
#include "oldham/report/animation_check.hpp"
#include "oldham/report/packing.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

using Vector = Animation::Vector;

double length_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

/// Which frames are kept.
std::vector<std::size_t> kept_frames(std::size_t given, std::size_t most) {
  const std::size_t count = std::min(given, most);
  std::vector<std::size_t> frames(count);
  for (std::size_t i = 0; i < count; ++i) frames[i] = count > 1 ? (i * (given - 1) + (count - 1) / 2) / (count - 1) : 0;
  return frames;
}

/// v = 2 atan2(|q_v|, q_0) q_v / |q_v|, of the two quaternions of a rotation the one with q_0 ≥ 0
Vector rotation_vector(const std::array<double, 4>& q) {
  const double sign = q[0] < 0 ? -1 : 1;
  const Vector part{sign * q[1], sign * q[2], sign * q[3]};
  const double sine = length_of(part);
  const double factor = sine > 0 ? 2 * std::atan2(sine, sign * q[0]) / sine : 0;
  return {factor * part[0], factor * part[1], factor * part[2]};
}

Json channel(const std::vector<float>& values) {
  if (std::all_of(values.begin(), values.end(), [&](float value) { return value == values.front(); }))
    return values.front();
  return packed(std::span(values));
}

/// x, y, z and the rotation vector.
Json motion(const Animation::Body& body, const std::vector<std::size_t>& frames) {
  std::array<std::vector<float>, 6> channels;
  for (const std::size_t frame : frames) {
    const Animation::Pose& pose = body.poses[frame];
    const Vector rotation = rotation_vector(pose.orientation);
    for (std::size_t i = 0; i < 3; ++i) {
      channels[i].push_back(static_cast<float>(pose.position[i]));
      channels[3 + i].push_back(static_cast<float>(rotation[i]));
    }
  }
  Json list = Json::array();
  for (const std::vector<float>& values : channels) list.push_back(channel(values));
  return list;
}

Json vector_json(const Vector& vector) { return Json(std::span<const double>(vector)); }

Json points_json(const std::vector<Vector>& points) {
  Json list = Json::array();
  for (const Vector& point : points) list.push_back(vector_json(point));
  return list;
}

Json anchor_json(const Animation::Anchor& anchor) {
  Json pair = Json::array();
  pair.push_back(anchor.body ? static_cast<std::int64_t>(*anchor.body) : std::int64_t{-1});
  pair.push_back(vector_json(anchor.point));
  return pair;
}

std::string hex(const Colour& colour) {
  const auto byte = [](double share) { return static_cast<int>(std::lround(255 * std::clamp(share, 0.0, 1.0))); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green), byte(colour.blue));
}

std::string body_colour(std::size_t body) { return hex(series_colours[body % series_colours.size()]); }

Json body_json(const Animation& animation, std::size_t index, const std::vector<std::size_t>& frames) {
  const Animation::Body& body = animation.bodies[index];
  Json object = Json::object();
  object["name"] = printable(body.name);
  object["colour"] = body_colour(index);
  Json lines = Json::array();
  for (const Animation::Line& line : body.lines) {
    Json entry = Json::object();
    entry["points"] = points_json(line.points);
    entry["width"] = line.width;
    entry["colour"] = line.colour ? hex(*line.colour) : body_colour(index);
    lines.push_back(std::move(entry));
  }
  object["lines"] = std::move(lines);
  object["discs"] = points_json(body.discs);
  object["dots"] = points_json(body.dots);
  object["motion"] = motion(body, frames);
  return object;
}

Json tie_json(const auto& tie, const char* kind) {
  Json object = Json::object();
  object["name"] = printable(tie.name);
  object["kind"] = kind;
  Json ends = Json::array();
  ends.push_back(anchor_json(tie.first));
  ends.push_back(anchor_json(tie.second));
  object["ends"] = std::move(ends);
  return object;
}

constexpr std::array link_words{"spring", "actuator", "bushing", "rod"};
constexpr std::array joint_words{"pin", "slide", "weld"};

/// Unit vector that points down on the page.
Vector down_of(const Animation& animation) {
  Vector down = animation.down;
  if (animation.planar) down[2] = 0;
  const double length = length_of(down);
  if (!(length > 0)) return animation.planar ? Vector{0, -1, 0} : Vector{0, 0, -1};
  for (double& part : down) part /= length;
  return down;
}

}  // namespace

std::string animation_json(const Animation& animation, const AnimationOptions& options) {
  check_animation(animation, options);
  const std::vector<std::size_t> frames = kept_frames(animation.times.size(), options.max_frames);
  std::vector<double> times;
  for (const std::size_t frame : frames) times.push_back(animation.times[frame]);

  Json data = Json::object();
  data["title"] = printable(animation.title);
  data["planar"] = animation.planar;
  data["down"] = vector_json(down_of(animation));
  data["given"] = animation.times.size();
  data["times"] = packed(std::span<const double>(times));
  Json bodies = Json::array(), links = Json::array(), joints = Json::array(), traces = Json::array();
  for (std::size_t i = 0; i < animation.bodies.size(); ++i) bodies.push_back(body_json(animation, i, frames));
  for (const Animation::Link& link : animation.links)
    links.push_back(tie_json(link, link_words[static_cast<std::size_t>(link.kind)]));
  for (const Animation::Joint& joint : animation.joints) {
    Json object = tie_json(joint, joint_words[static_cast<std::size_t>(joint.kind)]);
    object["axis"] = vector_json(joint.axis);
    joints.push_back(std::move(object));
  }
  for (const Animation::Trace& trace : animation.traces) {
    Json object = Json::object();
    object["name"] = printable(trace.name);
    object["at"] = anchor_json(trace.at);
    object["shown"] = trace.shown;
    object["colour"] = trace.at.body ? body_colour(*trace.at.body) : hex(soft_ink);
    traces.push_back(std::move(object));
  }
  data["bodies"] = std::move(bodies);
  data["links"] = std::move(links);
  data["joints"] = std::move(joints);
  data["traces"] = std::move(traces);

  // no tag can begin inside the text, whatever the names are
  std::string text;
  for (const char c : data.dump()) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace oldham
