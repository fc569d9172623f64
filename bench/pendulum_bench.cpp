// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "fastest.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "simbody_chain.hpp"

// What a step of a chain of pendulums costs: in absolute coordinates here, in joint coordinates by Simbody, from one
// run.

namespace oldham::bench {
namespace {

constexpr double step_length = 1e-3;  // s; the fastest vibration of 1000 bars has 200 rad/s
constexpr std::array lengths = {10, 100, 1000};

struct Method {
  const char *name, *formulation, *integrator;
  int order;
};
constexpr std::array methods = {Method{"kkt rk4", "kkt", "rk4", 4}, Method{"ali1", "ali1", "semi-implicit-euler", 1},
                                Method{"ali3p", "ali3p", "trapezoidal", 2}};

/// q = (rotation about x by the tilt) (rotation about z by the angle), scalar first.
std::array<double, 4> orientation(const PendulumChain& chain, int bar) {
  const double a = chain.angle(bar) / 2, b = chain.tilt(bar) / 2;
  return {std::cos(b) * std::cos(a), std::sin(b) * std::cos(a), -std::sin(b) * std::sin(a), std::cos(b) * std::sin(a)};
}

/// The chain as a system file.
std::string chain_file(const PendulumChain& chain, const Method& method) {
  const char* zero = chain.is_spatial ? ", 0.0" : "";
  std::string text = fmt::format(R"([simulation]
end = 1e3
[scheme]
step = {}
threads = 1
[[subsystem]]
name = "chain"
model = "mechanism"
space = "{}"
gravity = [0.0, {}{}]
formulation = "{}"
integrator = "{}"
micro_step = {}
tolerance = 1e-10  # m: positions of 1000 m are rounded to 1e-13 m each
)",
                                 step_length, chain.is_spatial ? "space" : "plane", -chain.gravity, zero,
                                 method.formulation, method.integrator, step_length);
  std::array<double, 3> end = {0, 0, 0};
  for (int i = 0; i < chain.bars; ++i) {
    const double angle = chain.angle(i), tilt = chain.tilt(i), half = chain.length / 2;
    const std::array<double, 3> along = {std::cos(angle), std::cos(tilt) * std::sin(angle),
                                         std::sin(tilt) * std::sin(angle)};
    std::array<double, 3> centre;
    for (int k = 0; k < 3; ++k) {
      centre[k] = end[k] + half * along[k];
      end[k] += chain.length * along[k];
    }
    text += fmt::format("[[subsystem.body]]\nname = \"bar{}\"\nmass = {}\n", i, chain.mass);
    if (chain.is_spatial) {
      const std::array<double, 4> q = orientation(chain, i);
      text += fmt::format("inertia = [{}, {}, {}]\nposition = [{}, {}, {}]\norientation = [{}, {}, {}, {}]\n",
                          chain.axial_inertia, chain.inertia, chain.inertia, centre[0], centre[1], centre[2], q[0],
                          q[1], q[2], q[3]);
    } else {
      text +=
          fmt::format("inertia = {}\nposition = [{}, {}]\nangle = {}\n", chain.inertia, centre[0], centre[1], angle);
    }
    text += fmt::format("[[subsystem.joint]]\nname = \"joint{}\"\ntype = \"{}\"\nbetween = [\"{}\", \"bar{}\"]\n", i,
                        chain.is_spatial ? "spherical" : "revolute",
                        i == 0 ? std::string("ground") : fmt::format("bar{}", i - 1), i);
    text += fmt::format("points = [[{}, 0.0{}], [{}, 0.0{}]]\n", i == 0 ? 0.0 : half, zero, -half, zero);
  }
  return text;
}

/// The chain with the kernel, a macro step being one step of its solver.
struct KernelChain {
  KernelChain(const PendulumChain& chain, const Method& method)
      : system(build_system<double>(parse_toml(chain_file(chain, method), "chain.toml"))),
        state(make_initial_state(system, system.step)) {
    for (int i = 0; i < chain.bars; ++i) columns.push_back(column(fmt::format("chain.bar{}.x", i)));
  }
  int column(const std::string& name) const {
    const auto& assembly = system.cosimulation->assembly();
    for (int port = 0; port < assembly.subsystems[0]->description().output_count(); ++port)
      if (assembly.output_name({0, port}) == name) return port;
    fmt::print(stderr, "no output is called {}\n", name);
    std::exit(1);
  }
  void step() {
    const StepReport report = system.cosimulation->step(state, {state.time, step_length});
    if (report.is_accepted()) return;
    fmt::print(stderr, "a step of the chain failed: {}\n", report.reason);
    std::exit(1);
  }
  std::array<double, 2> position(int bar) const {
    return {state.outputs[columns[bar]], state.outputs[columns[bar] + 1]};
  }

  System<double> system;
  MacroState<double> state;
  std::vector<int> columns;  // of x; y follows
};

/// Both must compute the same motion, or comparing their times means nothing.
void require_agreement(const PendulumChain& chain, const Method& method, double tolerance) {
  KernelChain kernel(chain, method);
  SimbodyChain simbody(chain);
  double difference = 0;
  for (int n = 0; n < 100; ++n) {
    kernel.step();
    simbody.step(step_length);
  }
  for (int i = 0; i < chain.bars; ++i)
    for (int k = 0; k < 2; ++k)
      difference = std::max(difference, std::abs(kernel.position(i)[k] - simbody.position(i)[k]));
  if (difference < tolerance) return;
  fmt::print(stderr, "chain of {} {}, {}: kernel and Simbody differ by {:.3g} m\n", chain.bars,
             chain.is_spatial ? "in space" : "in the plane", method.name, difference);
  std::exit(1);
}

std::string title(const char* what, const PendulumChain& chain) {
  return fmt::format("{}/{}/{}", what, chain.is_spatial ? "space" : "plane", chain.bars);
}

void register_chain(const PendulumChain& chain) {
  for (const Method& method : methods)
    benchmark::RegisterBenchmark(title(method.name, chain).c_str(), [=](benchmark::State& state) {
      KernelChain kernel(chain, method);
      for (auto _ : state) kernel.step();
    });
  benchmark::RegisterBenchmark(title("simbody rk4", chain).c_str(), [=](benchmark::State& state) {
    SimbodyChain simbody(chain);
    for (auto _ : state) simbody.step(step_length);
  });
  benchmark::RegisterBenchmark(title("simbody accelerations", chain).c_str(), [=](benchmark::State& state) {
    SimbodyChain simbody(chain);
    for (auto _ : state) simbody.evaluate();
  });
}

void print(const Fastest& fastest) {
  const std::vector<const char*> columns = {"kkt rk4", "ali1", "ali3p", "simbody rk4", "simbody accelerations"};
  fmt::print("{:<22}{:>6}", "us per step", "n");
  for (const char* column : columns) fmt::print("{:>24}", column);
  fmt::print("\n");
  for (bool is_spatial : {false, true})
    for (int bars : lengths) {
      const PendulumChain chain{.bars = bars, .is_spatial = is_spatial};
      fmt::print("{:<22}{:>6}", is_spatial ? "space" : "plane", bars);
      for (const char* column : columns)
        if (const auto ns = fastest.find(title(column, chain)))
          fmt::print("{:>24.2f}", *ns / 1000);
        else
          fmt::print("{:>24}", "-");
      fmt::print("\n");
    }
}

int main(int count, char** arguments) {
  for (bool is_spatial : {false, true})
    for (int bars : lengths) {
      const PendulumChain chain{.bars = bars, .is_spatial = is_spatial};
      // both by the same method, in other coordinates: errors of order h⁴ differ
      require_agreement(chain, methods[0], 1e-6);
      register_chain(chain);
    }
  Fastest fastest;
  if (!run_benchmarks(
          {"--benchmark_repetitions=5", "--benchmark_min_time=0.1", "--benchmark_enable_random_interleaving=true"},
          count, arguments, fastest))
    return 2;
  print(fastest);
  return 0;
}

}  // namespace
}  // namespace oldham::bench

int main(int count, char** arguments) { return oldham::bench::main(count, arguments); }
