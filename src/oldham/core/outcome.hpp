// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace oldham {

/// How advancing over an interval ended. Not succeeding is a normal result, not an exception.
struct [[nodiscard]] StepOutcome {
  enum class Status { accepted, rejected, failed, diverged };
  Status status = Status::accepted;
  std::string reason;    // empty when accepted, but for the last step
  bool is_last = false;  // accepted, and the subsystem asks that the simulation ends here
  /// s; rejected: the end that a shorter step may have. May lie after the end of this one.
  std::optional<double> reached{};

  bool is_accepted() const { return status == Status::accepted; }
  static StepOutcome accepted() { return {}; }
  static StepOutcome last(std::string why) { return {Status::accepted, std::move(why), true}; }
  static StepOutcome rejected(std::string why, std::optional<double> reached = {}) {
    return {Status::rejected, std::move(why), false, reached};
  }
  static StepOutcome failed(std::string why) { return {Status::failed, std::move(why)}; }
  static StepOutcome diverged(std::string why) { return {Status::diverged, std::move(why)}; }
};

}  // namespace oldham
