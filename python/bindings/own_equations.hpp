// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/integrator/integrator.hpp"
#include "own_description.hpp"

namespace oldham::python {

/// A Python object with the equations x' = f(t, x, u), y = h(t, x, u), solved by an integrator of the engine. With the
/// lock held.
std::unique_ptr<Subsystem<double>> make_own_equations(OwnInstance instance, const IntegratorSettings& integrator);

}  // namespace oldham::python
