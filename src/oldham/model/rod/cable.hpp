// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <numbers>
#include <optional>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/model/registry.hpp"

namespace oldham::cable {

using Numbers3 = std::array<double, 3>;
using Rows3 = std::array<Numbers3, 3>;

/// A rubber cable between a wall and a mechanism of three joints with coordinates η: a cart along x, a link that hangs
/// from it by a hinge about y, a body that hangs from the link by a hinge about the link's x axis. Cable and coupling:
/// [Schneider2017]; the numbers of the mechanism are chosen here.
struct Parameters {
  int N = 20;                       // edges of the cable
  double L = 1, r = 0.005;          // length and radius, m
  double rho = 1100;                // kg/m³
  double E = 5e6, nu = 0.5;         // Pa
  std::optional<double> kappa;      // shear correction; none: that of a circle
  double tauG = 1e-3, tauK = 1e-2;  // retardation times, s
  double inertia_scale = 1;         // of the cable; its weight stays
  Numbers3 m{0.1, 0.1, 0.4};        // cart, link, body, kg
  double l2 = 0.25, s3 = 0.05;      // length of the link; centre of the body below its hinge, m
  Numbers3 rc{0, 0, -0.12};         // where the body holds the cable, from its hinge, m
  Numbers3 I2{}, I3{};              // about the centres, own axes, kg m²; follow from masses unless given
  Numbers3 c{20, 0.5, 0.5};         // springs, free of force at η = 0: N/m, N m/rad
  Numbers3 d{1, 0.02, 0.02};        // dampers: N s/m, N m s/rad
  Numbers3 eta0{0.05, 0.3, 0.4};    // at the start, at rest: m, rad
  Numbers3 wall_x{0.6, 0.1, -0.2};  // where the wall holds the end of the cable, m
  // its frame there as rows, R_y(π/6); the third column is the tangent
  Rows3 wall_R = {{{std::numbers::sqrt3 / 2, 0, 0.5}, {0, 1, 0}, {-0.5, 0, std::numbers::sqrt3 / 2}}};
  static constexpr double g = 9.81;  // along −z, m/s²
};

Parameters read_parameters(Reader& parameters);

/// The parameters as `oldham describe` shows them.
std::vector<ParameterHelp> help();

/// The subsystem `mechanism`, as an entry of a system file: bodies `cart`, `link` and `body`, joints `rail`, `hip` and
/// `knee` that publish their coordinates, and the frame `clamp` with axes R_c = R_3 R_y(π), so that the cable leaves
/// along −z of the body. The six inputs of the frame are left to who holds the cable there.
Value make_mechanism(const Parameters& parameters, double micro_step);

/// eta1 .. eta3, etadot1 .. etadot3.
void publish_coordinates(Value::Table& publish);

}  // namespace oldham::cable
