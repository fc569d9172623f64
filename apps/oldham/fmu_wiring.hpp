// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::app {

/// An FMU as a subsystem of a file to come.
struct FmuUnit {
  std::string file;  // from the system file
  std::string name;
  fmi::ModelDescription description;
};

/// An output that feeds an input, or might: paths of a system file.
struct FmuPair {
  std::string from, to;
};

/// How FMUs may be joined: inputs are connected to the output of the same name of another FMU.
struct FmuWiring {
  std::vector<FmuPair> connected;
  std::vector<std::string> open;    // inputs without a source
  std::vector<std::string> alone;   // FMUs that nothing joins, where there are several
  std::vector<FmuPair> candidates;  // for open inputs, likely ones first: units fit, and names have something in common
};
FmuWiring find_wiring(const std::vector<FmuUnit>& units);

}  // namespace oldham::app
