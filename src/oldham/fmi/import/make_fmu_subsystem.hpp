// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/import/fmu_subsystem.hpp"

namespace oldham::fmi {

/// An FMU as a subsystem, by the interface that was chosen when it was opened.
std::unique_ptr<FmuSubsystem> make_fmu_subsystem(std::string name, std::shared_ptr<const Fmu> fmu,
                                                 FmuSettings settings);

/// The same, but what Oldham itself has exported becomes the subsystem it was made from, unless the settings say no.
std::unique_ptr<Subsystem<double>> make_subsystem_of_fmu(std::string name, std::shared_ptr<const Fmu> fmu,
                                                         FmuSettings settings);

}  // namespace oldham::fmi
