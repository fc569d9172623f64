// SPDX-License-Identifier: MIT
#include "oldham/io/signal_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/core/value_check.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/table.hpp"

namespace oldham {
namespace {

constexpr const char* forms[] = {"table", "step", "sine", "csv"};

/// Times may repeat once, for a jump, but not go back.
void check_order(const Reader& reader, std::string_view key, const std::vector<SignalDescription::Point>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].time < points[i - 1].time)
      reader.fail(key, fmt::format("the time goes back from {} s to {} s", points[i - 1].time, points[i].time),
                  "sort the points by time");
    if (i > 1 && points[i].time == points[i - 2].time)
      reader.fail(key, fmt::format("three points stand at the time {} s", points[i].time),
                  "two make a jump: leave the one between them out");
  }
}

SignalDescription read_points(Reader& table, std::string_view unit) {
  const Eigen::MatrixXd rows = table.matrix("table", unit.empty() ? "s, value" : fmt::format("s, {}", unit));
  if (rows.cols() != 2 || rows.rows() < 1)
    table.fail("table", fmt::format("expected rows [time, value], found rows of {}", rows.cols()),
               "write for example table = [[0.0, 0.0], [1.0, 8.0]]");
  SignalDescription signal;
  for (int i = 0; i < rows.rows(); ++i) signal.points.push_back({rows(i, 0), rows(i, 1)});
  check_order(table, "table", signal.points);
  return signal;
}

SignalDescription read_step(Reader& table, std::string_view unit) {
  Reader step = table.table("step");
  const double time = step.number("time", "s"), before = step.number("before", 0.0, unit);
  const double after = step.number("after", unit);
  step.finish();
  return {{{time, before}, {time, after}}, {}};
}

SignalDescription read_sine(Reader& table, std::string_view unit) {
  Reader sine = table.table("sine");
  SignalDescription signal;
  signal.sine = {sine.number("offset", 0.0, unit), sine.number("amplitude", unit),
                 sine.number("frequency", "Hz", Limits::positive()), sine.number("phase", 0.0, "rad")};
  sine.finish();
  return signal;
}

/// The column by its name, or by its number as a spreadsheet counts: the time is 1.
const std::vector<double>& find_column(Reader& reader, const Value* given, const Table& data, const std::string& file) {
  if (given == nullptr) {
    if (data.columns.size() == 1) return data.columns[0];
    reader.fail_missing("column", "a name or number, as there are several",
                        data.header.empty() ? "2" : fmt::format("\"{}\"", data.header[0].name));
  }
  if (const std::string* name = given->get<std::string>()) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < data.header.size(); ++i) {
      if (data.header[i].name == *name) return data.columns[i];
      names.push_back(data.header[i].name);
    }
    reader.fail("column", fmt::format("{} has no column '{}'", file, *name), suggest(*name, names));
  }
  const int number = checked_integer({reader, "column", {}}, *given, {});
  if (number < 2 || number > static_cast<int>(data.columns.size()) + 1)
    reader.fail("column", fmt::format("{} has no column {} beside the time", file, number),
                fmt::format("columns count from 1, which is the time, to {}", data.columns.size() + 1));
  return data.columns[number - 2];
}

SignalDescription read_file(Reader& table) {
  const std::string file = table.text("csv");
  const Value* column = table.value("column");
  const Table data = [&] {
    try {
      return read_csv(path_from(table.origin("csv"), file));
    } catch (const Error& error) {
      table.fail("csv", error.what(), "the path counts from the folder of the system file");
    }
  }();
  const std::vector<double>& values = find_column(table, column, data, file);
  if (values.empty()) table.fail("csv", fmt::format("{} has no rows", file), "give it at least one");
  SignalDescription signal;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(data.time[i]) || !std::isfinite(values[i]))
      table.fail("csv", fmt::format("row {} of {} is not finite", i + 1, file), "leave it out");
    signal.points.push_back({data.time[i], values[i]});
  }
  check_order(table, "csv", signal.points);
  return signal;
}

}  // namespace

SignalDescription read_signal(Reader& reader, std::string_view key, std::string_view unit) {
  const Value* given = reader.value(key);
  const std::string example = fmt::format("{{table = [[0.0, 0.0], [1.0, 8.0]]}}");
  if (given == nullptr) reader.fail_missing(key, "a number, or a function of time", example);
  if (given->is<double>() || given->is<std::int64_t>()) return SignalDescription::constant(reader.number(key, unit));
  const std::string remedy = fmt::format("write for example {} = {}, or step, sine or csv", key, example);
  if (!given->is<Value::Table>())
    reader.fail(key, fmt::format("expected a number or a function of time, found {}", describe(*given)), remedy);

  Reader table = reader.table(key);
  std::string_view chosen;
  for (const char* form : forms) {
    if (!table.has(form)) continue;
    if (!chosen.empty())
      table.fail(form, fmt::format("'{}' and '{}' are two functions of time", chosen, form), "keep one of them");
    chosen = form;
  }
  SignalDescription signal;
  if (chosen == "table") signal = read_points(table, unit);
  if (chosen == "step") signal = read_step(table, unit);
  if (chosen == "sine") signal = read_sine(table, unit);
  if (chosen == "csv") signal = read_file(table);
  table.finish();
  if (chosen.empty()) reader.fail(key, "it says no function of time", remedy);
  return signal;
}

}  // namespace oldham
