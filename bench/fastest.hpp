// SPDX-License-Identifier: MIT
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace oldham::bench {

/// Keeps the fastest repetition of every benchmark: the others were disturbed by something else on the machine.
class Fastest final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) final { return true; }
  void ReportRuns(const std::vector<Run>& runs) final {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Aggregate) continue;
      const double ns = 1e9 * run.cpu_accumulated_time / static_cast<double>(run.iterations);
      const auto [row, is_new] = ns_.try_emplace(run.run_name.function_name, ns);
      if (!is_new) row->second = std::min(row->second, ns);
    }
  }

  /// CPU time of an iteration in ns; nothing where a filter left it out.
  std::optional<double> find(const std::string& name) const {
    const auto found = ns_.find(name);
    return found == ns_.end() ? std::nullopt : std::optional(found->second);
  }
  const std::map<std::string, double>& all() const { return ns_; }

 private:
  std::map<std::string, double> ns_;
};

/// Runs what is registered, with `defaults` and the options given by the user, which come later and win. False when one
/// of them is unknown.
inline bool run_benchmarks(std::vector<std::string> defaults, int count, char** arguments, Fastest& into) {
  std::vector<std::string> options = {arguments[0]};
  options.insert(options.end(), defaults.begin(), defaults.end());
  options.insert(options.end(), arguments + 1, arguments + count);
  std::vector<char*> pointers;
  for (std::string& option : options) pointers.push_back(option.data());
  int given = static_cast<int>(pointers.size());
  benchmark::Initialize(&given, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(given, pointers.data())) return false;
  benchmark::RunSpecifiedBenchmarks(&into);
  return true;
}

}  // namespace oldham::bench
