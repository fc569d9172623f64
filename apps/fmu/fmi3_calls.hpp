// SPDX-License-Identifier: MIT
#pragma once

#include <exception>

#include "instance.hpp"
#include "oldham/fmi/standard/fmi3.h"

#define FMI3_EXPORT extern "C" __attribute__((visibility("default")))

namespace oldham::fmu {

using Grade = Instance::Grade;

/// Carries out what a function asks of its instance.
template <class Work>
fmi3Status attempt(fmi3Instance component, const Work& work) {
  if (component == nullptr) return fmi3Error;
  Instance& instance = *static_cast<Instance*>(component);
  try {
    work(instance);
    return fmi3OK;
  } catch (const std::exception& error) {
    instance.log(Grade::error, error.what());
  } catch (...) {
    instance.log(Grade::error, "an unknown failure");
  }
  return fmi3Error;
}

inline fmi3Status refuse(fmi3Instance component, const char* why) {
  if (component != nullptr) static_cast<Instance*>(component)->log(Grade::error, why);
  return fmi3Error;
}

}  // namespace oldham::fmu
