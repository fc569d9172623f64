// SPDX-License-Identifier: MIT
#include "oldham/io/system_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/core/function_ref.hpp"
#include "oldham/io/longest_step.hpp"
#include "oldham/io/recorded_run.hpp"
#include "oldham/io/study_work.hpp"
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

/// Tells how far a study is by how far one of its runs is.
class RunProgress {
 public:
  RunProgress(StudyWork& work, std::size_t run, const StudyOptions& options)
      : work_(work), run_(run), options_(options) {}
  ~RunProgress() { tell(work_.end(run_)); }
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  /// Now and then, so that a study of few long runs can be foretold, and one of short runs is not slowed down.
  void note(double share) {
    if (!begin_) begin_ = thread_time();
    if (share < noted_ + 0.02 && share < 1) return;
    noted_ = share;
    tell(work_.note(run_, share, thread_time() - *begin_));
  }

 private:
  /// What this thread has computed, s: however busy the machine is otherwise, runs compare by it.
  static double thread_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  void tell(double growth) const {
    if (options_.progress) options_.progress(growth);
  }

  StudyWork& work_;
  const std::size_t run_;
  const StudyOptions& options_;
  std::optional<double> begin_;  // s; absent before the first step
  double noted_ = 0;
};

/// The outputs of the earliest run of a sweep, whichever ends first.
class FirstOutputs {
 public:
  explicit FirstOutputs(std::vector<Column>* outputs) : outputs_(outputs) {}
  void note(int index, const Published& published) {
    if (outputs_ == nullptr) return;
    const std::lock_guard lock(mutex_);
    if (index_ >= 0 && index >= index_) return;
    index_ = index;
    outputs_->clear();
    for (const std::size_t column : published.named_once()) outputs_->push_back(published.columns()[column]);
  }

 private:
  std::vector<Column>* outputs_;
  std::mutex mutex_;
  int index_ = -1;  // of the run they are of
};

/// Runs the system of a tree; one that cannot be run is reported as such.
void run_row(const Value& tree, int index, const StudyOptions& options, FirstOutputs& outputs, RunProgress& progress,
             Json& row) {
  try {
    System<double> system = build_run(tree, {.threads = 1}, options.interrupted);
    const RecordedRun run = record_run(system, {}, options.interrupted, [&](const auto& at, const Recorder&) {
      progress.note((at.time - system.start) / (system.end - system.start));
    });
    outputs.note(index, run.recorder->published());
    const Json told = to_json(run, system, run.wall - run.recorder->own_time());
    // all that a run tells, but what it would have written to a folder
    for (const char* key :
         {"status", "reason", "time", "macro_steps", "rejected_steps", "corrections", "step_sizes", "wall_s", "outputs",
          "notes", "constraint_violation", "mechanical_energy_balance", "energy_residual", "energy_balance"})
      if (const Json* value = told.find(key)) row[key] = *value;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
    row["status"] = "failed";
    row["reason"] = error.what();
  }
}

/// How long a run is beside others, as far as the axes tell.
StudyWork::Run extent(const std::vector<SweepAxis>& axes, std::int64_t index) {
  StudyWork::Run run{1, 1};
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    const auto size = static_cast<std::int64_t>(axis->values.size());
    const double* number = axis->values[index % size].get<double>();
    index /= size;
    if (number == nullptr || !(*number > 0)) continue;
    if (axis->key == "scheme.step") run.steps /= *number;
    if (axis->key != "simulation.end") continue;
    run.steps *= *number;
    run.duration *= *number;
  }
  return run;
}

/// A run that did not complete, where others may: not input that all are refused for.
bool is_failed_run(const std::exception_ptr& problem) {
  try {
    std::rethrow_exception(problem);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::failure;
  } catch (...) {
    return false;
  }
}

/// The errors of a run with this step; after every macro step told which share of it is made, and whether to stop.
ConvergenceErrors measure_at(const Value& root, double H, ErrorNorm norm, bool local,
                             FunctionRef<void(double, std::atomic<bool>&)> stepped) {
  System<double> system = build_system<double>(root, {.threads = 1});
  system.step = H;
  const double span = system.end - system.start;
  // rounding may leave a single step a little too long
  if (H > span * (1 + 1e-12))
    throw_wrong_input("--steps", fmt::format("a step of {} s is longer than the run, {} s", H, span),
                      "choose shorter steps, or raise simulation.end");
  if (!(span / H < 1e12))
    throw_wrong_input("--steps", fmt::format("{} s means more steps than can ever be made", H), "choose longer steps");
  std::atomic<bool> stop = false;
  PreparedRun prepared;
  prepared.system = system.cosimulation.get();
  prepared.state = make_initial_state(system, H);
  prepared.settings = {system.start, system.end, H, &stop};
  prepared.stepped = [&, made = std::int64_t{0}]() mutable {
    stepped(std::min(1.0, static_cast<double>(++made) * H / span), stop);
  };
  return measure_errors(prepared, norm, local);
}

}  // namespace

ConvergenceStudy study_convergence(const Value& root, const std::vector<double>& steps, ErrorNorm norm, bool local,
                                   const StudyOptions& options) {
  for (double H : steps)
    if (!(H > 0)) throw_wrong_input("--steps", fmt::format("{} s is no step", H), "steps are positive numbers, in s");
  if (steps.empty()) throw_wrong_input("--steps", "there is none", "give two or more, in s");
  for (std::size_t i = 1; i < steps.size(); ++i)
    if (steps[i] == steps[i - 1])
      throw_wrong_input("--steps", fmt::format("{} s stands there twice, and shows no order", steps[i]),
                        "give steps that differ");
  std::vector<StudyWork::Run> runs;
  for (double H : steps) runs.push_back({1 / H, 1});
  StudyWork work(runs, options.threads > 0 ? options.threads : available_threads());
  std::vector<ConvergenceErrors> errors(steps.size());
  const int count = static_cast<int>(steps.size());
  std::vector<std::exception_ptr> failures(steps.size());
  std::atomic<int> first_refusal{count};
  // side by side also because two runs tell what the others will take, and one does not
  parallel_in_order(count, options.threads, [&](int i) {
    RunProgress progress(work, i, options);
    try {
      errors[i] = measure_at(root, steps[i], norm, local, [&](double share, std::atomic<bool>& stop) {
        progress.note(share);
        // an earlier one that was refused is told of, however far the later ones came
        if (first_refusal < i || (options.interrupted && *options.interrupted)) stop = true;
      });
    } catch (...) {
      failures[i] = std::current_exception();
      if (is_failed_run(failures[i])) return;
      int other = first_refusal;
      while (i < other && !first_refusal.compare_exchange_weak(other, i)) continue;
    }
  });
  std::vector<double> finished;
  std::vector<ConvergenceErrors> found;
  std::exception_ptr first;
  for (int i = 0; i < count; ++i) {
    if (failures[i]) {
      if (!first) first = failures[i];
      continue;
    }
    finished.push_back(steps[i]);
    found.push_back(errors[i]);
  }
  if (first_refusal < count) std::rethrow_exception(failures[first_refusal]);
  if (first && finished.empty()) std::rethrow_exception(first);
  // what was finished beside a run that diverges, or before an interruption, is an answer
  ConvergenceStudy study = observe_orders(std::move(finished), std::move(found));
  try {
    if (first) std::rethrow_exception(first);
  } catch (const Error& error) {
    study.failure = error.what();
  }
  return study;
}

std::vector<Json> sweep_runs(const Value& root, const std::vector<SweepAxis>& axes, const StudyOptions& options) {
  std::int64_t count = 1;
  for (const SweepAxis& axis : axes) {
    if (std::ranges::count(axes, axis.key, &SweepAxis::key) > 1)
      throw_wrong_input("--over", fmt::format("'{}' is swept twice", axis.key), "give all its values at once");
    count *= static_cast<std::int64_t>(axis.values.size());
    if (count > most_runs) throw_wrong_input("--over", "more than a million runs", "sweep fewer values");
  }
  // a path that leads nowhere shows here, whichever run would come to it first
  Value first = root;
  for (const SweepAxis& axis : axes)
    if (count > 0) make_place(first, axis.key, axis.values.front().origin());
  std::vector<Json> rows(count);
  std::vector<StudyWork::Run> runs;
  runs.reserve(count);
  for (std::int64_t i = 0; i < count; ++i) runs.push_back(extent(axes, i));
  // the longest first: a thread that begins one of them last would compute alone in the end
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return runs[a].steps > runs[b].steps; });
  // but the shortest early: beside a long one it soon tells what steps cost, and what the time between them
  const int threads = options.threads > 0 ? options.threads : available_threads();
  if (count > 2) std::rotate(order.begin() + (threads > 1 ? 1 : 0), order.end() - 1, order.end());
  std::vector<StudyWork::Run> begun;
  for (const int index : order) begun.push_back(runs[index]);
  StudyWork work(std::move(begun), threads);
  FirstOutputs outputs(options.outputs);
  parallel_in_order(static_cast<int>(count), options.threads, [&](int place) {
    const int index = order[place];
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
    RunProgress progress(work, place, options);
    run_row(tree, index, options, outputs, progress, row);
    rows[index] = std::move(row);
  });
  return rows;
}

}  // namespace oldham
