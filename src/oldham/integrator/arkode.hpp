// SPDX-License-Identifier: MIT
#pragma once

#include <arkode/arkode_erkstep.h>

#include "oldham/integrator/sundials.hpp"

namespace oldham {

/// ARKODE of SUNDIALS: an embedded explicit Runge-Kutta pair with step size control.
class Arkode {
 public:
  Arkode(const IntegratorSettings& settings, int size);
  Arkode(const Arkode&) = delete;
  Arkode& operator=(const Arkode&) = delete;

  StepOutcome integrate(const Ode<double>& ode, Interval<double> interval, double* x);

 private:
  using Memory = sundials::Owned<void*, &ERKStepFree>;

  sundials::Problem problem_;
  sundials::Context context_;
  sundials::Vector state_;
  Memory memory_;  // last: refers to all of the above
};

}  // namespace oldham
