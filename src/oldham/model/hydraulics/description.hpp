// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "oldham/model/hydraulics/cylinder_shape.hpp"
#include "oldham/signal/time_signal.hpp"

namespace oldham::hydraulics {

// A circuit as a file gives it, in SI units. `where` is its place in the file, for messages. Nodes, the ends of flows,
// are counted volumes first, then sources.

struct FluidDescription {
  double density = 850;         // kg/m³
  double bulk_modulus = 1.5e9;  // Pa
  double root_width = 2e4;      // Pa; below it flow over an orifice is proportional to the pressure drop
};

struct HoseDescription {
  double volume = 0;        // m³
  double bulk_modulus = 0;  // of its wall, Pa
};

/// Fluid under one pressure. Chambers of cylinders add themselves.
struct VolumeDescription {
  std::string name, where;
  double pressure = 0;                 // at the start, Pa
  double volume = 0;                   // between rigid walls, m³
  std::vector<HoseDescription> hoses;  // with walls that give
};

/// A pump or a tank: its pressure is what it is, whatever flows.
struct SourceDescription {
  std::string name, where;
  SignalDescription pressure;  // Pa
};

struct ThrottleDescription {
  std::string name, where;
  int from = 0, to = 0;               // nodes; flow counts positive from the first to the second
  std::optional<double> coefficient;  // m³/(s √Pa); else from the next two
  double area = 0;                    // m²
  double discharge = 0;               // discharge coefficient
};

/// 4/3 directional valve with a spool of first order.
struct ValveDescription {
  std::string name, where;
  int pump = 0, tank = 0, a = 0, b = 0;      // nodes
  double coefficient = 0;                    // m³/(s √Pa) per unit of the spool's position
  std::optional<double> time_constant;       // s; else from the next
  double bandwidth = 0;                      // Hz, where the spool lags by 45°
  double position = 0;                       // of the spool at the start
  std::optional<SignalDescription> command;  // none: an input
};

struct CylinderDescription : CylinderShape {
  std::string name, where;
  std::array<int, 2> chambers{};       // nodes: piston side, rod side
  std::optional<double> bulk_modulus;  // of the wall, Pa; none: rigid
  bool gives_force = true;             // false: somebody else computes it
};

struct CircuitDescription {
  std::string name;
  FluidDescription fluid;
  std::vector<VolumeDescription> volumes;
  std::vector<SourceDescription> sources;
  std::vector<ThrottleDescription> throttles;
  std::vector<ValveDescription> valves;
  std::vector<CylinderDescription> cylinders;
  bool publish_flows = false;

  int volume_count() const { return static_cast<int>(volumes.size()); }
  int node_count() const { return static_cast<int>(volumes.size() + sources.size()); }
  const std::string& node_name(int node) const {
    return node < volume_count() ? volumes[node].name : sources[node - volume_count()].name;
  }
};

}  // namespace oldham::hydraulics
