// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "command.hpp"
#include "foreign_output.hpp"
#include "live_stream.hpp"
#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/recorded_run.hpp"
#include "oldham/present/json/pace_json.hpp"
#include "oldham/present/json/run_answer.hpp"
#include "oldham/present/record_of_run.hpp"
#include "oldham/present/run_account.hpp"
#include "oldham/present/run_folder.hpp"
#include "oldham/present/text/energy_words.hpp"
#include "oldham/present/text/pace_words.hpp"
#include "oldham/present/text/run_words.hpp"
#include "oldham/report/results_animation.hpp"
#include "run_one.hpp"
#include "run_pace.hpp"
#include "run_rescue.hpp"

namespace oldham::app {
namespace {

struct RunArguments : SystemArguments, RunOptions {
  std::string within;
  bool keeps_energy = false;
};

Answer work(const RunArguments& arguments) {
  Value root = arguments.load();
  if (arguments.keeps_energy) make_place(root, "simulation.energy_balance") = Value(true);
  if (!arguments.within.empty()) require_within(ConfinedFolder(arguments.within), arguments.file, root);
  return run_tree(root, arguments, arguments);
}

std::string residual_text(const EnergyLedger& ledger) {
  if (ledger.accounts().empty()) return "";
  const EnergyLedger::Account& total = ledger.total();
  return fmt::format("  coupling  made {:.4g} J at {}, {:.4g} J up and down, of {:.4g} J that passed\n", total.residual,
                     counted(ledger.accounts().size(), "bond"), total.absolute, total.passed);
}

/// "0.001 s", or how long they were.
std::string step_text(const System<double>& system, const RunSummary& summary) {
  if (!system.adaptive) return fmt::format("{:g} s", system.step);
  std::string text = fmt::format("{:.3g} to {:.3g} s, on average {:.3g} s, {} rejected", summary.smallest_step,
                                 summary.largest_step, summary.mean_step(system.start), summary.rejected_steps);
  if (summary.imprecise_steps > 0)
    text += fmt::format(", {} kept with an error over rtol as none may be shorter (scheme.adaptive.smallest)",
                        summary.imprecise_steps);
  if (system.adaptive->is_largest_judged)
    text += fmt::format(", none over {:.3g} s, half of the largest stable one", system.adaptive->largest);
  return text;
}

/// Why a script wants this answer to be a failure; empty: it does not.
std::string failure_of(const RunWitness& witness, const std::vector<std::string>& fail_on) {
  for (const std::string& what : fail_on) {
    if (what == "alarm" && !witness.alarms.empty())
      return fmt::format("--fail-on alarm: {}", text_of(witness.alarms.front()));
    if (what == word_of(witness.verdict.kind))
      return fmt::format("--fail-on {}: the verdict is {}", what, reason_of(witness.verdict));
  }
  return {};
}

/// What was found out about the run beside its results, in the answer, its text and its record.
void witness(const RunManner& manner, const System<double>& system, const RecordedRun& done, RunBar& bar,
             Answer& answer, RunRecord& record) {
  const RunFindings found = examine_run(manner.root, manner.verdict, system, done, &interrupted, [&] {
    bar.progress.begin("finding out why", 0);  // s: as long as it takes
  });
  add_findings(found, answer.json, record);
  if (const std::string failure = failure_of(found.witness, manner.fail_on); !failure.empty()) {
    answer.exit_code = 1;
    const bool has_diverged = done.summary.status == RunSummary::Status::diverged;
    if (!has_diverged && done.summary.reason.empty()) answer.json["failed_on"] = failure;
  }

  // what was just begun ends the first line
  const std::string_view status = status_word(done.summary.status);
  answer.text.replace(0, status.size(), state_of(status, found.witness.alarms));
  answer.text += witness_text(found.witness, found.explanation);
}

}  // namespace

void add_run_options(CLI::App& app, RunOptions& options) {
  app.add_option("--sample", options.samples, "report the outputs at these times")->type_name("T1,T2,...");
  app.add_option("--compare", options.compare, "report errors against this solution")
      ->type_name("monolithic")
      ->check(CLI::IsMember({"monolithic"}));
  app.add_option("--stream", options.stream, "write the progress of the run to a file or pipe, in lines of JSON")
      ->type_name("FILE");
  add_realtime(app, options.realtime)->excludes("--compare");
  app.add_flag("--no-check", options.is_unchecked,
               "skip the stability check before the run, and the search for causes after it");
  app.add_option("--fail-on", options.fail_on,
                 "exit with code 1 also after an alarm, or where the check before the run says this")
      ->type_name("alarm,unstable,...")
      ->delimiter(',')
      ->check(CLI::IsMember({"alarm", "unstable", "too-close", "inconclusive", "not-judged"}));
  app.add_flag("--plot", options.plot, "write the time plot also with --json");
  app.add_flag("--report", options.report, "write a page about the run: summary, motion, values, plots");
  app.add_flag("--animate", options.animate, "write a page that plays the mechanisms and rods");
}

Answer run_tree(const Value& root, const RunOptions& options, const SystemArguments& arguments) {
  std::optional<PaceRule> pace;
  if (!options.realtime.empty()) pace = PaceRule{.factor = read_pace_factor(options.realtime)};
  if (options.animate) check_animated(root, arguments.file);
  limit_calls(root);
  std::optional<Progress> building(std::in_place, "start", 0, ProgressOptions{.enabled = !arguments.json});
  auto [system, verdict, warning] = build_checked(root, !options.is_unchecked, &interrupted);
  building.reset();
  if (!warning.empty() && !arguments.json) fmt::print(stderr, "oldham: warning: {}\n", warning);
  Recorder::Settings recording;
  if (!options.samples.empty()) recording.samples = parse_numbers(options.samples, ',', "--sample", "--sample 0.5,1.0");
  recording.compare = !options.compare.empty();
  recording.every_point = !options.stream.empty();
  recording.every_step = pace.has_value();
  const RunFolder claimed(arguments.folder(), root, system);
  const std::filesystem::path& folder = claimed.path();
  std::vector<std::string> notes = claimed.notes();
  // that it takes much room is to be known before it does
  if (!notes.empty() && !arguments.json && notes.front().starts_with("results"))
    fmt::print(stderr, "oldham: note: {}\n", notes.front());
  keep_foreign_output(folder);
  claimed.record_into(recording);
  const RunPages pages{.plot = !arguments.json || options.plot, .animation = options.animate, .report = options.report};
  const RunManner manner{.pace = pace,
                         .folder = folder,
                         .stream = options.stream,
                         .root = options.is_unchecked ? nullptr : &root,
                         .verdict = verdict,
                         .fail_on = options.fail_on};
  RunBar bar(system, pages, !arguments.json);
  const auto under_way = std::make_shared<RunUnderWay>();
  recording.under_way = [under_way](Recorder* recorder, const MacroState<double>* state) {
    *under_way = {recorder, state};
  };
  const RescueScope rescued([&, under_way](const std::string& reason) {
    return save_run(*under_way, system, {folder, root, arguments.file, verdict, warning}, reason);
  });
  RunRecord record;
  Answer answer = run_one(system, recording, manner, bar, record);
  add_warning(warning, answer.json, record);
  if (const std::string note = foreign_output_note(); !note.empty()) notes.push_back(note);
  for (const std::string& note : notes) {
    add_note(note, answer.json, record);
    answer.text += fmt::format("  note      {}\n", note);
  }
  answer.json["results"] = folder.string();
  answer.text += fmt::format("  results   {}\n", (folder / "results.csv").string());
  claimed.write(arguments.file, record);
  const double columns = static_cast<double>(answer.json["outputs"].size());
  if (interrupted && takes_long(bar.pages, record, columns))
    answer.text += fmt::format("  plot      not drawn after an interruption; 'oldham report {}' shows the results",
                               folder.string());
  else
    write_pages(bar.pages, folder, title_of(root, arguments.file, record), bar.progress, answer);
  bar.progress.finish();
  return answer;
}

Answer run_one(System<double>& system, const Recorder::Settings& recording, const RunManner& manner, RunBar& bar,
               RunRecord& record) {
  std::optional<PacedRun> paced;
  std::optional<LiveStream> live;
  const RecordedRun done =
      record_run(system, recording, &interrupted, [&](const MacroState<double>& at, const Recorder& so_far) {
        if (!manner.stream.empty() && !live) live.emplace(manner.stream, system, so_far.published());
        if (live) live->observe(at.time, so_far.last());
        bar.update(at, static_cast<double>(so_far.columns().size()));
        if (!manner.pace) return;
        if (at.steps == 0) paced.emplace(*manner.pace, system, manner.folder);  // and once more where it starts again
        paced->observe(at.time);
      });
  std::optional<PaceResult> pace;
  if (paced) pace = paced->finish();
  if (live) live->finish();
  const RunSummary& summary = done.summary;
  const Recorder& recorder = *done.recorder;
  const double wall = done.wall;

  Answer answer;
  // without waiting, writing and comparing
  const double stepping = (pace ? pace->busy : wall) - recorder.own_time();
  answer.json = to_json(done, system, stepping);
  if (pace) answer.json["realtime"] = to_json(*pace);
  answer.exit_code = summary.status == RunSummary::Status::completed ? 0 : 1;
  record = record_of(done, system, stepping, OLDHAM_VERSION);
  record.pace = pace;

  std::string& text = answer.text;
  const bool is_cut = summary.status == RunSummary::Status::interrupted;  // which the status says
  text = fmt::format("{} at t = {:g} s{}\n", status_word(summary.status), summary.time,
                     is_cut                   ? "; results up to here are kept"
                     : summary.reason.empty() ? ""
                                              : ": " + summary.reason);
  text += fmt::format("  steps     {} of {}, {}, {:.3g} s of wall time", counted(summary.macro_steps, "macro step"),
                      step_text(system, summary), counted(summary.corrections, "correction"), wall);
  text += pace ? "\n" + pace_text(*pace)
               : fmt::format("; stepping alone {:.3g} times real time\n", (summary.time - system.start) / stepping);
  for (const std::string& note : all_notes(system.cosimulation->assembly()))
    text += fmt::format("  note      {}\n", note);
  text += recorder.mechanisms().text();
  text += residual_text(recorder.ledger());
  if (recorder.energy_balance()) text += energy_text(*recorder.energy_balance());
  witness(manner, system, done, bar, answer, record);
  if (recording.compare) {
    const auto [column, share] = recorder.worst_share();
    text += fmt::format("  deviation at most {:.3g} % of what '{}' reaches, against the monolithic solution\n",
                        100 * share, recorder.columns()[column].name);
  }
  if (recorder.violation())
    text += fmt::format("  constraints violated by at most {:.3g} in position and {:.3g} in velocity\n",
                        recorder.violation()->position, recorder.violation()->velocity);
  if (!recording.samples.empty())
    text += fmt::format("{}  at t = {:g} s, the end\n", recorder.samples_text(), summary.time);
  const Published& published = recorder.published();
  text += published.text(recorder.last(), "in results.csv");
  for (const auto& [name, value] : text_outputs(system.cosimulation->assembly()))
    text += fmt::format("  {:<24} {}\n", name, quoted_name(value));
  if (recording.compare) {
    text += fmt::format("  {:<24} {:>12} {:>12}\n", "error against monolithic", "max", "rms");
    for (const std::size_t i : published.shown())
      text += fmt::format("  {:<24} {:>12.4g} {:>12.4g}\n", recorder.columns()[i].name, recorder.largest_error(i),
                          recorder.rms_error(i));
    text += published.not_shown("with --json");
  }
  return answer;
}

Command add_run(CLI::App& parent) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* app = parent.add_subcommand("run", "one co-simulation: results, summary, plot");
  arguments->add_to(*app);
  add_run_options(*app, *arguments);
  app->add_flag("--energy", arguments->keeps_energy,
                "account for energy: supplied by pumps, lost, stored, exchanged (simulation.energy_balance)");
  add_within(*app, arguments->within);
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
