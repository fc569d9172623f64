// SPDX-License-Identifier: MIT
#include "oldham/io/recorded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "oldham/coupling/step_error.hpp"

namespace oldham {
namespace {

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

/// {supplied: {pump: J, ..}, carried, received: {..}, inputs, lost: {..}, stored: {..}, error}.
Json account_json(const SubsystemEnergy& subsystem) {
  using enum EnergyEntry::Kind;
  Json object = Json::object();
  for (const EnergyEntry::Kind kind : {supplied, carried, received, inputs, lost, stored}) {
    if (kind == carried || kind == inputs) {
      object.add(std::string(word_of(kind)), subsystem.sum(kind));
      continue;
    }
    Json elements = Json::object();
    for (const SubsystemEnergy::Line& line : subsystem.lines)
      if (line.entry.kind == kind) elements.add(line.entry.name, line.energy);
    object.add(std::string(word_of(kind)), std::move(elements));
  }
  object.add("error", subsystem.error());
  if (subsystem.has_unseen_work()) object.add("has_unseen_work", true);
  return object;
}

Json balance_json(const EnergyBalance& balance) {
  using enum EnergyEntry::Kind;
  Json object = Json::object(), subsystems = Json::object(), total = Json::object();
  for (const SubsystemEnergy& subsystem : balance.subsystems) subsystems.add(subsystem.name, account_json(subsystem));
  for (const EnergyEntry::Kind kind : {supplied, carried}) total.add(std::string(word_of(kind)), balance.sum(kind));
  total.add(balance.is_closed ? "coupling" : "from_others", balance.exchanged());
  for (const EnergyEntry::Kind kind : {lost, stored}) total.add(std::string(word_of(kind)), balance.sum(kind));
  total.add("error", balance.error());
  if (balance.has_unseen_work()) total.add("has_unseen_work", true);
  object["subsystems"] = std::move(subsystems);
  if (!balance.subsystems.empty()) object["total"] = std::move(total);
  object["without_account"] = balance.without_account;
  return object;
}

/// How far back steps of this run go by themselves.
Return farthest_return(const System<double>& system) {
  if (system.cosimulation->scheme().startup == Startup::exact) return Return::anywhere;
  if (!system.adaptive || !StepError(*system.cosimulation, *system.adaptive).can_reject()) return Return::never;
  return system.adaptive->control == AdaptiveStep::Control::doubling ? Return::to_earlier_step : Return::to_step_begin;
}

MacroState<double> begin_run(System<double>& system, Return farthest) {
  system.cosimulation->expect_return(farthest);
  if (system.keeps_energy) keep_energy_accounts(*system.cosimulation);
  return make_initial_state(system, system.adaptive ? system.adaptive->first : system.step);
}

RecordedRun record_once(System<double>& system, const Recorder::Settings& recording,
                        const std::atomic<bool>* interrupted,
                        FunctionRef<void(const MacroState<double>&, const Recorder&)> also, Return farthest) {
  const auto begin = std::chrono::steady_clock::now();
  MacroState<double> state = begin_run(system, farthest);
  RecordedRun done;
  done.recorder = std::make_unique<Recorder>(system, recording);
  // a step that may be undone, or that others follow before it is kept, is observed later than it is made
  const bool skips = !system.adaptive && done.recorder->may_skip_points();
  using Outputs = Cosimulation<double>::Outputs;
  system.cosimulation->transfer_only_needed(skips ? Outputs::needed : Outputs::all);
  if (recording.under_way) recording.under_way(done.recorder.get(), &state);
  RunSettings settings;
  settings.start = system.start;
  settings.end = system.end;
  settings.step = system.step;
  settings.interrupted = interrupted;
  settings.after_step = [&](double length, const StepReport& report) { done.recorder->note_step(length, report); };
  settings.all_outputs_from = &done.recorder->records_from();
  settings.adaptive = system.adaptive;
  const auto watch = [&](const MacroState<double>& at) { done.recorder->watch_samples(at); };
  if (done.recorder->may_only_watch()) settings.watch = watch;
  done.summary = run(*system.cosimulation, state, settings, [&](const MacroState<double>& at) {
    done.recorder->observe(at);
    if (also) also(at, *done.recorder);
  });
  if (recording.under_way) recording.under_way(nullptr, nullptr);
  done.recorder->finish(state);
  done.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return done;
}

}  // namespace

// subsystems that can save their states at a price, or not as well as they declare, are not asked to for nothing
MacroState<double> begin_run(System<double>& system) { return begin_run(system, farthest_return(system)); }

RecordedRun record_run(System<double>& system, const Recorder::Settings& recording,
                       const std::atomic<bool>* interrupted,
                       FunctionRef<void(const MacroState<double>&, const Recorder&)> also) {
  const Return farthest = farthest_return(system);
  RecordedRun done = record_once(system, recording, interrupted, also, farthest);
  if (!done.summary.needs_saved_states || farthest != Return::never) return done;
  // an FMU discarded a step and could repeat it: once more from the start, with the states that this takes
  const bool all_go_back = std::ranges::all_of(system.cosimulation->assembly().subsystems, [](const auto& subsystem) {
    return subsystem->description().capabilities.rollback;
  });
  done.recorder.reset();  // its files are replaced
  return record_once(system, recording, interrupted, also, all_go_back ? Return::to_step_begin : farthest);
}

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

Json to_json(const RecordedRun& run, const System<double>& system, double stepping) {
  const RunSummary& summary = run.summary;
  const Recorder& recorder = *run.recorder;
  Json json = Json::object();
  json["status"] = status_word(summary.status);
  json["reason"] = summary.reason;
  json["time"] = summary.time;
  json["macro_steps"] = summary.macro_steps;
  json["rejected_steps"] = summary.rejected_steps;
  json["corrections"] = summary.corrections;
  Json steps = Json::object();
  steps["smallest"] = summary.smallest_step;
  steps["mean"] = summary.mean_step(system.start);
  steps["largest"] = summary.largest_step;
  if (system.adaptive) {
    steps["imprecise"] = summary.imprecise_steps;
    steps["limit"] = system.adaptive->largest;
    steps["limit_is_of_verdict"] = system.adaptive->is_largest_judged;
  }
  json["step_sizes"] = std::move(steps);
  json["wall_s"] = run.wall;
  json["real_time_factor"] = (summary.time - system.start) / stepping;
  json["outputs"] = recorder.last_outputs();
  if (recorder.has_samples()) json["samples"] = recorder.samples();
  if (recorder.compares()) json["errors"] = recorder.errors();
  const std::vector<std::string> notes = all_notes(system.cosimulation->assembly());
  json["notes"] = notes;
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
  if (const EnergyBalance* balance = recorder.energy_balance()) json["energy_balance"] = balance_json(*balance);
  if (recorder.compares()) {
    const auto [column, share] = recorder.worst_share();
    Json deviation = Json::object();
    deviation["output"] = recorder.columns()[column].name;
    deviation["share"] = share;
    json["largest_deviation"] = std::move(deviation);
  }
  return json;
}

}  // namespace oldham
