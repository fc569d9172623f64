// SPDX-License-Identifier: MIT
#include "oldham/present/fmu/fmu_check_answer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oldham::fmi {

Reply answer_of(const std::vector<CheckRow>& rows, bool is_cut) {
  using Verdict = CheckRow::Verdict;
  const auto count = [&](Verdict verdict) { return std::ranges::count(rows, verdict, &CheckRow::verdict); };
  Reply answer;
  Json list = Json::array();
  std::size_t width = 0;
  for (const CheckRow& row : rows) width = std::max(width, row.name.size());
  for (const CheckRow& row : rows) {
    Json object = Json::object();
    object["check"] = row.name;
    object["result"] = word_of(row.verdict);
    object["detail"] = row.detail;
    list.push_back(std::move(object));
    answer.text += fmt::format("{:<8} {:<{}} {}\n", word_of(row.verdict), row.name, width, row.detail);
  }
  const auto failed = count(Verdict::failed), warnings = count(Verdict::warning);
  answer.json["status"] = is_cut ? "interrupted" : "completed";
  answer.json["checks"] = std::move(list);
  answer.json["passed"] = failed == 0 && !is_cut;
  answer.json["failed"] = failed;
  answer.json["warnings"] = warnings;
  if (failed > 0) answer.json["reason"] = fmt::format("{} of {} checks failed", failed, rows.size());
  if (is_cut) answer.json["reason"] = interruption;
  answer.text += fmt::format("{}{} of {} checks failed, {} with a warning", is_cut ? "interrupted: " : "", failed,
                             rows.size(), warnings);
  answer.exit_code = failed == 0 && !is_cut ? 0 : 1;
  return answer;
}

}  // namespace oldham::fmi
