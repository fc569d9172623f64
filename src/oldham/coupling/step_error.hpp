// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/step_control.hpp"

namespace oldham {

/// Measures the error of a step in units of what is allowed: ε.
///
/// energy: with δP_k as the loop measures it at bond k, and P̂_k the power that passes there, its peaks held,
///   P_k = max(|y_a·y_b|, (|P_a| + |P_b|)/2),   P̂_k ← max(P̂_k e^{−H/T_d}, P_k)
///   ε = √( mean_k (H δP_k / (atol + rtol P̂_k H_max))² )
/// The scale depends neither on δP nor on H, so that ε ∝ H² for held inputs, whatever the units and sizes. What was
/// held at zero makes no power, however wrong it is: where the answers carry more than twice the power of what was
/// used, the difference is the error.
///
/// residual, doubling: with ŵ the coupling variables as predicted, or after one step in place of two halves,
///   ε = max_j |w_j − ŵ_j| / (rtol · peak_j)
class StepError {
 public:
  /// Refuses a control that has nothing to measure or cannot be carried out.
  StepError(const Cosimulation<double>& system, const AdaptiveStep& settings);

  /// All subsystems can be brought back, so that a step may be made again.
  bool can_reject() const { return can_reject_; }
  /// q of ε ∝ H^q.
  double order() const { return order_; }
  std::vector<double> first_peaks(const MacroState<double>& state) const;

  /// Before a step.
  void predict(const MacroState<double>& state, double length);
  /// What the coupling variables are compared with, in place of the prediction.
  void expect(const double* samples) { expected_.assign(samples, samples + expected_.size()); }
  /// After it; `peaks` become those of its end.
  double measure(const MacroState<double>& state, double length, std::vector<double>& peaks) const;

 private:
  struct Powers {
    double throughput = 0;  // P_k
    double missed = 0;      // what was answered beyond what was used
  };
  Powers powers_of(std::size_t bond, const MacroState<double>& state) const;
  double energy_error(const MacroState<double>& state, double length, std::vector<double>& peaks) const;
  double sample_error(const MacroState<double>& state, double length, std::vector<double>& peaks) const;

  const Cosimulation<double>& system_;
  AdaptiveStep settings_;
  bool can_reject_ = true;
  double order_ = 2;
  Reconstruction<double> reconstruction_;
  std::vector<double> expected_;
  std::vector<int> compared_;  // variables
};

}  // namespace oldham
