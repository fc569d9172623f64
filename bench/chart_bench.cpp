// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>

#include "oldham/io/system_chart.hpp"
#include "oldham/io/toml_file.hpp"

// What an adaptive stability chart costs compared with the full one, and whether they agree, from one run.

namespace oldham::bench {
namespace {

struct Case {
  const char* name;
  std::initializer_list<const char*> settings;
  int ratio;  // of all parameters of the second mass and the coupling to those of the first
};

Value two_mass(const Case& c) {
  Value root = parse_toml("system = \"two-mass\"\n[scheme]\ncorrection = \"implicit\"\norder = 2\n", "bench");
  for (const char* setting : c.settings) apply_override(root, setting);
  for (const char* key : {"alpha_m21", "alpha_Lr21", "alpha_Li21", "alpha_Lrc", "alpha_Lic"})
    apply_override(root, fmt::format("parameters.{}={}", key, c.ratio));
  return root;
}

struct Timed {
  StabilityMap map;
  double wall_s, cpu_s;
};

Timed time(StabilityMap (*chart)(const MapAxis&, const MapAxis&, const std::function<RadiusAt()>&, const ChartOptions&),
           const SystemChart& system, int cells) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  StabilityMap map = chart({-2, 0, cells}, {0, 10, cells}, [&] { return system.make_radius(); }, {});
  return {std::move(map), std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
          static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

int main(int count, char** arguments) {
  const int cells = count > 1 ? std::atoi(arguments[1]) : 1000;
  if (cells < 1 || cells > 10000) {
    fmt::print(stderr, "usage: {} [CELLS along each side, 1 to 10000]\n", arguments[0]);
    return 2;
  }
  fmt::print("{:<40}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}\n", fmt::format("{0} x {0} cells", cells), "uniform",
             "us/cell", "adaptive", "judged", "ratio", "CPU ratio", "differ");
  for (const Case& c : {Case{"implicit, order 2, ratios 10", {}, 10}, Case{"implicit, order 2, ratios 1", {}, 1},
                        Case{"derivative, order 2, ratios 1", {"scheme.extension=derivative"}, 1}}) {
    const SystemChart system(two_mass(c), "parameters.Lr1", "parameters.Li1", {}, {});
    const Timed full = time(chart_stability, system, cells), some = time(chart_stability_adaptively, system, cells);
    std::int64_t differ = 0;
    for (std::int64_t i = 0; i < std::ssize(full.map.origin); ++i)
      differ += full.map.is_stable(i) != some.map.is_stable(i);
    const double total = static_cast<double>(full.map.evaluated);
    fmt::print("{:<40}{:>8.2f} s{:>10.2f}{:>8.2f} s{:>8.2f} %{:>10.1f}{:>10.1f}{:>8}\n", c.name, full.wall_s,
               1e6 * full.cpu_s / total, some.wall_s, 100.0 * static_cast<double>(some.map.evaluated) / total,
               full.wall_s / some.wall_s, full.cpu_s / some.cpu_s, differ);
  }
  return 0;
}

}  // namespace
}  // namespace oldham::bench

int main(int count, char** arguments) { return oldham::bench::main(count, arguments); }
