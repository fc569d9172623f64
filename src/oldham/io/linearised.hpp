// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>

#include "oldham/analysis/stability.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {

/// From so many states and past samples on a map takes too long to be made for many lengths of steps.
inline constexpr int dear_states = 160;

/// The state about which a system is linearised: at its start, or at a time of a run. `used` becomes the step by which
/// it was reached, which is a shorter one than the system's where that does not get there and it may be shortened.
MacroState<double> state_at(System<double>& system, const std::optional<double>& at, double& used,
                            const std::atomic<bool>* interrupted, bool shortens_steps = true);

/// How fast the system itself grows there, without any scheme; 0 when it does not, or does not tell its equations.
double own_growth(Cosimulation<double>& system, const MacroState<double>& state);

/// About the same state with every step, what the system grows by itself taken off.
LargestStep scan_at(Cosimulation<double>& system, const MacroState<double>& state, double growth, const StepScan& scan,
                    double margin, const std::atomic<bool>* interrupted);

}  // namespace oldham
