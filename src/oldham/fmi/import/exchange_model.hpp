// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "oldham/fmi/import/fmu_ports.hpp"
#include "oldham/fmi/import/instance.hpp"

namespace oldham::fmi {

/// A call that an instance did not answer well; thrown, for it may have to pass a solver.
struct Refusal {
  std::string what;  // "does not ..."
  Status status = Status::error;
};

/// What an instance for model exchange computes:
///   x' = f(t, x, u),   y = h(t, x, u),   event indicators z = g(t, x, u)
/// All functions throw refusals.
class ExchangeModel {
 public:
  ExchangeModel(const ModelDescription& description, const FmuPorts& ports);

  int states() const { return states_; }
  int indicators() const { return indicators_; }
  std::size_t output_count() const { return ports_.outputs.size(); }
  const std::vector<std::size_t>& discrete_ports() const { return discrete_.ports; }
  /// Nothing in it changes at events only, as far as the description tells.
  bool is_smooth() const { return is_smooth_; }

  /// Where f, h and g are evaluated. Inputs that are discrete stay as they are.
  void place(Instance& instance, double t, std::span<const double> x, std::span<const double> u);
  void derivatives(Instance& instance, std::span<double> dx) const;
  void indicators(Instance& instance, std::span<double> z) const;
  void outputs(Instance& instance, std::span<double> y) const;

  /// Refuses an instance whose sizes are not those of the description.
  void check_sizes(Instance& instance) const;
  /// Continuous states and their nominal values as they are.
  void read_states(Instance& instance, std::span<double> x) const;
  bool read_nominals(Instance& instance, std::span<double> nominals) const;  // false: it does not tell them

  /// At the end of a solver's step.
  struct StepEnd {
    bool needs_event = false, asks_to_end = false;
  };
  StepEnd complete_step(Instance& instance) const;
  /// The inputs that only change in event mode.
  void set_discrete_inputs(Instance& instance, std::span<const double> u);
  void enter_event_mode(Instance& instance) const;
  /// From event mode to continuous-time mode; what was told in all rounds together.
  EventResult settle_event(Instance& instance) const;

 private:
  static void set_selected(Instance& instance, PortSelection& selection, std::span<const double> u);

  const FmuPorts& ports_;
  int states_ = 0, indicators_ = 0;
  bool is_smooth_ = true;
  PortSelection continuous_, discrete_;
};

}  // namespace oldham::fmi
