// SPDX-License-Identifier: MIT
#include "oldham/present/record_of_run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "oldham/io/confined_folder.hpp"
#include "oldham/present/text/printable.hpp"

namespace oldham {
namespace {

std::string correction_word(const Cosimulation<double>& system) {
  const Correction& correction = system.scheme().correction;
  if (!system.corrects()) return "explicit";
  if (!correction.to_tolerance) return "semi-implicit";
  return correction.kind == Correction::Kind::newton        ? "implicit"
         : correction.kind == Correction::Kind::fixed_point ? "fixed-point"
                                                            : "aitken";
}

std::string schedule_word(const Schedule& schedule) {
  for (const NamedSchedule& row : schedule_catalogue())
    if (row.kind == schedule.kind) return row.name;
  return "groups";
}

/// Line by line.
void make_printable(std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += (begin == 0 ? "" : "\n") + printable(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  text = std::move(result);
}

RunRecord::Energy energy_of(const EnergyBalance& balance) {
  RunRecord::Energy energy{.lines = {}, .unseen = {}, .without_account = balance.without_account};
  for (const SubsystemEnergy& subsystem : balance.subsystems) {
    if (subsystem.has_unseen_work()) energy.unseen.push_back(subsystem.name);
    for (const SubsystemEnergy::Line& line : subsystem.lines)
      energy.lines.push_back({subsystem.name, std::string(word_of(line.entry.kind)), line.entry.name, line.energy});
  }
  return energy;
}

RunRecord::Account account_of(const EnergyLedger::Account& account) {
  return {account.name, account.residual, account.absolute, account.passed};
}

}  // namespace

void remove_earlier_pages(const std::filesystem::path& folder) {
  for (const char* name : {"report.html", "animation.html", "plot.png", "plot.svg", "monolithic.csv", "monolithic.h5",
                           "pace.csv", record_name}) {
    std::error_code absent;
    std::filesystem::remove(folder / name, absent);
  }
}

RunRecord record_of(const RecordedRun& run, const System<double>& system, double stepping, std::string_view version) {
  const RunSummary& summary = run.summary;
  const Recorder& recorder = *run.recorder;
  RunRecord record;
  record.version = version;
  record.finished = fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
  record.status = status_word(summary.status);
  record.reason = printable(summary.reason);
  record.start = system.start;
  record.end = system.end;
  record.time = summary.time;
  record.step = system.step;
  record.output_interval = system.output_interval;
  if (system.adaptive)
    record.adaptive = {std::string(system.adaptive->control_word()), summary.smallest_step, summary.largest_step,
                       summary.imprecise_steps};
  record.macro_steps = summary.macro_steps;
  record.rejected_steps = summary.rejected_steps;
  record.corrections = summary.corrections;
  record.wall = run.wall;
  if (stepping > 0) record.real_time_factor = (summary.time - system.start) / stepping;
  record.schedule = schedule_word(system.cosimulation->scheme().schedule);
  record.correction = correction_word(*system.cosimulation);
  record.order = system.cosimulation->scheme().order;
  const EnergyLedger& ledger = recorder.ledger();
  for (const EnergyLedger::Account& account : ledger.accounts()) record.accounts.push_back(account_of(account));
  if (!record.accounts.empty()) record.total = account_of(ledger.total());
  if (const EnergyBalance* balance = recorder.energy_balance()) record.balance = energy_of(*balance);
  if (const auto& alarm = ledger.alarm()) record.alarm = {alarm->time, alarm->share};
  for (const GrowthWatch::Growth& growth : recorder.growth().growths())
    record.growth_shows = std::min(record.growth_shows.value_or(growth.tenfold), growth.tenfold);
  if (recorder.compares()) {
    const auto [column, share] = recorder.worst_share();
    record.deviation = {recorder.columns()[column].name, share};
  }
  if (recorder.violation()) record.violation = recorder.violation()->position;
  for (const std::string& note : all_notes(system.cosimulation->assembly())) record.notes.push_back(printable(note));
  record.graph = make_coupling_graph(*system.cosimulation);
  return record;
}

std::string title_of(const Value& root, const std::string& file, const RunRecord& record) {
  const Value* given = root.find("title");
  if (const std::string* words = given ? given->get<std::string>() : nullptr) return *words;
  return record.adaptive ? fmt::format("{}, adaptive step", file) : fmt::format("{}, step {:g} s", file, record.step);
}

void write_record(const std::filesystem::path& folder, const Value& root, const std::string& file, RunRecord record) {
  record.title = printable(title_of(root, file, record));
  record.file = printable(file);
  for (std::vector<std::string>* texts : {&record.notes, &record.explanation})
    std::ranges::for_each(*texts, make_printable);
  if (record.verdict) make_printable(record.verdict->reason);
  for (RunRecord::WatchAlarm& alarm : record.alarms) {
    make_printable(alarm.text);
    std::ranges::for_each(alarm.variables, make_printable);
  }
  replace_text(folder / record_name, to_toml(record));
}

}  // namespace oldham
