// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/core/scalar.hpp"
#include "oldham/model/hydraulics/circuit.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham::hydraulics {

std::shared_ptr<const Boundary> circuit_boundary(const CircuitDescription& d) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "hydraulic-circuit";
  const Unit metre = parse_unit("m"), speed = parse_unit("m/s"), newton = parse_unit("N"), pascal = parse_unit("Pa"),
             flow = parse_unit("m^3/s"), plain = parse_unit("1");
  auto& inputs = boundary->inputs;
  auto& outputs = boundary->outputs;
  for (const CylinderDescription& c : d.cylinders) {
    inputs.push_back({c.name + ".position", metre, "distance of the two ends of the cylinder"});
    inputs.push_back({c.name + ".velocity", speed, "rate of that distance"});
  }
  for (const ValveDescription& v : d.valves)
    if (!v.command) inputs.push_back({v.name + ".command", plain, "where the spool is to go"});
  for (const VolumeDescription& v : d.volumes) outputs.push_back({v.name + ".pressure", pascal, "pressure", 1e6});
  for (const ValveDescription& v : d.valves) outputs.push_back({v.name + ".position", plain, "position of the spool"});
  for (const CylinderDescription& c : d.cylinders)
    if (c.gives_force) {
      outputs.push_back({c.name + ".force", newton, "force on the ends of the cylinder, positive extends", 1e3});
      boundary->feedthrough = true;
    }
  if (!d.publish_flows) return boundary;
  for (const ThrottleDescription& t : d.throttles)
    outputs.push_back(
        {t.name + ".flow", flow, fmt::format("from '{}' to '{}'", d.node_name(t.from), d.node_name(t.to)), 1e-4});
  for (const ValveDescription& v : d.valves)
    for (const auto& [side, node] : {std::pair{"a", v.a}, std::pair{"b", v.b}})
      outputs.push_back({fmt::format("{}.{}.flow", v.name, side), flow,
                         fmt::format("out of the valve into '{}'", d.node_name(node)), 1e-4});
  return boundary;
}

template <class T>
std::vector<ParameterValue> Circuit<T>::parameters() const {
  const CircuitDescription& d = description_;
  std::vector<ParameterValue> list = {{"fluid.density", d.fluid.density, "kg/m^3"},
                                      {"fluid.bulk_modulus", d.fluid.bulk_modulus, "Pa"},
                                      {"fluid.root_width", d.fluid.root_width, "Pa"}};
  for (std::size_t i = 0; i < volumes_.size(); ++i) {
    const VolumeDescription& v = d.volumes[i];
    list.push_back({v.name + ".pressure", v.pressure, "Pa"});
    list.push_back({v.name + ".capacity", to_double(volumes_[i].fixed), "m^3/Pa"});
  }
  for (std::size_t i = 0; i < d.throttles.size(); ++i)
    list.push_back({d.throttles[i].name + ".coefficient", to_double(throttles_[i].coefficient), "m^3/(s.Pa^0.5)"});
  for (std::size_t i = 0; i < d.valves.size(); ++i) {
    list.push_back({d.valves[i].name + ".coefficient", d.valves[i].coefficient, "m^3/(s.Pa^0.5)"});
    list.push_back({d.valves[i].name + ".time_constant", to_double(T(1 / valves_[i].rate)), "s"});
    list.push_back({d.valves[i].name + ".position", d.valves[i].position, "1"});
  }
  for (std::size_t i = 0; i < d.cylinders.size(); ++i) {
    const CylinderDescription& description = d.cylinders[i];
    const Cylinder<T>& c = actuators_[i].cylinder;
    const std::string& name = description.name;
    list.push_back({name + ".area1", to_double(c.area1), "m^2"});
    list.push_back({name + ".area2", to_double(c.area2), "m^2"});
    list.push_back({name + ".start", description.start, "m"});
    list.push_back({name + ".length1", description.lengths[0], "m"});
    list.push_back({name + ".length2", description.lengths[1], "m"});
    list.push_back({name + ".friction", description.friction, "N.s/m"});
    list.push_back({name + ".damper.length", description.damper_length, "m"});
    list.push_back({name + ".damper.stiffness", description.damper_stiffness, "N/m"});
    list.push_back({name + ".damper.friction", description.damper_friction, "N.s/m"});
  }
  return list;
}

template <class T>
std::unique_ptr<Subsystem<T>> make_circuit(const std::string& name, const CircuitDescription& description,
                                           const IntegratorSettings& integrator) {
  return with_integrator<T>(name, circuit_boundary(description), Circuit<T>(description), integrator);
}

template std::vector<ParameterValue> Circuit<double>::parameters() const;
template std::vector<ParameterValue> Circuit<Multiprecision>::parameters() const;
template std::unique_ptr<Subsystem<double>> make_circuit(const std::string&, const CircuitDescription&,
                                                         const IntegratorSettings&);
template std::unique_ptr<Subsystem<Multiprecision>> make_circuit(const std::string&, const CircuitDescription&,
                                                                 const IntegratorSettings&);

}  // namespace oldham::hydraulics
