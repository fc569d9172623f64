// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/io/run_check.hpp"

// What there is to say about a run beside its results, in words: the same in the terminal, in JSON and on pages.

namespace oldham {

/// "the 4.58 Hz mode between 'chassis' and 'wheel' grows at 3 /s".
std::string reason_of(const RunVerdict& verdict);

std::string text_of(const Alarm& alarm);

/// Growth that is not the coupling's, and bonds that are missing.
std::vector<std::string> notes_of(const RunWitness& witness);
/// The block of a system file that declares it.
std::string block_of(const MissingBond& bond);

/// "completed", or "completed with an alarm".
std::string state_of(std::string_view status, const std::vector<Alarm>& alarms);

/// Lines of an answer about whether the results can be right, each with its label.
std::string witness_text(const RunWitness& witness, const std::optional<Explanation>& explanation = {});

/// Lines without labels; the first words of each say what it is about.
std::vector<std::string> lines_of(const Explanation& explanation);

}  // namespace oldham
