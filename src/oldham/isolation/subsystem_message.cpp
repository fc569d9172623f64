// SPDX-License-Identifier: MIT
#include "oldham/isolation/subsystem_message.hpp"

#include <array>

namespace oldham {
namespace {

constexpr std::array flags_of_boundary = {&Boundary::feedthrough, &Boundary::is_group,    &Boundary::acts_at_end,
                                          &Boundary::is_foreign,  &Boundary::begins_once, &Boundary::restarts};
constexpr std::array flags_of_capabilities = {&Capabilities::rollback,         &Capabilities::state_access,
                                              &Capabilities::equations,        &Capabilities::step_sensitivity,
                                              &Capabilities::output_integrals, &Capabilities::linear,
                                              &Capabilities::serialisation};
// a flag more must be told too
static_assert(sizeof(Capabilities) == flags_of_capabilities.size() * sizeof(bool));

void put_ports(MessageWriter& message, const std::vector<Port>& ports) {
  message.put_count(ports.size());
  for (const Port& port : ports) {
    message.put_text(port.name);
    message.put(port.unit.exponents);
    message.put(port.unit.factor);
    message.put(port.unit.offset);
    message.put_text(port.unit.text);
    message.put_text(port.description);
    message.put(port.nominal);
    message.put_flag(port.rest.has_value());
    message.put(port.rest.value_or(0));
    message.put_flag(port.has_unit);
    message.put_flag(port.is_discrete);
    message.put_flag(port.is_real);
  }
}

std::vector<Port> take_ports(MessageReader& message) {
  std::vector<Port> ports;
  for (std::size_t left = message.take_count(); left > 0; --left) {
    Port& port = ports.emplace_back();
    port.name = message.take_text();
    port.unit.exponents = message.take<decltype(port.unit.exponents)>();
    port.unit.factor = message.take<double>();
    port.unit.offset = message.take<double>();
    port.unit.text = message.take_text();
    port.description = message.take_text();
    port.nominal = message.take<double>();
    const bool rests = message.take_flag();
    const auto rest = message.take<double>();
    if (rests) port.rest = rest;
    port.has_unit = message.take_flag();
    port.is_discrete = message.take_flag();
    port.is_real = message.take_flag();
  }
  return ports;
}

}  // namespace

void put_facts(MessageWriter& message, const Subsystem<double>& subsystem) {
  const SubsystemDescription& d = subsystem.description();
  message.put_text(d.name);
  message.put_text(d.boundary->model);
  put_ports(message, d.boundary->inputs);
  put_ports(message, d.boundary->outputs);
  for (bool Boundary::*flag : flags_of_boundary) message.put_flag((*d.boundary).*flag);
  message.put_count(d.boundary->texts.size());
  for (const std::string& name : d.boundary->texts) message.put_text(name);
  message.put_count(static_cast<std::size_t>(d.state_size));
  message.put(d.noise);
  for (bool Capabilities::*flag : flags_of_capabilities) message.put_flag(d.capabilities.*flag);
  const std::vector<ParameterValue> parameters = subsystem.parameters();
  message.put_count(parameters.size());
  for (const ParameterValue& parameter : parameters) {
    message.put_text(parameter.name);
    message.put(parameter.value);
    message.put_text(parameter.unit);
  }
  const Equations<double>* equations = subsystem.equations();
  if (!equations) return;
  message.put_count(static_cast<std::size_t>(equations->equation_size()));
  message.put_flag(equations->has_linear_outputs());
  const std::vector<int> velocity_of = equations->velocity_of();
  message.put_count(velocity_of.size());
  for (int velocity : velocity_of) message.put(static_cast<std::int64_t>(velocity));
  message.put_count(static_cast<std::size_t>(equations->switch_count()));
}

SubsystemFacts take_facts(MessageReader& message) {
  SubsystemFacts facts;
  SubsystemDescription& d = facts.description;
  d.name = message.take_text();
  auto boundary = std::make_shared<Boundary>();
  boundary->model = message.take_text();
  boundary->inputs = take_ports(message);
  boundary->outputs = take_ports(message);
  for (bool Boundary::*flag : flags_of_boundary) (*boundary).*flag = message.take_flag();
  for (std::size_t left = message.take_count(); left > 0; --left) boundary->texts.emplace_back(message.take_text());
  d.boundary = std::move(boundary);
  d.state_size = static_cast<int>(message.take_count());
  d.noise = message.take<double>();
  for (bool Capabilities::*flag : flags_of_capabilities) d.capabilities.*flag = message.take_flag();
  for (std::size_t left = message.take_count(); left > 0; --left) {
    ParameterValue& parameter = facts.parameters.emplace_back();
    parameter.name = message.take_text();
    parameter.value = message.take<double>();
    parameter.unit = message.take_text();
  }
  if (!d.capabilities.equations) return facts;
  facts.equation_size = static_cast<int>(message.take_count());
  facts.has_linear_outputs = message.take_flag();
  for (std::size_t left = message.take_count(); left > 0; --left)
    facts.velocity_of.push_back(static_cast<int>(message.take<std::int64_t>()));
  facts.switch_count = static_cast<int>(message.take_count());
  return facts;
}

}  // namespace oldham
