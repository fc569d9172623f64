// SPDX-License-Identifier: MIT
#include "oldham/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace oldham {
namespace {

constexpr std::size_t longest_word = 500;  // that a slip is looked for in

std::string compose(std::string_view where, std::string_view what, std::string_view remedy) {
  std::string message = where.empty() ? std::string(what) : fmt::format("{}: {}", where, what);
  if (!remedy.empty()) message += fmt::format("; {}", remedy);
  return message;
}

/// Edits from one word to the other, upper and lower case alike; a swapped pair of letters is one edit.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [&](std::size_t i, std::size_t j) {
    return std::tolower(static_cast<unsigned char>(a[i])) == std::tolower(static_cast<unsigned char>(b[j]));
  };
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same(i - 1, j - 1) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1)) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    std::swap(above, row);
  }
  return above.back();
}

}  // namespace

void throw_wrong_input(std::string_view where, std::string_view what, std::string_view remedy) {
  throw Error(ErrorKind::wrong_input, compose(where, what, remedy));
}

void throw_missing_capability(std::string_view where, std::string_view what, std::string_view remedy) {
  throw Error(ErrorKind::missing_capability, compose(where, what, remedy));
}

std::vector<std::string> near_misses(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& candidate : candidates) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    const std::size_t most = std::max<std::size_t>(1, longer / 3);
    // counting edits takes both lengths multiplied, and whole pages are no words
    const bool is_worth_counting = longer - shorter <= most && longer <= longest_word;
    const std::size_t distance = is_worth_counting ? edit_distance(word, candidate) : longer - shorter;
    const bool contained = word.size() >= 3 && (candidate.find(word) != std::string::npos);
    if ((is_worth_counting && distance <= most) || contained) near.emplace_back(distance, candidate);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, near.size()); ++i) names.push_back(near[i].second);
  return names;
}

std::string suggest(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> near = near_misses(word, candidates);
  if (!near.empty()) return fmt::format("did you mean '{}'?", fmt::join(near, "' or '"));
  if (candidates.empty()) return "nothing is known here";
  return fmt::format("known here: {}", fmt::join(candidates, ", "));
}

}  // namespace oldham
