// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/core/value.hpp"
#include "oldham/io/json.hpp"

namespace oldham {

/// Where a system rests.
struct EquilibriumAnswer {
  double time = 0;           // s; of the start, whose inputs act
  bool is_followed = false;  // along the path of a rod from its natural shape, which knows its branches
  int iterations = 0;        // of Newton's method otherwise
  Json outputs = Json::object();
  std::string outputs_text;  // those that fit into an answer for people
};

/// The equilibrium of the system of a file's tree; that there is none is a failure.
EquilibriumAnswer find_rest(const Value& root);

Json to_json(const EquilibriumAnswer& answer);

}  // namespace oldham
