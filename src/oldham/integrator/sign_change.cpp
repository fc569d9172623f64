// SPDX-License-Identifier: MIT
#include "oldham/integrator/sign_change.hpp"

#include <cvode/cvode.h>

namespace oldham::sundials {

double SignChange::pass(void* cvode, double t, N_Vector x, const Functions& functions) {
  double newest = 0;
  require(CVodeGetRootInfo(cvode, directions_.data()), "CVodeGetRootInfo");
  require(CVodeGetCurrentTime(cvode, &newest), "CVodeGetCurrentTime");
  const double found = t;
  for (double ahead = shortest_step({found, 0}); found + ahead < newest; ahead *= 2) {
    functions(t, N_VGetArrayPointer(x), g_.data());
    bool has_passed = true;
    for (std::size_t i = 0; i < g_.size(); ++i)
      has_passed = has_passed && (directions_[i] == 0 || g_[i] * directions_[i] > 0);
    if (has_passed) break;
    t = found + ahead;
    require(CVodeGetDky(cvode, t, 0, x), "CVodeGetDky");
  }
  return t;
}

}  // namespace oldham::sundials
