// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/make_fmu_subsystem.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/cosimulation_fmu.hpp"
#include "oldham/fmi/import/extended_fmu.hpp"
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

std::unique_ptr<Subsystem<double>> make_subsystem_of_fmu(std::string name, std::shared_ptr<const Fmu> fmu,
                                                         FmuSettings settings) {
  const oldhamExtension* extension = find_extension(fmu->origin().library->find("oldhamGetExtension"));
  if (extension == nullptr || !settings.uses_extension || !settings.further.empty() || !settings.changes.empty())
    return make_fmu_subsystem(std::move(name), std::move(fmu), std::move(settings));
  /// The instance goes before its library.
  struct Owner {
    std::shared_ptr<const Fmu> fmu;
    std::unique_ptr<Instance> instance;
  };
  auto owner = std::make_shared<Owner>(Owner{fmu, make_instance(fmu->origin(), {name, settings.logs})});
  for (const auto& [place, values] : settings.values) {
    const Variable& variable = fmu->description().variables[place];
    if (!is_good(owner->instance->set_values(variable, values)))
      throw_wrong_input(
          name, fmt::format("the FMU does not take '{}'{}", variable.name, owner->instance->log().take_last_words()),
          "choose another value");
  }
  const FmuPorts ports = make_ports(with_values(fmu->description(), settings.values), {});
  void* component = owner->instance->component();
  return std::make_unique<ExtendedFmu>(std::move(name), ExtendedInstance{extension, component, std::move(owner)},
                                       ports.boundary->inputs);
}

}  // namespace oldham::fmi
