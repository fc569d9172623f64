// SPDX-License-Identifier: MIT
#include "oldham/analysis/crossing_fit.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {

std::optional<FittedCrossing> fit_crossing(const std::vector<StepRadius>& values) {
  constexpr std::size_t fewest = 6;
  if (values.size() < fewest) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  double x_mean = 0, y_mean = 0;
  for (const StepRadius& v : values) {
    x_mean += std::log(v.step) / count;
    y_mean += std::log(v.radius) / count;
  }
  double xx = 0, xy = 0;
  for (const StepRadius& v : values) {
    const double x = std::log(v.step) - x_mean;
    xx += x * x;
    xy += x * (std::log(v.radius) - y_mean);
  }
  const double slope = xy / xx, from_mean = -y_mean / slope;  // y = y_mean + slope (x - x_mean)
  double squares = 0;
  for (const StepRadius& v : values) {
    const double y = y_mean + slope * (std::log(v.step) - x_mean);
    squares += std::pow(std::log(v.radius) - y, 2);
  }
  // of a zero of the line: scatter over slope, more where it is far from the middle
  const double scatter = std::sqrt(squares / (count - 2));
  const double error = scatter / std::abs(slope) * std::sqrt(1 / count + from_mean * from_mean / xx);
  const FittedCrossing found{std::exp(x_mean + from_mean), std::exp(x_mean + from_mean) * error};
  const auto [low, high] = std::ranges::minmax(values, {}, &StepRadius::step);
  if (!std::isfinite(error) || !(found.step >= low.step && found.step <= high.step)) return std::nullopt;
  return found;
}

}  // namespace oldham
