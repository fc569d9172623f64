// SPDX-License-Identifier: MIT
#include "oldham/study/growth_trial.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "oldham/analysis/watched_samples.hpp"
#include "oldham/core/error.hpp"

namespace oldham {
namespace {

using Clock = std::chrono::steady_clock;
using Growth = GrowthWatch::Growth;
using Outcome = GrowthTrial::Outcome;

// of the rate of the run, within which a trial grows at the same: explicit coupling makes energy in proportion to the
// step, so that half the step halves the rate, and an algebraic loop that multiplies by a number in each step doubles
// it
constexpr double least_same = 0.65, most_same = 1.5;
constexpr int fewest_compared = 3;           // windows that a trial that comes to no end is compared over
constexpr std::int64_t steps_per_look = 16;  // at the clock
constexpr double same_time = 1e-9;           // of a window
constexpr double most_of_rest = 0.6;         // of the time that is left, for one trial
constexpr double other_size = 2;             // of what a trial comes to, where it grows less or more
constexpr int enough_alike = 3;
constexpr double same_point_of_run = 1e-3;  // of its step
const double never = std::numeric_limits<double>::infinity();

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

bool is_same(double share) { return share >= least_same && share <= most_same; }

/// The variations of one variable in the windows of a growth, and in windows as long after them.
class Envelope {
 public:
  explicit Envelope(const Growth& growth) : growth_(growth) {
    constexpr double none = std::numeric_limits<double>::infinity();
    low_.fill(none);
    late_low_.fill(none);
    high_.fill(-none);
    late_high_.fill(-none);
  }

  void add(double time, const double* samples) {
    const double value = samples[growth_.variable];
    if (!std::isfinite(value)) return;
    const double length = growth_.bounds[1] - growth_.bounds[0], slack = same_time * length;
    for (std::size_t k = 0; k < low_.size(); ++k) {
      if (time < growth_.bounds[k] - slack || time > growth_.bounds[k + 1] + slack) continue;
      low_[k] = std::min(low_[k], value);
      high_[k] = std::max(high_[k], value);
    }
    const auto late = static_cast<std::size_t>(std::max(0.0, (time - growth_.bounds.back()) / length));
    if (time <= growth_.bounds.back() || late >= late_low_.size()) return;
    late_low_[late] = std::min(late_low_[late], value);
    late_high_[late] = std::max(late_high_[late], value);
  }

  /// Against that of the run, as far as it was reached.
  Outcome compare(double reached, bool has_diverged) const {
    const double slack = same_time * (growth_.bounds[1] - growth_.bounds[0]);
    int last = -1;
    while (last + 1 < GrowthWatch::windows - 1 && growth_.bounds[last + 3] <= reached + slack) ++last;
    if (last < fewest_compared) return has_diverged ? Outcome::more : Outcome::unknown;
    bool is_equal = true;
    for (int k = 0; k <= last; ++k) is_equal = is_equal && at(k) == growth_.envelope[k];
    if (is_equal) return Outcome::same_bits;
    const double grown = std::log(growth_.envelope[last] / growth_.envelope[0]);
    // without a beginning to compare with, the size decides
    const double share =
        at(0) > 0 ? std::log(at(last) / at(0)) / grown : 1 + std::log(at(last) / growth_.envelope[last]) / grown;
    // what becomes as large at another time is the same event, seen later or sooner
    double peak = 0;
    for (int k = 0; k <= last; ++k) peak = std::max(peak, at(k));
    for (std::size_t k = 0; k < late_low_.size(); ++k) peak = std::max(peak, late_high_[k] - late_low_[k]);
    const double size = peak / growth_.envelope[last];
    if (share < least_same && size < 1 / other_size) return Outcome::less;
    if (share > most_same && (has_diverged || size > other_size)) return Outcome::more;
    return Outcome::same;
  }

 private:
  double at(int k) const { return std::max({variation(k), variation(k + 1), 0.0}); }
  double variation(int k) const { return growth_.weight(k) * (high_[k] - low_[k]); }

  const Growth& growth_;
  std::array<double, GrowthWatch::windows> low_, high_;
  std::array<double, late_windows> late_low_, late_high_;
};

/// How much alternating variables differ from one communication point of the run to the next, in a trial.
class PointDifferences {
 public:
  explicit PointDifferences(const GrownRun& run) : run_(run), all_(run.alternations.size()) {}

  void add(double time, const double* samples) {
    if (all_.empty()) return;
    const double point = (time - run_.alternations.front().begin) / run_.step;
    if (std::abs(point - std::round(point)) > same_point_of_run) return;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const auto& alternation = run_.alternations[i];
      const double value = samples[alternation.variable];
      if (time > alternation.begin + run_.step / 2 && time < alternation.end + run_.step / 2) {
        all_[i].sum += std::abs(value - all_[i].last);
        ++all_[i].count;
      }
      all_[i].last = value;
    }
  }

  Outcome compare() const {
    Outcome outcome = Outcome::unknown;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].count < fewest_points) continue;
      const double share = all_[i].sum / all_[i].count / run_.alternations[i].difference;
      if (share < least_same) return Outcome::less;
      outcome = Outcome::same;
    }
    return outcome;
  }

 private:
  static constexpr int fewest_points = 16;
  struct Sum {
    double sum = 0, last = 0;
    int count = 0;
  };
  const GrownRun& run_;
  std::vector<Sum> all_;
};

/// Of a run that ended before windows could show how it grew.
Outcome compare_ends(const GrownRun& run, const RunSummary& summary, double start, bool grows) {
  if (summary.status == RunSummary::Status::completed) return grows ? Outcome::unknown : Outcome::less;
  if (summary.status != RunSummary::Status::diverged) return Outcome::unknown;
  const double share = (run.until - start) / std::max(summary.time - start, std::numeric_limits<double>::min());
  return is_same(share) ? Outcome::same : Outcome::more;
}

Outcome compare_variable(const Growth& growth, const Envelope& envelope, const std::vector<Growth>& own,
                         const RunSummary& summary) {
  const Outcome outcome = envelope.compare(summary.time, summary.status == RunSummary::Status::diverged);
  if (outcome == Outcome::same_bits) return outcome;
  // what excites itself may begin at another time, from what rounding left
  for (const Growth& other : own)
    if (other.variable == growth.variable && is_same(other.rate() / growth.rate())) return Outcome::same;
  return outcome;
}

}  // namespace

GrowthTrial try_change(const SchemeChange& change, ReadyRun ready, const GrownRun& run, double seconds,
                       const std::atomic<bool>* interrupted) {
  GrowthTrial trial{.change = change};
  std::atomic<bool> is_over = false;
  ready.settings.interrupted = &is_over;
  ready.settings.end = run.until;
  ready.settings.all_outputs_from = &never;
  WatchedSamples watched(*ready.system);
  GrowthWatch watch(growth_settings(ready.settings, watched.count()));
  std::vector<Envelope> envelopes;
  for (const Growth& growth : run.growths) envelopes.emplace_back(growth);
  PointDifferences differences(run);
  const auto begin = Clock::now();
  const RunSummary summary = oldham::run(*ready.system, ready.state, ready.settings, [&](const MacroState<double>& at) {
    const double* const samples = watched.read(at);
    watch.observe(at.time, samples);
    // windows with other points in them would have other bits
    const double point = run.spacing > 0 ? (at.time - ready.settings.start) / run.spacing : 0;
    if (std::abs(point - std::round(point)) < same_point_of_run)
      for (Envelope& envelope : envelopes) envelope.add(at.time, samples);
    differences.add(at.time, samples);
    if (at.steps % steps_per_look != 0) return;
    is_over = seconds_since(begin) > seconds || (interrupted && interrupted->load(std::memory_order_relaxed));
  });
  trial.time = summary.time;
  trial.diverged = summary.status == RunSummary::Status::diverged;
  if (summary.status == RunSummary::Status::failed) trial.problem = summary.reason;
  const std::vector<Growth> own = watch.growths();
  trial.grows = !own.empty();
  if (!run.alternations.empty())
    trial.outcome = differences.compare();
  else if (run.growths.empty())
    trial.outcome = compare_ends(run, summary, ready.settings.start, trial.grows);
  if (run.growths.empty() || !trial.problem.empty()) return trial;
  std::vector<Outcome> all;
  for (std::size_t i = 0; i < run.growths.size(); ++i) {
    all.push_back(compare_variable(run.growths[i], envelopes[i], own, summary));
    if (all[i] == Outcome::less || all[i] == Outcome::more) trial.differing.push_back(run.growths[i].variable);
    if (all[i] == Outcome::same) trial.alike.push_back(run.growths[i].variable);
  }
  // one variable that differs is enough; of those that do not, each must have been seen
  for (const Outcome outcome : {Outcome::more, Outcome::less, Outcome::unknown, Outcome::same, Outcome::same_bits})
    if (std::ranges::find(all, outcome) != all.end()) {
      trial.outcome = outcome;
      break;
    }
  return trial;
}

GrowthOwner find_owner(std::span<const GrowthTrial> trials) {
  using Kind = SchemeChange::Kind;
  bool is_alike = false, is_open = false;
  for (const GrowthTrial& trial : trials) {
    const bool is_step = trial.change.kind == Kind::step;
    if (!is_step && trial.change.kind != Kind::schedule) continue;
    // what the system does every schedule shows; one that shows more may be less stable itself
    // where one step grows alike, another that grows as well, only less, shows a solution that depends on the step
    const bool is_doubtful = is_alike && trial.outcome == Outcome::less && trial.grows;
    if (is_step ? trial.differs() && !is_doubtful : trial.outcome == Outcome::less) return GrowthOwner::coupling;
    // bits that another step does not change are those of an FMU with a grid: no witness. Those that another schedule
    // does not change are fed back to nobody
    is_alike = is_alike || (is_step ? trial.outcome == Outcome::same : trial.outcome == Outcome::same_bits);
    is_open = is_open || (!is_step && trial.outcome == Outcome::unknown);
  }
  return is_alike && !is_open ? GrowthOwner::system : GrowthOwner::unknown;
}

GrowthInquiry inquire(const GrownRun& run, const std::vector<SchemeChange>& changes,
                      const std::function<ReadyRun(std::size_t)>& make, double seconds,
                      const std::atomic<bool>* interrupted) {
  GrowthInquiry inquiry;
  const auto begin = Clock::now();
  int alike = 0;
  bool has_cure = false;
  for (std::size_t i = 0; i < changes.size() && !has_cure; ++i) {
    const double left = seconds - seconds_since(begin);
    if (changes[i].kind == SchemeChange::Kind::correction && inquiry.owner == GrowthOwner::system) break;
    inquiry.has_run_out = inquiry.has_run_out || left <= 0;
    if (left <= 0 || (interrupted && *interrupted)) break;
    GrowthTrial trial{.change = changes[i]};
    try {
      trial = try_change(changes[i], make(i), run, most_of_rest * left, interrupted);
    } catch (const Error& error) {
      trial.problem = error.what();
    }
    const bool is_cut = trial.problem.empty() && !trial.diverged && trial.time < run.until * (1 - same_time);
    inquiry.has_run_out = inquiry.has_run_out || is_cut;
    alike += (trial.outcome == Outcome::same || trial.outcome == Outcome::same_bits) &&
             trial.change.kind != SchemeChange::Kind::correction;
    has_cure = trial.cures();
    inquiry.trials.push_back(std::move(trial));
    inquiry.owner = find_owner(inquiry.trials);
    // two runs may grow alike as both are far outside the stable range, or as an FMU makes the same steps in both
    if (inquiry.owner == GrowthOwner::system && alike >= enough_alike) break;
  }
  return inquiry;
}

}  // namespace oldham
