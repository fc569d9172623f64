// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// The numbers in which growth is looked for: coupling variables, and outputs of groups, which are coupled inside.
class WatchedSamples {
 public:
  explicit WatchedSamples(const Cosimulation<double>& system);

  int count() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }
  /// Valid until the next call.
  const double* read(const MacroState<double>& state) {
    const double* const samples = state.history.row(0);
    return outputs_.empty() ? samples : gather(samples, state.outputs);
  }

 private:
  const double* gather(const double* samples, const std::vector<double>& outputs);

  std::vector<std::string> names_;
  std::vector<int> outputs_;  // of groups, that are not coupling variables already
  std::vector<double> values_;
};

}  // namespace oldham
