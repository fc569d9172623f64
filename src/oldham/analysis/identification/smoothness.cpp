// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/smoothness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

constexpr int amounts = 19;  // 13 differences of seven neighbours: a kink spoils six of them
constexpr int steps_made = 2;
constexpr double all = 0.1;             // of the change, so that even strong curvature leaves no sixth difference
constexpr double much_rounding = 1000;  // times the rounding of the output: what is inside may be rounded worse
constexpr double little = 1e-11;        // jumps that no map can show

/// The sixth difference, as large as a single value is off where they are off at random: √(Σ (6 over k)²) = √924.
double sixth_difference(const double* y) {
  constexpr std::array<double, 7> factors = {1, -6, 15, -20, 15, -6, 1};
  double sum = 0;
  for (std::size_t k = 0; k < factors.size(); ++k) sum += factors[k] * y[k];
  return std::abs(sum) / std::sqrt(924.0);
}

/// `level`: the largest value that was seen of the output. What has died away is rounded as it was before.
double jumps_of(const std::array<double, amounts>& y, double level) {
  const auto [low, high] = std::ranges::minmax_element(y);
  const double answer = *high - *low;
  const double rounding = much_rounding * std::numeric_limits<double>::epsilon() * level;
  if (!(answer > rounding) || !std::isfinite(answer)) return 0;
  std::array<double, amounts - 6> differences;
  for (std::size_t k = 0; k < differences.size(); ++k) differences[k] = sixth_difference(&y[k]);
  const auto middle = differences.begin() + differences.size() / 2;
  std::ranges::nth_element(differences, middle);
  return *middle > std::max(rounding, little * answer) ? *middle / answer : 0;
}

}  // namespace

double find_jumps(Probe& probe, double step_length, const std::vector<double>& change,
                  const std::vector<int>& outputs) {
  std::vector<std::array<double, amounts>> answers(steps_made * outputs.size());
  std::vector<double> levels;
  probe.go_back(step_length);
  const std::vector<double> start = probe.read_outputs();
  for (const int i : outputs) levels.push_back(std::abs(start[static_cast<std::size_t>(i)]));
  for (int k = 0; k < amounts; ++k) {
    std::vector<double> share = change;
    for (double& value : share) value *= all * k / (amounts - 1);
    const Trajectory run = probe.run(std::vector<ProbeStep>(steps_made, {step_length, share}));
    if (!run.trouble.empty()) return 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::size_t place = i % outputs.size();
      const double value = run.outputs[i / outputs.size()][outputs[place]];
      answers[i][k] = value;
      levels[place] = std::max(levels[place], std::abs(value));
    }
  }
  double largest = 0;
  for (std::size_t i = 0; i < answers.size(); ++i)
    largest = std::max(largest, jumps_of(answers[i], levels[i % outputs.size()]));
  return largest;
}

}  // namespace oldham
