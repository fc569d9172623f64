// SPDX-License-Identifier: MIT
#include "oldham/analysis/watched_samples.hpp"

#include <algorithm>

namespace oldham {

WatchedSamples::WatchedSamples(const Cosimulation<double>& system) {
  const Plan<double>& plan = system.plan();
  names_.assign(plan.variable_name.begin(), plan.variable_name.begin() + plan.base_variables);
  const Assembly<double>& assembly = system.assembly();
  for (int s = 0; s < static_cast<int>(assembly.subsystems.size()); ++s) {
    if (!assembly.subsystems[s]->description().boundary->is_group) continue;
    for (int y = plan.output_offset[s]; y < plan.output_offset[s + 1]; ++y) {
      if (std::ranges::any_of(plan.copies, [&](const auto& copy) { return copy.output == y; })) continue;
      outputs_.push_back(y);
      names_.push_back(assembly.output_name({s, y - plan.output_offset[s]}));
    }
  }
  values_.resize(names_.size());
}

const double* WatchedSamples::gather(const double* samples, const std::vector<double>& outputs) {
  const auto next = std::copy_n(samples, values_.size() - outputs_.size(), values_.begin());
  std::ranges::transform(outputs_, next, [&](int y) { return outputs[y]; });
  return values_.data();
}

}  // namespace oldham
