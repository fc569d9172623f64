// SPDX-License-Identifier: MIT
#include "oldham/present/json/run_answer.hpp"

#include "oldham/io/verdict_text.hpp"
#include "oldham/present/text/run_words.hpp"

namespace oldham {
namespace {

std::string_view word_of(GrowthTrial::Outcome outcome) {
  using Outcome = GrowthTrial::Outcome;
  return outcome == Outcome::same_bits ? "same-bits"
         : outcome == Outcome::same    ? "same"
         : outcome == Outcome::less    ? "less"
         : outcome == Outcome::more    ? "more"
                                       : "unknown";
}

std::string_view word_of(GrowthOwner owner) {
  return owner == GrowthOwner::system ? "system" : owner == GrowthOwner::coupling ? "coupling" : "unknown";
}

Json tried_json(const std::vector<GrowthTrial>& trials) {
  Json tried = Json::array();
  for (const GrowthTrial& trial : trials) {
    Json entry = Json::object();
    entry["set"] = trial.change.setting;
    entry["growth"] = word_of(trial.outcome);
    entry["grows"] = trial.grows || trial.diverged;
    entry["time"] = trial.time;
    if (!trial.problem.empty()) entry["problem"] = trial.problem;
    tried.push_back(std::move(entry));
  }
  return tried;
}

Json alarm_json(const Alarm& alarm) {
  Json json = Json::object();
  json["kind"] = word_of(alarm.kind);
  json["time"] = alarm.time;
  json["variables"] = alarm.variables;
  json["text"] = text_of(alarm);
  if (alarm.kind == Alarm::Kind::growth) {
    json["begin"] = alarm.begin;
    json["end"] = alarm.end;
    json["factor"] = alarm.factor;
    json["confirmed"] = alarm.evidence != Alarm::Evidence::none;
  }
  return json;
}

}  // namespace

void add_witness(const RunWitness& witness, Json& json) {
  Json verdict = Json::object();
  verdict["verdict"] = word_of(witness.verdict.kind);
  verdict["reason"] = reason_of(witness.verdict);
  verdict["step"] = witness.verdict.step;
  json["verdict"] = std::move(verdict);
  Json alarms = Json::array();
  for (const Alarm& alarm : witness.alarms) alarms.push_back(alarm_json(alarm));
  json["alarms"] = std::move(alarms);
  if (!witness.inquiry.trials.empty()) {
    Json inquiry = Json::object();
    inquiry["owner"] = word_of(witness.inquiry.owner);
    inquiry["is_complete"] = !witness.inquiry.has_run_out;
    inquiry["tried"] = tried_json(witness.inquiry.trials);
    json["inquiry"] = std::move(inquiry);
  }
  for (const std::string& note : notes_of(witness)) json["notes"].push_back(note);
}

Json to_json(const Explanation& explanation) {
  Json json = Json::object();
  if (const auto& bond = explanation.bond) {
    Json first = Json::object();
    first["bond"] = bond->name;
    first["time"] = bond->time;
    first["share"] = bond->share;
    json["energy"] = std::move(first);
  }
  json["mode"] = explanation.mode;
  // a verdict that does not explain the run is none on it
  if (explanation.verdict && explanation.is_explained) {
    Json verdict = Json::object();
    add_verdict(*explanation.verdict, verdict);
    json["verdict"] = std::move(verdict);
  }
  Json changes = Json::array();
  for (const Explanation::Change& change : explanation.changes) {
    Json entry = Json::object();
    entry["set"] = change.setting;
    entry["growth_rate"] = change.growth_rate;
    changes.push_back(std::move(entry));
  }
  for (const GrowthTrial& trial : explanation.trials) {
    if (!trial.cures()) continue;
    Json entry = Json::object();
    entry["set"] = trial.change.setting;
    entry["stable_until"] = trial.time;
    changes.push_back(std::move(entry));
  }
  json["changes"] = std::move(changes);
  if (!explanation.trials.empty()) json["tried"] = tried_json(explanation.trials);
  Json lines = Json::array();
  for (const std::string& line : lines_of(explanation)) lines.push_back(line);
  json["lines"] = std::move(lines);
  return json;
}

void add_witness(const RunWitness& witness, RunRecord& record) {
  record.verdict = {std::string(word_of(witness.verdict.kind)), reason_of(witness.verdict), witness.verdict.step};
  for (const Alarm& alarm : witness.alarms)
    record.alarms.push_back({std::string(word_of(alarm.kind)), alarm.time, alarm.variables, text_of(alarm)});
  for (const std::string& note : notes_of(witness)) record.notes.push_back(note);
}

void add_explanation(const Explanation& explanation, RunRecord& record) { record.explanation = lines_of(explanation); }

}  // namespace oldham
