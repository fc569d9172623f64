// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/interface_jacobian.hpp"
#include "oldham/coupling/scheme.hpp"

namespace oldham {

/// Drives the residual r = z − G(z) of a macro step to zero, or decides that it is good enough.
template <class T>
class Corrector {
 public:
  Corrector(const Scheme& scheme, const Assembly<T>& assembly, const Plan<T>& plan)
      : correction_(scheme.correction), jacobian_(assembly, plan, scheme) {}

  /// Forgets what belongs to the previous step, takes over what the state remembers.
  void begin_step(const CorrectorMemory<T>& memory);

  enum class Verdict { done, go_on, exhausted };
  Verdict examine(int corrections, double residual);

  /// Improves z. Returns an empty string, or why it cannot.
  std::string correct(const StepContext<T>& context, std::span<const T> r, std::span<T> z);

  /// What the next step may reuse.
  void end_step(CorrectorMemory<T>& memory) const;

 private:
  std::string correct_newton(const StepContext<T>& context, std::span<T> z);
  void relax(std::span<T> z);
  bool has_sensitivities_for(const StepContext<T>& context) const;

  Correction correction_;
  InterfaceJacobian<T> jacobian_;
  CorrectorMemory<T> memory_;
  bool is_fresh_ = false;  // the sensitivities were computed in this step
  T relaxation_ = T(0);
  std::vector<T> r_, previous_r_, solved_, change_;
  double last_residual_ = 0, previous_residual_ = 0;
  double best_ = 0;  // smallest residual of this step
  int stalls_ = 0;   // verdicts in a row without progress
};

}  // namespace oldham
