// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oldham/fmi/import/exchange_model.hpp"
#include "oldham/fmi/import/fmu_subsystem.hpp"
#include "oldham/fmi/import/step_response.hpp"
#include "oldham/fmi/import/stop_time.hpp"
#include "oldham/integrator/arkode.hpp"
#include "oldham/integrator/event_integrator.hpp"

namespace oldham::fmi {

/// An FMU that tells its derivatives and events and leaves solving to us: CVODE, started anew with every macro step and
/// behind every event. Where there are none, a Runge-Kutta pair is tried before it: a macro step is short beside the
/// motion mostly, one step of the sixth order then costs less than the start of a multistep method, and is more exact.
class ModelExchangeFmu final : public FmuSubsystem, private Equations<double>, private StepSensitivity<double> {
 public:
  ModelExchangeFmu(std::string name, std::shared_ptr<const Fmu> fmu, FmuSettings settings);

  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final;
  void read_state(std::span<double> x) const final;
  void write_state(std::span<const double> x) final;
  const Equations<double>* equations() const final { return description_.capabilities.equations ? this : nullptr; }
  /// None where the FMU declares directional derivatives and refuses to tell them.
  StepSensitivity<double>* step_sensitivity() final;

  /// Handled since initialisation, without the first.
  long event_count() const { return standing_.events; }

 private:
  static constexpr double never = std::numeric_limits<double>::infinity();
  /// Where it stands besides time and inputs; the instance itself may have been moved by whoever evaluates equations.
  struct Standing {
    std::vector<double> x;
    std::vector<double> discrete;                    // inputs, as they were given last
    double next_event = never, last_event = -never;  // s
    long events = 0;
    bool asks_to_end = false;
  };

  void after_initialization(Instance& instance) const final;
  void set_inputs_now(Instance& instance, std::span<const double> u) final;
  void place_instance(Instance& instance) const final;
  void save_more(std::vector<double>& values) const final;
  void restore_more(std::span<const double> values) final;
  void restore_parameters(std::size_t applied) final;
  Course change_parameters(const Interval<double>& step);
  void settle_parameters(Instance& instance);
  bool saves_itself() const final { return !fmu().interface().can_get_and_set_state && model_.is_smooth(); }

  int equation_size() const final { return model_.states(); }
  bool has_linear_outputs() const final { return false; }
  void read_equation_state(std::span<double> x) const final { read_state(x); }
  std::vector<int> velocity_of() const final;
  void derivative(const double& t, std::span<const double> x, std::span<const double> u,
                  std::span<double> dx) const final;
  void output(const double& t, std::span<const double> x, std::span<const double> u, std::span<double> y) const final;
  bool output_rate(const double&, std::span<const double>, std::span<const double>, std::span<const double>,
                   std::span<const double>, std::span<double>) const final {
    return false;
  }
  double next_kink(const double& t) const final { return standing_.next_event > t ? standing_.next_event : never; }
  void respond(const Interval<double>& step, const InputSignal<double>& direction, std::span<double> dy,
               std::span<double> drate, std::span<double> dintegral) final;

  /// Without a value where the solution is not smooth enough for a few long steps.
  std::optional<StepOutcome> go_in_few_steps(const HybridSystem& system, Interval<double> piece);
  StepOutcome follow(const Interval<double>& step, const InputSignal<double>& inputs);
  /// What a jump of the inputs at the begin of a piece calls for.
  Course begin_piece(double t);
  bool have_discrete_inputs_changed(std::span<const double> u) const;
  Course handle_event(double t, double* x, std::span<const double> u) const;
  void set_tolerances(Instance& instance) const;
  /// The FMU's time never goes back behind an event, nor passes the end, not by a rounding.
  double clamp(double t) const {
    return t < standing_.last_event ? standing_.last_event : within_stop(settings().stop, t);
  }
  /// Runs what may be refused outside of a step, and fails with the FMU's words.
  void insist(FunctionRef<void()> action) const;

  mutable ExchangeModel model_;
  mutable Standing standing_;
  mutable EventIntegrator integrator_;
  mutable std::unique_ptr<Arkode> few_steps_;  // null where there may be events
  mutable std::vector<double> absolute_;       // tolerances of the states
  mutable bool nominals_change_ = false;
  std::optional<StepResponse> response_;
  bool has_tried_response_ = false;
  std::vector<double> now_, before_, after_;  // inputs; event indicators before and behind a jump of these
  std::string discarded_;                     // why derivatives were not told
};

}  // namespace oldham::fmi
