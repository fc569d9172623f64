// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/registry.hpp"

namespace oldham::hydraulics {

/// The keys of a circuit, as `oldham describe` shows them.
ModelHelp circuit_help();

/// In a system file its entry makes a circuit, elements and all. Alone, for describing, it is a cylinder moved by a
/// valve.
template <class T>
std::unique_ptr<Subsystem<T>> make_sample_circuit(const std::string& name, Reader& parameters,
                                                  const IntegratorSettings& integrator);

}  // namespace oldham::hydraulics
