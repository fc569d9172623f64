// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/extended_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

/// A state that lives inside the FMU; the instance outlives it.
struct SavedInside final : SnapshotContent {
  ExtendedInstance instance;
  void* state = nullptr;

  explicit SavedInside(ExtendedInstance of) : instance(std::move(of)) {}
  ~SavedInside() override {
    if (state != nullptr) instance.functions->free_state(state);
  }
  SavedInside(const SavedInside&) = delete;
  SavedInside& operator=(const SavedInside&) = delete;
};

/// Where the snapshot keeps the state of this instance; made anew where a clone shares it.
SavedInside& place_in(Snapshot<double>& snapshot, const ExtendedInstance& instance) {
  auto* content = dynamic_cast<SavedInside*>(snapshot.content.get());
  if (content == nullptr || snapshot.content.use_count() > 1 || content->instance.component != instance.component) {
    auto made = std::make_shared<SavedInside>(instance);
    content = made.get();
    snapshot.content = std::move(made);
  }
  return *content;
}

oldhamSignal told(const InputSignal<double>& signal) {
  return {static_cast<size_t>(signal.inputs), static_cast<size_t>(signal.degree), static_cast<size_t>(signal.pieces()),
          signal.breaks.data(), signal.coefficients};
}

}  // namespace

const oldhamExtension* find_extension(void* symbol) {
  if (symbol == nullptr) return nullptr;
  return reinterpret_cast<oldhamGetExtension_type*>(symbol)(oldhamExtensionVersion);
}

ExtendedFmu::ExtendedFmu(std::string name, ExtendedInstance instance, const std::vector<Port>& inputs)
    : instance_(std::move(instance)) {
  description_.name = std::move(name);
  require(instance_.functions->describe(instance_.component, &told_));
  auto boundary = std::make_shared<Boundary>();
  boundary->model = told_.model;
  boundary->feedthrough = told_.feedthrough != 0;
  boundary->acts_at_end = told_.acts_at_end != 0;
  boundary->restarts = told_.restarts != 0;
  const auto read_ports = [&](size_t count, auto describe, std::vector<Port>& into) {
    for (size_t i = 0; i < count; ++i) {
      oldhamPort port{};
      require(describe(instance_.component, i, &port));
      into.push_back({port.name, parse_unit(port.unit), port.description, port.nominal});
    }
  };
  read_ports(told_.inputs, instance_.functions->describe_input, boundary->inputs);
  for (std::size_t i = 0; i < std::min(inputs.size(), boundary->inputs.size()); ++i) {
    boundary->inputs[i].name = inputs[i].name;
    boundary->inputs[i].rest = inputs[i].rest;
  }
  read_ports(told_.outputs, instance_.functions->describe_output, boundary->outputs);
  for (size_t i = 0; i < told_.parameters; ++i) {
    oldhamParameter parameter{};
    require(instance_.functions->describe_parameter(instance_.component, i, &parameter));
    parameters_.push_back({parameter.name, parameter.value, parameter.unit});
  }
  description_.boundary = std::move(boundary);
  description_.state_size = static_cast<int>(told_.states);
  description_.noise = told_.noise;
  description_.capabilities = {.rollback = told_.rollback != 0,
                               .state_access = told_.state_access != 0,
                               .equations = told_.equations != 0,
                               .step_sensitivity = told_.step_sensitivity != 0,
                               .output_integrals = told_.output_integrals != 0,
                               .linear = told_.linear != 0,
                               .serialisation = told_.serialisation != 0};
}

void ExtendedFmu::require(int status) const {
  if (status == oldhamDone) return;
  const ErrorKind kind = status == oldhamWrongInput          ? ErrorKind::wrong_input
                         : status == oldhamMissingCapability ? ErrorKind::missing_capability
                                                             : ErrorKind::failure;
  throw Error(kind, fmt::format("FMU '{}': {}", description_.name, message()));
}

void ExtendedFmu::initialize(const double& start) {
  require(instance_.functions->initialize(instance_.component, start));
}

void ExtendedFmu::apply_inputs(std::span<const double> u) {
  require(instance_.functions->apply_inputs(instance_.component, u.data()));
}

void ExtendedFmu::restart(std::span<const double> u) {
  require(instance_.functions->restart(instance_.component, u.data()));
}

StepOutcome ExtendedFmu::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  const oldhamSignal signal = told(inputs);
  switch (instance_.functions->advance(instance_.component, step.begin, step.length, &signal)) {
    case oldhamDone:
      return StepOutcome::accepted();
    case oldhamRejected:
      return StepOutcome::rejected(message());
    case oldhamDiverged:
      return StepOutcome::diverged(message());
    default:
      return StepOutcome::failed(message());
  }
}

void ExtendedFmu::read_outputs(std::span<double> y) const {
  require(instance_.functions->read_outputs(instance_.component, y.data()));
}

void ExtendedFmu::save(Snapshot<double>& into) const {
  require(instance_.functions->save(instance_.component, &place_in(into, instance_).state));
}

void ExtendedFmu::restore(const Snapshot<double>& from) {
  require(instance_.functions->restore(instance_.component, static_cast<const SavedInside&>(*from.content).state));
}

void ExtendedFmu::assume_past(const double& step_length) {
  require(instance_.functions->assume_past(instance_.component, step_length));
}

void ExtendedFmu::read_state(std::span<double> x) const {
  require(instance_.functions->read_state(instance_.component, x.data()));
}

void ExtendedFmu::write_state(std::span<const double> x) {
  require(instance_.functions->write_state(instance_.component, x.data()));
}

void ExtendedFmu::read_equation_state(std::span<double> x) const {
  require(instance_.functions->read_equation_state(instance_.component, x.data()));
}

std::vector<int> ExtendedFmu::velocity_of() const {
  std::vector<int> index(told_.equation_states);
  require(instance_.functions->velocity_of(instance_.component, index.data()));
  return index;
}

void ExtendedFmu::derivative(const double& t, std::span<const double> x, std::span<const double> u,
                             std::span<double> dx) const {
  require(instance_.functions->derivative(instance_.component, t, x.data(), u.data(), dx.data()));
}

void ExtendedFmu::output(const double& t, std::span<const double> x, std::span<const double> u,
                         std::span<double> y) const {
  require(instance_.functions->output(instance_.component, t, x.data(), u.data(), y.data()));
}

std::string ExtendedFmu::follow(const double& t, std::span<const double> x) const {
  return instance_.functions->follow(instance_.component, t, x.data()) == oldhamDone ? std::string() : message();
}

bool ExtendedFmu::output_rate(const double& t, std::span<const double> x, std::span<const double> dx,
                              std::span<const double> u, std::span<const double> du, std::span<double> rate) const {
  int is_known = 0;
  require(instance_.functions->output_rate(instance_.component, t, x.data(), dx.data(), u.data(), du.data(),
                                           rate.data(), &is_known));
  return is_known != 0;
}

void ExtendedFmu::switches(const double& t, std::span<const double> x, std::span<const double> u,
                           std::span<double> g) const {
  require(instance_.functions->read_switches(instance_.component, t, x.data(), u.data(), g.data()));
}

double ExtendedFmu::next_kink(const double& t) const {
  double kink = 0;
  require(instance_.functions->next_kink(instance_.component, t, &kink));
  return kink;
}

void ExtendedFmu::respond(const Interval<double>& step, const InputSignal<double>& direction, std::span<double> dy,
                          std::span<double> drate, std::span<double> dintegral) {
  const oldhamSignal signal = told(direction);
  require(instance_.functions->respond(instance_.component, step.begin, step.length, &signal, dy.data(),
                                       drate.empty() ? nullptr : drate.data(),
                                       dintegral.empty() ? nullptr : dintegral.data()));
}

void ExtendedFmu::carry_integrals() { require(instance_.functions->carry_integrals(instance_.component)); }

void ExtendedFmu::read_integrals(std::span<double> q) const {
  require(instance_.functions->read_integrals(instance_.component, q.data()));
}

void ExtendedFmu::write(const Snapshot<double>& from, std::vector<std::byte>& into) const {
  const void* state = static_cast<const SavedInside&>(*from.content).state;
  size_t size = 0;
  require(instance_.functions->write_bytes(instance_.component, state, nullptr, &size));
  into.resize(size);
  require(instance_.functions->write_bytes(instance_.component, state, into.data(), &size));
}

void ExtendedFmu::read(std::span<const std::byte> from, Snapshot<double>& into) const {
  require(
      instance_.functions->read_bytes(instance_.component, from.data(), from.size(), &place_in(into, instance_).state));
}

}  // namespace oldham::fmi
