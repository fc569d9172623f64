// SPDX-License-Identifier: MIT
#include "oldham/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace oldham {
namespace {

std::string compose(std::string_view where, std::string_view what, std::string_view remedy) {
  std::string message = where.empty() ? std::string(what) : fmt::format("{}: {}", where, what);
  if (!remedy.empty()) message += fmt::format("; {}", remedy);
  return message;
}

/// Levenshtein distance, upper and lower case alike.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same =
          std::tolower(static_cast<unsigned char>(a[i - 1])) == std::tolower(static_cast<unsigned char>(b[j - 1]));
      const std::size_t replaced = diagonal + (same ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
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
    const std::size_t distance = edit_distance(word, candidate);
    const bool contained = word.size() >= 3 && (candidate.find(word) != std::string::npos);
    if (distance <= std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3) || contained)
      near.emplace_back(distance, candidate);
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
