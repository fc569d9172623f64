// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/model/hydraulics/description.hpp"

namespace oldham {

// The elements of a hydraulic circuit, one entry of the file each. Those that join nodes find them in the circuit.

hydraulics::VolumeDescription read_volume(Reader& reader);
hydraulics::SourceDescription read_source(Reader& reader);
hydraulics::ThrottleDescription read_throttle(Reader& reader, const hydraulics::CircuitDescription& circuit);
hydraulics::ValveDescription read_valve(Reader& reader, const hydraulics::CircuitDescription& circuit);
hydraulics::CylinderDescription read_cylinder(Reader& reader, const hydraulics::CircuitDescription& circuit);

}  // namespace oldham
