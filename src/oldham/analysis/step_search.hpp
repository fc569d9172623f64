// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "oldham/analysis/stability.hpp"

namespace oldham {

/// What is known of a coupling at one step.
struct JudgedStep {
  enum class Kind { stable, unstable, too_close, unknown };
  Kind kind = Kind::unknown;
  double radius = std::numeric_limits<double>::infinity();  // ρ; the best guess where it is too close
  Confidence confidence = Confidence::high;

  /// By the best guess where it is too close.
  bool seems_stable(double margin = default_margin) const {
    return kind == Kind::stable || (kind == Kind::too_close && radius <= 1 + margin);
  }
};

/// Of one that is known exactly; not finite: unknown.
JudgedStep judge_radius(double radius, double margin = default_margin);

/// ρ(H) of a system whose every evaluation costs many steps of black boxes, and may fail.
struct CostlyRadius {
  std::function<JudgedStep(double step)> exact;
  /// ρ of n steps of a base length taken as one, for little once the base is known; none: that cannot be done.
  std::function<double(double base, int n)> composed{};
  std::optional<double> grid{};  // s: steps are multiples of it; none: any will do
};

/// Where ρ passes 1, with few evaluations: composed steps find the cell, exact ones confirm and bisect it within
/// 1e-4, or what the scan asks for where that is coarser. Where both disagree, exact ones alone count. On a grid the
/// largest stable step is the last stable multiple, and crossings are told at the first multiple behind them.
///
/// Steps that are unknown are passed over. A step that differs from those on both sides is asked about again close by,
/// and passed over where that contradicts it. A crossing lies between a step that is stable for certain and one that is
/// unstable for certain; where these are far apart, the former is told as the largest, and both as a range.
LargestStep search_largest_step(const CostlyRadius& radius, const StepScan& scan, double margin = default_margin,
                                const std::atomic<bool>* interrupted = nullptr);

}  // namespace oldham
