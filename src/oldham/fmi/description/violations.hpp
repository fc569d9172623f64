// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// The rules of the standard that a description does not keep, errors first, in the order of the file; together with
/// what reading it passed over. Nothing here hinders reading, and most of it does not hinder a run.
std::vector<Violation> find_violations(const ModelDescription& description);

}  // namespace oldham::fmi
