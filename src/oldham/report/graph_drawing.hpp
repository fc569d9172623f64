// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/io/coupling_graph.hpp"

namespace oldham {

/// The graph as an element of a page, <svg>…</svg>: boxes with their ports, wires that say on hovering what they carry,
/// and, where subsystems step one after another, in which group each is. Colours are left to the page's style.
std::string draw_graph(const CouplingGraph& graph);

}  // namespace oldham
