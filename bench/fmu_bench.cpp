// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "oldham/fmi/import/fmi2_functions.hpp"
#include "oldham/fmi/import/fmu.hpp"
#include "oldham/io/toml_file.hpp"
#include "system_time.hpp"

// A chain of FMUs that do next to nothing, beside a bare loop that makes the same calls through the same library.

namespace oldham::bench {
namespace {

constexpr const char* file = OLDHAM_FMUS "/Trivial-2.fmu";

Value chain(int count, const char* isolation) {
  std::string text = "[simulation]\nend = 1e6\n[scheme]\nstep = 1e-3\norder = 0\n";
  for (int i = 0; i < count; ++i)
    text += fmt::format("[[subsystem]]\nname = \"f{}\"\nfmu = \"{}\"\nisolation = \"{}\"\n", i, file, isolation);
  for (int i = 1; i < count; ++i) text += fmt::format("[[connect]]\nfrom = \"f{}.y\"\nto = \"f{}.u\"\n", i - 1, i);
  return parse_toml(text, "chain");
}

/// Explicit Jacobi by hand: outputs of the last step are the inputs of this one. CPU time of all steps, s.
double time_bare_loop(int count, long steps) {
  const fmi::Fmu fmu(file, {});
  const fmi::Functions2 f(*fmu.origin().library);
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    std::vector<std::unique_ptr<fmi::Instance>> instances;
    std::vector<fmi2Component> components;
    for (int i = 0; i < count; ++i) {
      instances.push_back(fmi::make_instance(fmu.origin(), {fmt::format("f{}", i)}));
      if (!fmi::is_good(instances.back()->enter_initialization({})) ||
          !fmi::is_good(instances.back()->exit_initialization()))
        return 0;
      components.push_back(instances.back()->component());
    }
    std::uint32_t u = 0, y = 0;
    for (const fmi::Variable& variable : fmu.description().variables) {
      if (variable.name == "u") u = variable.reference;
      if (variable.name == "y") y = variable.reference;
    }
    std::vector<double> outputs(count + 1, 0.0);
    const double begin = cpu_now();
    for (long n = 0; n < steps; ++n) {
      for (int i = 0; i < count; ++i) {
        if (f.SetReal(components[i], &u, 1, &outputs[i]) != fmi2OK) return 0;
        if (f.DoStep(components[i], static_cast<double>(n) * 1e-3, 1e-3, fmi2True) != fmi2OK) return 0;
      }
      for (int i = 0; i < count; ++i)
        if (f.GetReal(components[i], &y, 1, &outputs[i + 1]) != fmi2OK) return 0;
    }
    best = std::min(best, cpu_now() - begin);
  }
  return best;
}

/// As a run steps them: nothing is taken back.
double time_engine(const Value& root, long steps) {
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    System<double> system = build_system<double>(root, {.threads = 1});
    system.cosimulation->expect_return(Return::never);
    MacroState<double> state = make_initial_state(system, system.step);
    const double begin = cpu_now();
    for (long n = 0; n < steps; ++n)
      if (const StepReport report = system.cosimulation->step(state, {static_cast<double>(n) * 1e-3, 1e-3});
          !report.is_accepted()) {
        fmt::print(stderr, "{}\n", report.reason);
        return 0;
      }
    best = std::min(best, cpu_now() - begin);
  }
  return best;
}

}  // namespace
}  // namespace oldham::bench

int main() {
  using namespace oldham::bench;
  fmt::print("{:>5} {:>18} {:>18} {:>7}   ns per FMU and step\n", "N", "engine", "bare loop", "ratio");
  for (const int count : {2, 10, 100}) {
    const long steps = 2'000'000 / count;
    const double per = 1e9 / (static_cast<double>(steps) * count);
    const double engine = per * time_engine(chain(count, "none"), steps), bare = per * time_bare_loop(count, steps);
    fmt::print("{:>5} {:>18.1f} {:>18.1f} {:>7.2f}\n", count, engine, bare, engine / bare);
  }
  return 0;
}
