// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/model/registry.hpp"

namespace oldham::crane {

using Point = std::array<double, 2>;

/// The mechanism of both cranes. [Rahikainen2020] section 4.1
struct Mechanism {
  double L = 1.0, Lh = 0.5;                                   // lengths of both links, m
  double m = 200, mp = 250, mh = 100;                         // first link, its tip, tip of the second, kg
  double xB = 0.8660254037844386, yB = 0;                     // foot of the first cylinder, m
  double th10 = 0.5235987755982988, th20 = 4.71238898038469;  // at the start, rad
  double g = 9.81;                                            // m/s²

  /// Distances of the ends of both cylinders at the start.
  double first_length() const;
  double second_length() const;
  /// Forces that hold the crane at rest there: of the first cylinder, and of the second where there is one.
  std::array<double, 2> holding_forces(bool has_second) const;
};

/// A circuit, from pump to cylinder. [Rahikainen2020] table 2, and what it leaves open.
struct Circuit {
  double l10 = 0.05, l20 = 0.25;                   // of the chambers at the start, m
  double ld = 0.008, kd = 1e7, cd = 5e3, c = 1e5;  // end dampers and friction: m, N/m, N s/m, N s/m
  double s0 = 0.5;                                 // m
  double rho = 850, Bo = 1.5e9, Bc = 31.5e9, Bh = 0.15e9;
  double Vh1 = 3.14e-5, Vh2 = 7.85e-5, Vh3 = 7.85e-7;
  double d1 = 0.080, d2 = 0.035;
  double pT = 0.1e6, pP = 7.6e6;
  double Cd = 0.8, Cv = 1.0690e-8, f45 = 35, At = 1.5e-6, delta = 2e4;
  double p20 = 2e6;
  std::vector<Point> U;                                      // command of the valve over time
  double A1 = 0, A2 = 0, Ct = 0, tau = 0, p10 = 0, p30 = 0;  // follow from the others unless given
};

struct Parameters {
  Mechanism mechanism;
  std::vector<Circuit> circuits;  // one or two
};

/// The parameters as `oldham describe` shows them.
std::vector<ParameterHelp> help(int circuits);

Parameters read_parameters(Reader& parameters, int circuits);

}  // namespace oldham::crane
