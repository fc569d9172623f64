// SPDX-License-Identifier: MIT
#include "oldham/fmi/check/required_functions.hpp"

#include "oldham/fmi/standard/fmi2.h"
#include "oldham/fmi/standard/fmi3.h"

namespace oldham::fmi {
namespace {

constexpr const char* common1[] = {"SetDebugLogging", "GetReal",    "GetInteger", "GetBoolean", "GetString",
                                   "SetReal",         "SetInteger", "SetBoolean", "SetString",  "GetVersion"};
constexpr const char* steps1[] = {
    "GetTypesPlatform",  "InstantiateSlave",        "InitializeSlave",          "TerminateSlave",   "ResetSlave",
    "FreeSlaveInstance", "SetRealInputDerivatives", "GetRealOutputDerivatives", "DoStep",           "CancelStep",
    "GetStatus",         "GetRealStatus",           "GetIntegerStatus",         "GetBooleanStatus", "GetStringStatus"};
constexpr const char* exchange1[] = {"GetModelTypesPlatform",
                                     "InstantiateModel",
                                     "FreeModelInstance",
                                     "SetTime",
                                     "SetContinuousStates",
                                     "CompletedIntegratorStep",
                                     "Initialize",
                                     "GetDerivatives",
                                     "GetEventIndicators",
                                     "EventUpdate",
                                     "GetContinuousStates",
                                     "GetNominalContinuousStates",
                                     "GetStateValueReferences",
                                     "Terminate"};

}  // namespace

std::vector<std::string> required_functions(Standard standard, const Interface& interface) {
  const bool is_exchange = interface.kind == InterfaceKind::model_exchange;
  std::vector<std::string> names;
#define OLDHAM_ADD2(name) names.emplace_back("fmi2" #name);
#define OLDHAM_ADD3(name) names.emplace_back("fmi3" #name);
  switch (standard) {
    case Standard::fmi1: {
      const std::string prefix = interface.model_identifier + "_fmi";
      for (const char* name : common1) names.push_back(prefix + name);
      if (is_exchange)
        for (const char* name : exchange1) names.push_back(prefix + name);
      else
        for (const char* name : steps1) names.push_back(prefix + name);
      break;
    }
    case Standard::fmi2:
      FMI2_COMMON_FUNCTIONS(OLDHAM_ADD2)
      if (is_exchange) {
        FMI2_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_ADD2)
      } else {
        FMI2_CO_SIMULATION_FUNCTIONS(OLDHAM_ADD2)
      }
      break;
    case Standard::fmi3:
      FMI3_COMMON_FUNCTIONS(OLDHAM_ADD3)
      FMI3_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_ADD3)
      FMI3_CO_SIMULATION_FUNCTIONS(OLDHAM_ADD3)
      FMI3_SCHEDULED_EXECUTION_FUNCTIONS(OLDHAM_ADD3)
      break;
  }
#undef OLDHAM_ADD2
#undef OLDHAM_ADD3
  return names;
}

}  // namespace oldham::fmi
