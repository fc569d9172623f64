// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "oldham/core/reader.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/hydraulics/description.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// The keys of a [[subsystem]] that describe a hydraulic circuit: fluid, volume, source, throttle, valve, cylinder and
/// flows. Everything that can be judged without a run is checked: names, nodes, sizes, what is connected to what.
hydraulics::CircuitDescription read_circuit(Reader& entry, const std::string& name);

/// Its integrator. Newton's method of the trapezoidal rule goes on until a correction is below 1e-3 Pa, unless the file
/// has tolerances of its own.
IntegratorSettings read_circuit_integrator(Reader& entry);

template <class T>
std::unique_ptr<Subsystem<T>> read_circuit_subsystem(Reader& entry, const std::string& name);

/// model = "signal": a function of time as a subsystem, its keys in [subsystem.parameters].
template <class T>
std::unique_ptr<Subsystem<T>> read_signal_subsystem(Reader& entry, const std::string& name);

}  // namespace oldham
