// SPDX-License-Identifier: MIT
#include "oldham/io/advice/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"

namespace oldham::advice {
namespace {

constexpr double safe_share = 0.8;        // of the largest stable step
constexpr double after_divergence = 0.7;  // of a step that did not run
constexpr double much_dearer = 3;         // than the best: not followed to the end
constexpr double clearly_cheaper = 1.03;
constexpr double hopeless = 4;       // times dearer than the best, at the step in use
constexpr double considering = 0.5;  // of the time that is left, before those in the line are tried
constexpr int most_tries = 7;
constexpr int shown = 5;                // entries with measured errors, as long as half of the budget is left
constexpr double estimated_steps = 25;  // that a first estimate of the cost is made of
constexpr double cost_power = 0.7;      // of the step: micro steps cost the same with any

}  // namespace

void Search::drop(Item& item, Standing standing, std::string reason) {
  item.entry.standing = standing;
  item.entry.reason = std::move(reason);
  item.is_out = true;
  item.is_done = false;
}

void Search::consider(const Candidate& candidate) {
  if (!seen_.insert(candidate).second || setup_.budget.is_over()) return;
  Item item;
  item.entry.candidate = candidate;
  item.entry.label = describe(setup_.choices, candidate);
  try {
    item.entry.settings = settings_of(setup_.root, setup_.choices, candidate);
    item.tree = changed(setup_.root, item.entry.settings);
    const System<double> system = build_system<double>(item.tree, {.threads = 1});
    item.order = system.cosimulation->scheme().order + 1;
    // judging takes a step for every state: not where even much longer steps would not pay
    item.step = setup_.own_step;
    if (estimate(item); item.bound > hopeless * best_cost()) {
      drop(item, Standing::misses, fmt::format("costs more than {:g} times as much as the best", hopeless));
      if (std::isfinite(item.bound)) item.entry.cost = item.bound;
      items_.push_back(std::move(item));
      return;
    }
    Limit& limit = item.entry.limit;
    limit = limit_of(item);
    if (limit.is_predicted && !limit.largest && !limit.is_cut) {
      drop(item, Standing::unstable, why_unstable(limit));
    } else {
      if (!limit.is_predicted) item.entry.reason = limit.why_not;
      item.step = round_step(limit.largest ? std::min(safe_share * *limit.largest, setup_.longest) : setup_.own_step);
      estimate(item);
      drop_twin(item);
    }
  } catch (const Error& error) {
    drop(item, Standing::refused, error.what());
  }
  items_.push_back(std::move(item));
}

void Search::estimate(Item& item) {
  const double end = std::min(setup_.window, setup_.start + estimated_steps * item.step);
  const Trial trial = try_run(item.tree, {item.step, end, 0, {}}, nullptr, setup_.budget);
  ++runs_;
  item.bound = trial.cost.value_or(std::numeric_limits<double>::infinity());
  item.outputs = trial.outputs;
}

void Search::consider(const std::vector<Candidate>& candidates) {
  const double least = (1 - considering) * setup_.budget.left();
  for (const Candidate& candidate : candidates) {
    if (setup_.budget.left() < least) return;
    consider(candidate);
  }
}

void Search::drop_twin(Item& item) {
  // a key that has no effect here makes a twin: the same steps to the last bit
  for (const Item& other : items_)
    if (!item.outputs.empty() && other.step == item.step && other.entry.limit.largest == item.entry.limit.largest &&
        other.outputs == item.outputs) {
      drop(item, Standing::refused, fmt::format("the same as {}", other.entry.label));
      return;
    }
}

void Search::add_own(const Candidate& own, const Trial& trial, const Limit& limit) {
  seen_.insert(own);
  Item item;
  item.entry.candidate = own;
  item.entry.label = describe(setup_.choices, own);
  item.entry.limit = limit;
  item.tree = setup_.root;
  item.step = trial.step;
  item.bound = trial.cost.value_or(std::numeric_limits<double>::infinity());
  if (trial.error) {
    item.measured.push_back({trial.step, *trial.error});
    item.entry.error = trial.error;
    item.entry.rms = trial.rms, item.entry.worst = trial.worst;
  }
  const bool is_good = trial.is_completed && trial.error && *trial.error <= setup_.accuracy;
  if (is_good) {
    item.is_done = true;
    item.entry.cost = trial.cost;
    item.entry.standing = Standing::reaches;
  } else if (limit.is_predicted && !limit.largest && !limit.is_cut) {
    drop(item, Standing::unstable, why_unstable(limit));
  } else {
    // with another step it may do
    seen_.erase(own);
    consider(own);
    return;
  }
  items_.push_back(std::move(item));
}

double Search::best_cost() const {
  double best = std::numeric_limits<double>::infinity();
  for (const Item& item : items_)
    if (item.is_done) best = std::min(best, item.bound);
  return best;
}

double Search::worth_of(const Item& item) const {
  if (!item.is_done) return best_worth * item.bound;
  return item.entry.error ? worth(item.bound, *item.entry.error, setup_.accuracy) : item.bound;
}

Search::Item* Search::cheapest(bool undone_only) {
  Item* found = nullptr;
  for (Item& item : items_)
    if (!item.is_out && !(undone_only && item.is_done) && (found == nullptr || worth_of(item) < worth_of(*found)))
      found = &item;
  if (undone_only || found == nullptr) return found;
  // what was measured wins over what may be a little cheaper
  for (Item& item : items_)
    if (item.is_done && !item.is_out && worth_of(item) <= clearly_cheaper * worth_of(*found) && !found->is_done)
      found = &item;
  return found;
}

void Search::shorten(Item& item, double step, const char* because) {
  const double shorter = round_step(step);
  if (shorter < setup_.least_step * (1 - 1e-9)) {
    wants_finer_reference_ = true;
    drop(item, Standing::misses, fmt::format("{}; a shorter step would be below that of the reference", because));
    return;
  }
  if (item.tries >= most_tries || shorter < 1e-4 * setup_.own_step) {
    drop(item, Standing::misses, because);
    return;
  }
  item.bound *= std::pow(item.step / shorter, cost_power);
  item.step = shorter;
  item.is_done = false;
}

void Search::attempt(Item& item) {
  const double best = best_cost();
  ++item.tries;
  ++runs_;
  const double limit = std::isfinite(best) ? much_dearer * best : 0;
  Trial trial;
  try {
    trial = try_run(item.tree, {item.step, setup_.window, limit, {}}, setup_.reference, setup_.budget);
  } catch (const Error& error) {
    drop(item, Standing::refused, error.what());  // with this step
    return;
  }
  if (trial.is_cut) {
    if (setup_.budget.is_over()) return;
    item.entry.cost = trial.cost;
    drop(item, Standing::misses, "costs more than three times as much as the best");
    return;
  }
  if (!trial.is_completed) {
    item.failed = std::min(item.failed, item.step);
    shorten(item, after_divergence * item.step, "did not run with any step that was tried");
    return;
  }
  item.bound = trial.cost.value_or(item.bound);
  item.ran = std::max(item.ran.value_or(0), item.step);
  const bool is_better = !item.entry.error || (trial.error && *trial.error < *item.entry.error);
  if (is_better) {
    item.entry.error = trial.error;
    item.entry.rms = trial.rms, item.entry.worst = trial.worst;
    item.entry.cost = trial.cost;
    item.entry.step = item.step;
  }
  if (!trial.error) {
    drop(item, Standing::unproven, "its error is not known");
    return;
  }
  if (*trial.error <= setup_.accuracy * (1 + 1e-9)) {
    item.is_done = true;
    item.entry.standing = Standing::reaches;
    item.entry.error = trial.error;
    item.entry.rms = trial.rms, item.entry.worst = trial.worst;
    item.entry.cost = trial.cost;
    return;
  }
  item.measured.push_back({item.step, *trial.error});
  if (const std::optional<double> next = next_step(item.measured, setup_.accuracy, item.order))
    shorten(item, *next, "not as precise with any step that was tried");
  else
    drop(item, Standing::misses, "its error does not fall with the step any more");
}

void Search::work() {
  int done = 0;
  if (!can_compare()) return;
  while (!setup_.budget.is_over()) {
    Item* item = cheapest(false);
    if (item == nullptr) return;
    if (item->is_done && !item->is_judged_again) {
      judge_again(*item);
      continue;
    }
    if (item->is_done && !item->is_expanded) {
      item->is_expanded = true;
      const Candidate centre = item->entry.candidate;  // items move while the line grows
      consider(neighbours(setup_.choices, centre));
      continue;
    }
    if (!item->is_done) {
      attempt(*item);
      continue;
    }
    // the best is known; some more for the table
    done = static_cast<int>(std::ranges::count_if(items_, [](const Item& i) { return i.is_done; }));
    item = cheapest(true);
    if (item == nullptr || done >= shown || setup_.budget.left() < setup_.budget.seconds() / 2) return;
    attempt(*item);
  }
}

std::vector<Entry> Search::entries() const {
  std::vector<Entry> list;
  for (const Item& item : items_) {
    Entry entry = item.entry;
    doubt(entry.limit, item.ran, item.failed);
    if (item.is_done || !entry.step) entry.step = item.step > 0 ? std::optional(item.step) : std::nullopt;
    if (!item.is_done && !item.is_out) {
      entry.standing = entry.error ? Standing::misses : Standing::untried;
      if (!entry.error && std::isfinite(item.bound)) entry.cost = item.bound;
      if (entry.reason.empty())
        entry.reason = entry.error                ? "not followed further"
                       : !can_compare()           ? "not run: errors are not known"
                       : entry.cost < best_cost() ? "not run: the budget was spent"
                                                  : "estimated: at its longest step no cheaper than the best";
    }
    if (entry.step) entry.settings.push_back({"scheme.step", Value(*entry.step)});
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace oldham::advice
