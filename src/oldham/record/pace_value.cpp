// SPDX-License-Identifier: MIT
#include "oldham/record/pace_value.hpp"

#include <cstddef>

namespace oldham {
namespace {

Value durations_value(const Durations& durations) {
  Value::Table table;
  table["p50"] = Value(durations.p50);
  table["p99"] = Value(durations.p99);
  table["largest"] = Value(durations.largest);
  Value::Array ends, counts;
  for (const Durations::Bin& bin : durations.bins) {
    ends.emplace_back(bin.to);
    counts.emplace_back(static_cast<double>(bin.count));
  }
  table["ends"] = Value(std::move(ends));
  table["counts"] = Value(std::move(counts));
  return Value(std::move(table));
}

Durations read_durations(Reader table) {
  Durations durations{
      .p50 = table.number("p50", "s"), .p99 = table.number("p99", "s"), .largest = table.number("largest", "s")};
  const std::vector<double> ends = table.numbers("ends", "s"), counts = table.numbers("counts", {}, ends.size());
  double from = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto count = static_cast<std::int64_t>(counts[i]);
    durations.bins.push_back({from, ends[i], count});
    durations.count += count;
    from = ends[i];
  }
  return durations;
}

/// Counts may be larger than integers of system files.
std::int64_t read_count(Reader& reader, const char* key) {
  return static_cast<std::int64_t>(reader.number(key, {}, Limits::non_negative()));
}

}  // namespace

Value to_value(const PaceResult& pace) {
  Value::Table table;
  table["factor"] = Value(pace.factor);
  table["deadlines"] = Value(pace.deadlines);
  table["deadline_misses"] = Value(pace.misses());
  table["overruns"] = Value(pace.overruns);
  table["late_wakeups"] = Value(pace.late_wakeups);
  if (pace.tolerance) table["tolerance_s"] = Value(*pace.tolerance);
  table["busy_s"] = Value(pace.busy);
  table["load"] = Value(pace.load);
  table["policy"] = Value(pace.grants.policy);
  table["priority"] = Value(pace.grants.priority);
  if (!pace.grants.why_ordinary.empty()) table["why_ordinary"] = Value(pace.grants.why_ordinary);
  table["memory_locked"] = Value(pace.grants.is_locked);
  if (!pace.grants.why_not_locked.empty()) table["why_not_locked"] = Value(pace.grants.why_not_locked);
  table["lateness"] = durations_value(pace.lateness);
  table["computing"] = durations_value(pace.computing);
  return Value(std::move(table));
}

std::optional<PaceResult> read_pace(Reader pace) {
  if (pace.empty() || !pace.has("lateness")) return {};
  PaceResult result;
  result.factor = pace.number("factor");
  result.deadlines = read_count(pace, "deadlines");
  result.overruns = read_count(pace, "overruns");
  result.late_wakeups = read_count(pace, "late_wakeups");
  result.tolerance = pace.optional_number("tolerance_s", "s");
  result.busy = pace.number("busy_s", "s");
  result.load = pace.number("load");
  result.grants.policy = pace.text("policy");
  result.grants.priority = pace.integer("priority");
  result.grants.why_ordinary = pace.text("why_ordinary", "");
  result.grants.is_locked = pace.boolean("memory_locked");
  result.grants.why_not_locked = pace.text("why_not_locked", "");
  result.lateness = read_durations(pace.table("lateness"));
  result.computing = read_durations(pace.table("computing"));
  return result;
}

}  // namespace oldham
