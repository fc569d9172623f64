// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/operating_point.hpp"

#include <fmt/format.h>

#include "oldham/analysis/identification/probe.hpp"
#include "oldham/core/error.hpp"

namespace oldham {
namespace {

/// Where it stands; nothing if it cannot be saved, whatever it declares.
std::optional<Snapshot<double>> try_save(const Subsystem<double>& subsystem) {
  if (!subsystem.description().capabilities.rollback) return std::nullopt;
  try {
    Snapshot<double> snapshot;
    subsystem.save(snapshot);
    return snapshot;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

OperatingPoint make_initial_point(Subsystem<double>& subsystem, double start, std::span<const double> inputs) {
  OperatingPoint point;
  point.time = point.start = start;
  point.inputs.assign(inputs.begin(), inputs.end());
  point.start_inputs = point.inputs;
  point.has_record = true;
  subsystem.initialize(start);
  subsystem.apply_inputs(inputs);
  point.snapshot = try_save(subsystem);
  return point;
}

OperatingPoint make_saved_point(const Snapshot<double>& snapshot, double time, std::span<const double> inputs) {
  OperatingPoint point;
  point.time = time;
  point.inputs.assign(inputs.begin(), inputs.end());
  point.snapshot.emplace().copy_from(snapshot);
  return point;
}

OperatingPoint settle(Subsystem<double>& subsystem, const OperatingPoint& from, double step_length, int steps) {
  OperatingPoint point;
  point.time = from.time + steps * step_length;
  point.inputs = from.inputs;
  point.has_record = from.has_record;
  point.start = from.start;
  point.start_inputs = from.start_inputs;
  point.record = from.record;
  Probe probe(subsystem, from,
              {from.snapshot ? ProbeManner::Return::restore : ProbeManner::Return::replay, /*is_promised=*/true});
  probe.go_back(step_length);
  for (int k = 0; k < steps; ++k) {
    if (const std::string trouble = probe.advance({step_length, {}}); !trouble.empty())
      throw Error(ErrorKind::failure, fmt::format("{}: cannot settle: {}", subsystem.description().name, trouble));
    if (point.has_record) point.record.push_back({{from.time + k * step_length, step_length}, 0, from.inputs});
  }
  subsystem.expect_return(Return::anywhere);
  point.snapshot = try_save(subsystem);
  return point;
}

}  // namespace oldham
