// SPDX-License-Identifier: MIT
#include "oldham/fmi/standard/fmi3.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>

#include "fmi3_calls.hpp"

// FMI 3.0: what this FMU can do. Exceptions end here, as a message and a status.

using namespace oldham::fmu;

namespace {

fmi3Instance make(Instance::Kind kind, fmi3String token, fmi3String resources, fmi3InstanceEnvironment environment,
                  fmi3LogMessageCallback* callback) {
  const auto log = [environment, callback](Grade grade, const std::string& text) {
    if (callback != nullptr)
      callback(environment, static_cast<fmi3Status>(grade),
               grade == Grade::error ? "logStatusError" : "logStatusWarning", text.c_str());
  };
  try {
    return new Instance(kind, resources == nullptr ? "" : resources, token == nullptr ? "" : token, log);
  } catch (const std::exception& error) {
    log(Grade::error, error.what());
    return nullptr;
  }
}

}  // namespace

FMI3_EXPORT const char* fmi3GetVersion() { return "3.0"; }
FMI3_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance, fmi3Boolean, size_t, const fmi3String[]) { return fmi3OK; }

FMI3_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String, fmi3String token, fmi3String resources, fmi3Boolean,
                                                      fmi3Boolean, fmi3InstanceEnvironment environment,
                                                      fmi3LogMessageCallback* log) {
  return make(Instance::Kind::model_exchange, token, resources, environment, log);
}
FMI3_EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String, fmi3String token, fmi3String resources, fmi3Boolean,
                                                     fmi3Boolean, fmi3Boolean, fmi3Boolean, const fmi3ValueReference[],
                                                     size_t intermediate, fmi3InstanceEnvironment environment,
                                                     fmi3LogMessageCallback* log,
                                                     fmi3IntermediateUpdateCallback* update) {
  fmi3Instance made = make(Instance::Kind::co_simulation, token, resources, environment, log);
  // whoever names variables for it means to set inputs there: nothing else of this FMU is known inside a step
  if (made != nullptr && update != nullptr && intermediate > 0)
    static_cast<Instance*>(made)->ask_for_inputs_at = [environment, update](double time) {
      fmi3Boolean returns_early = false;
      fmi3Float64 return_time = time;
      update(environment, time, true, false, false, false, &returns_early, &return_time);
    };
  return made;
}
FMI3_EXPORT void fmi3FreeInstance(fmi3Instance c) { delete static_cast<Instance*>(c); }

FMI3_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean, fmi3Float64, fmi3Float64 start,
                                                   fmi3Boolean, fmi3Float64) {
  return attempt(c, [&](Instance& instance) {
    instance.set_start(start);
    instance.enter_initialization();
  });
}
FMI3_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  return attempt(c, [](Instance& instance) { instance.exit_initialization(); });
}
FMI3_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance c) {
  return attempt(c, [](Instance&) {});
}
FMI3_EXPORT fmi3Status fmi3Terminate(fmi3Instance c) {
  return attempt(c, [](Instance& instance) { instance.terminate(); });
}
FMI3_EXPORT fmi3Status fmi3Reset(fmi3Instance c) {
  return attempt(c, [](Instance& instance) { instance.reset(); });
}

FMI3_EXPORT fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[],
                                      size_t count) {
  if (count != n) return refuse(c, "every variable of this FMU has one value");
  return attempt(c, [&](Instance& instance) { instance.get({vr, n}, values); });
}
FMI3_EXPORT fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                      const fmi3Float64 values[], size_t count) {
  if (count != n) return refuse(c, "every variable of this FMU has one value");
  return attempt(c, [&](Instance& instance) {
    for (size_t i = 0; i < n; ++i) instance.set(vr[i], values[i]);
  });
}

FMI3_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState* state) {
  return attempt(c, [&](Instance& instance) {
    if (*state == nullptr) *state = new SavedState;
    instance.save(*static_cast<SavedState*>(*state));
  });
}
FMI3_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  if (state == nullptr) return refuse(c, "there is no state to set");
  return attempt(c, [&](Instance& instance) { instance.restore(*static_cast<SavedState*>(state)); });
}
FMI3_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance, fmi3FMUState* state) {
  if (state == nullptr) return fmi3OK;
  delete static_cast<SavedState*>(*state);
  *state = nullptr;
  return fmi3OK;
}
FMI3_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t* size) {
  if (state == nullptr) return refuse(c, "there is no state to write");
  return attempt(c, [&](Instance& instance) { *size = instance.write(*static_cast<SavedState*>(state)).size(); });
}
FMI3_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  if (state == nullptr) return refuse(c, "there is no state to write");
  fmi3Status status = fmi3OK;
  const fmi3Status attempted = attempt(c, [&](Instance& instance) {
    const std::vector<std::byte> written = instance.write(*static_cast<SavedState*>(state));
    if (written.size() > size)
      status = refuse(c, "the room for the bytes of the state does not suffice");
    else
      std::memcpy(bytes, written.data(), written.size());
  });
  return attempted == fmi3OK ? status : attempted;
}
FMI3_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                               fmi3FMUState* state) {
  return attempt(c, [&](Instance& instance) {
    auto read = std::make_unique<SavedState>();
    instance.read({reinterpret_cast<const std::byte*>(bytes), size}, *read);
    delete static_cast<SavedState*>(*state);
    *state = read.release();
  });
}

FMI3_EXPORT fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t rows,
                                                    const fmi3ValueReference knowns[], size_t columns,
                                                    const fmi3Float64 seed[], size_t seeds, fmi3Float64 sensitivity[],
                                                    size_t sensitivities) {
  if (seeds != columns || sensitivities != rows) return refuse(c, "every variable of this FMU has one value");
  return attempt(c, [&](Instance& instance) {
    instance.differentiate({unknowns, rows}, {knowns, columns}, {seed, columns}, {sensitivity, rows});
  });
}

FMI3_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean* needs_update, fmi3Boolean* terminate,
                                                fmi3Boolean* nominals_changed, fmi3Boolean* states_changed,
                                                fmi3Boolean* has_next, fmi3Float64* next_time) {
  *needs_update = *terminate = *nominals_changed = *states_changed = *has_next = false;
  return attempt(c, [&](Instance& instance) {
    const std::optional<double> next = instance.next_event();
    *has_next = next.has_value();
    *next_time = next.value_or(0);
  });
}

// ---- model exchange ----

FMI3_EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) {
  return attempt(c, [](Instance&) {});
}
FMI3_EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean, fmi3Boolean* enter_event_mode,
                                                   fmi3Boolean* terminate) {
  *enter_event_mode = *terminate = false;
  return attempt(c, [](Instance& instance) { instance.complete_step(); });
}
FMI3_EXPORT fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time) {
  return attempt(c, [&](Instance& instance) { instance.set_time(time); });
}
FMI3_EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n) {
  return attempt(c, [&](Instance& instance) { instance.set_states({x, n}); });
}
FMI3_EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 dx[], size_t n) {
  return attempt(c, [&](Instance& instance) { instance.derivatives({dx, n}); });
}
FMI3_EXPORT fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 g[], size_t n) {
  return attempt(c, [&](Instance& instance) { instance.switches({g, n}); });
}
FMI3_EXPORT fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n) {
  return attempt(c, [&](Instance& instance) { std::ranges::copy(instance.states().first(n), x); });
}
FMI3_EXPORT fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominals[], size_t n) {
  return attempt(c, [&](Instance&) { std::fill_n(nominals, n, 1.0); });
}
FMI3_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t* n) {
  return attempt(c, [&](Instance& instance) { *n = static_cast<size_t>(instance.layout().switches); });
}
FMI3_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t* n) {
  return attempt(c, [&](Instance& instance) { *n = static_cast<size_t>(instance.layout().states); });
}

// ---- co-simulation ----

FMI3_EXPORT fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 from, fmi3Float64 length, fmi3Boolean,
                                  fmi3Boolean* needs_event, fmi3Boolean* terminate, fmi3Boolean* early_return,
                                  fmi3Float64* reached) {
  *needs_event = *terminate = *early_return = false;
  *reached = from;
  fmi3Status status = fmi3OK;
  const fmi3Status attempted = attempt(c, [&](Instance& instance) {
    const oldham::StepOutcome outcome = instance.step(from, length);
    *reached = outcome.is_accepted() ? instance.time() : from;
    if (outcome.is_accepted()) return;
    const bool is_rejected = outcome.status == oldham::StepOutcome::Status::rejected;
    instance.log(is_rejected ? Grade::discard : Grade::error, outcome.reason);
    status = is_rejected ? fmi3Discard : fmi3Error;
  });
  return attempted == fmi3OK ? status : attempted;
}
