// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace oldham {

/// What happened in a macro step.
struct [[nodiscard]] StepReport {
  enum class Status { accepted, rejected, failed, diverged };
  Status status = Status::accepted;
  int corrections = 0;
  double residual = 0;              // of the coupling conditions, relative; uncorrected: how far the prediction was off
  bool is_last = false;             // accepted, and a subsystem asks that the simulation ends here
  std::optional<double> reached{};  // s; rejected: the end that the subsystem asks for instead
  std::string reason;               // names subsystem, variable and time; empty when accepted, but for the last step

  bool is_accepted() const { return status == Status::accepted; }
};

}  // namespace oldham
