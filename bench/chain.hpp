// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "oldham/coupling/assembly.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator.hpp"

namespace oldham::bench {

/// A chain of oscillators, each with a spring to ground, neighbours joined by spring and damper.
struct Chain {
  std::vector<Oscillator<double>> masses;
  double coupling_stiffness = 80;  // N/m
  double coupling_damping = 0.8;   // N s/m
};

/// No two neighbours are alike, so that nothing can be shared between them.
inline Chain make_chain(int masses) {
  Chain chain;
  for (int i = 0; i < masses; ++i)
    chain.masses.push_back(
        {1.0 + 0.1 * (i % 7), 100.0 + 10.0 * (i % 5), 1.0 + 0.1 * (i % 3), i % 2 == 0 ? 1.0 : -0.5, 0.0, {}});
  return chain;
}

/// Force-force: every mass is a subsystem of its own, every spring between two masses an interface law.
inline Assembly<double> assemble(const Chain& chain) {
  Assembly<double> assembly;
  assembly.name = "chain";
  const int masses = static_cast<int>(chain.masses.size());
  for (int i = 0; i < masses; ++i)
    assembly.subsystems.push_back(std::make_unique<LinearSubsystem<double>>(
        fmt::format("mass{}", i + 1), oscillator_boundary(0), chain.masses[i].linear_equations()));
  for (int i = 0; i + 1 < masses; ++i)
    assembly.laws.push_back({fmt::format("spring{}", i + 1),
                             std::make_unique<SpringDamper<double>>(chain.coupling_stiffness, chain.coupling_damping),
                             {{i, 0}, {i, 1}, {i + 1, 0}, {i + 1, 1}},
                             {{{i, 0}, 0, 1.0}, {{i + 1, 0}, 0, -1.0}},
                             ""});
  return assembly;
}

}  // namespace oldham::bench
