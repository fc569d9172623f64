// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/make_fmu_subsystem.hpp"

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/cosimulation_fmu.hpp"
#include "oldham/fmi/import/model_exchange_fmu.hpp"

namespace oldham::fmi {

std::unique_ptr<FmuSubsystem> make_fmu_subsystem(std::string name, std::shared_ptr<const Fmu> fmu,
                                                 FmuSettings settings) {
  switch (fmu->interface().kind) {
    case InterfaceKind::co_simulation:
      return std::make_unique<CosimulationFmu>(std::move(name), std::move(fmu), std::move(settings));
    case InterfaceKind::model_exchange:
      return std::make_unique<ModelExchangeFmu>(std::move(name), std::move(fmu), std::move(settings));
    case InterfaceKind::scheduled_execution:
      break;
  }
  throw_missing_capability(name, "the FMU is for scheduled execution, which is not supported",
                           "use an FMU for co-simulation or model exchange");
}

}  // namespace oldham::fmi
