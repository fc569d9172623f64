// SPDX-License-Identifier: MIT
#include "oldham/report/rod_animation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string_view>
#include <variant>

#include "oldham/core/error.hpp"
#include "oldham/interface/rotation_coordinates.hpp"

namespace oldham {
namespace {

using rod::RodDescription;
using Vector = Animation::Vector;
using Column3 = std::array<const std::vector<double>*, 3>;

constexpr std::size_t fewest_pieces = 20;
constexpr std::size_t most_pieces = 160;
constexpr double seen_distance = 1e-3;  // of the length of the rod: less than a pixel where it fills the page
constexpr double seen_turn = 0.25;      // rad, of a director between two nodes

Vector between(const Vector& a, const Vector& b, double share) {
  Vector point;
  for (std::size_t i = 0; i < 3; ++i) point[i] = a[i] + share * (b[i] - a[i]);
  return point;
}

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// A section that is known by its stiffnesses is drawn as the full circle that turns as heavily, ρI = ρA r²/4; numbers
/// that were made up must not hide the picture.
double radius_of(const RodDescription& rod) {
  if (const auto* circle = std::get_if<rod::CircularSection>(&rod.section)) return circle->radius;
  const auto& section = std::get<rod::GeneralSection>(rod.section);
  const double inertia = (section.inertia[0] + section.inertia[1]) / 2;
  return std::min(2 * std::sqrt(inertia / section.mass), rod.length / 20);
}

/// Finds columns by name; a rod of many nodes asks for many.
class Columns {
 public:
  explicit Columns(const Table& results) : results_(results) {
    for (std::size_t i = 0; i < results.header.size(); ++i) places_.emplace(results.header[i].name, i);
  }

  const std::vector<double>& find(const std::string& rod, const std::string& quantity) const {
    const std::string name = fmt::format("{}.{}", rod, quantity);
    if (const auto found = places_.find(name); found != places_.end()) return results_.columns[found->second];
    throw_wrong_input(fmt::format("rod '{}'", rod), fmt::format("the results have no '{}'", name),
                      "run it with publish_nodes = true, which is the default, and the file as it is now");
  }

 private:
  const Table& results_;
  std::map<std::string_view, std::size_t> places_;
};

/// The recorded motion of one rod.
class Recording {
 public:
  Recording(const RodDescription& rod, const Columns& columns) : rod_(rod) {
    const auto column = [&](const std::string& quantity) { return &columns.find(rod.name, quantity); };
    const auto axes = [&](const std::string& before, const char* after) {
      return Column3{column(before + ".x" + after), column(before + ".y" + after), column(before + ".z" + after)};
    };
    for (int n = 0; n <= rod.edges; ++n) nodes_.push_back(axes(fmt::format("node{}", n), ""));
    for (int e = 0; e < rod.edges; ++e) {
      std::array<const std::vector<double>*, 4> quaternion{};
      for (std::size_t i = 0; i < 4; ++i) quaternion[i] = column(fmt::format("edge{}.q{}", e, i));
      edges_.push_back(quaternion);
    }
    if (rod.start.kind != rod::EndKind::free) start_ = axes("start", ".force");
    if (rod.end.kind != rod::EndKind::free) end_ = axes("end", ".force");
  }

  /// How many of the first frames are finite.
  std::size_t finite_frames(std::size_t frames) const {
    const auto shorten = [&](const auto& group) {
      for (const std::vector<double>* values : group) {
        if (values == nullptr) continue;
        const auto is_lost = [](double value) { return !std::isfinite(static_cast<float>(value)); };
        const auto end = values->begin() + static_cast<std::ptrdiff_t>(frames);
        frames = static_cast<std::size_t>(std::find_if(values->begin(), end, is_lost) - values->begin());
      }
    };
    std::for_each(nodes_.begin(), nodes_.end(), shorten);
    std::for_each(edges_.begin(), edges_.end(), shorten);
    shorten(start_);
    shorten(end_);
    return frames;
  }

  Animation::Rod make(std::size_t frames) const {
    Animation::Rod shown{.name = rod_.name, .radius = radius_of(rod_)};
    const std::vector<std::size_t> kept = kept_nodes(frames);
    for (const std::size_t n : kept) shown.stations.push_back(static_cast<double>(n) / static_cast<double>(rod_.edges));
    shown.start = end_of(rod_.start, start_, frames);
    shown.end = end_of(rod_.end, end_, frames);
    for (std::size_t frame = 0; frame < frames; ++frame) {
      Animation::RodShape& shape = shown.shapes.emplace_back();
      for (const std::size_t n : kept) {
        shape.nodes.push_back(at(nodes_[n], frame));
        shape.directors.push_back(director(n, frame));
      }
    }
    return shown;
  }

 private:
  static Vector at(const Column3& columns, std::size_t frame) {
    return {(*columns[0])[frame], (*columns[1])[frame], (*columns[2])[frame]};
  }

  static Animation::RodEnd end_of(const rod::EndDescription& end, const Column3& force, std::size_t frames) {
    using Kind = Animation::RodEndKind;
    Animation::RodEnd shown{.on_ground = !end.driven};
    if (end.kind == rod::EndKind::free) return shown;
    shown.kind = end.kind == rod::EndKind::hinged ? Kind::hinged : Kind::clamped;
    for (std::size_t frame = 0; frame < frames; ++frame) shown.forces.push_back(at(force, frame));
    return shown;
  }

  /// d₁ = R(q) e₁ of an edge.
  Vector edge_director(std::size_t edge, std::size_t frame) const {
    std::array<double, 4> q{};
    for (std::size_t i = 0; i < 4; ++i) q[i] = (*edges_[edge][i])[frame];
    const RotationMatrix<double> R = quaternion_rotation(q.data());
    return {R[0][0], R[1][0], R[2][0]};
  }

  /// Half way between those of the edges on both sides.
  Vector director(std::size_t node, std::size_t frame) const {
    const Vector after = edge_director(std::min(node, edges_.size() - 1), frame);
    const Vector middle = between(edge_director(node == 0 ? 0 : node - 1, frame), after, 0.5);
    const double length = std::sqrt(dot(middle, middle));
    if (!(length > 1e-3)) return after;
    return {middle[0] / length, middle[1] / length, middle[2] / length};
  }

  /// Evenly from the start to the end, so many that nothing in between is missed.
  std::vector<std::size_t> kept_nodes(std::size_t frames) const {
    const std::size_t edges = edges_.size();
    for (std::size_t pieces = std::min(edges, fewest_pieces);;
         pieces = std::min({edges, most_pieces, pieces * 3 / 2})) {
      std::vector<std::size_t> kept;
      for (std::size_t i = 0; i <= pieces; ++i) kept.push_back((i * edges + pieces / 2) / pieces);
      if (pieces == edges || pieces == most_pieces || is_faithful(kept, frames)) return kept;
    }
  }

  /// Whether straight lines between the nodes that are kept look like the rod, at a hundred times or so.
  bool is_faithful(const std::vector<std::size_t>& kept, std::size_t frames) const {
    const std::size_t stride = std::max<std::size_t>(1, frames / 100);
    for (std::size_t frame = 0; frame < frames; frame += stride)
      for (std::size_t i = 1; i < kept.size(); ++i)
        if (!is_faithful(kept[i - 1], kept[i], frame)) return false;
    return true;
  }

  bool is_faithful(std::size_t from, std::size_t to, std::size_t frame) const {
    const Vector first = at(nodes_[from], frame), last = at(nodes_[to], frame);
    const Vector before = director(from, frame), after = director(to, frame);
    for (std::size_t n = from + 1; n < to; ++n) {
      const double share = static_cast<double>(n - from) / static_cast<double>(to - from);
      if (distance(at(nodes_[n], frame), between(first, last, share)) > seen_distance * rod_.length) return false;
      const Vector turned = between(before, after, share);
      if (dot(turned, director(n, frame)) < std::cos(seen_turn) * std::sqrt(dot(turned, turned))) return false;
    }
    return true;
  }

  const RodDescription& rod_;
  std::vector<Column3> nodes_;
  std::vector<std::array<const std::vector<double>*, 4>> edges_;
  Column3 start_{}, end_{};  // forces, none where an end is free
};

}  // namespace

void add_rods(const std::vector<RodDescription>& rods, const Table& results, Animation& animation) {
  if (rods.empty()) return;
  const Columns columns(results);
  std::vector<Recording> recordings;
  std::size_t frames = animation.times.size();
  for (const RodDescription& rod : rods) {
    recordings.emplace_back(rod, columns);
    frames = recordings.back().finite_frames(frames);
    if (animation.down == Vector{}) animation.down = rod.gravity;
  }
  // all end with what is lost first
  animation.times.resize(frames);
  for (Animation::Body& body : animation.bodies) body.poses.resize(frames);
  for (const Recording& recording : recordings) animation.rods.push_back(recording.make(frames));
  animation.planar = false;
}

}  // namespace oldham
