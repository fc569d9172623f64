// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "oldham/core/interval.hpp"
#include "oldham/core/outcome.hpp"
#include "oldham/core/port.hpp"
#include "oldham/signal/input_signal.hpp"
#include "oldham/subsystem/energy_account.hpp"
#include "oldham/subsystem/snapshot.hpp"

namespace oldham {

/// What a subsystem can do beyond being advanced. Declared here, checked against what a scheme needs at assembly.
struct Capabilities {
  bool rollback = false;          // restore() brings back any saved state, bitwise
  bool state_access = false;      // read_state() and write_state(): needed by the one-step map
  bool equations = false;         // x' = f and y = h can be evaluated: needed by the monolithic solution
  bool step_sensitivity = false;  // output response to an input direction over a step, without perturbed advances
  bool output_integrals = false;  // integrals of the outputs over a step: needed by the integral extension
  bool linear = false;            // outputs and state after a step depend on state and inputs affinely
  bool serialisation = false;     // snapshots can be written as bytes: needed to go on in another process
};

/// The boundary of a model: fixed for all instances of it, hence shared by them.
struct Boundary {
  std::string model;
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  bool feedthrough = false;      // outputs depend on the inputs of the same instant
  bool is_group = false;         // port names already begin with the name of a subsystem inside
  bool acts_at_end = false;      // its steps are made with the inputs of their end
  bool is_foreign = false;       // somebody else's: its units are advice
  bool begins_once = false;      // under the inputs that it is given first, which count for all that follows
  bool restarts = false;         // begins anew with every step of the co-simulation around its group: interface models
  bool has_unseen_work = false;  // dampers, drag or drivers inside: its stored energy changes by more than port work
  std::vector<std::string> texts{};  // inputs and outputs that are no numbers: nothing can be connected to them
};

/// A parameter as it is used, for people to read.
struct ParameterValue {
  std::string name;
  double value = 0;
  std::string unit;
};

struct SubsystemDescription {
  std::string name;
  std::shared_ptr<const Boundary> boundary;
  int state_size = 0;
  double noise = 0;  // relative accuracy of a step beyond rounding: tolerance of an adaptive solver or an iteration
  Capabilities capabilities;

  int input_count() const { return static_cast<int>(boundary->inputs.size()); }
  int output_count() const { return static_cast<int>(boundary->outputs.size()); }
};

/// x' = f(t, x, u), y = h(t, x, u): what a subsystem with the capability `equations` lets others evaluate.
template <class T>
class Equations {
 public:
  virtual ~Equations() = default;
  virtual int equation_size() const = 0;                       // of x
  virtual bool has_linear_outputs() const = 0;                 // h is affine in x and u
  virtual void read_equation_state(std::span<T> x) const = 0;  // x as it is now
  /// Which states are positions: per state the index of the state that is its rate, −1 for one that is no position.
  virtual std::vector<int> velocity_of() const = 0;
  virtual void derivative(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> dx) const = 0;
  virtual void output(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> y) const = 0;
  /// Tells where the solution is, for equations with an iteration inside that should start there; empty, or why there
  /// is no solution.
  virtual std::string follow(const T& /*t*/, std::span<const T> /*x*/) const { return {}; }
  /// dy/dt along (ẋ, u̇), where the model tells it; false: to be found by differences of output().
  virtual bool output_rate(const T& t, std::span<const T> x, std::span<const T> dx, std::span<const T> u,
                           std::span<const T> du, std::span<T> rate) const = 0;

  /// Where f is not smooth, for solvers that start anew there. f may jump where one of these functions changes its
  /// sign.
  virtual int switch_count() const { return 0; }
  virtual void switches(const T& /*t*/, std::span<const T> /*x*/, std::span<const T> /*u*/, std::span<T> /*g*/) const {}
  /// The first time behind t at which f, as a function of t, has a kink or jumps; infinity: none.
  virtual T next_kink(const T& /*t*/) const { return std::numeric_limits<T>::infinity(); }

  /// Where positions are no numbers of their own, as rotations and what joints tie: the states that are velocities.
  virtual std::vector<int> tied_velocities() const { return {}; }
  /// Then: moves the positions in x by increments of the kind of these velocities, and puts x back on the joints.
  /// False: there is no way.
  [[nodiscard]] virtual bool move_positions(const T& /*t*/, std::span<const T> /*increments*/, std::span<const T> /*u*/,
                                            std::span<T> /*x*/) const {
    return false;
  }
};

/// The directional derivative of a whole step: how the outputs at its end answer to a change of the inputs during it.
template <class T>
class StepSensitivity {
 public:
  virtual ~StepSensitivity() = default;
  /// Changes of the outputs, of their rates at the end, and of their integrals over the step; the last two may be left
  /// out by empty spans.
  virtual void respond(const Interval<T>& step, const InputSignal<T>& direction, std::span<T> dy, std::span<T> drate,
                       std::span<T> dintegral) = 0;
};

/// ∫ y dt over the last step. Carried along only when asked for.
template <class T>
class OutputIntegrals {
 public:
  virtual ~OutputIntegrals() = default;
  virtual void carry_integrals() = 0;
  virtual void read_integrals(std::span<T> q) const = 0;
};

/// Snapshots as bytes, which outlive the process they were made in. Another instance of the same subsystem reads them.
template <class T>
class StateBytes {
 public:
  virtual ~StateBytes() = default;
  virtual void write(const Snapshot<T>& from, std::vector<std::byte>& into) const = 0;
  virtual void read(std::span<const std::byte> from, Snapshot<T>& into) const = 0;
};

/// How far back a subsystem may be taken: not at all, to where its last step began, as corrections do, to where one of
/// the steps before began, as whoever makes several steps at a time does, or to any state that was saved.
enum class Return { never, to_step_begin, to_earlier_step, anywhere };

template <class T>
class Subsystem;

/// A subsystem in a step with held inputs.
template <class T>
struct HeldMember {
  Subsystem<T>* subsystem;
  T* outputs;
  int first_input;
};

/// A black box with ports that can be advanced over a macro step under given inputs.
template <class T>
class Subsystem {
 public:
  virtual ~Subsystem() = default;
  virtual const SubsystemDescription& description() const = 0;
  virtual std::vector<ParameterValue> parameters() const = 0;
  /// What was decided or noticed while it was used, to be told with the answer.
  virtual std::vector<std::string> notes() const { return {}; }
  /// Outputs that are no numbers, as they are now: names and values.
  virtual std::vector<std::pair<std::string, std::string>> text_outputs() const { return {}; }

  /// Back to the initial state at time `start`, inputs zero.
  virtual void initialize(const T& start) = 0;

  /// The inputs of the first instant, seen by read_outputs() until the first advance.
  virtual void apply_inputs(std::span<const T> u) = 0;

  /// Once, when the inputs of the first instant are settled, before anything is saved or advanced: what read_outputs()
  /// tells from now on counts, which some tell otherwise before.
  virtual void begin() {}

  /// In a group, at the begin of each step of the co-simulation around it: the inputs there, seen by read_outputs().
  /// Only those that begin anew change their state.
  virtual void restart(std::span<const T> u) { apply_inputs(u); }

  virtual StepOutcome advance(const Interval<T>& step, const InputSignal<T>& inputs) = 0;

  /// advance() and read_outputs() in one call: what the loop asks for. For subsystems that have a shorter way.
  /// Not to be guessed at where it is called, or the loop is as long as what it guesses.
  [[gnu::noinline]] virtual void advance_and_read(const Interval<T>& step, const InputSignal<T>& inputs, std::span<T> y,
                                                  StepOutcome& outcome) {
    outcome = advance(step, inputs);
    read_outputs(y);
  }

  /// The same for many subsystems of one kind by the shortest way there is, for inputs that stay what they are, where
  /// the loop saves nothing of them. Returns the first that did not finish its step: advance_and_read() makes what is
  /// left.
  using AdvanceHeld = const HeldMember<T>* (*)(const HeldMember<T>* first, const HeldMember<T>* end,
                                               const Interval<T>& step, const T* inputs);
  /// Of its kind; null: there is none.
  virtual AdvanceHeld advance_held() const { return nullptr; }

  /// From now on only these inputs change, and advance_and_read() need return only these outputs; others stay as they
  /// are in its span. read_outputs() returns all. For subsystems whose ports cost time.
  virtual void transfer_only(std::span<const int> /*inputs*/, std::span<const int> /*outputs*/) {}

  /// At the end of the last step, with the inputs as they were there.
  virtual void read_outputs(std::span<T> y) const = 0;

  /// Reuses the storage of `into`. Without rollback a snapshot can be restored only while nothing was advanced since.
  virtual void save(Snapshot<T>& into) const = 0;
  virtual void restore(const Snapshot<T>& from) = 0;

  /// How far back the subsystem may be taken from now on; where never, saving may cost nothing. Whether the loop need
  /// not save and restore at all, then: one that follows its own time.
  virtual bool expect_return(Return /*farthest*/) { return false; }

  /// Fills what is remembered of earlier steps as if steps of this length had gone before; for those that remember any.
  virtual void assume_past(const T& step_length) = 0;

  /// state_size numbers; none without state access.
  virtual void read_state(std::span<T> x) const = 0;
  virtual void write_state(std::span<const T> x) = 0;

  /// Null unless declared.
  virtual const Equations<T>* equations() const = 0;
  virtual StepSensitivity<T>* step_sensitivity() = 0;
  virtual OutputIntegrals<T>* output_integrals() = 0;
  virtual const StateBytes<T>* state_bytes() const { return nullptr; }
  virtual EnergyAccount<T>* energy_account() { return nullptr; }
};

}  // namespace oldham
