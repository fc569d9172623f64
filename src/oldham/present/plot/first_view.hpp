// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "oldham/io/run_record.hpp"
#include "oldham/io/table.hpp"

// What plots of a run show at first. One that diverged, or has an alarm, is a flat line up to its last steps if all of
// it is shown.

namespace oldham {

/// s; the first alarm. Of a run that diverged, or has an alarm about growth, when growth first showed, or else when a
/// signal first passed ten times what it reached in the first half of the rows. Absent: all of it is worth seeing.
std::optional<double> find_alarm_time(const RunRecord& record, const Table& results);

/// A little after the alarm: by a fifth of the time until then.
double first_view_end(double alarm, double start, double end);

struct ValueBounds {
  double low = 0, high = 0;
};

/// Three times the range that columns have until the alarm, about its middle. Absent where they have none.
std::optional<ValueBounds> bounds_after(const Table& results, const std::vector<std::size_t>& columns, double alarm);

}  // namespace oldham
