// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <string>

#include "chain.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/isolation/isolate.hpp"
#include "oldham/isolation/worker.hpp"

// What a process of its own costs a subsystem per macro step: a chain of oscillators, inside and isolated.

namespace oldham::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double step_length = 0.01;                 // s
constexpr int steps_of_a_round = 100, rounds = 300;  // short, so that some are not disturbed

/// The mass of this index, which is the same in chains of any length.
std::unique_ptr<Subsystem<double>> make_mass(const std::string& index) {
  Assembly<double> chain = assemble(make_chain(std::atoi(index.c_str()) + 1));
  return std::move(chain.subsystems.back());
}

struct IsolatedChain {
  IsolatedChain(int masses, bool corrected, bool isolated) : cosimulation(make(masses, isolated), scheme(corrected)) {
    state = cosimulation.initial_state(0.0);
    cosimulation.fill_history(state, step_length);
  }
  void step() {
    if (!cosimulation.step(state, {state.time, step_length}).is_accepted()) std::abort();
  }
  /// s per step, in the quickest round.
  double measure() {
    double quickest = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
      const auto begin = Clock::now();
      for (int n = 0; n < steps_of_a_round; ++n) step();
      quickest = std::min(quickest, std::chrono::duration<double>(Clock::now() - begin).count() / steps_of_a_round);
    }
    return quickest;
  }

  static Assembly<double> make(int masses, bool isolated) {
    Assembly<double> assembly = assemble(make_chain(masses));
    for (int i = 0; isolated && i < masses; ++i) assembly.subsystems[i] = isolate("mass", std::to_string(i), {});
    return assembly;
  }
  static Scheme scheme(bool corrected) {
    Scheme scheme;
    scheme.order = 1;
    scheme.threads = 1;
    for (const NamedCorrection& row : correction_catalogue())
      if (row.name == std::string(corrected ? "semi-implicit" : "explicit")) scheme.correction = row.correction;
    return scheme;
  }

  Cosimulation<double> cosimulation;
  MacroState<double> state;
};

/// The same motion, to the last bit, or the comparison means nothing.
void require_agreement(int masses, bool corrected) {
  IsolatedChain inside(masses, corrected, false), isolated(masses, corrected, true);
  for (int n = 0; n < 200; ++n) {
    inside.step();
    isolated.step();
    if (inside.state.outputs == isolated.state.outputs) continue;
    fmt::print(stderr, "chain of {}: isolated masses move otherwise in step {}\n", masses, n);
    std::exit(1);
  }
}

int main(int count, char** arguments) {
  register_kind("mass", make_mass);
  if (const auto code = run_worker_if_asked(count, arguments)) return *code;
  fmt::print("{:<26}{:>6}{:>14}{:>14}\n", "us per subsystem and step", "N", "inside", "isolated");
  for (bool corrected : {false, true})
    for (int masses : {2, 4, 10}) {
      require_agreement(masses, corrected);
      fmt::print("{:<26}{:>6}{:>14.3f}{:>14.3f}\n", corrected ? "semi-implicit, order 1" : "explicit, order 1", masses,
                 1e6 * IsolatedChain(masses, corrected, false).measure() / masses,
                 1e6 * IsolatedChain(masses, corrected, true).measure() / masses);
    }
  return 0;
}

}  // namespace
}  // namespace oldham::bench

int main(int count, char** arguments) { return oldham::bench::main(count, arguments); }
