// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/io/json.hpp"
#include "oldham/io/run_check.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham {

/// Adds `verdict`, `alarms` and its notes to what is said about a run.
void add_witness(const RunWitness& witness, Json& json);
Json to_json(const Explanation& explanation);

/// The same beside the results.
void add_witness(const RunWitness& witness, RunRecord& record);
void add_explanation(const Explanation& explanation, RunRecord& record);

}  // namespace oldham
