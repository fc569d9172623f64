// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/violations.hpp"
#include "oldham/fmi/platform.hpp"

namespace oldham::fmi {
namespace {

using Verdict = CheckRow::Verdict;

/// The worst finding with its text; the others counted.
CheckRow summarize(std::string name, std::vector<Violation> violations, const std::string& good) {
  std::ranges::stable_sort(violations, std::greater(), &Violation::severity);
  const auto count = [&](Severity severity) { return std::ranges::count(violations, severity, &Violation::severity); };
  const auto errors = count(Severity::error), warnings = count(Severity::warning);
  if (errors + warnings == 0) return {std::move(name), Verdict::passed, good};
  return {std::move(name), errors > 0 ? Verdict::failed : Verdict::warning,
          fmt::format("errors {}, warnings {}: {}", errors, warnings, text_of(violations.front()))};
}

}  // namespace

std::string_view word_of(CheckRow::Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::warning:
      return "warning";
    case Verdict::failed:
      return "failed";
    case Verdict::skipped:
      return "skipped";
  }
  return "";
}

std::vector<CheckRow> check_files(const std::filesystem::path& file) {
  std::vector<CheckRow> rows;
  const char* stage = "archive";
  try {
    const Archive archive(file);
    rows.push_back({stage, Verdict::passed, fmt::format("{} entries, all harmless", archive.entries().size())});
    stage = "description";
    const ModelDescription description = read_description(archive);
    rows.push_back(
        summarize(stage, find_violations(description),
                  fmt::format("FMI {}, {} variables", description.fmi_version, description.variables.size())));
    stage = "binaries";
    const std::vector<Violation> found = find_binary_violations(description, archive.entries());
    const bool is_here = std::ranges::any_of(find_platforms(archive.entries()), [&](const Platform& platform) {
      return platform.name == own_platform(description.standard);
    });
    rows.push_back(
        is_here ? summarize(stage, found, fmt::format("binaries/{} is there", own_platform(description.standard)))
                : CheckRow{stage, Verdict::failed, found.empty() ? "" : text_of(found.front())});
  } catch (const Error& error) {
    rows.push_back({stage, Verdict::failed, error.what()});
  }
  return rows;
}

}  // namespace oldham::fmi
