// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "oldham/coupling/assembly.hpp"
#include "oldham/coupling/reconstruction.hpp"
#include "oldham/coupling/scheme.hpp"

namespace oldham {

/// The most outputs one interface law may read.
inline constexpr int most_law_arguments = 400;

/// The system compiled into flat index lists, once, before the first step: the loop then neither looks up nor branches.
///
/// Sources are numbered: coupling variables first (distinct connected outputs, then law variables), then external
/// inputs. Outputs of all subsystems stand in one vector y, inputs in one vector u.
template <class T>
struct Plan {
  struct Term {  // u_i += factor · source
    int source;
    T factor;
  };
  struct Copy {  // variable = y[output], one for every connected output
    int output;
    int variable;
  };
  struct LawUse {
    int law;
    int first_variable;
    int first_argument;  // into law_arguments
    int argument_count;
  };

  struct Extended {  // one signal of two variables
    int end, middle;
  };
  struct Multiplier {  // of one constraint row: g = Σ factor · y[position] − offset, and its time derivatives
    std::array<int, most_samples> samples;  // variables: at the end, then by time; as many as the scheme has
    int first_term, term_count;             // into multiplier_terms
    T offset;
  };
  struct MultiplierTerm {
    int position, velocity;  // indices into y
    int force;               // index into u
    T position_factor, velocity_factor, force_factor;
  };

  struct SecondLook {  // after the last group: outputs of a subsystem again, with actual values of these inputs
    int subsystem;
    std::vector<int> inputs;
  };

  struct Turn {  // variables
    std::array<int, 4> quaternion;
    std::array<int, 3> turn;
  };

  int variables = 0;
  int base_variables = 0;    // without samples inside the step, which stand behind them
  int first_multiplier = 0;  // base variables from here on are multipliers of constraints
  int externals = 0;
  int known = 0;                   // known functions of time, which stand behind the external inputs
  std::vector<int> output_offset;  // per subsystem, and the total
  std::vector<int> input_offset;   // per subsystem, and the total
  std::vector<int> term_offset;    // per input, and the total
  std::vector<Term> terms;
  std::vector<T> input_constant;                      // per input
  std::vector<SampleKind> kind;                       // per variable
  std::vector<std::array<int, most_samples>> signal;  // per variable: all samples of its signal, the end first
  std::vector<int> basis;  // per variable: the one whose samples its signal is made of; itself, but for rates
  SignalKinds kinds;
  std::vector<Extended> extended;
  std::vector<Multiplier> multipliers;
  std::vector<MultiplierTerm> multiplier_terms;
  std::vector<double> nominal;  // per variable
  std::vector<std::string> variable_name;

  std::vector<Copy> copies;
  std::vector<LawUse> laws;
  std::vector<int> law_arguments;  // indices into y

  // schedule: subsystems by group, and what is complete once a group has arrived
  std::vector<std::vector<int>> groups;
  std::vector<std::vector<Copy>> copies_after;
  std::vector<std::vector<int>> laws_after;  // indices into laws: all their producers have arrived

  std::vector<std::vector<int>> variables_after;                          // those of them that a later group reads
  std::vector<std::array<std::vector<int>, sample_kinds>> rebuilt_after;  // the same, by kind
  std::vector<SecondLook> second_looks;
  std::vector<Turn> turns;

  std::vector<double> output_limit;  // per output: the largest magnitude, infinity when none is set

  bool is_linear = false;        // every subsystem and law is
  bool has_feedthrough = false;  // some subsystem's outputs depend on inputs of the same instant

  int outputs() const { return output_offset.back(); }
  int inputs() const { return input_offset.back(); }
  int from_outside() const { return externals + known; }  // sources that are no coupling variables
};

/// Checks the assembly (every input has one source, dimensions agree, the schedule names every subsystem once, declared
/// capabilities suffice for the scheme) and compiles it.
template <class T>
Plan<T> compile(const Assembly<T>& assembly, const Scheme& scheme);

}  // namespace oldham
