// SPDX-License-Identifier: MIT
#include "oldham/study/run_verdict.hpp"

#include <utility>

namespace oldham {

std::string_view word_of(RunVerdict::Kind kind) {
  switch (kind) {
    case RunVerdict::Kind::stable:
      return "stable";
    case RunVerdict::Kind::unstable:
      return "unstable";
    case RunVerdict::Kind::too_close:
      return "too-close";
    case RunVerdict::Kind::inconclusive:
      return "inconclusive";
    case RunVerdict::Kind::not_judged:
      return "not-judged";
  }
  return "not-judged";
}

RunVerdict make_run_verdict(CouplingVerdict verdict, bool is_linear) {
  using Kind = RunVerdict::Kind;
  RunVerdict result;
  switch (told_kind(verdict, verdict.spectral_radius <= 1 + default_margin)) {
    case CouplingVerdict::Kind::stable:
      result.kind = Kind::stable;
      break;
    case CouplingVerdict::Kind::unstable:
      result.kind = Kind::unstable;
      break;
    case CouplingVerdict::Kind::too_close:
      result.kind = Kind::too_close;
      break;
    case CouplingVerdict::Kind::inconclusive:
      result.kind = Kind::inconclusive;
      break;
  }
  result.gap = RunVerdict::Gap::none;
  result.step = verdict.step;
  result.is_linear = is_linear;
  result.coupling = std::move(verdict);
  return result;
}

RunVerdict make_gap(RunVerdict::Gap gap, double step) {
  RunVerdict result;
  result.gap = gap;
  result.step = step;
  return result;
}

}  // namespace oldham
