// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "oldham/fmi/import/fmi3_functions.hpp"
#include "oldham/fmi/import/variable_batch.hpp"

// The thirteen types of FMI 3.0. Nothing is answered where the library lacks the function.

namespace oldham::fmi {

std::optional<fmi3Status> get_part3(const Functions3& functions, fmi3Instance instance, const VariableBatch::Part& part,
                                    double* row);
std::optional<fmi3Status> set_part3(const Functions3& functions, fmi3Instance instance, const VariableBatch::Part& part,
                                    const double* row);
std::optional<fmi3Status> set_values3(const Functions3& functions, fmi3Instance instance, const Variable& variable,
                                      const Values& values);
std::optional<fmi3Status> get_values3(const Functions3& functions, fmi3Instance instance, const Variable& variable,
                                      std::size_t count, Values& values);

}  // namespace oldham::fmi
