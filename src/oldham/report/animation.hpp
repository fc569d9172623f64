// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oldham/report/colours.hpp"

namespace oldham {

/// Bodies and rods in motion, as plain data: what bodies look like in their own axes, and where all are at every time.
///
///   r = r_body + R(q) r_local
struct Animation {
  using Vector = std::array<double, 3>;  // m

  struct Pose {
    Vector position{};                              // m, ground axes
    std::array<double, 4> orientation{1, 0, 0, 0};  // quaternion, scalar part first; its length does not count
  };

  struct Line {
    std::vector<Vector> points{};    // body axes
    double width = 6;                // px
    std::optional<Colour> colour{};  // absent: that of the body
  };

  struct Body {
    std::string name{};
    std::vector<Line> lines{};
    std::vector<Vector> discs{};  // point masses
    std::vector<Vector> dots{};   // small marks, as of a centre
    std::vector<Pose> poses{};    // one for every time
  };

  /// A point fixed in a body, or on the ground.
  struct Anchor {
    std::optional<std::size_t> body{};  // absent: the ground
    Vector point{};                     // axes of the body
  };

  enum class LinkKind { spring, actuator, bushing, rod, line };  // a line has nothing of matter

  struct Link {
    std::string name{};
    LinkKind kind = LinkKind::spring;
    Anchor first{};  // the cylinder of an actuator; its rod ends at the second
    Anchor second{};
  };

  enum class JointKind { pin, slide, weld };

  struct Joint {
    std::string name{};
    JointKind kind = JointKind::pin;
    Anchor first{};
    Anchor second{};
    Vector axis{1, 0, 0};  // of a slide, in the axes of the first body
  };

  /// A rod at one time, from its start to its end.
  struct RodShape {
    std::vector<Vector> nodes{};      // at least 2, ground axes
    std::vector<Vector> directors{};  // d₁ at each of them, of any length but zero
  };

  enum class RodEndKind { free, hinged, clamped };

  struct RodEnd {
    RodEndKind kind = RodEndKind::free;
    bool on_ground = true;         // what holds it is the ground, else something that moves
    std::vector<Vector> forces{};  // of the rod on what holds it, N: one for every time, or none at all
  };

  struct Rod {
    std::string name{};
    double radius = 0;               // m; what would be too thin to be seen is drawn thicker
    std::vector<double> stations{};  // where along the rod the nodes are, 0 at the start to 1 at the end
    RodEnd start{};
    RodEnd end{};
    std::vector<RodShape> shapes{};  // one for every time
  };

  /// A point whose way can be shown.
  struct Trace {
    std::string name{};
    Anchor at{};
    bool shown = false;  // from the beginning
  };

  std::string title{};
  std::vector<double> times{};  // s, strictly increasing
  std::vector<Body> bodies{};
  std::vector<Link> links{};
  std::vector<Joint> joints{};
  std::vector<Rod> rods{};  // not in a planar animation; free ends can leave traces
  std::vector<Trace> traces{};
  bool planar = false;  // in x and y: seen along z, without turning the view
  Vector down{};        // what points down on the page, of any length; zero: −y if planar, else −z
};

inline double length_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}
inline double distance(const Animation::Vector& a, const Animation::Vector& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

struct AnimationOptions {
  std::size_t max_frames = 1000;  // at least 2; more are thinned evenly, the first and the last are kept
};

/// A page of its own with everything inside: it plays from a file, without a network.
std::string animation_page(const Animation& animation, const AnimationOptions& options = {});

/// The same as an element for a larger page, <div>…</div>, without title. It has no ids, so that a page may hold many.
std::string animation_fragment(const Animation& animation, const AnimationOptions& options = {});

}  // namespace oldham
