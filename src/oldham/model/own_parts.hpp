// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/interface/interface_equations.hpp"
#include "oldham/subsystem/subsystem.hpp"

// Models and laws that a program adds to those that are built in, so that system files can name them. They exist in
// double precision only.

namespace oldham {

struct OwnModel {
  /// The one it has where a file names none; absent: it steps itself, and a file cannot name any.
  std::optional<IntegratorKind> integrator;
  std::function<std::unique_ptr<Subsystem<double>>(const std::string& name, Reader& parameters,
                                                   const IntegratorSettings& integrator)>
      make;
};

struct OwnLaw {
  /// Makes equations that read this many outputs and determine this many coupling variables.
  std::function<std::shared_ptr<const InterfaceEquations<double>>(int arguments, int variables, Reader& parameters)>
      make;
};

/// Takes the place of one of the same name that was added before. What is built in cannot be replaced.
void add_own_model(const std::string& name, OwnModel model);
void add_own_law(const std::string& name, OwnLaw law);

/// Null where nobody added one of that name.
std::shared_ptr<const OwnModel> find_own_model(std::string_view name);
std::shared_ptr<const OwnLaw> find_own_law(std::string_view name);
std::vector<std::string> own_model_names();
std::vector<std::string> own_law_names();

}  // namespace oldham
