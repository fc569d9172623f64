// SPDX-License-Identifier: MIT
#include "oldham/fmi/standard/fmi2.h"

#include <cstring>
#include <exception>
#include <new>

#include "instance.hpp"

// FMI 2.0: each function passes on to the instance; exceptions end here, as a message and a status.

namespace {

using oldham::fmu::Instance;
using oldham::fmu::SavedState;
using Grade = Instance::Grade;

Instance& instance_of(fmi2Component component) { return *static_cast<Instance*>(component); }

template <class Work>
fmi2Status attempt(fmi2Component component, const Work& work) {
  if (component == nullptr) return fmi2Error;
  Instance& instance = instance_of(component);
  try {
    work(instance);
    return fmi2OK;
  } catch (const std::exception& error) {
    instance.log(Grade::error, error.what());
  } catch (...) {
    instance.log(Grade::error, "an unknown failure");
  }
  return fmi2Error;
}

/// There are floating-point variables only: asking for none of another type is all that can be done.
fmi2Status refuse_type(fmi2Component component, size_t count) {
  if (component == nullptr) return fmi2Error;
  if (count == 0) return fmi2OK;
  instance_of(component).log(Grade::error, "all variables of this FMU are real numbers");
  return fmi2Error;
}

fmi2Status refuse(fmi2Component component, const char* why) {
  if (component != nullptr) instance_of(component).log(Grade::error, why);
  return fmi2Error;
}

}  // namespace

#define FMI2_EXPORT extern "C" __attribute__((visibility("default")))

FMI2_EXPORT const char* fmi2GetTypesPlatform() { return "default"; }
FMI2_EXPORT const char* fmi2GetVersion() { return "2.0"; }
FMI2_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean, size_t, const fmi2String[]) { return fmi2OK; }

FMI2_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                          const fmi2CallbackFunctions* functions, fmi2Boolean, fmi2Boolean) {
  const fmi2CallbackFunctions callbacks = functions == nullptr ? fmi2CallbackFunctions{} : *functions;
  const auto log = [callbacks, name = std::string(name == nullptr ? "" : name)](Grade grade, const std::string& text) {
    if (callbacks.logger == nullptr) return;
    callbacks.logger(callbacks.componentEnvironment, name.c_str(), static_cast<fmi2Status>(grade),
                     grade == Grade::error ? "logStatusError" : "logStatusWarning", "%s", text.c_str());
  };
  try {
    return new Instance(type == fmi2ModelExchange ? Instance::Kind::model_exchange : Instance::Kind::co_simulation,
                        resources == nullptr ? "" : resources, guid == nullptr ? "" : guid, log);
  } catch (const std::exception& error) {
    log(Grade::error, error.what());
    return nullptr;
  }
}

FMI2_EXPORT void fmi2FreeInstance(fmi2Component c) { delete static_cast<Instance*>(c); }

FMI2_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean, fmi2Real, fmi2Real start, fmi2Boolean,
                                           fmi2Real) {
  return attempt(c, [&](Instance& instance) { instance.set_start(start); });
}
FMI2_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return attempt(c, [](Instance& instance) { instance.enter_initialization(); });
}
FMI2_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return attempt(c, [](Instance& instance) { instance.exit_initialization(); });
}
FMI2_EXPORT fmi2Status fmi2Terminate(fmi2Component c) {
  return attempt(c, [](Instance& instance) { instance.terminate(); });
}
FMI2_EXPORT fmi2Status fmi2Reset(fmi2Component c) {
  return attempt(c, [](Instance& instance) { instance.reset(); });
}

FMI2_EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real values[]) {
  return attempt(c, [&](Instance& instance) { instance.get({vr, n}, values); });
}
FMI2_EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real values[]) {
  return attempt(c, [&](Instance& instance) {
    for (size_t i = 0; i < n; ++i) instance.set(vr[i], values[i]);
  });
}

#define FMI2_NO_SUCH_TYPE(Type)                                                                                     \
  FMI2_EXPORT fmi2Status fmi2Get##Type(fmi2Component c, const fmi2ValueReference[], size_t n, fmi2##Type[]) {       \
    return refuse_type(c, n);                                                                                       \
  }                                                                                                                 \
  FMI2_EXPORT fmi2Status fmi2Set##Type(fmi2Component c, const fmi2ValueReference[], size_t n, const fmi2##Type[]) { \
    return refuse_type(c, n);                                                                                       \
  }
FMI2_NO_SUCH_TYPE(Integer)
FMI2_NO_SUCH_TYPE(Boolean)
FMI2_NO_SUCH_TYPE(String)

FMI2_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return attempt(c, [&](Instance& instance) {
    if (*state == nullptr) *state = new SavedState;
    instance.save(*static_cast<SavedState*>(*state));
  });
}
FMI2_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  if (state == nullptr) return refuse(c, "there is no state to set");
  return attempt(c, [&](Instance& instance) { instance.restore(*static_cast<SavedState*>(state)); });
}
FMI2_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate* state) {
  if (state == nullptr) return fmi2OK;
  delete static_cast<SavedState*>(*state);
  *state = nullptr;
  return fmi2OK;
}
FMI2_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size) {
  if (state == nullptr) return refuse(c, "there is no state to write");
  return attempt(c, [&](Instance& instance) { *size = instance.write(*static_cast<SavedState*>(state)).size(); });
}
FMI2_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  if (state == nullptr) return refuse(c, "there is no state to write");
  fmi2Status status = fmi2OK;
  const fmi2Status attempted = attempt(c, [&](Instance& instance) {
    const std::vector<std::byte> written = instance.write(*static_cast<SavedState*>(state));
    if (written.size() > size)
      status = refuse(c, "the room for the bytes of the state does not suffice");
    else
      std::memcpy(bytes, written.data(), written.size());
  });
  return attempted == fmi2OK ? status : attempted;
}
FMI2_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                               fmi2FMUstate* state) {
  return attempt(c, [&](Instance& instance) {
    auto read = std::make_unique<SavedState>();
    instance.read({reinterpret_cast<const std::byte*>(bytes), size}, *read);
    delete static_cast<SavedState*>(*state);
    *state = read.release();
  });
}

FMI2_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[], size_t rows,
                                                    const fmi2ValueReference knowns[], size_t columns,
                                                    const fmi2Real seed[], fmi2Real sensitivity[]) {
  return attempt(c, [&](Instance& instance) {
    instance.differentiate({unknowns, rows}, {knowns, columns}, {seed, columns}, {sensitivity, rows});
  });
}

// ---- model exchange ----

FMI2_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c) {
  return attempt(c, [](Instance&) {});
}
FMI2_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info) {
  return attempt(c, [&](Instance& instance) {
    const std::optional<double> next = instance.next_event();
    *info = {fmi2False, fmi2False, fmi2False, fmi2False, next.has_value(), next.value_or(0)};
  });
}
FMI2_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  return attempt(c, [](Instance&) {});
}
FMI2_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean, fmi2Boolean* enter_event_mode,
                                                   fmi2Boolean* terminate) {
  *enter_event_mode = *terminate = fmi2False;
  return attempt(c, [](Instance& instance) { instance.complete_step(); });
}
FMI2_EXPORT fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
  return attempt(c, [&](Instance& instance) { instance.set_time(time); });
}
FMI2_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n) {
  return attempt(c, [&](Instance& instance) { instance.set_states({x, n}); });
}
FMI2_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n) {
  return attempt(c, [&](Instance& instance) { instance.derivatives({dx, n}); });
}
FMI2_EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real g[], size_t n) {
  return attempt(c, [&](Instance& instance) { instance.switches({g, n}); });
}
FMI2_EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  return attempt(c, [&](Instance& instance) { std::ranges::copy(instance.states().first(n), x); });
}
FMI2_EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n) {
  return attempt(c, [&](Instance&) { std::fill_n(nominals, n, 1.0); });
}

// ---- co-simulation ----

FMI2_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                                   const fmi2Integer orders[], const fmi2Real values[]) {
  return attempt(c, [&](Instance& instance) {
    for (size_t i = 0; i < n; ++i) instance.set_input_rate(vr[i], orders[i], values[i]);
  });
}
FMI2_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference[], size_t n,
                                                    const fmi2Integer[], fmi2Real[]) {
  return n == 0 ? fmi2OK : refuse(c, "this FMU does not tell derivatives of outputs");
}
FMI2_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real length, fmi2Boolean) {
  fmi2Status status = fmi2OK;
  const fmi2Status attempted = attempt(c, [&](Instance& instance) {
    const oldham::StepOutcome outcome = instance.step(from, length);
    if (outcome.is_accepted()) return;
    const bool is_rejected = outcome.status == oldham::StepOutcome::Status::rejected;
    instance.log(is_rejected ? Grade::discard : Grade::error, outcome.reason);
    status = is_rejected ? fmi2Discard : fmi2Error;
  });
  return attempted == fmi2OK ? status : attempted;
}
FMI2_EXPORT fmi2Status fmi2CancelStep(fmi2Component c) { return refuse(c, "steps of this FMU cannot be cancelled"); }

FMI2_EXPORT fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind, fmi2Status*) {
  return refuse(c, "steps of this FMU are done when the call returns");
}
FMI2_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return refuse(c, "this status is no real number");
  return attempt(c, [&](Instance& instance) { *value = instance.time(); });
}
FMI2_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind, fmi2Integer*) {
  return refuse(c, "no status is an integer");
}
FMI2_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return refuse(c, "this status is no truth value");
  *value = fmi2False;
  return fmi2OK;
}
FMI2_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind, fmi2String*) {
  return refuse(c, "no step is pending");
}
