// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/preflight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "oldham/analysis/identification/own_grid.hpp"
#include "oldham/analysis/identification/probe.hpp"
#include "oldham/analysis/identification/rollback_audit.hpp"
#include "oldham/analysis/identification/smoothness.hpp"
#include "oldham/core/error.hpp"

namespace oldham {
namespace {

constexpr int longest_replay = 200;  // steps that are made again only to see whether they come out the same
constexpr int run_length = 6;        // of a run that is compared with itself
constexpr int composed_steps = 4;    // in a row that are made of shorter ones

const char* const promise_needed =
    "depends on a promise: its steps are others when it is not told that no earlier state will be set, as in corrected "
    "schemes";

// which of both, their answers do not tell
const char* const does_not_compose = "steps do not compose, as with an adaptive solver or one step of its own per step";

class Examination {
 public:
  Examination(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length,
              const PreflightSettings& settings)
      : subsystem_(subsystem), point_(point), step_length_(step_length), settings_(settings) {
    const SubsystemDescription& description = subsystem.description();
    outputs_ = select_ports(settings.outputs, description.output_count());
    disturbance_.inputs = select_ports(settings.inputs, description.input_count());
    disturbance_.all_inputs = description.input_count();
    for (int input : disturbance_.inputs)
      disturbance_.size.push_back(0.01 * (std::abs(point.inputs[input]) +
                                          size_of_input(description.boundary->inputs, settings.amplitudes, input)));
  }

  Preflight make() {
    if (!can_step()) return std::move(found_);
    look_at_rollback();
    look_at_replay();
    found_.can_return = found_.by_restoring || (point_.has_record && found_.deterministic);
    if (!found_.can_return) return std::move(found_);
    look_at_advance();
    Probe probe(subsystem_, point_, manner());
    look_at_grid(probe);
    look_at_composition(probe);
    look_at_smoothness(probe);
    count(probe);
    return std::move(found_);
  }

 private:
  bool can_step();
  void look_at_rollback();
  RollbackAudit audit_with(bool is_promised);
  void look_at_replay();
  void look_at_advance();
  bool advances();
  void look_at_grid(Probe& probe);
  void look_at_composition(Probe& probe);
  void look_at_smoothness(Probe& probe);
  void tell(std::string_view text) { found_.findings.emplace_back(text); }
  void count(const Probe& probe) {
    found_.steps += probe.steps();
    found_.seconds += probe.seconds();
  }
  ProbeManner manner() const {
    return {found_.by_restoring ? ProbeManner::Return::restore : ProbeManner::Return::replay, found_.is_promised};
  }
  Trajectory run_from_point(Probe& probe) {
    std::vector<ProbeStep> steps;
    for (int k = 0; k < run_length; ++k) steps.push_back({step_length_, disturbance_.at(k)});
    return probe.run(steps);
  }
  /// As in a run that goes forward only, if it is promised; a new beginning is bound by no earlier promise.
  Trajectory replay(bool is_promised) {
    Probe probe(subsystem_, point_, {ProbeManner::Return::replay, is_promised});
    Trajectory run = run_from_point(probe);
    count(probe);
    return run;
  }
  bool may_replay() const {
    return point_.has_record && (!point_.snapshot || static_cast<int>(point_.record.size()) <= longest_replay);
  }

  Subsystem<double>& subsystem_;
  const OperatingPoint& point_;
  double step_length_;
  const PreflightSettings& settings_;
  std::vector<int> outputs_;
  Disturbance disturbance_;
  bool takes_other_lengths_ = true;
  Rows forward_;  // from the point, replayed
  Rows first_;    // from the point, by restoring
  Preflight found_;
};

bool Examination::can_step() {
  if (!point_.snapshot && !point_.has_record) {
    found_.can_return = false;
    tell("no way back: the operating point has neither a snapshot nor a record of the steps that led there");
    return false;
  }
  if (!may_replay()) return true;  // seen with the rollback
  const Trajectory run = replay(true);
  forward_ = run.outputs;
  found_.trouble = run.trouble;
  if (!run.trouble.empty()) tell("cannot be stepped: " + run.trouble);
  return run.trouble.empty();
}

void Examination::look_at_rollback() {
  if (!subsystem_.description().capabilities.rollback) {
    tell("no rollback: its state cannot be saved, so that every probe begins anew");
    return;
  }
  if (!point_.snapshot) {
    found_.rollback = RollbackHabit::fails;
    found_.rollback_difference = std::numeric_limits<double>::infinity();
    tell("wrong rollback: it declares that its state can be saved, but does not save it");
    return;
  }
  const RollbackAudit audit = audit_with(false);
  if (audit.habit == RollbackHabit::fails)
    tell(audit.trouble.empty()
             ? fmt::format("wrong rollback: made again from a saved state, steps differ by {:.2g} of what its outputs "
                           "move by",
                           audit.difference)
             : "wrong rollback: " + audit.trouble);
  if (audit.habit == RollbackHabit::newest_only)
    tell("wrong rollback: of two saved states only the one that was saved last comes back");
  if (audit.habit == RollbackHabit::within_tolerance)
    tell(
        fmt::format("inexact rollback: made again from a saved state, steps differ by {:.2g} of what its outputs move "
                    "by",
                    audit.difference));
  if (audit.habit == RollbackHabit::not_informative)
    tell("silent: its outputs do not change, so that its rollback cannot be judged");
}

RollbackAudit Examination::audit_with(bool is_promised) {
  Probe probe(subsystem_, point_, {ProbeManner::Return::restore, is_promised});
  RollbackAudit audit = audit_rollback(probe, step_length_, disturbance_, outputs_, settings_.tolerance);
  found_.rollback = audit.habit;
  found_.rollback_difference = audit.difference;
  found_.by_restoring = audit.habit != RollbackHabit::fails && audit.habit != RollbackHabit::newest_only;
  found_.is_promised = is_promised || !found_.by_restoring;
  takes_other_lengths_ = audit.takes_other_lengths;
  if (found_.by_restoring) first_ = run_from_point(probe).outputs;
  count(probe);
  return audit;
}

void Examination::look_at_replay() {
  if (!point_.has_record || (found_.by_restoring && !may_replay())) return;
  if (forward_.empty()) forward_ = replay(true).outputs;
  const auto differ = [&](const Rows& a, const Rows& b) { return compare_runs(a, b, outputs_); };
  found_.replay_difference = differ(forward_, found_.by_restoring ? first_ : replay(true).outputs);
  if (found_.by_restoring && found_.replay_difference > settings_.tolerance &&
      differ(first_, replay(false).outputs) <= settings_.tolerance) {
    tell(promise_needed);
    audit_with(true);
    found_.replay_difference = differ(forward_, found_.by_restoring ? first_ : replay(true).outputs);
  }
  found_.deterministic = found_.replay_difference <= settings_.tolerance;
  if (found_.replay_difference > 0)
    tell(fmt::format("not reproducible: begun anew, the same steps differ by {:.2g} of what its outputs move by",
                     found_.replay_difference));
}

void Examination::look_at_advance() {
  found_.advances = advances();
  if (!found_.advances && !found_.is_promised) {
    audit_with(true);
    found_.advances = advances();
    if (found_.advances) tell(promise_needed);
  }
  if (!found_.advances) tell("does not advance: every step begins where the one before began");
}

bool Examination::advances() {
  Probe probe(subsystem_, point_, manner());
  // inputs changed and held: what has memory goes on moving
  const std::vector<double> change = disturbance_.at(0);
  const auto run = [&](double length, int steps) {
    return probe.run(std::vector<ProbeStep>(steps, {length, change})).outputs;
  };
  probe.go_back(step_length_);
  const std::vector<double> at_point = probe.read_outputs();
  const Rows rows = run(step_length_, 3);
  const bool is_moving = rows.size() < 3 || !is_standing(rows, outputs_);  // what is wrong the identification will say
  // without memory the length of a step makes no difference; with one that is lost it does
  const Rows half = is_moving ? Rows{} : run(step_length_ / 2, 1);
  count(probe);
  found_.changes = is_moving || !is_standing({at_point, rows[0]}, outputs_) || !is_standing(first_, outputs_);
  return half.empty() || std::none_of(outputs_.begin(), outputs_.end(), [&](int i) {
           const double moved = std::abs(rows[0][i] - at_point[i]);
           return std::abs(half[0][i] - rows[0][i]) > std::max(1e-6 * moved, 1e-12 * std::abs(rows[0][i]));
         });
}

void Examination::look_at_grid(Probe& probe) {
  if (settings_.grid) {
    found_.grid = settings_.grid;
  } else {
    const GridSearch search = find_own_grid(probe, step_length_, disturbance_.at(0), outputs_);
    takes_other_lengths_ = takes_other_lengths_ && search.trouble.empty();
    if (search.grid) {
      found_.grid = search.grid->step;
      found_.grid_error = search.grid->error;
    }
  }
  if (!found_.grid) return;
  found_.on_grid = found_.fits(step_length_);
  tell(fmt::format("own grid: it makes steps of {:.6g} s of its own{}", *found_.grid,
                   found_.on_grid ? "" : fmt::format(", of which {:.6g} s is no multiple", step_length_)));
}

void Examination::look_at_composition(Probe& probe) {
  if (disturbance_.inputs.empty()) return;
  // parts of the step; where there is a grid multiples of it, since a part may be off the grid
  const double whole = found_.grid || !takes_other_lengths_ ? 4 * step_length_ : step_length_;
  // steps under other inputs each, from where the ones before lead; small ones as well: a solver may err by a share of
  // values, whatever they change by
  const auto follow_changes = [&](int parts, double size) {
    std::vector<ProbeStep> steps;
    for (int k = 0; k < composed_steps * parts; ++k) {
      steps.push_back({whole / parts, disturbance_.at(10 + k / parts)});
      for (double& change : steps.back().change) change *= size;
    }
    Trajectory run = probe.run(steps);
    return run.trouble.empty() ? std::move(run.outputs) : Rows{};
  };
  const std::array<int, 3> all_parts = {1, 2, 4};
  std::array<Rows, 3> held;
  for (std::size_t n = 0; n < held.size(); ++n) held[n] = follow_changes(all_parts[n], 0);
  for (const double size : {1.0, 0.01}) {
    const Rows one = follow_changes(1, size);
    for (std::size_t n = 1; n < held.size(); ++n) {
      const Rows many = follow_changes(all_parts[n], size);
      if (one.empty() || many.empty() || held[0].empty() || held[n].empty()) {
        found_.composition = std::numeric_limits<double>::infinity();
        tell("takes steps of one length only: maps of other lengths cannot be made of its map");
        return;
      }
      const int parts = all_parts[n];
      for (int i : outputs_) {
        double answer = 0, difference = 0, level = 0;
        for (int k = 0; k < composed_steps * parts; ++k) {
          // within the step, too: what has died away at its end is rounded as it was before
          const double moved = many[k][i] - held[n][k][i];
          answer = std::max(answer, std::abs(moved));
          level = std::max(level, std::abs(many[k][i]));
          if ((k + 1) % parts != 0) continue;
          const int step = k / parts;
          difference = std::max(difference, std::abs(one[step][i] - held[0][step][i] - moved));
        }
        const double rounding = std::numeric_limits<double>::epsilon();
        const double least = std::max(1e5 * rounding * level, std::numeric_limits<double>::min());
        found_.composition = std::max(found_.composition, difference / std::max(answer, least));
      }
    }
  }
  if (!found_.composes())
    tell(fmt::format("{}: one of {:.6g} s and several of the same length together differ by {:.2g}", does_not_compose,
                     whole, found_.composition));
}

void Examination::look_at_smoothness(Probe& probe) {
  // jumps that are large show in steps that do not compose
  if (disturbance_.inputs.empty() || !found_.composes()) return;
  found_.jumps = find_jumps(probe, step_length_, disturbance_.at(0), outputs_);
  if (found_.jumps > 0)
    tell(
        fmt::format("answers jump, as with an adaptive solver or iterations that end at a tolerance: by {:.1g} of what "
                    "small changes of inputs change them by",
                    found_.jumps));
}

}  // namespace

bool Preflight::fits(double step_length) const {
  if (!grid) return true;
  const double ratio = step_length / *grid, whole = std::round(ratio);
  return whole >= 1 && std::abs(ratio - whole) <= 1e-6 + ratio * grid_error / *grid;
}

Preflight examine(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length,
                  const PreflightSettings& settings) {
  return Examination(subsystem, point, step_length, settings).make();
}

}  // namespace oldham
