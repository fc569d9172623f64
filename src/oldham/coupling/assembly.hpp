// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oldham/core/port.hpp"
#include "oldham/coupling/parameter_change.hpp"
#include "oldham/interface/interface_equations.hpp"
#include "oldham/signal/time_signal.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// to = scale · from + offset, each in its own port's unit; converted to SI on the way unless units are not to count.
struct Connection {
  PortRef from;
  PortRef to;
  double scale = 1;
  double offset = 0;
  std::string where;           // for messages: file and line
  std::optional<int> order{};  // of the polynomial it is rebuilt with; absent: that of the scheme
  bool convert_units = true;   // false: scale and offset are all that happens to the number
  bool is_held = false;        // order is 0 because a port is discrete, not because the user wrote it
};

/// An input held at one value.
struct ConstantInput {
  PortRef to;
  double value = 0;  // in the port's unit
  std::string where;
};

/// An input that follows a known function of time.
struct KnownInput {
  PortRef to;
  SignalDescription signal;       // straight lines, in the port's unit
  std::string where;              // for messages: the file it is from
  bool is_held = false;           // over each step, as the subsystem makes steps of one length only
  std::optional<PortRef> from{};  // the output that has this function, where a connection says so
};

/// Interface equations with the outputs they read and the inputs their variables act on.
template <class T>
struct Law {
  struct Effect {
    PortRef to;
    int variable = 0;
    double factor = 1;
  };
  std::string name;
  std::shared_ptr<const InterfaceEquations<T>> equations;
  std::vector<PortRef> arguments;
  std::vector<Effect> effects;  // several laws may act on one input: forces add up
  std::string where;
  std::vector<std::string> variable_names = {};  // empty: made of the name
  std::optional<int> order{};                    // as of a connection

  std::string variable_name(int variable) const;
};

/// Rigid coupling: for every row g = Σ factor · position − offset = 0, held by a multiplier λ that acts on the forces
/// with the same factors, so that it does no work.
struct Constraint {
  struct Term {
    PortRef position, velocity, force;
    double factor = 1;
  };
  struct Row {
    std::string name;
    std::vector<Term> terms;
    double offset = 0;
  };
  std::string name;
  std::vector<Row> rows;
  std::string where;
};

/// One coordinate that the mover prescribes to the moved subsystem, which answers with a force.
struct Motion {
  PortRef position, velocity, acceleration;           // outputs of the mover
  PortRef in_position, in_velocity, in_acceleration;  // inputs of the moved
  std::string where;
  std::vector<PortRef> others, in_others;  // what else is told along with the acceleration, and treated as it is
};

/// A frame that turns, prescribed to the moved subsystem along with a motion: its quaternion where the step began, how
/// it has turned since, a rotation vector along the axes of that frame, and the rate of this. What turns is rebuilt, so
/// that the frame stays a frame inside the step.
struct Turn {
  std::array<PortRef, 4> quaternion;  // outputs of the mover
  std::array<PortRef, 3> spin;        // angular velocity along the axes of the frame
  std::array<PortRef, 4> in_quaternion;
  std::array<PortRef, 3> in_turn, in_spin;
  int law = 0;  // a FrameTurn
};

/// The largest magnitude an output may have, in its unit; beyond it the run counts as diverged.
struct OutputLimit {
  PortRef output;
  double largest = 0;
};

/// Where power passes from subsystem to subsystem: the same flow (velocity) and effort (force) on both sides, up to
/// what the coupling makes of them. One side is `a`, whose flow is an output; the other is `b`, whose effort is one.
struct Bond {
  enum class Rule { automatic, rectangle, trapezoidal };
  struct Quantity {
    PortRef port;
    bool is_input = false;  // as rebuilt at the end of the step; else an output
  };
  std::string name;
  Quantity flow_a, effort_a, flow_b, effort_b;
  double scale = 1;  // power = scale · flow · effort
  Rule rule = Rule::automatic;
  std::string where;
  double sign_b = 1;  // −1: the effort of b is a reaction, against that of a
  int law = -1;       // instead of the quantities: the forces of this law on its ports
};

/// A second name for an output, as users of a ready-made system know it.
struct Alias {
  std::string name;
  PortRef output;
};

/// The same for a variable of a law, for one of a law that is measured only, or for the multiplier of a constraint row.
struct VariableAlias {
  enum class Of { law, measured, multiplier };
  std::string name, unit;
  int law = 0, variable = 0;  // of a multiplier: the row, counted over all constraints
  Of of = Of::law;
};

/// Subsystems and what joins them: the picture of the system, before it is compiled.
template <class T>
struct Assembly {
  std::string name;  // of the file or the ready-made system, for messages
  std::vector<std::unique_ptr<Subsystem<T>>> subsystems;
  std::vector<Connection> connections;
  std::vector<ConstantInput> constants;
  std::vector<KnownInput> known_inputs;
  std::vector<Law<T>> laws;
  std::vector<Law<T>> measured;  // told with the results but fed to nobody: forces that subsystems work out themselves
  std::vector<Constraint> constraints;
  std::vector<Motion> motions;
  std::vector<Turn> turns;
  std::vector<OutputLimit> limits;
  std::vector<Bond> bonds;               // declared
  std::vector<ParameterChange> changes;  // in the order of time
  std::vector<PortRef> external_inputs;  // inputs driven from outside, in this order (nested co-simulations)
  std::vector<Alias> aliases;
  std::vector<VariableAlias> variable_aliases;
  std::vector<std::string> notes;  // what was decided for the user, to be told with the answer

  /// Adds a note, once.
  void note(std::string text) {
    if (std::ranges::find(notes, text) == notes.end()) notes.push_back(std::move(text));
  }

  /// Drops constants of inputs that a connection or a known function of time feeds, with a note.
  void let_sources_replace_constants();
  /// Notes on inputs that a file leaves out, and on times from start to end that it does not cover.
  void note_gaps_of_files(double start, double end);
  /// A note where several subsystems have nothing in common.
  void note_unjoined();

  /// Index of a subsystem; an unknown name is an error that lists the near misses.
  int find(std::string_view subsystem, std::string_view where) const;
  /// "NAME.PORT": the first dot ends the name.
  PortRef output(std::string_view path, std::string_view where) const;
  PortRef input(std::string_view path, std::string_view where) const;

  const Port& output_port(PortRef ref) const {
    return subsystems[ref.subsystem]->description().boundary->outputs[ref.port];
  }
  const Port& input_port(PortRef ref) const {
    return subsystems[ref.subsystem]->description().boundary->inputs[ref.port];
  }
  /// "SUBSYSTEM.PORT"; the ports of a group are named after the subsystems inside it.
  std::string output_name(PortRef ref) const { return port_name(ref.subsystem, output_port(ref)); }
  std::string input_name(PortRef ref) const { return port_name(ref.subsystem, input_port(ref)); }

 private:
  std::string port_name(int subsystem, const Port& port) const {
    const SubsystemDescription& d = subsystems[subsystem]->description();
    return d.boundary->is_group ? port.name : d.name + "." + port.name;
  }
};

}  // namespace oldham
