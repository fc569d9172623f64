// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "animate.hpp"
#include "command.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/report/animation.hpp"
#include "pacer.hpp"
#include "recorder.hpp"
#include "run_one.hpp"
#include "run_report.hpp"

namespace oldham::app {
namespace {

struct RunArguments : SystemArguments, RunOptions {};

std::string_view status_word(RunSummary::Status status) {
  switch (status) {
    case RunSummary::Status::completed:
      return "completed";
    case RunSummary::Status::diverged:
      return "diverged";
    case RunSummary::Status::failed:
      return "failed";
    case RunSummary::Status::interrupted:
      return "interrupted";
  }
  return "failed";
}

Json residual_json(const EnergyLedger& ledger) {
  Json object = Json::object();
  const auto add = [&](const EnergyLedger::Account& account) {
    Json entry = Json::object();
    entry["signed"] = account.residual;
    entry["absolute"] = account.absolute;
    object.add(account.name, std::move(entry));
  };
  for (const EnergyLedger::Account& account : ledger.accounts()) add(account);
  add(ledger.total());
  if (ledger.alarm()) {
    Json alarm = Json::object();
    alarm["time"] = ledger.alarm()->time;
    alarm["share"] = ledger.alarm()->share;
    object.add("alarm", std::move(alarm));
  }
  return object;
}

std::string residual_text(const EnergyLedger& ledger) {
  if (ledger.accounts().empty()) return "";
  const EnergyLedger::Account& total = ledger.total();
  std::string text = fmt::format(
      "  coupling  made {:.4g} J at {} bond{}, {:.4g} J up and down, of {:.4g} J that passed\n", total.residual,
      ledger.accounts().size(), ledger.accounts().size() == 1 ? "" : "s", total.absolute, total.passed);
  if (const auto& alarm = ledger.alarm())
    text += fmt::format(
        "  ALARM     by t = {:g} s the coupling made or took {:.0f} % of the energy that passed: the results after "
        "that "
        "may be the scheme's, not the system's; reduce scheme.step, and see 'oldham stability'\n",
        alarm->time, 100 * alarm->share);
  return text;
}

/// What was decided when the system was read, and by its subsystems since.
std::vector<std::string> all_notes(const Assembly<double>& assembly) {
  std::vector<std::string> notes = assembly.notes;
  for (const auto& subsystem : assembly.subsystems) std::ranges::copy(subsystem->notes(), std::back_inserter(notes));
  return notes;
}

std::vector<std::pair<std::string, std::string>> text_outputs(const Assembly<double>& assembly) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& subsystem : assembly.subsystems)
    for (auto& [name, value] : subsystem->text_outputs())
      all.emplace_back(fmt::format("{}.{}", subsystem->description().name, name), std::move(value));
  return all;
}

}  // namespace

void add_run_options(CLI::App& app, RunOptions& options) {
  app.add_option("--sample", options.samples, "report the outputs at these times")->type_name("T1,T2,...");
  app.add_option("--compare", options.compare, "report errors against this solution")
      ->type_name("monolithic")
      ->check(CLI::IsMember({"monolithic"}));
  app.add_flag("--realtime", options.realtime, "keep pace with the clock, and count the deadlines that are missed")
      ->excludes("--compare");
  app.add_flag("--plot", options.plot, "write the time plot also with --json");
  app.add_flag("--report", options.report, "write a page about the run: summary, motion, values, plots");
  app.add_flag("--animate", options.animate, "write a page that plays the mechanisms and rods");
}

Answer run_tree(const Value& root, const RunOptions& options, const SystemArguments& arguments) {
  if (options.animate) check_animated(root, arguments.file);
  std::optional<Progress> building(std::in_place, "start", 0, ProgressOptions{.enabled = !arguments.json});
  System<double> system = build_system<double>(root);
  building.reset();
  Recorder::Settings recording;
  if (!options.samples.empty()) recording.samples = parse_numbers(options.samples, ',', "--sample", "--sample 0.5,1.0");
  recording.compare = !options.compare.empty();
  recording.out = arguments.folder();
  // what an earlier run left there to look at is not about this one
  for (const char* name : {"report.html", "animation.html", "plot.png", "plot.svg"}) {
    std::error_code absent;
    std::filesystem::remove(arguments.folder() / name, absent);
  }
  RunPage page;
  Answer answer = run_one(system, recording, {!arguments.json, options.realtime}, &page);

  // what was run, as it was run
  const std::filesystem::path folder = arguments.folder();
  write_text(folder / "system.toml", to_toml(root));
  answer.json["results"] = folder.string();
  std::string& text = answer.text;
  text += fmt::format("  results   {}\n", (folder / "results.csv").string());
  const Value* given = root.find("title");
  const std::string* words = given ? given->get<std::string>() : nullptr;
  const std::string title = words ? *words : fmt::format("{}, step {:g} s", arguments.file, system.step);
  if (!arguments.json || options.plot || options.report) {
    text += fmt::format("  plot      {}", plot_results(folder, title).string());
  }
  if (options.animate) {
    text += '\n';
    animate_results(folder, folder / "animation.html", AnimationOptions{}.max_frames, answer);
  }
  if (options.report) {
    page.title = title;
    const std::filesystem::path file = write_page(folder, root, page);
    answer.json["report"] = file.string();
    text += fmt::format("\n  report    {}", file.string());
  }
  return answer;
}

Answer run_one(System<double>& system, const Recorder::Settings& recording, const RunManner& manner, RunPage* page) {
  const auto begin = std::chrono::steady_clock::now();
  // subsystems that can save their states at a price, or not as well as they say, are not asked to for nothing
  system.cosimulation->go_forward_only(system.cosimulation->scheme().startup != Startup::exact);
  MacroState<double> state = make_initial_state(system, system.step);
  Recorder recorder(system, recording);
  const RunSettings settings{system.start, system.end, system.step, &interrupted};
  RunSummary summary;
  Pacer pacer(system.start);
  {
    Progress progress("run", static_cast<double>(step_count(settings)),
                      {.enabled = manner.shows_progress, .unit = "steps"});
    summary = run(*system.cosimulation, state, settings, [&](const MacroState<double>& at) {
      recorder.observe(at);
      progress.update(static_cast<double>(at.steps));
      if (manner.keeps_pace) pacer.wait(at.time);
    });
  }
  recorder.finish();
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  Answer answer;
  Json& json = answer.json;
  json["status"] = status_word(summary.status);
  json["reason"] = summary.reason;
  json["time"] = summary.time;
  json["macro_steps"] = summary.macro_steps;
  json["rejected_steps"] = summary.rejected_steps;
  json["corrections"] = summary.corrections;
  json["wall_s"] = wall;
  // without waiting, writing and comparing
  const double stepping = (manner.keeps_pace ? pacer.busy() : wall) - recorder.own_time();
  json["real_time_factor"] = (summary.time - system.start) / stepping;
  if (manner.keeps_pace) {
    Json pace = Json::object();
    pace["deadline_misses"] = pacer.misses();
    pace["latest_s"] = pacer.latest();
    pace["load"] = pacer.load();
    json["realtime"] = std::move(pace);
  }
  json["outputs"] = recorder.last_outputs();
  if (!recording.samples.empty()) json["samples"] = recorder.samples();
  if (recording.compare) json["errors"] = recorder.errors();
  const std::vector<std::string> notes = all_notes(system.cosimulation->assembly());
  if (!notes.empty()) json["notes"] = notes;
  const auto texts = text_outputs(system.cosimulation->assembly());
  if (!texts.empty()) {
    Json object = Json::object();
    for (const auto& [name, value] : texts) object.add(name, Json(value));
    json["text_outputs"] = std::move(object);
  }
  if (recorder.violation()) {
    Json violation = Json::object();
    violation["position"] = recorder.violation()->position;
    violation["velocity"] = recorder.violation()->velocity;
    json["constraint_violation"] = std::move(violation);
  }
  if (!recorder.mechanisms().empty()) json["mechanical_energy_balance"] = recorder.mechanisms().energy_balance();
  if (!recorder.ledger().accounts().empty()) json["energy_residual"] = residual_json(recorder.ledger());
  answer.exit_code = summary.status == RunSummary::Status::completed ? 0 : 1;

  std::string& text = answer.text;
  text = fmt::format("{} at t = {:g} s{}{}\n", status_word(summary.status), summary.time,
                     summary.reason.empty() ? "" : ": ", summary.reason);
  text += fmt::format("  steps     {} macro steps of {:g} s, {} corrections, {:.3g} s of wall time",
                      summary.macro_steps, system.step, summary.corrections, wall);
  text +=
      manner.keeps_pace
          ? fmt::format("\n  pace      {} of {} deadlines missed, by {:.3g} ms at most; busy {:.0f} % of the time\n",
                        pacer.misses(), summary.macro_steps, 1e3 * pacer.latest(), 100 * pacer.load())
          : fmt::format("; stepping alone {:.3g} times real time\n", (summary.time - system.start) / stepping);
  for (const std::string& note : notes) text += fmt::format("  note      {}\n", note);
  text += recorder.mechanisms().text();
  text += residual_text(recorder.ledger());
  if (recording.compare) {
    const auto [column, share] = recorder.worst_share();
    text += fmt::format("  deviation at most {:.3g} % of what '{}' reaches, against the monolithic solution\n",
                        100 * share, recorder.columns()[column].name);
    Json deviation = Json::object();
    deviation["output"] = recorder.columns()[column].name;
    deviation["share"] = share;
    json["largest_deviation"] = std::move(deviation);
  }
  if (recorder.violation())
    text += fmt::format("  constraints violated by at most {:.3g} in position and {:.3g} in velocity\n",
                        recorder.violation()->position, recorder.violation()->velocity);
  if (!recording.samples.empty())
    text += fmt::format("{}  at t = {:g} s, the end\n", recorder.samples_text(), summary.time);
  const Published& published = recorder.published();
  text += published.text(recorder.last(), "in results.csv");
  for (const auto& [name, value] : texts) text += fmt::format("  {:<24} {}\n", name, quoted_name(value));
  if (recording.compare) {
    text += fmt::format("  {:<24} {:>12} {:>12}\n", "error against monolithic", "max", "rms");
    for (const std::size_t i : published.shown())
      text += fmt::format("  {:<24} {:>12.4g} {:>12.4g}\n", recorder.columns()[i].name, recorder.largest_error(i),
                          recorder.rms_error(i));
    text += published.not_shown("with --json");
  }
  if (page != nullptr) fill_page(system, summary, recorder, stepping, *page);
  return answer;
}

Command add_run(CLI::App& parent) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* app = parent.add_subcommand("run", "one co-simulation: results, summary, plot");
  arguments->add_to(*app);
  add_run_options(*app, *arguments);
  return {app, &arguments->json, [arguments] { return run_tree(arguments->load(), *arguments, *arguments); }};
}

}  // namespace oldham::app
