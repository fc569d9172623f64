// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "oldham/io/advice/answer_parts.hpp"

namespace oldham::advice {
namespace {

constexpr std::size_t most_rows = 12;

/// Cheaper than the first, and ranked after it all the same.
bool is_outweighed(const Advice& advice, const Entry& entry) {
  return entry.standing == Standing::reaches && entry.cost.value_or(0) < advice.ranked.front().cost.value_or(0);
}

std::string limit_text(const Entry& entry) {
  const Limit& limit = entry.limit;
  if (!limit.largest && !limit.undecided_to)
    return entry.standing == Standing::unstable || limit.zero_radius ? "none" : "?";
  const std::string largest = limit.largest ? fmt::format("{:.4g}", *limit.largest) : "?";
  const char* mark = limit.is_local ? "*" : "";
  if (limit.undecided_to) return fmt::format("{} to {:.4g}{}", largest, *limit.undecided_to, mark);
  return (limit.is_whole_range || limit.is_cut ? ">" : "") + largest + mark;
}

}  // namespace

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::string reason_of(const Advice& advice, const Entry& entry) {
  if (entry.standing != Standing::reaches) return entry.reason;
  const double best = advice.ranked.front().cost.value_or(0);
  const double cost = entry.cost.value_or(0);
  std::string text = &entry == &advice.ranked.front()
                         ? "the best that reaches the accuracy"
                         : fmt::format("costs {:.2f} times as much as the first{}", best > 0 ? cost / best : 1.0,
                                       is_outweighed(advice, entry) ? ", whose precision outweighs that" : "");
  return entry.reason.empty() ? text : fmt::format("{}; {}", text, entry.reason);
}

std::string table(const Advice& advice, bool all) {
  std::vector<std::array<std::string, 8>> rows = {
      {"", "scheme", "step (s)", "largest (s)", "error", "rms", "cost (s/s)", ""}};
  int number = 0;
  for (const Entry& entry : advice.ranked) {
    if (!all && (entry.standing == Standing::refused || rows.size() > most_rows)) break;
    const bool is_good = entry.standing == Standing::reaches;
    ++number;
    rows.push_back({fmt::format("{}", number), entry.label, entry.step ? fmt::format("{:g}", *entry.step) : "-",
                    limit_text(entry), entry.error ? percent(*entry.error) : "-", entry.rms ? percent(*entry.rms) : "-",
                    entry.cost ? fmt::format("{:.3g}", *entry.cost) : "-",
                    is_good && entry.reason.empty() && !is_outweighed(advice, entry) ? "" : reason_of(advice, entry)});
  }
  std::array<std::size_t, 8> width{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    std::string line = fmt::format("  {:>{}}  {:<{}}", row[0], width[0], row[1], width[1]);
    for (std::size_t i = 2; i < 7; ++i) line += fmt::format("  {:>{}}", row[i], width[i]);
    if (!row[7].empty()) line += "  " + row[7];
    text += line + "\n";
  }
  const auto shown = advice.ranked | std::views::take(number);
  const bool has_range =
      std::ranges::any_of(shown, [](const Entry& entry) { return entry.limit.undecided_to.has_value(); });
  const bool has_mark = std::ranges::any_of(shown, [](const Entry& entry) { return limit_text(entry).ends_with('*'); });
  if (has_mark) text += "  largest *: about the start; later in the run it may differ\n";
  if (has_range) text += "  largest a to b: stable up to a; between a and b it is too close to call\n";
  if (!all && advice.ranked.size() > rows.size() - 1)
    text += fmt::format("  and {} more: --all\n", advice.ranked.size() - (rows.size() - 1));
  return text;
}

}  // namespace oldham::advice
