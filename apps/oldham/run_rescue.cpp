// SPDX-License-Identifier: MIT
#include "run_rescue.hpp"

#include <fmt/format.h>

#include "oldham/io/recorded_run.hpp"
#include "oldham/report/record_of_run.hpp"

namespace oldham::app {

Answer save_run(const RunUnderWay& run, System<double>& system, const RunPlace& place, const std::string& reason) {
  Answer answer;
  answer.json["status"] = "failed";
  answer.json["reason"] = reason;
  answer.text = fmt::format("failed: {}\n", reason);
  if (run.recorder == nullptr) return answer;
  RecordedRun done;
  done.summary.status = RunSummary::Status::failed;
  done.summary.reason = reason;
  done.summary.time = run.state->time;
  done.summary.macro_steps = run.state->steps;
  run.recorder->finish(*run.state);
  done.recorder.reset(run.recorder);
  answer.json["time"] = done.summary.time;
  answer.json["macro_steps"] = done.summary.macro_steps;
  answer.json["outputs"] = run.recorder->last_outputs();
  answer.json["results"] = place.folder.string();
  answer.text = fmt::format("failed at t = {:g} s: {}\n  results   {}\n", done.summary.time, reason,
                            (place.folder / "results.csv").string());
  write_record(place.folder, place.root, place.file, record_of(done, system, 0, OLDHAM_VERSION));
  static_cast<void>(done.recorder.release());  // it belongs to the run
  return answer;
}

}  // namespace oldham::app
