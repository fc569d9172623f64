// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/model/crane/crane_parameters.hpp"

namespace oldham::crane {

/// How the cylinders join mechanism and circuits.
struct Coupling {
  bool by_pressure = false;  // the mechanism is told pressures, and works out the forces itself
  bool by_model = false;     // circuits see a reduced interface model inside the step
  int mechanical_input_order = 0;
  double step = 0;
  std::vector<double> micro_steps;  // of the circuits, s
  double shortest_step = 0;         // of them: what an interface model is stepped with
};

std::string circuit_name(std::size_t i);
std::string cylinder_name(std::size_t i);

/// Entries of a system file.
Value make_mechanism(const Parameters& parameters, const Coupling& coupling);
Value make_circuit(const Circuit& circuit, std::size_t i, const Coupling& coupling);
Value words(const std::vector<std::string>& texts);

}  // namespace oldham::crane
