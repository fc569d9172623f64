// SPDX-License-Identifier: MIT
#include "contract/subsystem_contract.hpp"
#include "fmu_files.hpp"

namespace oldham {

std::vector<SubsystemCase> fmu_rows() {
  const auto row = [](std::string name, const char* fmu, bool rollback, double drift) {
    return SubsystemCase{
        .name = std::move(name),
        .make = [fmu] { return std::make_unique<fmi::CosimulationFmu>("fmu", fmi::load_fmu(fmu), fmi::FmuSettings{}); },
        .declared = {.rollback = rollback},
        .drift = drift};
  };
  // inputs that are held in parts of a step: the acceleration is told with the last of them, at the middle of a part;
  // the force varies by up to 12 N in a step, a twentieth of that beside accelerations of 100 m/s²
  constexpr double held = 1e-2;
  return {row("fmu_1", "Oscillator-1", false, held), row("fmu_2", "Oscillator-2", true, 1e-9),
          row("fmu_2_held", "Naughty-2", true, held), row("fmu_3", "Oscillator-3", true, 1e-9)};
}

}  // namespace oldham
