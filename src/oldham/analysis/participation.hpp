// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "oldham/analysis/one_step_map.hpp"
#include "oldham/analysis/spectrum.hpp"

namespace oldham {

/// How much of a mode one entry of the vector is: with the right and left eigenvectors T v = μ v, w T = μ w,
///
///   p_k = |w_k v_k| / Σ |w_i v_i|
///
/// which no choice of units changes; nor does it change the condition.
struct Participation {
  std::vector<double> shares;                  // one per entry, their sum is 1
  std::vector<std::complex<double>> products;  // w_k v_k / Σ w_i v_i
  double condition = 1;  // |w| |T| |v| / |w v|: how much more μ moves than the entries of T, relatively
};

/// Of an eigenvalue of a row-major n x n matrix.
Participation compute_participation(const std::vector<double>& matrix, int n, const Eigenvalue<double>& eigenvalue);

/// A part of a mode by the name of what carries it.
struct Share {
  std::string name;
  double share = 0;
};

/// Who carries a mode: states by subsystem, samples by coupling variable; all together are 1. Of what belongs together
/// the products are added before their magnitude is taken, so that it makes no difference by which states a subsystem
/// is described.
struct ModeShares {
  std::vector<Share> subsystems, variables;  // in the order of the system
  std::vector<Share> carriers;               // subsystems, with the samples of what they put out; largest first
};
ModeShares share_mode(const Cosimulation<double>& system, const Participation& participation);

/// "the 41.6 Hz mode between `crane` and `controller`".
std::string name_mode(const ModeShares& shares, const Eigenvalue<double>& eigenvalue, double step_length);

/// |arg μ|/(2π H).
double mode_frequency(const Eigenvalue<double>& eigenvalue, double step_length);

}  // namespace oldham
