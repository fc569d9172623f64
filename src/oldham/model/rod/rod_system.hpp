// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham::rod {

/// One rod, alone.
Value write_rod(const FileInput& input);
const SystemHelp& rod_system_help();

/// model = "rod", as it is described: clamped at the origin along x.
const ModelHelp& rod_help();
template <class T>
std::unique_ptr<Subsystem<T>> make_sample_rod(const std::string& name, Reader& parameters,
                                              const IntegratorSettings& integrator);

}  // namespace oldham::rod
