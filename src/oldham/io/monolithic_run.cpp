// SPDX-License-Identifier: MIT
#include "oldham/io/monolithic_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/results.hpp"

namespace oldham {

MonolithicRun solve_as_one(System<double>& system, MonolithicSettings settings) {
  const auto begin = std::chrono::steady_clock::now();
  Monolithic<double> monolithic(*system.cosimulation);
  const MacroState<double> state = system.cosimulation->initial_state(system.start);
  std::vector<double> x = monolithic.read_states(state);
  std::vector<double> y(system.cosimulation->plan().outputs()), w(system.cosimulation->plan().variables);

  Published published(*system.cosimulation);
  const std::vector<Column>& columns = published.columns();
  std::vector<double> row(columns.size());
  const auto named = [&]() {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object.add(columns[i].name, row[i]);
    return object;
  };

  std::vector<double>& samples = settings.samples;
  std::sort(samples.begin(), samples.end());
  if (!samples.empty() && (samples.front() < system.start || samples.back() > system.end + 1e-9 * system.step))
    throw_wrong_input("--sample", fmt::format("times must lie between {} s and {} s", system.start, system.end),
                      "raise simulation.end");

  std::optional<ResultWriter> writer;
  if (settings.out) writer.emplace(*settings.out, columns, ResultOptions{.name = "monolithic"});
  if (settings.table) *settings.table = {columns, {}, std::vector<std::vector<double>>(columns.size())};
  OutputTimes output_times(system);
  const auto keep_row = [&](double time) {
    if (!output_times.is_due(time)) return;
    if (writer) writer->append(time, row);
    if (!settings.table) return;
    settings.table->time.push_back(time);
    for (std::size_t i = 0; i < row.size(); ++i) settings.table->columns[i].push_back(row[i]);
  };

  // on the communication points of the file, and exactly at the times asked for
  MonolithicRun done;
  done.is_linear = monolithic.is_linear();
  done.time = system.start;
  const RunSettings points{system.start, system.end, system.step, settings.interrupted};
  const std::int64_t count = step_count(points);
  std::size_t next = 0;
  for (;; ++done.intervals) {
    monolithic.outputs(done.time, x, y, w);
    published.read(y, w.data(), row);
    keep_row(done.time);
    if (settings.progress) settings.progress(done.intervals, count);
    done.interrupted = settings.interrupted && *settings.interrupted;
    if (done.intervals == count || done.interrupted) break;
    const double end = communication_point(points, done.intervals + 1);
    double from = done.time;  // a linear solution has one matrix for whole steps; another goes on from sample to sample
    for (; next < samples.size() && samples[next] <= end + 1e-9 * system.step; ++next) {
      std::vector<double> at = x;
      if (samples[next] > from) monolithic.advance({from, samples[next] - from}, at);
      if (!monolithic.is_linear()) {
        from = std::max(from, samples[next]);
        x = at;
      }
      monolithic.outputs(samples[next], at, y, w);
      published.read(y, w.data(), row);
      Json entry = Json::object();
      entry["time"] = samples[next];
      entry["outputs"] = named();
      done.samples.push_back(std::move(entry));
      done.samples_text += fmt::format("  at t = {:g} s\n{}", samples[next], published.text(row, "with --json"));
    }
    const double left = end - from;
    monolithic.advance({from, std::abs(left - system.step) < 1e-9 * system.step ? system.step : left}, x);
    done.time = end;
  }
  if (writer) writer->finish();
  done.outputs = named();
  done.outputs_text = published.text(row, settings.out ? "in monolithic.csv" : "with --json");
  done.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return done;
}

Json to_json(const MonolithicRun& run) {
  Json json = Json::object();
  json["status"] = run.interrupted ? "interrupted" : "completed";
  json["reason"] = run.interrupted ? "interrupted; what was finished is kept" : "";
  json["time"] = run.time;
  json["macro_steps"] = run.intervals;
  json["rejected_steps"] = 0;
  json["corrections"] = 0;
  json["wall_s"] = run.wall;
  json["outputs"] = run.outputs;
  if (run.samples.size() > 0) json["samples"] = run.samples;
  return json;
}

}  // namespace oldham
