// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "oldham/analysis/stability.hpp"

namespace oldham {

/// ρ(H) of a system whose every evaluation costs many steps of black boxes.
struct CostlyRadius {
  std::function<double(double step)> exact;
  /// ρ of n steps of a base length taken as one, for little once the base is known; none: that cannot be done.
  std::function<double(double base, int n)> composed{};
  std::optional<double> grid{};  // s: steps are multiples of it; none: any will do
};

/// Where ρ passes 1, with few evaluations: composed steps find the cell, exact ones confirm and bisect it within
/// 1e-4. Where both disagree, exact ones alone count. On a grid the largest stable step is the last stable multiple,
/// and crossings are told at the first multiple behind them.
LargestStep search_largest_step(const CostlyRadius& radius, const StepScan& scan, double margin = default_margin,
                                const std::atomic<bool>* interrupted = nullptr);

}  // namespace oldham
