// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

namespace oldham {

/// How outputs answered to pulses in the first of K macro steps.
struct PulseResponses {
  std::vector<Eigen::MatrixXd> steps;  // K of them: behind step k, output i to a pulse in coefficient j
  Eigen::VectorXd floor;               // per output: what rounding makes of an answer
};

/// Outputs whose answers stand out of the noise.
std::vector<int> find_telling(const PulseResponses& responses);

/// A run that no map was made from: pulses in every coefficient of every step.
struct ValidationRun {
  Eigen::MatrixXd inputs;   // coefficients x K, in units of the pulses
  Eigen::MatrixXd outputs;  // outputs x K, as differences from the run without pulses
  Eigen::VectorXd scale;    // per output: what errors are compared with
};

/// x' = a x + b α, y' = c x + d α, with α in units of the pulses.
struct Realised {
  Eigen::MatrixXd a, b, c, d;
};

/// State space maps of every order from one singular value decomposition of the Hankel matrix of pulse responses M_k:
///
///   H0_ij = M_{1+i+j} = U Σ Vᵀ,   H1_ij = M_{2+i+j},   a = Σ^−½ Uᵀ H1 V Σ^−½,   b, c: the first blocks of Σ^½ Vᵀ, U
///   Σ^½
///
/// [Juang1985], with Σ shared evenly; i and j run over few indices where K is large, but the shift stays one step.
class Realisation {
 public:
  Realisation(const PulseResponses& responses, int most_states);
  int most_states() const { return most_states_; }  // that stand out of the noise
  Realised make(int order) const;

 private:
  Eigen::VectorXd row_scale_, column_scale_;
  Eigen::MatrixXd first_, u_, v_, shifted_;
  Eigen::VectorXd sigma_;
  int most_states_ = 0;
};

/// The largest relative error of each output.
Eigen::VectorXd find_errors(const Realised& map, const ValidationRun& run);

/// Times the error of the best map: up to here another may be the right one as well.
inline constexpr double hardly_worse = 4;

/// A map of one order, and how well it predicts a run.
struct RatedMap {
  Realised map;
  int order = 0;
  double residual = 0;          // v
  double telling_residual = 0;  // of outputs that answer, alone
};
/// The smallest order that predicts the run nearly as well as the best one does; and another that is hardly worse: one
/// with fewer states, else the one that is best.
struct ChosenOrder : RatedMap {
  std::optional<RatedMap> second{};
};
ChosenOrder choose_order(const Realisation& realisation, const ValidationRun& run, const PulseResponses& responses);

}  // namespace oldham
