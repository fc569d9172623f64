// SPDX-License-Identifier: MIT
#include "oldham/io/system_study.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/io/longest_step.hpp"
#include "oldham/io/recorded_run.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/parallel/parallel_for.hpp"

namespace oldham {
namespace {

constexpr std::int64_t most_runs = 1'000'000;

/// A swept value as JSON: a number stays a number.
Json typed(const Value& value) {
  if (const bool* flag = value.get<bool>()) return *flag;
  if (const std::int64_t* integer = value.get<std::int64_t>()) return *integer;
  if (const double* number = value.get<double>()) return *number;
  if (const std::string* text = value.get<std::string>()) return *text;
  return describe(value);
}

/// Runs the system of a tree; one that cannot be run is told as such. `weight` is its share of all work.
void run_row(const Value& tree, const StudyOptions& options, double weight, Json& row) {
  double told_share = 0;
  const auto tell = [&](double share) {
    if (options.progress) options.progress(weight * (share - told_share));
    told_share = share;
  };
  try {
    System<double> system = build_run(tree, {.threads = 1});
    const RecordedRun run = record_run(system, {}, options.interrupted, [&](const auto& at, const Recorder&) {
      const double share = (at.time - system.start) / (system.end - system.start);
      // now and then, so that a study of few long runs can be foretold, and one of short runs is not slowed down
      if (share >= told_share + 0.02 && share < 1) tell(share);
    });
    const Json told = to_json(run, system, run.wall - run.recorder->own_time());
    for (const char* key :
         {"status", "reason", "time", "macro_steps", "rejected_steps", "corrections", "wall_s", "outputs"})
      row[key] = *told.find(key);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
    row["status"] = "failed";
    row["reason"] = error.what();
  }
  tell(1);
}

/// How long a run takes beside others: twice the steps take twice the time.
double weight(const std::vector<SweepAxis>& axes, std::int64_t index) {
  double product = 1;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    const auto size = static_cast<std::int64_t>(axis->values.size());
    const double* number = axis->values[index % size].get<double>();
    index /= size;
    if (number == nullptr || !(*number > 0)) continue;
    if (axis->key == "scheme.step") product /= *number;
    if (axis->key == "simulation.end") product *= *number;
  }
  return product;
}

}  // namespace

ConvergenceStudy study_convergence(const Value& root, const std::vector<double>& steps, ErrorNorm norm, bool local,
                                   const StudyOptions& options) {
  for (double H : steps)
    if (!(H > 0)) throw_wrong_input("--steps", fmt::format("{} s is no step", H), "steps are positive numbers, in s");
  System<double> system;
  // a run takes as long as it has steps
  double work = 0;
  for (double H : steps) work += 1 / H;
  return study_convergence(steps, norm, local, [&](double H) {
    system = build_system<double>(root, {.threads = 1});
    system.step = H;
    if (!((system.end - system.start) / H < 1e12))
      throw_wrong_input("--steps", fmt::format("{} s means more steps than can ever be made", H),
                        "choose longer steps");
    const double share = 1 / (system.end - system.start) / work;
    std::function<void()> stepped;
    if (options.progress) stepped = [&options, share] { options.progress(share); };
    return PreparedRun{system.cosimulation.get(),
                       make_initial_state(system, H),
                       {system.start, system.end, H, options.interrupted},
                       std::move(stepped)};
  });
}

std::vector<Json> sweep_runs(const Value& root, const std::vector<SweepAxis>& axes, const StudyOptions& options) {
  std::int64_t count = 1;
  for (const SweepAxis& axis : axes) {
    count *= static_cast<std::int64_t>(axis.values.size());
    if (count > most_runs) throw_wrong_input("--over", "more than a million runs", "sweep fewer values");
  }
  std::vector<Json> rows(count);
  double work = 0;
  for (std::int64_t i = 0; i < count; ++i) work += weight(axes, i);
  parallel_for(static_cast<int>(count), options.threads, [&](int index) {
    if (options.interrupted && *options.interrupted) return;
    Value tree = root;
    Json settings = Json::object();
    std::int64_t rest = index, left = count;
    for (const SweepAxis& axis : axes) {
      left /= static_cast<std::int64_t>(axis.values.size());
      const Value& value = axis.values[rest / left];
      rest %= left;
      make_place(tree, axis.key, value.origin()) = value;
      settings[axis.key] = typed(value);
    }
    Json row = Json::object();
    row["settings"] = std::move(settings);
    run_row(tree, options, weight(axes, index) / work, row);
    rows[index] = std::move(row);
  });
  return rows;
}

}  // namespace oldham
