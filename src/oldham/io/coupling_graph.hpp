// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// Who is joined to whom, as plain data: subsystems and the laws between them, and what goes from one to the other.
struct CouplingGraph {
  enum class Kind { subsystem, law, constraint };
  struct Node {
    std::string name{}, model{};
    Kind kind = Kind::subsystem;
    int group = 0;  // in which it steps, counted from 1; 0: no subsystem
    int states = 0;
    bool operator==(const Node&) const = default;
  };
  struct Edge {
    int from = 0, to = 0;                // nodes
    std::string from_port{}, to_port{};  // empty at laws and constraints
    std::string unit{};
    bool operator==(const Edge&) const = default;
  };
  std::vector<Node> nodes{};
  std::vector<Edge> edges{};
  int groups = 0;
  bool operator==(const CouplingGraph&) const = default;
};

CouplingGraph make_coupling_graph(const Cosimulation<double>& system);

Value to_value(const CouplingGraph& graph);
/// An edge between nodes that are not there is a wrong_input error.
CouplingGraph read_coupling_graph(const Value& value);

}  // namespace oldham
