// SPDX-License-Identifier: MIT
#include "oldham/io/run_record.hpp"

#include <cmath>

#include "oldham/core/reader.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/record/pace_value.hpp"

namespace oldham {
namespace {

void put(Value::Table& table, const char* key, const std::optional<double>& number) {
  if (number && std::isfinite(*number)) table[key] = Value(*number);
}

void put(Value::Table& table, const char* key, const std::string& text) {
  if (!text.empty()) table[key] = Value(text);
}

void put(Value::Table& table, const char* key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  Value::Array list;
  for (const std::string& text : texts) list.emplace_back(text);
  table[key] = Value(std::move(list));
}

Value account_value(const RunRecord::Account& account) {
  Value::Table table;
  table["name"] = Value(account.name);
  put(table, "residual", account.residual);
  put(table, "absolute", account.absolute);
  put(table, "passed", account.passed);
  return Value(std::move(table));
}

RunRecord::Account read_account(Reader& reader) {
  return {.name = reader.text("name"),
          .residual = reader.optional_number("residual", "J"),
          .absolute = reader.optional_number("absolute", "J"),
          .passed = reader.optional_number("passed", "J")};
}

/// Counts may be larger than what integers of system files are.
std::int64_t read_count(Reader& reader, const char* key) {
  const Value* value = reader.value(key);
  if (value == nullptr) return 0;
  const std::int64_t* count = value->get<std::int64_t>();
  if (count == nullptr || *count < 0) reader.fail(key, "a count of zero or more is expected", "run it again");
  return *count;
}

Value energy_value(const RunRecord& record) {
  Value::Array bonds;
  for (const RunRecord::Account& account : record.accounts) bonds.push_back(account_value(account));
  Value::Table energy;
  if (record.total) energy["total"] = account_value(*record.total);
  if (record.alarm) {
    energy["alarm_time"] = Value(record.alarm->time);
    energy["alarm_share"] = Value(record.alarm->share);
  }
  energy["bond"] = Value(std::move(bonds));
  return Value(std::move(energy));
}

Value balance_value(const RunRecord::Energy& energy) {
  Value::Table balance;
  Value::Array lines;
  for (const RunRecord::Energy::Line& line : energy.lines) {
    Value::Table entry;
    entry["subsystem"] = Value(line.subsystem);
    entry["kind"] = Value(line.kind);
    entry["element"] = Value(line.element);
    put(entry, "energy", line.energy);
    lines.emplace_back(std::move(entry));
  }
  balance["line"] = Value(std::move(lines));
  put(balance, "unseen", energy.unseen);
  put(balance, "without_account", energy.without_account);
  return Value(std::move(balance));
}

std::optional<RunRecord::Energy> read_balance(Reader balance) {
  if (balance.empty()) return {};
  RunRecord::Energy energy{
      .lines = {}, .unseen = balance.texts("unseen"), .without_account = balance.texts("without_account")};
  for (Reader& line : balance.tables("line"))
    energy.lines.push_back({.subsystem = line.text("subsystem"),
                            .kind = line.text("kind"),
                            .element = line.text("element"),
                            .energy = line.optional_number("energy", "J")});
  return energy;
}

Value verdict_value(const RunRecord::CheckVerdict& verdict) {
  Value::Table table;
  table["verdict"] = Value(verdict.verdict);
  put(table, "reason", verdict.reason);
  table["step"] = Value(verdict.step);
  return Value(std::move(table));
}

Value alarm_value(const RunRecord::WatchAlarm& alarm) {
  Value::Table table;
  table["kind"] = Value(alarm.kind);
  table["time"] = Value(alarm.time);
  put(table, "variables", alarm.variables);
  put(table, "text", alarm.text);
  return Value(std::move(table));
}

void read_witness(Reader& root, RunRecord& record) {
  if (Reader verdict = root.table("verdict"); !verdict.empty())
    record.verdict = {
        .verdict = verdict.text("verdict"), .reason = verdict.text("reason", ""), .step = verdict.number("step", "s")};
  for (Reader& alarm : root.tables("alarm"))
    record.alarms.push_back({.kind = alarm.text("kind"),
                             .time = alarm.number("time", "s"),
                             .variables = alarm.texts("variables"),
                             .text = alarm.text("text", "")});
}

void read_energy(Reader energy, RunRecord& record) {
  for (Reader& bond : energy.tables("bond")) record.accounts.push_back(read_account(bond));
  if (Reader total = energy.table("total"); !total.empty()) record.total = read_account(total);
  if (energy.has("alarm_time"))
    record.alarm = {.time = energy.number("alarm_time", "s"), .share = energy.number("alarm_share")};
}

}  // namespace

std::string to_toml(const RunRecord& record) {
  Value::Table root, energy, deviation;
  put(root, "title", record.title);
  put(root, "file", record.file);
  put(root, "version", record.version);
  put(root, "finished", record.finished);
  root["status"] = Value(record.status);
  put(root, "reason", record.reason);
  root["start"] = Value(record.start);
  root["end"] = Value(record.end);
  root["time"] = Value(record.time);
  root["step"] = Value(record.step);
  root["output_interval"] = Value(record.output_interval);
  if (record.adaptive) {
    Value::Table adaptive;
    adaptive["control"] = Value(record.adaptive->control);
    adaptive["smallest"] = Value(record.adaptive->smallest);
    adaptive["largest"] = Value(record.adaptive->largest);
    adaptive["imprecise"] = Value(record.adaptive->imprecise);
    root["adaptive"] = Value(std::move(adaptive));
  }
  root["macro_steps"] = Value(record.macro_steps);
  root["rejected_steps"] = Value(record.rejected_steps);
  root["corrections"] = Value(record.corrections);
  root["wall_s"] = Value(record.wall);
  put(root, "real_time_factor", record.real_time_factor);
  put(root, "schedule", record.schedule);
  put(root, "correction", record.correction);
  root["order"] = Value(record.order);
  put(root, "constraint_violation", record.violation);
  put(root, "growth_shows", record.growth_shows);
  put(root, "notes", record.notes);
  put(root, "explanation", record.explanation);
  if (record.deviation && std::isfinite(record.deviation->share)) {
    deviation["output"] = Value(record.deviation->output);
    deviation["share"] = Value(record.deviation->share);
    root["deviation"] = Value(std::move(deviation));
  }
  if (record.pace) root["pace"] = to_value(*record.pace);
  if (record.verdict) root["verdict"] = verdict_value(*record.verdict);
  if (!record.alarms.empty()) {
    Value::Array alarms;
    for (const RunRecord::WatchAlarm& alarm : record.alarms) alarms.push_back(alarm_value(alarm));
    root["alarm"] = Value(std::move(alarms));
  }
  if (!record.accounts.empty()) root["energy"] = energy_value(record);
  if (record.balance) root["energy_balance"] = balance_value(*record.balance);
  root["graph"] = to_value(record.graph);
  return to_toml(Value(std::move(root)));
}

RunRecord read_run_record(const std::filesystem::path& file) {
  const Value root = read_toml(file);
  Reader reader(root, "");
  RunRecord record;
  record.title = reader.text("title", "");
  record.file = reader.text("file", "");
  record.version = reader.text("version", "");
  record.finished = reader.text("finished", "");
  record.status = reader.text("status");
  record.reason = reader.text("reason", "");
  record.start = reader.number("start", "s");
  record.end = reader.number("end", "s");
  record.time = reader.number("time", "s");
  record.step = reader.number("step", "s");
  record.output_interval = reader.number("output_interval", 0.0, "s");
  if (Reader adaptive = reader.table("adaptive"); !adaptive.empty())
    record.adaptive = {.control = adaptive.text("control"),
                       .smallest = adaptive.number("smallest", "s"),
                       .largest = adaptive.number("largest", "s"),
                       .imprecise = read_count(adaptive, "imprecise")};
  record.macro_steps = read_count(reader, "macro_steps");
  record.rejected_steps = read_count(reader, "rejected_steps");
  record.corrections = read_count(reader, "corrections");
  record.wall = reader.number("wall_s", 0.0, "s");
  record.real_time_factor = reader.optional_number("real_time_factor");
  record.schedule = reader.text("schedule", "");
  record.correction = reader.text("correction", "");
  record.order = reader.integer("order", 0);
  record.violation = reader.optional_number("constraint_violation");
  record.growth_shows = reader.optional_number("growth_shows", "s");
  record.notes = reader.texts("notes");
  record.explanation = reader.texts("explanation");
  if (Reader deviation = reader.table("deviation"); !deviation.empty())
    record.deviation = {.output = deviation.text("output"), .share = deviation.number("share")};
  record.pace = read_pace(reader.table("pace"));
  read_witness(reader, record);
  read_energy(reader.table("energy"), record);
  record.balance = read_balance(reader.table("energy_balance"));
  if (const Value* graph = reader.value("graph")) record.graph = read_coupling_graph(*graph);
  return record;
}

}  // namespace oldham
