// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/ssp/wiring.hpp"

namespace oldham::fmi::ssp {

/// How a value is changed where it goes from one place to the next.
struct Passage {
  bool suppresses_conversion = false;
  std::optional<Transformation> transformation{};
};

/// The value as it arrives at a port: converted to its unit unless that is suppressed, then transformed.
Parameter carried(Parameter value, const Port& to, const Passage& passage, std::vector<std::string>& notes);

/// The value of a constant of an FMU; none when it tells none.
std::optional<Parameter> constant_of(const Port& port);

/// The value in the type of the variable; one that does not fit is an error.
Value fitted(const Parameter& value, const Port& port);

}  // namespace oldham::fmi::ssp
