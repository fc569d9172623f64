// SPDX-License-Identifier: MIT
#include "oldham/report/animation_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "oldham/io/json.hpp"
#include "oldham/report/animation_check.hpp"
#include "oldham/report/html.hpp"
#include "oldham/report/packing.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

using Vector = Animation::Vector;

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

template <class Number>
Json channel(const std::vector<Number>& values) {
  if (std::all_of(values.begin(), values.end(), [&](Number value) { return value == values.front(); }))
    return values.front();
  return packed(std::span(values));
}

template <class Number>
using Channels = std::array<std::vector<Number>, 3>;

template <class Number>
Json channels_json(const Channels<Number>& channels) {
  Json list = Json::array();
  for (const std::vector<Number>& values : channels) list.push_back(channel(values));
  return list;
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

/// A rod is a dark cable beside coloured bodies; the colours of its directors and forces are not among them.
constexpr std::array rod_colours{rgb(0x59616c), rgb(0x56b4e9), rgb(0xe69f00), rgb(0x7a5195), rgb(0x8a7f6a)};

std::string rod_colour(std::size_t rod) { return hex(rod_colours[rod % rod_colours.size()]); }

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

constexpr std::array rod_end_words{"free", "hinged", "clamped"};

Json rod_end_json(const Animation::RodEnd& end, const std::vector<std::size_t>& frames) {
  Json object = Json::object();
  object["kind"] = rod_end_words[static_cast<std::size_t>(end.kind)];
  object["ground"] = end.on_ground;
  if (end.forces.empty()) return object;
  Channels<float> forces;
  for (const std::size_t frame : frames)
    for (std::size_t i = 0; i < 3; ++i) forces[i].push_back(static_cast<float>(end.forces[frame][i]));
  object["force"] = channels_json(forces);
  return object;
}

Json rod_json(const Animation& animation, std::size_t index, const std::vector<std::size_t>& frames) {
  const Animation::Rod& rod = animation.rods[index];
  Channels<float> places;
  Channels<std::int8_t> directors;
  for (const std::size_t frame : frames) {
    const Animation::RodShape& shape = rod.shapes[frame];
    for (std::size_t n = 0; n < shape.nodes.size(); ++n) {
      const double length = length_of(shape.directors[n]);
      for (std::size_t i = 0; i < 3; ++i) {
        places[i].push_back(static_cast<float>(shape.nodes[n][i]));
        directors[i].push_back(static_cast<std::int8_t>(std::lround(127 * shape.directors[n][i] / length)));
      }
    }
  }
  Json object = Json::object();
  object["name"] = printable(rod.name);
  object["colour"] = rod_colour(index);
  object["radius"] = rod.radius;
  object["stations"] = rod.stations;
  object["places"] = channels_json(places);
  object["directors"] = channels_json(directors);
  Json ends = Json::array();
  ends.push_back(rod_end_json(rod.start, frames));
  ends.push_back(rod_end_json(rod.end, frames));
  object["ends"] = std::move(ends);
  return object;
}

/// The way of a free end; one that is held moves with what holds it.
void add_end_traces(const Animation& animation, std::size_t index, Json& traces) {
  const Animation::Rod& rod = animation.rods[index];
  for (const auto& [word, end, node] :
       {std::tuple("start", &rod.start, std::size_t{0}), std::tuple("end", &rod.end, rod.stations.size() - 1)}) {
    if (end->kind != Animation::RodEndKind::free) continue;
    Json object = Json::object(), at = Json::object();
    at["rod"] = index;
    at["node"] = node;
    object["name"] = printable(fmt::format("{}.{}", rod.name, word));
    object["at"] = std::move(at);
    object["shown"] = false;
    object["colour"] = rod_colour(index);
    traces.push_back(std::move(object));
  }
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

constexpr std::array link_words{"spring", "actuator", "bushing", "rod", "line"};
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
  Json bodies = Json::array(), links = Json::array(), joints = Json::array(), traces = Json::array(),
       rods = Json::array();
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
  for (std::size_t i = 0; i < animation.rods.size(); ++i) {
    rods.push_back(rod_json(animation, i, frames));
    add_end_traces(animation, i, traces);
  }
  data["bodies"] = std::move(bodies);
  data["rods"] = std::move(rods);
  data["links"] = std::move(links);
  data["joints"] = std::move(joints);
  data["traces"] = std::move(traces);

  return script_json(data);
}

}  // namespace oldham
