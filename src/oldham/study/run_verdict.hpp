// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "oldham/analysis/verdict.hpp"

namespace oldham {

/// What the check before a run found out about its coupling.
struct RunVerdict {
  enum class Kind { stable, unstable, too_close, inconclusive, not_judged };
  /// Why it was not judged.
  enum class Gap {
    none,
    switched_off,     // the check was not wanted
    nothing_coupled,  // there is no coupling
    too_long,         // it would take too long beside the run
    interrupted,
    steps_vary,  // the longest one is unstable, and the error may keep steps shorter
    failed       // with `problem`
  };
  Kind kind = Kind::not_judged;
  Gap gap = Gap::switched_off;
  double step = 0;                            // s: the step judged; of steps that choose their length, the longest
  bool is_linear = false;                     // else linearised at the start
  bool is_limited = false;                    // stable, as no step is as long as one that is not
  double seconds = 0;                         // that it would take; 0: not known
  std::string problem{};                      // of one that failed
  std::optional<CouplingVerdict> coupling{};  // what it rests on
};

/// "too-close", "not-judged", ...: as JSON has it.
std::string_view word_of(RunVerdict::Kind kind);

RunVerdict make_run_verdict(CouplingVerdict verdict, bool is_linear);
RunVerdict make_gap(RunVerdict::Gap gap, double step);

}  // namespace oldham
