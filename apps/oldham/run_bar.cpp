// SPDX-License-Identifier: MIT
#include <algorithm>

#include "oldham/coupling/run.hpp"
#include "oldham/report/judge_step.hpp"
#include "run_one.hpp"

namespace oldham::app {

RunBar::RunBar(const System<double>& system, const RunPages& wanted, bool is_shown)
    : cosimulation(*system.cosimulation),
      counts_steps(!system.adaptive),
      start(system.start),
      span(system.end - system.start),
      interval(system.output_interval),
      whole(counts_steps ? static_cast<double>(step_count({system.start, system.end, system.step})) : span),
      pages(wanted),
      progress("run", whole, {.enabled = is_shown, .unit = counts_steps ? "steps" : "s"}) {}

void RunBar::update(const MacroState<double>& at, double columns) {
  if (at.steps < next_) return;
  // asking the clock takes as long as some steps: about once in a millisecond is enough
  constexpr double often = 1e-3;  // s
  constexpr std::int64_t longest = 4096;
  const double now = progress.elapsed();
  stride_ = now - last_ < often ? std::min(longest, 2 * stride_) : std::max<std::int64_t>(1, stride_ / 2);
  next_ = at.steps + stride_;
  last_ = now;
  const double simulated = at.time - start, made = static_cast<double>(at.steps);
  progress.update(counts_steps ? made : simulated);
  // as many as the steps so far let expect
  const double rows = simulated > 0 ? made * span / simulated : 0;
  if (pages.report && made > 0) pages.judging = seconds_to_judge(cosimulation, now / made);
  progress.expect(pages.seconds(interval > 0 ? std::min(rows, span / interval) : rows, columns));
}

}  // namespace oldham::app
