// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/io/json.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham {

/// What the record beside the results of a run says, with the member names of the answer of that run. Samples, errors
/// and outputs are not in it.
Json to_json(const RunRecord& record);

}  // namespace oldham
