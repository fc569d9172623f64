// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "oldham/io/toml_file.hpp"
#include "system_time.hpp"

// How much faster than real time the hydraulic cranes run on one core, and where the time goes, from one run.

namespace oldham::bench {
namespace {

constexpr double simulated = 30;  // s

Value crane(const std::string& system, const std::vector<std::string>& settings) {
  Value root = parse_toml(fmt::format("system = \"{}\"\n[scheme]\norder = 2\nstep = 1e-3\n", system), "bench");
  for (const std::string& setting : settings) apply_override(root, setting);
  return root;
}

void report(const std::string& title, const Value& root) {
  const long steps = std::lround(simulated / 1e-3);
  const double whole = time_run(root, steps);
  fmt::print("{:<52}{:>9.0f}x{:>9.2f} us", title, simulated / whole, 1e6 * whole / static_cast<double>(steps));
  // with an interface model the circuits are stepped inside a group, which is engine and hydraulics in one
  const System<double> system = build_system<double>(root, {.threads = 1});
  const std::vector<double> rows = record_inputs(root, steps);
  std::vector<std::size_t> others, all;
  for (std::size_t s = 0; s < system.cosimulation->assembly().subsystems.size(); ++s) {
    all.push_back(s);
    if (s > 0) others.push_back(s);
  }
  const double step = 1e6 * whole / static_cast<double>(steps), together = time_without_engine(root, all, rows, steps);
  fmt::print("{:>12.2f}{:>12.2f}{:>12.2f}{:>10.1f} %\n", time_without_engine(root, {0}, rows, steps),
             time_without_engine(root, others, rows, steps), together, 100 * (step - together) / step);
}

int main() {
  fmt::print("{:<52}{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "30 s simulated, H = 1 ms, h = 0.1 ms, one core",
             "real time", "per step", "mechanics", "hydraulics", "both", "engine");
  const std::vector<std::string> rk4 = {"subsystem.circuit1.integrator=rk4"};
  const std::vector<std::string> both = {"subsystem.circuit1.integrator=rk4", "subsystem.circuit2.integrator=rk4"};
  const auto with = [](std::vector<std::string> settings, const char* more) {
    settings.emplace_back(more);
    return settings;
  };
  report("single crane, RK4, ALI1", crane("crane", rk4));
  report("single crane, RK4, ALI3-P", crane("crane", with(rk4, "subsystem.mechanism.formulation=ali3p")));
  report("single crane, trapezoidal, ALI1", crane("crane", {}));
  report("single crane, RK4, ALI1, interface model", crane("crane", with(rk4, "scheme.interface=model")));
  report("double crane, RK4, ALI1", crane("crane-double", with(both, "scheme.order=1")));
  report("double crane, RK4, ALI1, interface model", crane("crane-double", with(both, "scheme.interface=model")));
  report("double crane, trapezoidal, ALI1, interface model", crane("crane-double", {"scheme.interface=model"}));
  return 0;
}

}  // namespace
}  // namespace oldham::bench

int main() { return oldham::bench::main(); }
