// SPDX-License-Identifier: MIT
#include "oldham/present/text/pace_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oldham/core/few_digits.hpp"

namespace oldham {

std::string duration_text(double seconds, std::string_view micro) {
  const double size = std::abs(seconds);
  if (size >= 1 || size == 0) return few_digits(seconds, 3) + " s";
  if (size >= 1e-3) return fmt::format("{:.3g} ms", 1e3 * seconds);
  return fmt::format("{:.3g} {}", 1e6 * seconds, micro);
}

std::string misses_text(const PaceResult& pace, std::string_view micro) {
  const PaceRule rule{.factor = pace.factor};
  const std::string limit =
      pace.tolerance ? duration_text(*pace.tolerance, micro)
                     : fmt::format("{} and {:g} % of the step", duration_text(rule.tolerance, micro), 100 * rule.share);
  std::string text = fmt::format("{} of {} deadlines missed (later than {})", pace.misses(), pace.deadlines, limit);
  if (pace.misses() == 0) return text;
  return text + fmt::format(": {} as the step was not ready, {} as the system woke the run too late", pace.overruns,
                            pace.late_wakeups);
}

std::string percentiles_text(const Durations& durations, std::string_view micro) {
  return fmt::format("{} (p50), {} (p99), {} at most", duration_text(durations.p50, micro),
                     duration_text(durations.p99, micro), duration_text(durations.largest, micro));
}

std::string grants_text(const RealTimeGrants& grants) {
  std::string text = grants.policy;
  if (grants.priority > 0) text += fmt::format(", priority {}", grants.priority);
  if (!grants.why_ordinary.empty()) text += fmt::format(" (SCHED_FIFO {})", grants.why_ordinary);
  text += grants.is_locked ? "; memory locked" : fmt::format("; memory not locked ({})", grants.why_not_locked);
  return text;
}

std::string pace_text(const PaceResult& pace) {
  std::string text = fmt::format(
      "  pace      {}{}\n", pace.factor == 1 ? "" : fmt::format("{:g} x real time; ", pace.factor), misses_text(pace));
  text += fmt::format("  lateness  {}\n", percentiles_text(pace.lateness));
  text += fmt::format("  computing {} per step; busy {:.2g} % of the time\n", percentiles_text(pace.computing),
                      100 * pace.load);
  return text + fmt::format("  real time {}\n", grants_text(pace.grants));
}

}  // namespace oldham
