// SPDX-License-Identifier: MIT
#include "contract/subsystem_contract.hpp"
#include "fmu_files.hpp"
#include "oldham/fmi/import/model_exchange_fmu.hpp"

namespace oldham {
namespace {

std::unique_ptr<Subsystem<double>> make_exchange(const std::string& file) {
  fmi::FmuSettings settings;
  settings.relative_tolerance = 1e-12;
  return std::make_unique<fmi::ModelExchangeFmu>("fmu", fmi::load_fmu(file, fmi::InterfaceKind::model_exchange),
                                                 settings);
}

}  // namespace

std::vector<SubsystemCase> exchange_rows() {
  const Capabilities plain = {.rollback = true, .state_access = true, .equations = true, .serialisation = true};
  Capabilities responding = plain;
  responding.step_sensitivity = true;
  // as for other adaptive solvers
  const double drift = 1e-10;
  std::vector<SubsystemCase> rows;
  for (const char* version : {"2", "3"})
    rows.push_back({std::string("exchanged_oscillator_fmi") + version,
                    [=] { return make_exchange(std::string("Oscillator-") + version); }, responding, drift});
  rows.push_back({"exchanged_oscillator_fmi1", [] { return make_exchange("Oscillator-1x"); }, plain, drift});
  rows.push_back({"exchanged_forgetful_oscillator", [] { return make_exchange("Forgetful-2"); }, plain, drift});
  rows.push_back({"exchanged_trivial", [] { return make_exchange("Trivial-3"); }, plain, drift});
  return rows;
}

}  // namespace oldham
