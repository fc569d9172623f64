// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "oldham/core/error.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"
#include "oldham/subsystem/ode_subsystem.hpp"

namespace oldham {

/// A model value as a subsystem: linear ones may be propagated exactly, every other gets its integrator.
template <class T, class Model>
std::unique_ptr<Subsystem<T>> with_integrator(const std::string& name, std::shared_ptr<const Boundary> boundary,
                                              Model model, const IntegratorSettings& integrator) {
  if constexpr (Model::is_linear) {
    if (integrator.kind == IntegratorKind::exact)
      return std::make_unique<LinearSubsystem<T>>(name, std::move(boundary), model.linear_equations(),
                                                  model.parameters());
  }
  try {
    return std::make_unique<OdeSubsystem<T, Model>>(name, std::move(boundary), std::move(model), integrator);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("subsystem '{}': {}", name, error.what()));
  }
}

}  // namespace oldham
