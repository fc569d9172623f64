// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/analysis/one_step_map.hpp"
#include "oldham/analysis/spectrum.hpp"

namespace oldham {

/// How much of a mode one entry of the vector is: with the right and left eigenvectors T v = λ v, w T = λ w,
///
///   p_k = |w_k v_k| / Σ |w_i v_i|
///
/// which no choice of units changes.
struct Participation {
  std::vector<double> shares;  // one per entry, their sum is 1
  double condition = 1;        // |w| |v| / |w v|: how much an error of the matrix moves λ, entries weighing alike
};

/// Of an eigenvalue of a row-major n x n matrix.
Participation compute_participation(const std::vector<double>& matrix, int n, const Eigenvalue<double>& eigenvalue);

/// A part of a mode by the name of what carries it.
struct Share {
  std::string name;
  double share = 0;
};

/// Who carries a mode: states by subsystem, samples by coupling variable; all together are 1.
struct ModeShares {
  std::vector<Share> subsystems, variables;  // in the order of the system
  std::vector<Share> carriers;  // subsystems, with the samples of what they put out; largest first
};
ModeShares share_mode(const Cosimulation<double>& system, const Participation& participation);

/// "the 41.6 Hz mode between `crane` and `controller`".
std::string name_mode(const ModeShares& shares, const Eigenvalue<double>& eigenvalue, double step_length);

/// |arg λ|/(2π H).
double mode_frequency(const Eigenvalue<double>& eigenvalue, double step_length);

}  // namespace oldham
