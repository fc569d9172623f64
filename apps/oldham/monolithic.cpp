// SPDX-License-Identifier: MIT
#include "oldham/analysis/monolithic.hpp"

#include <fmt/format.h>

#include <chrono>

#include "command.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/results.hpp"

namespace oldham::app {
namespace {

struct MonolithicArguments : SystemArguments {
  std::string samples;
};

Answer work(const MonolithicArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  System<double> system = build_system<double>(arguments.load());
  Monolithic<double> monolithic(*system.cosimulation);
  const MacroState<double> state = system.cosimulation->initial_state(system.start);
  std::vector<double> x = monolithic.read_states(state);
  std::vector<double> y(system.cosimulation->plan().outputs()), w(system.cosimulation->plan().variables);

  Published published(*system.cosimulation);
  const std::vector<Column>& columns = published.columns();
  std::vector<double> row(columns.size());
  const auto named = [&]() {
    Json object = Json::object();
    published.read(y, w.data(), row);
    for (std::size_t i = 0; i < row.size(); ++i) object.add(columns[i].name, row[i]);
    return object;
  };

  std::vector<double> samples;
  if (!arguments.samples.empty()) samples = parse_numbers(arguments.samples, ',', "--sample", "--sample 0.5,1.0");
  std::sort(samples.begin(), samples.end());
  if (!samples.empty() && (samples.front() < system.start || samples.back() > system.end + 1e-9 * system.step))
    throw_wrong_input("--sample", fmt::format("times must lie between {} s and {} s", system.start, system.end),
                      "raise simulation.end");

  // on the communication points of the file, and exactly at the times asked for
  Answer answer;
  Json list = Json::array();
  std::string sampled;
  ResultWriter writer(arguments.folder(), columns);
  OutputTimes output_times(system);
  const RunSettings settings{system.start, system.end, system.step, &interrupted};
  const std::int64_t count = step_count(settings);
  Progress progress("monolithic", static_cast<double>(count), {.unit = "steps"});
  std::size_t next = 0;
  double time = system.start;
  std::int64_t n = 0;
  for (;; ++n) {
    monolithic.outputs(time, x, y, w);
    published.read(y, w.data(), row);
    if (output_times.is_due(time)) writer.append(time, row);
    progress.update(static_cast<double>(n));
    if (n == count || interrupted) break;
    const double end = communication_point(settings, n + 1);
    double from = time;  // a linear solution has one matrix for whole steps; another goes on from sample to sample
    for (; next < samples.size() && samples[next] <= end + 1e-9 * system.step; ++next) {
      std::vector<double> at = x;
      if (samples[next] > from) monolithic.advance({from, samples[next] - from}, at);
      if (!monolithic.is_linear()) {
        from = std::max(from, samples[next]);
        x = at;
      }
      monolithic.outputs(samples[next], at, y, w);
      Json entry = Json::object();
      entry["time"] = samples[next];
      entry["outputs"] = named();
      list.push_back(std::move(entry));
      sampled += fmt::format("  at t = {:g} s\n{}", samples[next], published.text(row, "with --json"));
    }
    const double left = end - from;
    monolithic.advance({from, std::abs(left - system.step) < 1e-9 * system.step ? system.step : left}, x);
    time = end;
  }
  progress.finish();
  writer.finish();
  Json& json = answer.json;
  json["status"] = interrupted ? "interrupted" : "completed";
  json["reason"] = interrupted ? interruption : "";
  json["time"] = time;
  json["macro_steps"] = n;
  json["rejected_steps"] = 0;
  json["corrections"] = 0;
  json["wall_s"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  json["outputs"] = named();
  if (!samples.empty()) json["samples"] = std::move(list);
  json["results"] = arguments.folder().string();
  answer.exit_code = interrupted ? 1 : 0;
  answer.text = fmt::format("monolithic solution ({}) to t = {:g} s\n",
                            monolithic.is_linear() ? "matrix exponential" : "CVODE, relative tolerance 1e-14", time);
  if (!samples.empty()) answer.text += fmt::format("{}  at t = {:g} s, the end\n", sampled, time);
  answer.text += published.text(row, "in results.csv");
  answer.text += fmt::format("  results   {}", (arguments.folder() / "results.csv").string());
  return answer;
}

}  // namespace

Command add_monolithic(CLI::App& parent) {
  auto arguments = std::make_shared<MonolithicArguments>();
  CLI::App* app = parent.add_subcommand("monolithic", "the same system solved as one, as reference");
  arguments->add_to(*app);
  app->add_option("--sample", arguments->samples, "report the outputs at exactly these times")->type_name("T1,T2,...");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
