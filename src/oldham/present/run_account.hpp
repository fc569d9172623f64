// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "oldham/core/function_ref.hpp"
#include "oldham/core/value.hpp"
#include "oldham/io/json.hpp"
#include "oldham/io/run_check.hpp"
#include "oldham/io/run_record.hpp"

// A run from the check before it to the explanation after it, as every front end answers with it.

namespace oldham {

/// A system that is ready to run, with the verdict of the check before it.
struct CheckedSystem {
  System<double> system;
  RunVerdict verdict;
  std::string warning;  // of an unstable coupling; empty: none
};
/// Builds the system of a tree. `checks`: the coupling is assessed; otherwise the verdict says that it was not.
CheckedSystem build_checked(const Value& root, bool checks, const std::atomic<bool>* interrupted);

/// What is known of a run beside its results.
struct RunFindings {
  RunWitness witness;
  std::optional<Explanation> explanation;
};
/// Other runs show what made something grow or diverge; without `root` they are not made. `begins` is called before
/// them.
RunFindings examine_run(const Value* root, RunVerdict verdict, const System<double>& system, const RecordedRun& done,
                        const std::atomic<bool>* interrupted, FunctionRef<void()> begins = {});

/// Adds verdict, alarms, notes and explanation to the answer and to the record.
void add_findings(const RunFindings& findings, Json& json, RunRecord& record);

/// Adds a note to both.
void add_note(std::string_view note, Json& json, RunRecord& record);
/// Adds the warning of the check before the run to both; nothing where it is empty. In the answer it is a note, and has
/// a member of its own name.
void add_warning(std::string_view warning, Json& json, RunRecord& record);

}  // namespace oldham
