// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// A parameter a user may set, as `oldham describe` shows it.
struct ParameterHelp {
  std::string name, unit, fallback, meaning;
};

/// A model that a system file can name.
struct ModelHelp {
  std::string name, summary, default_integrator;
  std::vector<ParameterHelp> parameters;
};
const std::vector<ModelHelp>& model_help();

/// Makes a subsystem of the named model; an unknown model is an error at `where` that lists the near misses.
template <class T>
std::unique_ptr<Subsystem<T>> make_subsystem(std::string_view model, const std::string& name, Reader& parameters,
                                             IntegratorSettings integrator, const std::string& where);

/// The integrator a model has when the file names none.
IntegratorKind default_integrator(std::string_view model);

}  // namespace oldham
