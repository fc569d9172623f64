// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/core/outcome.hpp"
#include "oldham/model/rod/rod.hpp"

namespace oldham::rod {

struct StaticOptions {
  double tolerance = 1e-12;       // on the last correction: rad, and lengths over that of the rod
  int iterations = 40;            // of Newton's method, per point of a path
  double largest_turn = 0.3;      // of an edge by one correction, rad; lengths over that of the rod alike
  double largest_distance = 0.5;  // between neighbouring points of a path, likewise
  double smallest_stride = 1e-3;  // of a path, over the length of a leg; below it the rod is let go
};

struct StaticReport {
  StepOutcome outcome;
  int iterations = 0;     // of Newton's method, all together
  int points = 0;         // of the path
  int releases = 0;       // times the branch ended and the rod was let go to find another
  double correction = 0;  // the last one
};

/// Newton's method for the equilibrium near a state, with bounded corrections. Velocities become those of the inputs.
template <class T>
StaticReport solve_equilibrium(const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state,
                               const StaticOptions& options = {});

/// Goes down from a state to a stable equilibrium, as a rod does that is let go in syrup:
///   (M/τ² − ∂f/∂q) d = f,   with τ growing as f falls.
/// Where it comes to an unstable one, as an upright column is, it is pushed a little along the motion that grows
/// fastest; always to the same side.
template <class T>
StaticReport relax(const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state,
                   const StaticOptions& options = {});

/// Follows the equilibrium along a path of inputs, whose first point must be where the state rests, in strides short
/// enough to stay on its branch. Every point is stable: where the branch is not any more, the rod is let go. Frames of
/// ends turn the short way from point to point.
template <class T>
StaticReport follow_equilibrium(const Rod<T>& rod, const std::vector<RodInputs<T>>& path, std::vector<T>& state,
                                const StaticOptions& options = {});

/// The path that is meant when none is given: from the natural shape, with its ends held where they are, loads and
/// gravity first, then the ends to their places, through given points where there are any. So a slack cable sags and
/// does not buckle.
template <class T>
std::vector<RodInputs<T>> default_path(const Rod<T>& rod, const std::vector<PathPoint>& through = {});

/// The same path with a tenth of the loads, which are added at its end.
template <class T>
std::vector<RodInputs<T>> eased_path(const std::vector<RodInputs<T>>& path);

/// Whether moments act that keep their direction in space: they have no energy, and make the stiffness unsymmetric.
template <class T>
bool has_moments(const RodInputs<T>& inputs);

/// What is wrong with a rod whose smallest cosine is negative.
template <class T>
std::string too_coarse(const Rod<T>& rod);

/// The inputs between two points, share in [0, 1].
template <class T>
RodInputs<T> between(const RodInputs<T>& from, const RodInputs<T>& to, const T& share);

}  // namespace oldham::rod
