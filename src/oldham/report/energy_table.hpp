// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/io/run_record.hpp"

namespace oldham {

/// The energy balance of a run as HTML: a row for each subsystem and one for the system, then all lines.
std::string energy_html(const RunRecord::Energy& energy);

}  // namespace oldham
