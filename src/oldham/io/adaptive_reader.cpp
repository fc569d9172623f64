// SPDX-License-Identifier: MIT
#include "oldham/io/adaptive_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/coupling/step_error.hpp"

namespace oldham {
namespace {

// of the step of the scheme, where a file does not say otherwise
constexpr double smallest_share = 1e-2, largest_share = 10;
constexpr double first_share = 1e-4;  // of the simulation

}  // namespace

std::optional<AdaptiveStep> read_adaptive(Reader& scheme, bool corrects, double step, double duration) {
  using Control = AdaptiveStep::Control;
  const bool is_there = scheme.has("adaptive");
  Reader reader = scheme.table("adaptive");
  AdaptiveStep a;
  // corrected steps have no energy left to be judged by
  a.control = reader.choice(
      "control", {{"energy", Control::energy}, {"residual", Control::residual}, {"doubling", Control::doubling}},
      corrects ? Control::residual : Control::energy);
  a.rtol = reader.number("rtol", a.rtol, "", Limits::positive());
  a.atol = reader.number("atol", a.atol, "J", Limits::non_negative());
  if (a.control != Control::energy && reader.has("atol"))
    reader.fail("atol", "it is an energy, and belongs to control = \"energy\"", "leave it out");
  a.smallest = reader.number("smallest", smallest_share * step, "s", Limits::positive());
  a.is_largest_open = !reader.has("largest");
  a.largest = reader.number("largest", largest_share * step, "s", Limits::positive());
  if (a.smallest > a.largest)
    reader.fail("smallest",
                fmt::format("the smallest step ({} s) is longer than the largest ({} s)", a.smallest, a.largest),
                "lower it, or raise largest");
  a.decay = reader.number("decay", a.decay, "s", Limits::non_negative());
  a.grid = reader.number("grid", a.grid, "s", Limits::non_negative());
  if (a.grid > a.largest * (1 + 1e-9))
    reader.fail("grid", fmt::format("no multiple of {} s is as short as the largest step ({} s)", a.grid, a.largest),
                "lower it, or raise largest");
  a.first = std::clamp(std::min(first_share * duration, step), a.smallest, a.largest);
  reader.finish();
  if (!is_there) return {};
  return a;
}

void require_control(const Reader& scheme, const Cosimulation<double>& system, const AdaptiveStep& settings) {
  try {
    const StepError error(system, settings);
  } catch (const Error& refusal) {
    throw Error(refusal.kind(),
                fmt::format("{}: scheme.adaptive: {}", scheme.origin("adaptive").text(), refusal.what()));
  }
}

}  // namespace oldham
