// SPDX-License-Identifier: MIT
#include "run_rescue.hpp"

#include <fmt/format.h>

#include "oldham/io/recorded_run.hpp"
#include "oldham/present/json/run_answer.hpp"
#include "oldham/present/record_of_run.hpp"
#include "oldham/present/text/run_words.hpp"

namespace oldham::app {
namespace {

/// A recorder that belongs to the run, also where this is left by an exception.
struct Borrowed {
  std::unique_ptr<Recorder>& recorder;
  ~Borrowed() { static_cast<void>(recorder.release()); }
};

/// What a recorder reads of the point that was reached. Outputs that the last steps left as they were are old, and
/// nobody may be asked for them any more.
MacroState<double> last_known(const MacroState<double>& reached, const Cosimulation<double>& system) {
  MacroState<double> last;
  last.time = reached.time;
  last.steps = reached.steps;
  last.history = reached.history;
  last.outputs = reached.outputs;
  system.forget_unread(last);
  return last;
}

}  // namespace

Answer save_run(const RunUnderWay& run, System<double>& system, const RunPlace& place, const std::string& reason) {
  Answer answer;
  answer.json["status"] = "failed";
  answer.json["reason"] = reason;
  answer.text = fmt::format("failed: {}\n", reason);
  if (run.recorder == nullptr) {
    add_witness(RunWitness{.verdict = place.verdict}, answer.json);
    return answer;
  }
  RecordedRun done;
  done.summary.status = RunSummary::Status::failed;
  done.summary.reason = reason;
  done.summary.time = run.state->time;
  done.summary.macro_steps = run.state->steps;
  done.recorder.reset(run.recorder);
  const Borrowed borrowed{done.recorder};
  run.recorder->finish(last_known(*run.state, *system.cosimulation));
  answer.json["time"] = done.summary.time;
  answer.json["macro_steps"] = done.summary.macro_steps;
  answer.json["outputs"] = run.recorder->last_outputs();
  answer.json["results"] = place.folder.string();
  answer.json["notes"] = all_notes(system.cosimulation->assembly());
  RunRecord record = record_of(done, system, 0, OLDHAM_VERSION);
  // the threads of the run wait: nothing changes what was watched
  const RunWitness found = find_witness(place.verdict, system, done, {});
  add_witness(found, answer.json);
  add_witness(found, record);
  if (!place.warning.empty()) {
    answer.json["notes"].push_back(place.warning);
    record.notes.push_back(place.warning);
  }
  answer.text = fmt::format("{} at t = {:g} s: {}\n", state_of("failed", found.alarms), done.summary.time, reason);
  answer.text += witness_text(found);
  answer.text += fmt::format("  results   {}\n", (place.folder / "results.csv").string());
  write_record(place.folder, place.root, place.file, std::move(record));
  return answer;
}

}  // namespace oldham::app
