// SPDX-License-Identifier: MIT
#include "run_report.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "animate.hpp"

namespace oldham::app {

void fill_page(const System<double>& system, const RunSummary& summary, const Recorder& recorder, double stepping,
               RunPage& page) {
  const bool is_whole = summary.status == RunSummary::Status::completed;
  page.verdict = is_whole ? fmt::format("Completed: {:g} s simulated.", summary.time - system.start)
                          : fmt::format("Ended at t = {:g} s: {}", summary.time, summary.reason);
  page.facts = {{fmt::format("{}", summary.macro_steps), fmt::format("macro steps of {:g} s", system.step)},
                {fmt::format("{:.3g} x", (summary.time - system.start) / stepping), "real time, stepping alone"}};
  const EnergyLedger& ledger = recorder.ledger();
  if (!ledger.accounts().empty())
    page.facts.push_back(
        {fmt::format("{:.3g} J", ledger.total().absolute),
         fmt::format("made and taken by the coupling, of {:.3g} J that passed", ledger.total().passed)});
  if (recorder.compares()) {
    const auto [column, share] = recorder.worst_share();
    page.facts.push_back({fmt::format("{:.2g} %", 100 * share),
                          fmt::format("largest deviation from the monolithic solution, of what {} reaches",
                                      recorder.columns()[column].name)});
  }
  if (recorder.violation())
    page.facts.push_back(
        {fmt::format("{:.2g}", recorder.violation()->position), "by which joints open at most, m or rad"});
  if (const auto& alarm = ledger.alarm())
    page.alarms.push_back(
        fmt::format("By t = {:g} s the coupling made or took {:.0f} % of the energy that passed: later "
                    "results may be the scheme's, not the system's.",
                    alarm->time, 100 * alarm->share));
  page.heads = {"output", "unit", "at the end"};
  if (recorder.compares()) page.heads.insert(page.heads.end(), {"largest error", "rms error"});
  for (const std::size_t i : recorder.published().shown()) {
    const Column& column = recorder.columns()[i];
    std::vector<std::string> row = {column.name, column.unit, fmt::format("{:.6g}", recorder.last()[i])};
    if (recorder.compares()) {
      row.push_back(fmt::format("{:.2e}", recorder.largest_error(i)));
      row.push_back(fmt::format("{:.2e}", recorder.rms_error(i)));
    }
    page.rows.push_back(std::move(row));
  }
}

std::filesystem::path write_page(const std::filesystem::path& folder, const Value& root, RunPage& page) {
  if (const Cast cast = read_cast(root); !cast.empty())
    page.animation = animation_fragment(read_animation(folder, root, cast, read_csv(folder / "results.csv")), {});
  std::ostringstream plot;
  plot << std::ifstream(folder / "plot.svg").rdbuf();
  page.plot = plot.str();
  const std::filesystem::path file = folder / "report.html";
  write_text(file, to_html(page));
  return file;
}

}  // namespace oldham::app
