// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <vector>

#include "oldham/model/rod/rod.hpp"

namespace oldham::test {

inline constexpr rod::Rows3 upright = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
inline constexpr rod::Rows3 along_x = {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};  // a quarter turn about y

inline constexpr rod::EndKind all_kinds[] = {rod::EndKind::free, rod::EndKind::hinged, rod::EndKind::revolute,
                                             rod::EndKind::clamped};

/// The rubber cable of the embedding paper, along x from the origin, without damping, gravity or anything that holds
/// it.
inline rod::RodDescription rubber_cable(int edges) {
  rod::RodDescription description;
  description.name = description.where = "cable";
  description.edges = edges;
  description.length = 1;
  description.section = rod::CircularSection{0.005, 1100, 5e6, 0.5, 0.9};
  description.start.rotation = description.end.rotation = along_x;
  return description;
}

/// The same between two clamps, under its own weight.
inline rod::RodDescription hanging_cable(int edges) {
  rod::RodDescription description = rubber_cable(edges);
  description.gravity = {0, 0, -9.81};
  description.start.kind = description.end.kind = rod::EndKind::clamped;
  description.end.position = {0.7, 0, 0};
  return description;
}

/// A clamped rod along x that bends with unit stiffness and hardly stretches or shears.
inline rod::RodDescription bending_rod(int edges, double torsion = 1) {
  rod::RodDescription description;
  description.name = description.where = "rod";
  description.edges = edges;
  description.length = 1;
  description.section = rod::GeneralSection{{1e8, 1e8, 1e8}, {1, 1, torsion}, 1, {1e-3, 1e-3, 2e-3}};
  description.start.kind = rod::EndKind::clamped;
  description.start.rotation = along_x;
  return description;
}

/// Everything a rod can have, at numbers of about one: differing stiffnesses, damping, natural curvature, every load.
inline rod::RodDescription full_rod(int edges, rod::EndKind start, rod::EndKind end) {
  rod::RodDescription description;
  description.name = description.where = "rod";
  description.edges = edges;
  description.length = 1.5;
  description.section = rod::GeneralSection{{3, 4, 9}, {1.1, 0.7, 0.5}, 1.3, {0.2, 0.3, 0.5}};
  description.strain_retardation = 0.3;
  description.curvature_retardation = 0.7;
  description.gravity = {0.5, -1, -9.81};
  description.natural_curvature = {0.4, -0.3, 0.6};
  description.start.kind = start;
  description.end.kind = end;
  description.loads = {{1, 2, 3}, {-2, 1, 4}, {0.3, 0.2, -1}, {0.5, 0.4, 0.7}, {0.3, -0.6, 0.2}, {0.1, 0.5, -0.3}};
  return description;
}

/// A state far from rest and ends that move, equal for both scalars: multiprecision numbers are the doubles, but for
/// the length of quaternions, which is one to the precision of each.
template <class T>
struct RandomRodState {
  std::vector<T> state;
  rod::RodInputs<T> inputs;

  RandomRodState(const rod::Rod<T>& rod, unsigned seed) : state(rod.natural_state()), inputs(rod.natural_inputs()) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto vector = [&](double scale) -> rod::Vector3<T> {
      const double x = scale * number(random), y = scale * number(random), z = scale * number(random);
      return {T(x), T(y), T(z)};
    };
    const auto shake = [&](T* p) {
      using std::sqrt;
      T square(0);
      for (int i = 0; i < 4; ++i) {
        p[i] = T(to_double(p[i])) + T(0.3 * number(random));
        square += p[i] * p[i];
      }
      for (int i = 0; i < 4; ++i) p[i] /= sqrt(square);
    };
    const auto shake_end = [&](rod::EndMotion<T>& end) {
      T p[4];
      end.p.write(p);
      shake(p);
      end.p = rod::Quaternion<T>::from(p);
      for (int i = 0; i < 3; ++i) end.x[i] = T(to_double(end.x[i]) + 0.1 * number(random));
      end.v = vector(2);
      end.a = vector(2);
      end.w = vector(2);
    };
    for (int e = 0; e < rod.edges(); ++e) shake(rod.frame(state.data(), e));
    for (int n = 0; n <= rod.edges(); ++n)
      for (int i = 0; i < 3; ++i)
        rod.node(state.data(), n)[i] = T(to_double(rod.node(state.data(), n)[i]) + 0.1 * number(random));
    for (int block = 0; block <= 2 * rod.edges(); ++block) {
      const rod::Vector3<T> value = vector(2);
      for (int i = 0; i < 3; ++i) rod.velocity(state.data(), block)[i] = value[i];
    }
    const rod::RodInputs<T> described = rod.described_inputs();
    const rod::EndMotion<T> start = inputs.start, end = inputs.end;
    inputs = described;
    inputs.start = start;
    inputs.end = end;
    shake_end(inputs.start);
    shake_end(inputs.end);
    rod.insert_ends(inputs, state.data());
  }
};

}  // namespace oldham::test
