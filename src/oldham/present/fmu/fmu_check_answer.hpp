// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/present/reply.hpp"

namespace oldham::fmi {

/// One row for each check. `is_cut`: an interruption ended them early.
Reply answer_of(const std::vector<CheckRow>& rows, bool is_cut);

}  // namespace oldham::fmi
