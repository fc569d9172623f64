// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/model/multibody/mechanism_model.hpp"

namespace oldham::multibody {

/// For describing the model: a pendulum with a port at its end. In a system file the entry of a mechanism makes it,
/// bodies and all.
template <class T>
std::unique_ptr<Subsystem<T>> make_sample_mechanism(const std::string& name, Reader&,
                                                    const IntegratorSettings& integrator);

}  // namespace oldham::multibody
