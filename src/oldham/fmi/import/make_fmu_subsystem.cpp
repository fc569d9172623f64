// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/make_fmu_subsystem.hpp"

#include "oldham/fmi/import/cosimulation_fmu.hpp"

namespace oldham::fmi {

std::unique_ptr<FmuSubsystem> make_fmu_subsystem(std::string name, std::shared_ptr<const Fmu> fmu,
                                                 FmuSettings settings) {
  return std::make_unique<CosimulationFmu>(std::move(name), std::move(fmu), std::move(settings));
}

}  // namespace oldham::fmi
