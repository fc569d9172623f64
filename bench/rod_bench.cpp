// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "oldham/io/toml_file.hpp"
#include "oldham/model/rod/linear_implicit_euler.hpp"
#include "system_time.hpp"

// What a step of a rod costs beside its banded solution, and how much of real time rods take that mechanisms hold.

namespace oldham::bench {
namespace {

using rod::BandMatrix;
using rod::CircularSection;
using rod::EndKind;
using rod::LinearImplicitEuler;
using rod::Rod;
using rod::RodDescription;

/// A rubber cable of 1 m, clamped in a wall along x, that falls.
RodDescription falling_cable(int edges) {
  RodDescription cable;
  cable.name = cable.where = "cable";
  cable.edges = edges;
  cable.section = CircularSection{0.005, 1100, 5e6, 0.5, {}};
  cable.strain_retardation = 1e-3;
  cable.curvature_retardation = 1e-2;
  cable.gravity = {0, 0, -9.81};
  cable.start.kind = EndKind::clamped;
  cable.start.rotation = cable.end.rotation = {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
  return cable;
}

/// CPU time of one step of 1 ms, µs, the fastest of some falls.
double time_step(int edges) {
  const Rod<double> cable(falling_cable(edges));
  const int steps = std::max(20, 20000 / edges);
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    LinearImplicitEuler<double> euler(cable);
    std::vector<double> state = cable.natural_state();
    const double begin = cpu_now();
    for (int n = 0; n < steps; ++n)
      if (const StepOutcome outcome = euler.step(cable, cable.described_inputs(), 1e-3, state.data());
          !outcome.is_accepted()) {
        fmt::print(stderr, "N = {}: {}\n", edges, outcome.reason);
        return 0;
      }
    best = std::min(best, cpu_now() - begin);
  }
  return 1e6 * best / steps;
}

/// The same for the banded system of such a step alone: factors and solution, without what makes its entries.
double time_band(int edges) {
  const Rod<double> cable(falling_cable(edges));
  const int n = cable.unknown_count(), solutions = std::max(20, 20000 / edges);
  std::vector<double> state = cable.natural_state(), f(n), flow(n);
  BandMatrix<double> A(n);
  cable.linearise(state.data(), cable.described_inputs(), -1e-6, -1e-3, A, f.data(), flow.data());
  for (int i = 0; i < n; ++i) A(i, i) += cable.masses()[i];
  for (int i = 0; i < 3; ++i) A.pin(i);
  BandMatrix<double> copy = A;
  std::vector<double> x(f);
  // the matrix stays in the cache, as it does in a step; what it takes to fill it is not the solution's
  const auto fastest = [&](bool is_solved) {
    double best = 1e300;
    for (int r = 0; r < repetitions; ++r) {
      const double begin = cpu_now();
      for (int k = 0; k < solutions; ++k) {
        copy = A;
        if (!is_solved) continue;
        if (!copy.factor()) return 0.0;
        copy.solve(x.data());
      }
      best = std::min(best, cpu_now() - begin);
    }
    return 1e6 * best / solutions;
  };
  return fastest(true) - fastest(false);
}

void report_steps() {
  fmt::print("{:>8}{:>16}{:>16}{:>12}{:>16}\n", "N", "us per step", "us per edge", "band, us", "of the step");
  for (const int edges : {20, 40, 80, 160, 320, 1000, 10000}) {
    const double step = time_step(edges), band = time_band(edges);
    fmt::print("{:>8}{:>16.1f}{:>16.3f}{:>12.1f}{:>14.0f} %\n", edges, step, step / edges, band, 100 * band / step);
  }
}

void report_system(const std::string& title, const Value& root, double simulated) {
  const System<double> system = build_system<double>(root, {.threads = 1});
  const long steps = std::lround(simulated / system.step);
  const double whole = time_run(root, steps), step = 1e6 * whole / static_cast<double>(steps);
  const std::vector<double> rows = record_inputs(root, steps);
  std::vector<std::size_t> rods, mechanisms, all;
  for (std::size_t s = 0; s < system.cosimulation->assembly().subsystems.size(); ++s) {
    all.push_back(s);
    const std::string& model = system.cosimulation->assembly().subsystems[s]->description().boundary->model;
    (model == "rod" ? rods : mechanisms).push_back(s);
  }
  const double together = time_without_engine(root, all, rows, steps);
  fmt::print("{:<44}{:>9.1f}x{:>11.1f} %{:>12.1f}{:>12.1f}{:>12.1f}{:>10.1f} %\n", title, simulated / whole,
             100 * whole / simulated, step, time_without_engine(root, rods, rows, steps),
             time_without_engine(root, mechanisms, rows, steps), 100 * (step - together) / step);
}

int main() {
  fmt::print("one linear-implicit step of 1 ms\n");
  report_steps();
  fmt::print("\n{:<44}{:>10}{:>13}{:>12}{:>12}{:>12}{:>12}\n", "H = 1 ms, one core", "real time", "share",
             "us per step", "rods", "mechanisms", "engine");
  for (const char* forces : {"approximate", "exact"})
    report_system(
        fmt::format("cable, N = 20, {} forces", forces),
        parse_toml(fmt::format("system = \"cable\"\n[scheme]\nstep = 1e-3\nforces = \"{}\"\n", forces), "bench"), 1);
  report_system("harness of ten rods, N = 40 each", read_toml(OLDHAM_SOURCE "/examples/harness/ten.toml"), 2);
  return 0;
}

}  // namespace
}  // namespace oldham::bench

int main() { return oldham::bench::main(); }
