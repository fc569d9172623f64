// SPDX-License-Identifier: MIT
#include "oldham/fmi/standard/oldham_extension.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "instance.hpp"
#include "oldham/core/error.hpp"

// The whole interface of the subsystem, for importers who know it.

namespace {

using namespace oldham;
using fmu::Instance;

Instance& instance_of(void* component) { return *static_cast<Instance*>(component); }

int status_of(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::wrong_input:
      return oldhamWrongInput;
    case ErrorKind::missing_capability:
      return oldhamMissingCapability;
    case ErrorKind::failure:
      break;
  }
  return oldhamFailed;
}

/// Carries out what is asked of the subsystem; what goes wrong can be asked for later.
template <class Work>
int attempt(void* component, const Work& work) {
  Instance& instance = instance_of(component);
  try {
    return work(instance.subsystem());
  } catch (const Error& error) {
    instance.last_message = error.what();
    return status_of(error);
  } catch (const std::exception& error) {
    instance.last_message = error.what();
  } catch (...) {
    instance.last_message = "an unknown failure";
  }
  return oldhamFailed;
}

template <class Facet>
Facet& declared(Facet* facet) {
  if (facet == nullptr) throw_missing_capability("FMU", "this is not declared", "see its description");
  return *facet;
}

const Equations<double>& equations_of(Subsystem<double>& subsystem) { return declared(subsystem.equations()); }

InputSignal<double> signal_of(const oldhamSignal& signal) {
  return {static_cast<int>(signal.inputs),
          static_cast<int>(signal.degree),
          {signal.breaks, signal.pieces + 1},
          signal.coefficients};
}

std::size_t inputs_of(const Subsystem<double>& s) { return static_cast<std::size_t>(s.description().input_count()); }
std::size_t outputs_of(const Subsystem<double>& s) { return static_cast<std::size_t>(s.description().output_count()); }
std::size_t states_of(const Subsystem<double>& s) { return static_cast<std::size_t>(s.description().state_size); }

int describe_port(const std::vector<Port>& ports, size_t index, oldhamPort* into) {
  if (index >= ports.size()) throw_wrong_input("FMU", "there is no such port", "see its description");
  const Port& port = ports[index];
  *into = {port.name.c_str(), port.unit.text.c_str(), port.description.c_str(), port.nominal};
  return oldhamDone;
}

int describe(void* c, oldhamDescription* into) {
  return attempt(c, [&](Subsystem<double>& s) {
    const SubsystemDescription& d = s.description();
    const Equations<double>* e = s.equations();
    const Capabilities& can = d.capabilities;
    const Boundary& b = *d.boundary;
    *into = {b.model.c_str(),
             b.inputs.size(),
             b.outputs.size(),
             s.parameters().size(),
             states_of(s),
             e == nullptr ? 0 : static_cast<size_t>(e->equation_size()),
             e == nullptr ? 0 : static_cast<size_t>(e->switch_count()),
             d.noise,
             can.rollback,
             can.state_access,
             can.equations,
             can.step_sensitivity,
             can.output_integrals,
             can.linear,
             can.serialisation,
             b.feedthrough,
             b.acts_at_end,
             b.restarts,
             e != nullptr && e->has_linear_outputs()};
    return oldhamDone;
  });
}

int describe_parameter(void* c, size_t index, oldhamParameter* into) {
  return attempt(c, [&](Subsystem<double>& s) {
    std::vector<ParameterValue> all = s.parameters();
    if (index >= all.size()) throw_wrong_input("FMU", "there is no such parameter", "see its description");
    // the texts must outlive the call
    std::vector<ParameterValue>& kept = instance_of(c).told_parameters;
    if (kept.size() != all.size()) kept = std::move(all);
    *into = {kept[index].name.c_str(), kept[index].unit.c_str(), kept[index].value};
    return oldhamDone;
  });
}

int advance(void* c, double begin, double length, const oldhamSignal* signal) {
  return attempt(c, [&](Subsystem<double>& s) {
    const StepOutcome outcome = s.advance({begin, length}, signal_of(*signal));
    if (outcome.is_accepted()) return oldhamDone;
    instance_of(c).last_message = outcome.reason;
    return outcome.status == StepOutcome::Status::rejected   ? oldhamRejected
           : outcome.status == StepOutcome::Status::diverged ? oldhamDiverged
                                                             : oldhamFailed;
  });
}

int save(void* c, void** state) {
  return attempt(c, [&](Subsystem<double>& s) {
    if (*state == nullptr) *state = new Snapshot<double>;
    s.save(*static_cast<Snapshot<double>*>(*state));
    return oldhamDone;
  });
}

int write_bytes(void* c, const void* state, void* bytes, size_t* size) {
  return attempt(c, [&](Subsystem<double>& s) {
    std::vector<std::byte> written;
    declared(s.state_bytes()).write(*static_cast<const Snapshot<double>*>(state), written);
    if (written.size() <= *size && !written.empty()) std::memcpy(bytes, written.data(), written.size());
    *size = written.size();
    return oldhamDone;
  });
}

int read_bytes(void* c, const void* bytes, size_t size, void** state) {
  return attempt(c, [&](Subsystem<double>& s) {
    if (*state == nullptr) *state = new Snapshot<double>;
    declared(s.state_bytes())
        .read({static_cast<const std::byte*>(bytes), size}, *static_cast<Snapshot<double>*>(*state));
    return oldhamDone;
  });
}

/// A function of the subsystem that cannot fail but by an exception.
#define OLDHAM_CALL(...)                        \
  return attempt(c, [&](Subsystem<double>& s) { \
    (void)s;                                    \
    __VA_ARGS__;                                \
    return oldhamDone;                          \
  })

std::size_t equation_states(Subsystem<double>& s) { return static_cast<std::size_t>(equations_of(s).equation_size()); }

const oldhamExtension table = {
    .version = oldhamExtensionVersion,
    .message = [](void* c) { return instance_of(c).last_message.c_str(); },
    .describe = describe,
    .describe_input =
        [](void* c, size_t index, oldhamPort* into) {
          return attempt(
              c, [&](Subsystem<double>& s) { return describe_port(s.description().boundary->inputs, index, into); });
        },
    .describe_output =
        [](void* c, size_t index, oldhamPort* into) {
          return attempt(
              c, [&](Subsystem<double>& s) { return describe_port(s.description().boundary->outputs, index, into); });
        },
    .describe_parameter = describe_parameter,
    .initialize = [](void* c, double start) { OLDHAM_CALL(s.initialize(start)); },
    .apply_inputs =
        [](void* c, const double* u) {
          OLDHAM_CALL(s.apply_inputs({u, inputs_of(s)}));
        },
    .restart =
        [](void* c, const double* u) {
          OLDHAM_CALL(s.restart({u, inputs_of(s)}));
        },
    .advance = advance,
    .read_outputs =
        [](void* c, double* y) {
          OLDHAM_CALL(s.read_outputs({y, outputs_of(s)}));
        },
    .assume_past = [](void* c, double length) { OLDHAM_CALL(s.assume_past(length)); },
    .read_state =
        [](void* c, double* x) {
          OLDHAM_CALL(s.read_state({x, states_of(s)}));
        },
    .write_state =
        [](void* c, const double* x) {
          OLDHAM_CALL(s.write_state({x, states_of(s)}));
        },
    .save = save,
    .restore = [](void* c, const void* state) { OLDHAM_CALL(s.restore(*static_cast<const Snapshot<double>*>(state))); },
    .free_state = [](void* state) { delete static_cast<Snapshot<double>*>(state); },
    .write_bytes = write_bytes,
    .read_bytes = read_bytes,
    .read_equation_state =
        [](void* c, double* x) {
          OLDHAM_CALL(equations_of(s).read_equation_state({x, equation_states(s)}));
        },
    .velocity_of = [](void* c, int* index) { OLDHAM_CALL(std::ranges::copy(equations_of(s).velocity_of(), index)); },
    .derivative =
        [](void* c, double t, const double* x, const double* u, double* dx) {
          OLDHAM_CALL(const std::size_t n = equation_states(s);
                      equations_of(s).derivative(t, {x, n}, {u, inputs_of(s)}, {dx, n}));
        },
    .output =
        [](void* c, double t, const double* x, const double* u, double* y) {
          OLDHAM_CALL(equations_of(s).output(t, {x, equation_states(s)}, {u, inputs_of(s)}, {y, outputs_of(s)}));
        },
    .output_rate =
        [](void* c, double t, const double* x, const double* dx, const double* u, const double* du, double* rate,
           int* is_known) {
          OLDHAM_CALL(
              const std::size_t n = equation_states(s), m = inputs_of(s);
              *is_known = equations_of(s).output_rate(t, {x, n}, {dx, n}, {u, m}, {du, m}, {rate, outputs_of(s)}));
        },
    .follow =
        [](void* c, double t, const double* x) {
          return attempt(c, [&](Subsystem<double>& s) {
            instance_of(c).last_message = equations_of(s).follow(t, {x, equation_states(s)});
            return instance_of(c).last_message.empty() ? oldhamDone : oldhamFailed;
          });
        },
    .read_switches =
        [](void* c, double t, const double* x, const double* u, double* g) {
          OLDHAM_CALL(equations_of(s).switches(t, {x, equation_states(s)}, {u, inputs_of(s)},
                                               {g, static_cast<std::size_t>(equations_of(s).switch_count())}));
        },
    .next_kink = [](void* c, double t, double* kink) { OLDHAM_CALL(*kink = equations_of(s).next_kink(t)); },
    .respond =
        [](void* c, double begin, double length, const oldhamSignal* direction, double* dy, double* drate,
           double* dintegral) {
          OLDHAM_CALL(const std::size_t n = outputs_of(s);
                      declared(s.step_sensitivity())
                          .respond({begin, length}, signal_of(*direction), {dy, n}, {drate, drate == nullptr ? 0 : n},
                                   {dintegral, dintegral == nullptr ? 0 : n}));
        },
    .carry_integrals = [](void* c) { OLDHAM_CALL(declared(s.output_integrals()).carry_integrals()); },
    .read_integrals =
        [](void* c, double* q) {
          OLDHAM_CALL(declared(s.output_integrals()).read_integrals({q, outputs_of(s)}));
        },
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const oldhamExtension* oldhamGetExtension(uint32_t version) {
  return version == oldhamExtensionVersion ? &table : nullptr;
}
