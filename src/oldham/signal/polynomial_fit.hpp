// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace oldham {

/// The polynomials through samples at rising θ, one row of inputs for each, as coefficients of an input signal:
///   u_i(θ) = Σ_p c[p][i] θ^p
/// Answers with their degree. Differences that the rounding of the samples explains are none, so that samples of a
/// polynomial of a low degree give one of that degree, and samples that do not change give themselves.
int fit_polynomials(std::span<const double> theta, std::span<const double> samples, std::vector<double>& coefficients);

}  // namespace oldham
