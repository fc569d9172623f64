// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oldham/io/exported_system.hpp"

namespace oldham::fmu {

/// All that an instance remembers: what the functions for states of the FMU get, set and write.
struct SavedState {
  Snapshot<double> snapshot;
  std::vector<double> parameters, inputs, input_rates, x;
  double time = 0;
  int mode = 0;
};

/// One running instance of an exported FMU, whatever the version of the standard it is called by. What goes wrong is an
/// exception.
class Instance {
 public:
  enum class Kind { co_simulation, model_exchange };
  enum class Mode { instantiated, initialization, running, terminated };
  /// How bad it is, in the order of the standard.
  enum class Grade { warning = 1, discard, error };
  using Log = std::function<void(Grade, const std::string&)>;

  /// `resources`: path or address of the folder; `token`: that of the description.
  Instance(Kind kind, std::string resources, const std::string& token, Log log);

  void log(Grade grade, const std::string& text) const { log_(grade, text); }
  /// What the last exception said, for whoever asks later.
  std::string last_message;
  /// Parameters as they were told last, for the same reason.
  std::vector<ParameterValue> told_parameters;

  // modes
  void set_start(double start) { start_ = start; }
  void enter_initialization();
  void exit_initialization();
  void terminate() { mode_ = Mode::terminated; }
  void reset();

  // variables
  void get(std::span<const std::uint32_t> references, double* values);
  void set(std::uint32_t reference, double value);
  /// Whoever imports it sets the inputs to what they are at a time inside a step, when this is called; empty: they are
  /// held, or have the derivatives that were given.
  std::function<void(double time)> ask_for_inputs_at;
  /// The derivative of this order of an input, for the next step.
  void set_input_rate(std::uint32_t reference, int order, double value);
  /// Σ over knowns of d unknown/d known · seed.
  void differentiate(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                     std::span<const double> seed, std::span<double> sensitivity);

  // co-simulation
  StepOutcome step(double begin, double length);
  double time() const { return time_; }

  // model exchange
  void set_time(double t);
  std::span<double> states();
  void set_states(std::span<const double> x);
  void derivatives(std::span<double> dx);
  void switches(std::span<double> g);
  void complete_step();
  std::optional<double> next_event();
  const fmi::VariableLayout& layout();

  // saved states
  void save(SavedState& into);
  void restore(const SavedState& from);
  std::vector<std::byte> write(const SavedState& state);
  void read(std::span<const std::byte> bytes, SavedState& into);

  /// The subsystem with the parameters as they are now.
  Subsystem<double>& subsystem();

 private:
  void build();
  void start();
  void settle_inputs();
  const Equations<double>& equations();
  int find_parameter(fmi::VariableLayout::Place place) const;
  std::vector<double> evaluate(fmi::VariableLayout::Role role);
  void outputs(std::vector<double>& y);
  int expand_inputs(double length);
  int ask_for_inputs(double begin, double length);

  Kind kind_;
  std::string token_;
  Log log_;
  Value tree_;
  std::vector<fmi::ExportedParameter> parameters_;
  std::vector<double> values_;  // of the parameters
  bool is_built_ = false;
  ExportedSystem built_;
  std::optional<fmi::VariableLayout> layout_;
  Mode mode_ = Mode::instantiated;
  double start_ = 0, time_ = 0;
  std::vector<double> u_, x_;         // x: model exchange
  std::vector<double> rates_;         // of the inputs: derivatives of order 1, 2, ..., one row of inputs after another
  std::vector<double> coefficients_;  // of the inputs over a step
  std::vector<double> samples_;       // of the inputs inside it
  bool are_inputs_new_ = true;        // the first instant has not seen them
};

}  // namespace oldham::fmu
