// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "oldham/core/function_ref.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/coupling/step_error.hpp"

// How a run gets from one communication point to the next: by equal steps, or by steps as long as their errors allow.

namespace oldham {

inline constexpr double same_point = 1e-9;  // of a step: what is nearer to a communication point is that point
// of a step: a rest shorter than this is done with the last full step. Alone it would be so short that multipliers
// which correct positions within it are as large as 1/H².
inline constexpr double least_rest = 1e-3;

/// Told of every step that was kept, its end being the state's.
using StepKept = FunctionRef<void(const StepReport& report, const MacroState<double>& state)>;

class EqualSteps {
 public:
  /// A step that a change of a parameter falls into ends there; the next one ends where it would have ended.
  EqualSteps(const RunSettings& settings, const std::vector<ParameterChange>& changes)
      : settings_(settings),
        changes_(changes),
        count_(step_count(settings)),
        begin_(communication_point(settings, 0)) {}

  bool is_done(const MacroState<double>&) const { return n_ >= count_; }
  StepReport advance(Cosimulation<double>& system, MacroState<double>& state, RunSummary& summary, StepKept kept);
  /// Makes steps that only the watch of the settings sees, as many as take next to no time; none where the system or
  /// the settings need more. The report is that of the last one.
  StepReport advance_quietly(Cosimulation<double>& system, MacroState<double>& state, RunSummary& summary,
                             StepKept kept);

 private:
  /// Where a step ends that a subsystem rejected: where that asks for it, as far as it makes sense.
  std::optional<double> other_end(const StepReport& report) const;
  /// s: of the next change of a parameter, or the end. No step goes beyond it.
  double next_stop() const;

  const RunSettings& settings_;
  const std::vector<ParameterChange>& changes_;
  std::size_t next_change_ = 0;
  std::int64_t count_, n_ = 0;
  double begin_;            // s; of step n, or of what is left of it
  std::int64_t quiet_ = 1;  // steps that the next quiet ones may be
};

class AdaptiveSteps {
 public:
  /// Goes on from what the memory remembers; one that has not begun begins at the state.
  AdaptiveSteps(const Cosimulation<double>& system, const MacroState<double>& state, const RunSettings& settings,
                StepMemory& memory);

  bool is_done(const MacroState<double>& state) const;
  StepReport advance_quietly(Cosimulation<double>&, MacroState<double>&, RunSummary&, StepKept) { return {}; }
  /// Steps until one is kept. A step that is not leaves nothing behind but a shorter length for the next one.
  StepReport advance(Cosimulation<double>& system, MacroState<double>& state, RunSummary& summary, StepKept kept);

 private:
  struct Leg {
    double length, end;  // s
    bool is_clipped;     // by something known that comes before the end of the step that was wanted
  };
  Leg next_leg(double time);
  double next_kink(double time, double length);
  double next_change(double time, double length);
  StepReport try_step(Cosimulation<double>& system, MacroState<double>& state, const Leg& leg, RunSummary& summary);
  StepReport try_halves(Cosimulation<double>& system, MacroState<double>& state, const Leg& leg, RunSummary& summary);

  const AdaptiveStep& settings_;
  double start_, end_;  // s
  StepMemory& memory_;
  StepError error_;
  StepLaw law_;
  std::vector<const Equations<double>*> equations_;  // that may tell of kinks
  const KnownSignals<double>& known_;
  const std::vector<ParameterChange>& changes_;
  std::size_t next_change_ = 0;
  double kink_;  // s; the next one
  std::vector<double> peaks_;
  MacroState<double> before_, middle_;
  StepReport middle_report_;
  bool has_middle_ = false;  // a step of two halves was made
};

}  // namespace oldham
