// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "fastest.hpp"
#include "hand_written.hpp"
#include "oldham/analysis/stability.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/io/system_file.hpp"

// What a macro step costs per subsystem, by the engine and by a loop written for this chain alone, from one run.

namespace oldham::bench {
namespace {

constexpr double step_length = 0.01;  // s
constexpr std::array lengths = {2, 10, 100, 1000};

Scheme scheme(int order, bool corrected) {
  Scheme scheme;
  scheme.order = order;
  scheme.threads = 1;
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == std::string(corrected ? "semi-implicit" : "explicit")) scheme.correction = row.correction;
  return scheme;
}

/// The chain with the engine, started with a full history so that both programs begin alike.
struct EngineChain {
  EngineChain(int masses, int order, bool corrected)
      : cosimulation(assemble(make_chain(masses)), scheme(order, corrected)) {
    state = cosimulation.initial_state(0.0);
    cosimulation.fill_history(state, step_length);
  }
  void step() {
    if (!cosimulation.step(state, {state.time, step_length}).is_accepted()) std::abort();
  }
  double position(int i) const { return state.outputs[2 * i]; }

  Cosimulation<double> cosimulation;
  MacroState<double> state;
};

/// Both programs must compute the same motion, or comparing their times means nothing.
template <int order, bool corrected>
void require_agreement(int masses) {
  EngineChain engine(masses, order, corrected);
  HandWrittenChain<order, corrected> hand_written(make_chain(masses), step_length);
  double difference = 0;
  for (int n = 0; n < 200; ++n) {
    engine.step();
    hand_written.step();
    for (int i = 0; i < masses; ++i)
      difference = std::max(difference, std::abs(engine.position(i) - hand_written.position(i)));
  }
  // positions are of size one; 200 stable steps keep rounding errors of 1e-16 each below this
  if (difference < 1e-12) return;
  fmt::print(stderr, "chain of {}, order {}: engine and hand-written loop differ by {:.3g}\n", masses, order,
             difference);
  std::exit(1);
}

template <class Stepper, class... Arguments>
void register_steps(const std::string& name, int masses, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    Stepper stepper(arguments...);
    for (int warm_up = 0; warm_up < 8; ++warm_up) stepper.step();
    for (auto _ : state) {
      stepper.step();
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * masses);
  });
}

template <int order, bool corrected>
void register_chain(int masses) {
  require_agreement<order, corrected>(masses);
  const std::string what = fmt::format("{} order {}/{}", corrected ? "semi-implicit" : "explicit", order, masses);
  register_steps<EngineChain>("engine/" + what, masses, masses, order, corrected);
  register_steps<HandWrittenChain<order, corrected>>("hand-written/" + what, masses, make_chain(masses), step_length);
}

/// The file of a two-mass chart, at one of its cells.
Value chart_cell(bool corrected) {
  Value root{Value::Table()};
  make_place(root, "system") = Value("two-mass");
  make_place(root, "scheme.correction") = Value(corrected ? "semi-implicit" : "explicit");
  make_place(root, "scheme.order") = Value(1);
  make_place(root, "parameters.Lr1") = Value(-0.5);
  make_place(root, "parameters.Li1") = Value(3.0);
  return root;
}

/// One cell of a chart: build the system from its file, run the step on every basis vector, find the eigenvalues.
void register_cell(bool corrected) {
  const std::string what = corrected ? "semi-implicit order 1" : "explicit order 1";
  benchmark::RegisterBenchmark(("chart cell/build " + what).c_str(), [=](benchmark::State& state) {
    const Value root = chart_cell(corrected);
    for (auto _ : state) benchmark::DoNotOptimize(build_system<double>(root, {.threads = 1}).cosimulation.get());
  });
  benchmark::RegisterBenchmark(("chart cell/whole " + what).c_str(), [=](benchmark::State& state) {
    const Value root = chart_cell(corrected);
    for (auto _ : state) {
      System<double> system = build_system<double>(root, {.threads = 1});
      const MacroState<double> about = state_to_analyse(*system.cosimulation, system.start, system.step);
      benchmark::DoNotOptimize(judge_stability(*system.cosimulation, about, system.step).spectral_radius);
    }
  });
}

void print(const Fastest& fastest) {
  fmt::print("{:<22}{:>6}{:>16}{:>16}{:>10}\n", "ns per subsystem", "N", "engine", "hand-written", "ratio");
  for (const char* scheme : {"explicit order 0", "explicit order 1", "semi-implicit order 0", "semi-implicit order 1"})
    for (int masses : lengths) {
      const auto engine = fastest.find(fmt::format("engine/{}/{}", scheme, masses)),
                 by_hand = fastest.find(fmt::format("hand-written/{}/{}", scheme, masses));
      if (engine && by_hand)
        fmt::print("{:<22}{:>6}{:>16.1f}{:>16.1f}{:>10.1f}\n", scheme, masses, *engine / masses, *by_hand / masses,
                   *engine / *by_hand);
    }
  for (const auto& [name, ns] : fastest.all())
    if (name.starts_with("chart cell") || name.starts_with("four-bar"))
      fmt::print("{:<44}{:>10.2f} us\n", name, ns / 1000);
}

/// A macro step of two mechanisms in absolute coordinates, joined by a bushing: three coupling variables.
void register_four_bar(const char* correction, int order) {
  const std::string name = fmt::format("four-bar/{} order {}", correction, order);
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    Value root{Value::Table()};
    make_place(root, "system") = Value("four-bar");
    make_place(root, "scheme.correction") = Value(correction);
    make_place(root, "scheme.order") = Value(order);
    make_place(root, "scheme.step") = Value(1e-3);
    System<double> system = build_system<double>(root, {.threads = 1});
    MacroState<double> at = make_initial_state(system, system.step);
    for (auto _ : state)
      if (!system.cosimulation->step(at, {at.time, system.step}).is_accepted()) std::abort();
  });
}

int main(int count, char** arguments) {
  for (int masses : lengths) {
    register_chain<0, false>(masses);
    register_chain<1, false>(masses);
    register_chain<0, true>(masses);
    register_chain<1, true>(masses);
  }
  register_cell(false);
  register_cell(true);
  for (int order : {0, 1, 2}) {
    register_four_bar("explicit", order);
    register_four_bar("semi-implicit", order);
  }

  Fastest fastest;
  if (!run_benchmarks(
          {"--benchmark_repetitions=9", "--benchmark_min_time=0.02", "--benchmark_enable_random_interleaving=true"},
          count, arguments, fastest))
    return 2;
  print(fastest);
  return 0;
}

}  // namespace
}  // namespace oldham::bench

int main(int count, char** arguments) { return oldham::bench::main(count, arguments); }
