// SPDX-License-Identifier: MIT
#include "oldham/present/text/energy_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace oldham {
namespace {

using Kind = EnergyEntry::Kind;

constexpr std::array kinds = {Kind::supplied, Kind::carried, Kind::received, Kind::inputs, Kind::lost, Kind::stored};
constexpr std::array<bool, kinds.size()> every_kind = {true, true, true, true, true, true};

/// A row of the table; `has`: of each kind, whether there is a line.
template <class Account>
std::string row_text(const std::string& name, const Account& account, const std::array<bool, kinds.size()>& has) {
  std::string row = fmt::format("    {:<20}", name);
  for (std::size_t k = 0; k < kinds.size(); ++k)
    row += has[k] ? fmt::format(" {:>10.5g}", account.sum(kinds[k])) : fmt::format(" {:>10}", "");
  return row + fmt::format(" {:>10.2g}{}\n", account.error(), account.has_unseen_work() ? " *" : "");
}

/// "pump 19164, tank -255; lost: throttle 10319, valve 7620"; empty where each kind has one line.
std::string elements_text(const SubsystemEnergy& subsystem) {
  std::vector<std::string> parts;
  for (const Kind kind : kinds) {
    std::vector<std::string> elements;
    for (const SubsystemEnergy::Line& line : subsystem.lines)
      if (line.entry.kind == kind) elements.push_back(fmt::format("{} {:.5g}", line.entry.name, line.energy));
    if (elements.size() > 1) parts.push_back(fmt::format("{}: {}", word_of(kind), fmt::join(elements, ", ")));
  }
  return parts.empty() ? "" : fmt::format("    {:<20} {}\n", subsystem.name, fmt::join(parts, "; "));
}

}  // namespace

std::string energy_text(const EnergyBalance& balance) {
  std::string text, elements;
  if (balance.subsystems.empty())
    return fmt::format("  note      no energy balance: no subsystem keeps an account of its energy ({})\n",
                       fmt::join(balance.without_account, ", "));
  text = fmt::format("  {:<22}", "energy (J)");
  for (const Kind kind : kinds) text += fmt::format(" {:>10}", word_of(kind));
  text += fmt::format(" {:>10}\n", "balance");
  for (const SubsystemEnergy& subsystem : balance.subsystems) {
    std::array<bool, kinds.size()> has{};
    for (std::size_t k = 0; k < kinds.size(); ++k)
      has[k] = std::ranges::any_of(subsystem.lines, [&](const auto& line) { return line.entry.kind == kinds[k]; });
    text += row_text(subsystem.name, subsystem, has);
    elements += elements_text(subsystem);
  }
  if (balance.subsystems.size() > 1) text += row_text("system", balance, every_kind);
  text += elements;
  if (balance.is_closed)
    text += fmt::format("    {:<20} {:.4g} J: received and inputs, added over all subsystems\n", "coupling error",
                        balance.exchanged());
  if (balance.has_unseen_work()) text += "    * with the work of dampers, drag and drivers\n";
  if (!balance.without_account.empty())
    text += fmt::format("    {:<20} {}\n", "without account", fmt::join(balance.without_account, ", "));
  return text;
}

}  // namespace oldham
