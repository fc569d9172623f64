// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/coupling/coupled_equations.hpp"

namespace oldham {

struct EquilibriumReport {
  std::string trouble;    // empty when it was found
  int iterations = 0;     // of Newton's method
  int worst_state = -1;   // whose rate is furthest from zero, where that is the trouble
  double correction = 0;  // the last one, relative
};

/// Newton's method for f(t, x) = 0 of a coupled system, constraints fulfilled, from x. Corrections are the shortest
/// that do it, so that what has no effect (lengths of quaternions) stays as it is, and are cut where they do not help:
///   |J⁺ f(x + α d)| ≤ (1 − α/2) |d|,   the natural monotonicity test of [Deuflhard2004]
EquilibriumReport find_equilibrium(const CoupledEquations<double>& equations, double t, std::vector<double>& x);

}  // namespace oldham
