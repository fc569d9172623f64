// SPDX-License-Identifier: MIT
#include "oldham/report/energy_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "oldham/report/html.hpp"

namespace oldham {
namespace {

constexpr std::array<const char*, 6> kinds = {"supplied", "carried", "received", "inputs", "lost", "stored"};

struct Sums {
  std::array<double, kinds.size()> of_kind{};
  std::array<bool, kinds.size()> has_kind{};

  void add(const RunRecord::Energy::Line& line) {
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (line.kind == kinds[k]) {
        of_kind[k] += line.energy.value_or(NAN);
        has_kind[k] = true;
      }
  }
  double error() const { return of_kind[4] + of_kind[5] - of_kind[0] - of_kind[1] - of_kind[2] - of_kind[3]; }
};

std::string joule(double energy, const char* format = "{:.5g}") {
  return std::isfinite(energy) ? fmt::format(fmt::runtime(format), energy) : "not finite";
}

std::vector<std::string> row_of(const std::string& name, const Sums& sums) {
  std::vector<std::string> row = {name};
  for (std::size_t k = 0; k < kinds.size(); ++k) row.push_back(sums.has_kind[k] ? joule(sums.of_kind[k]) : "");
  row.push_back(joule(sums.error(), "{:.2g}"));
  return row;
}

}  // namespace

std::string energy_html(const RunRecord::Energy& energy) {
  std::vector<std::string> names;
  std::map<std::string, Sums> subsystems;
  Sums system;
  std::vector<std::vector<std::string>> lines;
  for (const RunRecord::Energy::Line& line : energy.lines) {
    if (!subsystems.contains(line.subsystem)) names.push_back(line.subsystem);
    subsystems[line.subsystem].add(line);
    system.add(line);
    lines.push_back({line.subsystem, line.kind, line.element, joule(line.energy.value_or(NAN))});
  }
  std::vector<std::vector<std::string>> rows;
  for (const std::string& name : names) rows.push_back(row_of(name, subsystems[name]));
  if (names.size() > 1) rows.push_back(row_of("system", system));
  std::string html = html_table("Energy of each subsystem",
                                {"subsystem", "supplied (J)", "by oil (J)", "received (J)", "by inputs (J)", "lost (J)",
                                 "stored (J)", "balance (J)"},
                                rows);
  std::string note =
      "Supplied + by oil + received + by inputs + balance = lost + stored. The balance is the error of the solvers.";
  if (!energy.unseen.empty())
    note +=
        fmt::format(" In '{}' it has the work of dampers, drag and drivers, too.", fmt::join(energy.unseen, "', '"));
  if (!energy.without_account.empty())
    note += fmt::format(" There is no account of '{}'.", fmt::join(energy.without_account, "', '"));
  html += fmt::format("<p class=\"soft\">{}</p>\n", html_text(note));
  html += fmt::format("<details><summary>By element</summary>\n{}</details>\n",
                      html_table("Energy of each element", {"subsystem", "kind", "element", "energy (J)"}, lines));
  return html;
}

}  // namespace oldham
