// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/io/advice/search.hpp"
#include "oldham/io/run_check.hpp"

// Whether what a search found is stable.

namespace oldham::advice {
namespace {

constexpr double limit_share = 0.04;       // of the budget, for the largest step of one candidate
constexpr double after_instability = 0.7;  // of a step that is unstable
constexpr double safe_share_along = 0.8;   // of the smallest limit along a run

}  // namespace

Limit Search::limit_of(const Item& item) {
  if (setup_.limits != nullptr)
    if (const auto known = setup_.limits->find(item.entry.candidate); known != setup_.limits->end())
      return known->second;
  // cut short, a scan still shows up to which step there is no limit
  const Budget slice(std::min(setup_.budget.left(), limit_share * setup_.budget.seconds()), setup_.budget.flag());
  const Limit limit =
      find_limit(item.tree, {setup_.own_step, setup_.longest, setup_.growth + setup_.tolerated, setup_.boxes}, slice);
  if (setup_.limits != nullptr) (*setup_.limits)[item.entry.candidate] = limit;
  return limit;
}

/// At its step. Probes of the file's FMUs serve for all schemes, and not for other settings of the FMUs.
CouplingVerdict Search::verdict_of(const Item& item) {
  const auto is_of_subsystem = [](const Setting& setting) { return setting.path.starts_with("subsystem."); };
  if (std::ranges::none_of(item.entry.settings, is_of_subsystem)) {
    setup_.boxes->enough = false;
    return setup_.boxes->judge.judge(item.tree, item.step, false);
  }
  int fmus = 0;
  return CouplingJudge(with_fragile_fmus_isolated(item.tree, fmus)).judge(item.tree, item.step, false);
}

void Search::forget_error(Item& item) {
  item.entry.standing = Standing::untried;
  item.entry.error.reset();
  item.entry.rms.reset();
}

/// What nobody knows to be stable is not recommended. Compared with the monolithic solution a run is evidence enough.
bool Search::is_proven(Item& item) {
  if (setup_.reference != nullptr && setup_.reference->is_exact) return true;
  using Kind = CouplingVerdict::Kind;
  std::string why = item.entry.limit.why_not.empty() ? "it could not be assessed" : item.entry.limit.why_not;
  if (setup_.boxes == nullptr) {
    if (item.entry.limit.is_predicted) return true;
  } else {
    try {
      const CouplingVerdict verdict = verdict_of(item);
      if (verdict.kind == Kind::stable || verdict.kind == Kind::too_close || verdict.follows) return true;
      if (verdict.kind == Kind::unstable) {
        forget_error(item);
        shorten(item, after_instability * item.step, "unstable at the steps that were tried");
        return false;
      }
      why = verdict.reason;
    } catch (const Error& error) {
      why = error.what();
    }
  }
  drop(item, Standing::unproven, fmt::format("its stability is not known: {}", why));
  return false;
}

void Search::judge_again(Item& item) {
  if (!is_proven(item)) return;
  item.is_judged_again = true;
  // black boxes are known where they start
  if (setup_.at.empty() || setup_.boxes != nullptr || !item.entry.limit.largest) return;
  ++runs_;
  const Trial trial = try_run(item.tree, {item.step, setup_.window, 0, setup_.at}, nullptr, setup_.budget);
  const Value tree = changed(item.tree, {{"scheme.step", Value(item.step)}});
  System<double> system = build_system<double>(tree, {.threads = 1});
  const LimitsAlong along = find_limits_along(*system.cosimulation, trial.states,
                                              {item.step, setup_.longest, setup_.tolerated}, setup_.budget);
  if (along.smallest && *along.smallest < *item.entry.limit.largest)
    item.entry.reason = fmt::format("largest step at t = {:.3g} s", along.time_of_smallest);
  narrow(item.entry.limit, along);
  if (*item.entry.limit.largest >= item.step) return;
  forget_error(item);
  shorten(item, safe_share_along * *item.entry.limit.largest, "no step that is stable all the way was found");
}

}  // namespace oldham::advice
