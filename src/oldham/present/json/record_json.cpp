// SPDX-License-Identifier: MIT
#include "oldham/present/json/record_json.hpp"

#include <utility>

#include "oldham/present/json/pace_json.hpp"

namespace oldham {
namespace {

void add_account(const RunRecord::Account& account, Json& accounts) {
  Json entry = Json::object();
  entry["signed"] = account.residual;
  entry["absolute"] = account.absolute;
  accounts[account.name] = std::move(entry);
}

Json energy_json(const RunRecord& record) {
  Json accounts = Json::object();
  for (const RunRecord::Account& account : record.accounts) add_account(account, accounts);
  if (record.total) add_account(*record.total, accounts);
  if (record.alarm) {
    accounts["alarm"]["time"] = record.alarm->time;
    accounts["alarm"]["share"] = record.alarm->share;
  }
  return accounts;
}

void add_steps(const RunRecord& record, Json& json) {
  json["macro_steps"] = record.macro_steps;
  json["rejected_steps"] = record.rejected_steps;
  json["corrections"] = record.corrections;
  if (!record.adaptive) return;
  json["step_sizes"]["smallest"] = record.adaptive->smallest;
  json["step_sizes"]["largest"] = record.adaptive->largest;
  json["step_sizes"]["imprecise"] = record.adaptive->imprecise;
}

void add_scheme(const RunRecord& record, Json& json) {
  json["start"] = record.start;
  json["end"] = record.end;
  json["step"] = record.step;
  json["output_interval"] = record.output_interval;
  json["schedule"] = record.schedule;
  json["correction"] = record.correction;
  json["order"] = record.order;
}

Json alarms_json(const RunRecord& record) {
  Json alarms = Json::array();
  for (const RunRecord::WatchAlarm& alarm : record.alarms) {
    Json entry = Json::object();
    entry["kind"] = alarm.kind;
    entry["time"] = alarm.time;
    entry["variables"] = alarm.variables;
    entry["text"] = alarm.text;
    alarms.push_back(std::move(entry));
  }
  return alarms;
}

}  // namespace

Json to_json(const RunRecord& record) {
  Json json = Json::object();
  json["title"] = record.title;
  json["file"] = record.file;
  json["version"] = record.version;
  json["finished"] = record.finished;
  json["status"] = record.status;
  json["reason"] = record.reason;
  json["time"] = record.time;
  add_steps(record, json);
  json["wall_s"] = record.wall;
  json["real_time_factor"] = record.real_time_factor;
  add_scheme(record, json);
  json["notes"] = record.notes;
  if (record.violation) json["constraint_violation"]["position"] = *record.violation;
  if (!record.accounts.empty()) json["energy_residual"] = energy_json(record);
  if (record.deviation) {
    json["largest_deviation"]["output"] = record.deviation->output;
    json["largest_deviation"]["share"] = record.deviation->share;
  }
  if (record.pace) json["realtime"] = to_json(*record.pace);
  if (record.verdict) {
    json["verdict"]["verdict"] = record.verdict->verdict;
    json["verdict"]["reason"] = record.verdict->reason;
    json["verdict"]["step"] = record.verdict->step;
  }
  json["alarms"] = alarms_json(record);
  if (!record.explanation.empty()) json["explanation"]["lines"] = record.explanation;
  return json;
}

}  // namespace oldham
