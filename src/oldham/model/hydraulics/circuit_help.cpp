// SPDX-License-Identifier: MIT
#include "oldham/model/hydraulics/circuit_help.hpp"

#include "oldham/core/scalar.hpp"
#include "oldham/model/hydraulics/circuit.hpp"

namespace oldham::hydraulics {
namespace {

CircuitDescription sample_circuit() {
  CircuitDescription circuit;
  circuit.name = "circuit";
  circuit.volumes = {{"piston_side", "", 1e6, 1e-5, {}}, {"rod_side", "", 1e6, 1e-5, {}}};
  circuit.sources = {{"pump", "", SignalDescription::constant(7e6)}, {"tank", "", SignalDescription::constant(1e5)}};
  ValveDescription valve;
  valve.name = "valve";
  valve.a = 0;
  valve.b = 1;
  valve.pump = 2;
  valve.tank = 3;
  valve.coefficient = 1e-8;
  valve.bandwidth = 35;
  circuit.valves = {valve};
  CylinderDescription cylinder;
  cylinder.name = "cylinder";
  cylinder.chambers = {0, 1};
  cylinder.sizes = {5e-3, 4e-3};
  cylinder.lengths = {0.1, 0.1};
  circuit.cylinders = {cylinder};
  return circuit;
}

}  // namespace

ModelHelp circuit_help() {
  return {"hydraulic-circuit",
          "volumes, pumps, tanks, throttles, valves and cylinders, each with an entry of its own: "
          "docs/guide/hydraulics.md",
          "trapezoidal",
          {{"fluid", "", "oil", "density (850 kg/m^3), bulk_modulus (1.5e9 Pa), root_width (2e4 Pa)"},
           {"volume", "", "required", "[[subsystem.volume]]: name, pressure, volume, hoses"},
           {"source", "", "none", "[[subsystem.source]], a pump or tank: name, pressure"},
           {"throttle", "", "none", "[[subsystem.throttle]]: between, coefficient or area and discharge, name"},
           {"valve", "", "none",
            "[[subsystem.valve]]: name, pump, tank, a, b, coefficient, time_constant or bandwidth, position, command"},
           {"cylinder", "", "none",
            "[[subsystem.cylinder]]: name, chambers, diameters or areas, start, lengths, bulk_modulus, friction, "
            "damper, force"},
           {"flows", "", "false", "whether volume flows are outputs"}}};
}

template <class T>
std::unique_ptr<Subsystem<T>> make_sample_circuit(const std::string& name, Reader&,
                                                  const IntegratorSettings& integrator) {
  return make_circuit<T>(name, sample_circuit(), integrator);
}

template std::unique_ptr<Subsystem<double>> make_sample_circuit(const std::string&, Reader&, const IntegratorSettings&);
template std::unique_ptr<Subsystem<Multiprecision>> make_sample_circuit(const std::string&, Reader&,
                                                                        const IntegratorSettings&);

}  // namespace oldham::hydraulics
