// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/analysis/verdict.hpp"
#include "oldham/io/json.hpp"

namespace oldham {

/// Adds what a verdict says beside radius and eigenvalues to an answer.
void add_verdict(const CouplingVerdict& verdict, Json& json);

/// "motor 61 %, machine 15 %, shaft (samples) 24 %": the larger ones.
std::string shares_text(const ModeShares& shares);

/// Lines about black boxes and neutral modes, each indented and with an end; none where there is nothing to tell.
std::string evidence_text(const CouplingVerdict& verdict);

}  // namespace oldham
