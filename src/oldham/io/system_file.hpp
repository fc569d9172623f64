// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/step_control.hpp"

namespace oldham {

/// What a system file describes, ready to step.
template <class T>
struct System {
  std::unique_ptr<Cosimulation<T>> cosimulation;
  double start = 0;                        // s
  double end = 1;                          // s
  double step = 0.01;                      // s
  double output_interval = 0;              // s; 0: every communication point
  bool keeps_energy = false;               // runs account for the energy of each subsystem
  std::optional<AdaptiveStep> adaptive{};  // runs choose their steps; verdicts and studies use `step` all the same
};

struct BuildOptions {
  int threads = 0;        // 0: as the file says; otherwise this many
  bool tells_end = true;  // to FMUs: some make no step beyond the end of the simulation that they are told of
  /// Sees the parts before they are coupled by the scheme, to put others in the places of subsystems.
  std::function<void(Assembly<double>&, const Scheme&)> prepare{};
};

/// Builds the system of a file's value tree. Every key is checked: an unknown one, a wrong type, a missing value are
/// errors that name file, line and key.
template <class T>
System<T> build_system(const Value& root, const BuildOptions& options = {});

/// Start-up as the scheme asks for it; the first sample of the history is there already.
template <class T>
MacroState<T> make_initial_state(System<T>& system, double step);

}  // namespace oldham
