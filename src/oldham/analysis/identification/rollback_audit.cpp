// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/rollback_audit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

constexpr int steps_before = 5, steps_repeated = 6, steps_elsewhere = 3;
constexpr double other_length = 0.7;  // of H

/// From where the probe stands.
Rows follow(Probe& probe, double length, int count, int first_index, const Disturbance& disturbance) {
  Rows rows = {probe.read_outputs()};
  for (int k = 0; k < count; ++k) {
    const std::string trouble = probe.advance({length, disturbance.at(first_index + k)});
    if (!trouble.empty()) throw Error(ErrorKind::failure, trouble);
    rows.push_back(probe.read_outputs());
  }
  return rows;
}

/// Whether a saved state comes back as it was although another was saved since.
bool keeps_older_state(Probe& probe, double step_length, const Disturbance& disturbance, const Probe::Mark& older,
                       const Rows& from_older, const std::vector<int>& outputs, double tolerance) {
  try {
    probe.restore(older);
    follow(probe, step_length, steps_elsewhere, 200, disturbance);
    const Probe::Mark newer = probe.save();
    follow(probe, step_length, steps_elsewhere, 300, disturbance);
    probe.restore(older);
    const Rows again = follow(probe, step_length, steps_repeated, steps_before, disturbance);
    return compare_runs(from_older, again, outputs) <= tolerance;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

double compare_runs(const Rows& first, const Rows& second, const std::vector<int>& outputs) {
  if (first.empty() || first.size() != second.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (int i : outputs) {
    double low = first.front()[i], high = low, difference = 0;
    for (std::size_t k = 0; k < first.size(); ++k) {
      low = std::min(low, first[k][i]);
      high = std::max(high, first[k][i]);
      const double between = std::abs(first[k][i] - second[k][i]);
      difference = std::isfinite(between) ? std::max(difference, between) : std::numeric_limits<double>::infinity();
    }
    const double size = 1e-6 * std::max(std::abs(low), std::abs(high));  // rounding of a large value is no motion
    if (difference > 0) largest = std::max(largest, difference / std::max(high - low, size));
  }
  return largest;
}

bool is_standing(const Rows& run, const std::vector<int>& outputs) {
  return std::all_of(run.begin(), run.end(), [&](const std::vector<double>& y) {
    return std::all_of(outputs.begin(), outputs.end(), [&](int i) { return y[i] == run.front()[i]; });
  });
}

RollbackAudit audit_rollback(Probe& probe, double step_length, const Disturbance& disturbance,
                             const std::vector<int>& outputs, double tolerance) {
  RollbackAudit audit;
  try {
    probe.go_back(step_length);
    follow(probe, step_length, steps_before, 0, disturbance);
    const Probe::Mark mark = probe.save();
    const auto repeat = [&] { return follow(probe, step_length, steps_repeated, steps_before, disturbance); };
    audit.first = repeat();
    for (int n = 0; n < 2; ++n) {
      probe.restore(mark);
      audit.difference = std::max(audit.difference, compare_runs(audit.first, repeat(), outputs));
    }
    probe.restore(mark);
    for (int k = 0; k < steps_elsewhere && audit.takes_other_lengths; ++k)
      audit.takes_other_lengths = probe.advance({other_length * step_length, disturbance.at(100 + k)}).empty();
    if (!audit.takes_other_lengths) {
      probe.restore(mark);
      follow(probe, step_length, steps_elsewhere, 100, disturbance);
    }
    probe.restore(mark);
    audit.difference = std::max(audit.difference, compare_runs(audit.first, repeat(), outputs));
    audit.habit = audit.difference > tolerance        ? RollbackHabit::fails
                  : audit.difference > 0              ? RollbackHabit::within_tolerance
                  : is_standing(audit.first, outputs) ? RollbackHabit::not_informative
                                                      : RollbackHabit::bitwise;
    if (audit.habit != RollbackHabit::fails && audit.habit != RollbackHabit::not_informative &&
        !keeps_older_state(probe, step_length, disturbance, mark, audit.first, outputs, tolerance))
      audit.habit = RollbackHabit::newest_only;
  } catch (const Error& error) {
    audit.habit = RollbackHabit::fails;
    audit.difference = std::numeric_limits<double>::infinity();
    audit.trouble = error.what();
  }
  return audit;
}

}  // namespace oldham
