// SPDX-License-Identifier: MIT
#include "oldham/report/run_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "oldham/present/page/pace_page.hpp"
#include "oldham/report/decimation.hpp"
#include "oldham/report/energy_table.hpp"
#include "oldham/report/graph_drawing.hpp"
#include "oldham/report/html.hpp"
#include "oldham/report/signal_data.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

constexpr const char* tone_words[] = {"good", "plain", "warning", "bad"};
constexpr std::size_t least_rows = 500;    // of a decimated table, however many signals there are
constexpr std::size_t most_listed = 2000;  // values in the table

/// One paragraph, with what stands in back quotes as code.
std::string paragraph_html(std::string_view line) {
  std::string html = "<p>";
  bool is_code = false;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('`', at), line.size());
    html += html_text(line.substr(at, end - at));
    const bool is_closed = is_code || line.find('`', end + 1) != std::string_view::npos;
    if (end < line.size()) html += !is_closed ? "`" : is_code ? "</code>" : "<code>";
    is_code = is_closed && !is_code;
    at = end + 1;
  }
  return html + "</p>";
}

std::string paragraphs_html(std::string_view text) {
  std::string html;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    html += paragraph_html(text.substr(at, end - at));
    at = end + 1;
  }
  return html;
}

std::string verdicts_html(const std::vector<Verdict>& verdicts) {
  std::string html = "<div class=\"verdicts\">\n";
  for (const Verdict& verdict : verdicts)
    html += fmt::format("<div class=\"{}\"><b>{}</b>{}</div>\n", tone_words[static_cast<int>(verdict.tone)],
                        html_text(verdict.heading), paragraphs_html(verdict.text));
  return html + "</div>\n";
}

/// Of runs that have nothing in common: plots and tables would only be empty.
std::vector<Verdict> misfits(const RunPage& page, const std::vector<Comparison>& comparisons) {
  std::vector<Verdict> found;
  for (std::size_t i = 0; i < page.others.size(); ++i) {
    const Comparison& comparison = comparisons[i];
    if (!comparison.quantities.empty() && !comparison.differences.time.empty()) continue;
    found.push_back({Verdict::Tone::bad, fmt::format("Nothing in common with {}", page.others[i].label),
                     comparison.quantities.empty() ? "No signal has the same name and unit in both runs."
                                                   : "The two runs have no time in common."});
  }
  return found;
}

/// Smallest and largest value; those that are not numbers are counted instead.
struct Extremes {
  double low = INFINITY, high = -INFINITY;
  std::size_t missing = 0;
};

Extremes extremes_of(const std::vector<double>& values) {
  Extremes found;
  for (const double value : values) {
    found.missing += std::isnan(value);
    found.low = std::fmin(found.low, value);
    found.high = std::fmax(found.high, value);
  }
  return found;
}

std::string extreme_text(double value, const Extremes& of) {
  if (of.low > of.high) return "not a number";
  return fmt::format("{:.6g}{}", value, of.missing > 0 ? fmt::format(" ({} not numbers)", of.missing) : "");
}

/// At the end, and the extremes, from all rows; beside that what the others say differently.
std::string values_html(const RunPage& page, const std::vector<Comparison>& comparisons) {
  std::vector<std::string> heads = {"output", "unit", "at the end", "smallest", "largest"};
  for (const RunPage::Other& other : page.others)
    heads.push_back(fmt::format("largest difference from {} in recorded rows", other.label));
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < std::min(page.results.header.size(), most_listed); ++i) {
    const std::vector<double>& values = page.results.columns[i];
    if (values.empty()) continue;
    const Extremes extremes = extremes_of(values);
    std::vector<std::string> row = {page.results.header[i].name, page.results.header[i].unit,
                                    fmt::format("{:.6g}", values.back()), extreme_text(extremes.low, extremes),
                                    extreme_text(extremes.high, extremes)};
    for (const Comparison& comparison : comparisons) {
      const auto found =
          std::ranges::find(comparison.quantities, page.results.header[i], &Comparison::Quantity::column);
      row.push_back(found == comparison.quantities.end() ? "" : fmt::format("{:.3g}", found->largest));
    }
    rows.push_back(std::move(row));
  }
  std::string html = html_table("Values", heads, rows);
  if (page.results.header.size() > most_listed)
    html += fmt::format("<p class=\"soft\">and {} more in results.csv</p>\n", page.results.header.size() - most_listed);
  return html;
}

std::string bonds_html(const std::vector<RunRecord::Account>& accounts) {
  std::vector<std::vector<std::string>> rows;
  const auto joule = [](const std::optional<double>& energy) {
    return energy ? fmt::format("{:.4g}", *energy) : std::string("not finite");
  };
  for (const RunRecord::Account& account : accounts) {
    const double passed = account.passed.value_or(0);
    rows.push_back({account.name, joule(account.residual), joule(account.absolute), joule(account.passed),
                    passed > 0 ? fmt::format("{:.3g}", 100 * account.absolute.value_or(NAN) / passed) : ""});
  }
  return html_table("Energy per bond", {"bond", "made (J)", "made and taken (J)", "passed (J)", "share (%)"}, rows);
}

std::string graph_html(const RunPage& page) {
  std::string words = page.schedule;
  if (page.graph.groups > 1) words += "; the numbers tell in which order subsystems step";
  return fmt::format("<h2>Coupling</h2>\n{}\n<p class=\"soft\">{}</p>\n",
                     scrollable("Coupling graph", draw_graph(page.graph)), html_text(words));
}

Json page_data(const RunPage& page, const std::vector<Comparison>& comparisons) {
  // what all tables share, fairly by their signals
  std::size_t signals = distinct_signals(page.results);
  for (std::size_t i = 0; i < page.others.size(); ++i)
    signals += distinct_signals(page.others[i].results) + distinct_signals(comparisons[i].differences);
  const std::size_t rows = std::max(least_rows, most_numbers / std::max<std::size_t>(1, signals));
  const auto packed_table = [&](const Table& table) { return signals_json(decimated(table, rows)); };

  Json data = Json::object();
  data["kind"] = "run";
  data["results"] = packed_table(page.results);
  data["decimated"] = page.results.time.size() > rows;
  data["rows"] = page.results.time.size();
  if (page.alarm_time) data["alarmTime"] = *page.alarm_time;
  if (!page.steps.time.empty()) data["steps"] = packed_table(page.steps);
  if (!page.paces.time.empty()) data["paces"] = packed_table(page.paces);
  Json others = Json::array();
  for (std::size_t i = 0; i < page.others.size(); ++i) {
    Json other = Json::object();
    other["label"] = printable(page.others[i].label);
    other["results"] = packed_table(page.others[i].results);
    other["differences"] = packed_table(comparisons[i].differences);
    others.push_back(std::move(other));
  }
  data["others"] = std::move(others);
  return data;
}

}  // namespace

std::string to_html(const RunPage& page) {
  std::vector<Comparison> comparisons;
  for (const RunPage::Other& other : page.others) comparisons.push_back(compare_tables(page.results, other.results));

  std::string body =
      fmt::format("<h1>{}</h1>\n<p class=\"soft\">{}</p>\n", html_text(page.title), html_text(page.subtitle));
  std::vector<Verdict> verdicts = page.verdicts;
  std::ranges::move(misfits(page, comparisons), std::back_inserter(verdicts));
  body += verdicts_html(verdicts);
  if (!page.animation.empty()) body += fmt::format("<h2>Motion</h2>\n{}", page.animation);
  body += "<h2>Over time</h2>\n<div class=\"signals\" data-script></div>\n";
  if (!page.graph.nodes.empty()) body += graph_html(page);
  if (!page.accounts.empty())
    body += fmt::format("<h3>Energy that the coupling made, per bond</h3>\n<div class=\"bonds\" data-script></div>\n{}",
                        bonds_html(page.accounts));
  if (page.balance) body += fmt::format("<h3>Energy balance</h3>\n{}", energy_html(*page.balance));
  if (!page.steps.time.empty()) body += "<h3>Steps and corrections</h3>\n<div class=\"steps\" data-script></div>\n";
  if (page.pace)
    body += fmt::format(
        "<h3>Pace</h3>\n<div class=\"wide\">{}</div>\n<p class=\"soft\">Above, the lateness of all deadlines. Below, "
        "for "
        "each row of the results, the largest lateness and the longest computing time of a step since the row "
        "before.</p>\n<div class=\"paces\" data-script></div>\n",
        lateness_histogram(*page.pace));
  if (!page.results.header.empty()) body += fmt::format("<h2>Values</h2>\n{}", values_html(page, comparisons));
  body += "<h2>To run it again</h2>\n<dl>\n";
  for (const auto& [name, value] : page.origin)
    body += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(name), html_text(value));
  body += "</dl>\n";
  if (!page.system_file.empty())
    body += fmt::format("<details><summary>The system file, as it was run</summary>\n{}</details>\n",
                        html_file(page.system_file));
  return html_page(page.title, body, page_data(page, comparisons));
}

}  // namespace oldham
