// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace oldham::rod {

// A rod as a file gives it, in SI units. Components 1 and 2 are bending and shear, 3 is torsion and extension: the
// third director is the normal of the cross section.

using Numbers3 = std::array<double, 3>;
using Rows3 = std::array<Numbers3, 3>;

/// A full circle of one material.
struct CircularSection {
  double radius = 0;                       // m
  double density = 0;                      // kg/m³
  double young = 0;                        // E, Pa
  double poisson = 0;                      // ν
  std::optional<double> shear_correction;  // k; none: that of [Cowper1966], 6 (1 + ν) / (7 + 6 ν)
};

/// Any section, by its stiffnesses along the directors.
struct GeneralSection {
  Numbers3 strain_stiffness{};     // k G A₁, k G A₂, E A, N
  Numbers3 curvature_stiffness{};  // E I₁, E I₂, G J, N m²
  double mass = 0;                 // per length, kg/m
  Numbers3 inertia{};              // per length, ρ I₁, ρ I₂, ρ (I₁ + I₂), kg m
};

/// What holds an end. A hinge is spherical: it holds the place and lets the rod turn. A revolute one lets it turn about
/// an axis only.
enum class EndKind { free, hinged, revolute, clamped };

/// Whether the frame of such an end matters.
constexpr bool holds_frame(EndKind kind) { return kind == EndKind::revolute || kind == EndKind::clamped; }

/// An end and the frame it has at the start. The third column of the rotation points along the rod, from start to end.
struct EndDescription {
  EndKind kind = EndKind::free;
  bool driven = false;                                   // its motion, or what acts on a free one, are inputs
  Numbers3 position{};                                   // m
  Numbers3 axis = {0, 1, 0};                             // of a revolute hinge, in the frame; of any length
  Rows3 rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows; columns are the directors
};

/// Loads that keep their direction in space.
struct LoadDescription {
  Numbers3 start_force{}, end_force{};    // on the end nodes, N
  Numbers3 start_moment{}, end_moment{};  // on the first and the last edge, N m
  Numbers3 force_per_length{};            // N/m
  Numbers3 moment_per_length{};           // N
};

/// Where a rod is when it begins. The equilibrium is the one that is reached from the natural shape: loads first, then
/// the ends along the path.
enum class InitialShape { equilibrium, natural };

/// Where the ends are on the way to their places.
struct PathPoint {
  EndDescription start, end;
};

struct RodDescription {
  std::string name, where;
  int edges = 20;
  double length = 1;  // m
  std::variant<CircularSection, GeneralSection> section;
  double strain_retardation = 0;     // τ_Γ, s
  double curvature_retardation = 0;  // τ_K, s
  double inertia_scale = 1;          // of masses and moments of inertia; the weight stays
  Numbers3 gravity{};                // m/s²
  Numbers3 natural_curvature{};      // κ₁, κ₂ and twist without load, 1/m
  EndDescription start, end;         // a free start, too, has a frame: where the rod begins before it is loaded
  LoadDescription loads;
  InitialShape initial = InitialShape::equilibrium;
  std::vector<PathPoint> path;
  std::vector<Numbers3> velocities;  // at the start: of all nodes, m/s; none: at rest
  std::vector<Numbers3> spins;       // of all edges, along their directors, rad/s
  bool publish_nodes = true;         // whether places of nodes and frames of edges are outputs

  /// Whether nothing holds it.
  bool is_loose() const { return start.kind == EndKind::free && end.kind == EndKind::free; }
};

}  // namespace oldham::rod
