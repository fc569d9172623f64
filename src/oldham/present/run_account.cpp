// SPDX-License-Identifier: MIT
#include "oldham/present/run_account.hpp"

#include <chrono>
#include <utility>

#include "oldham/io/longest_step.hpp"
#include "oldham/present/json/run_answer.hpp"
#include "oldham/present/text/printable.hpp"

namespace oldham {

CheckedSystem build_checked(const Value& root, bool checks, const std::atomic<bool>* interrupted) {
  const auto begin = std::chrono::steady_clock::now();
  System<double> system = build_run(root, {}, interrupted);
  const double built_in = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  RunVerdict verdict = checks ? check_run(root, system, built_in, {.interrupted = interrupted})
                              : make_gap(RunVerdict::Gap::switched_off, system.step);
  std::string warning = warning_of(verdict, system);
  return {std::move(system), std::move(verdict), std::move(warning)};
}

RunFindings examine_run(const Value* root, RunVerdict verdict, const System<double>& system, const RecordedRun& done,
                        const std::atomic<bool>* interrupted, FunctionRef<void()> begins) {
  const bool has_diverged = done.summary.status == RunSummary::Status::diverged;
  // whose growth it is needs no other runs where the equations say so
  const bool is_own = !has_diverged && verdict.coupling && verdict.coupling->follows &&
                      explains_all(*verdict.coupling, done.recorder->growth().growths());
  const bool has_question = !is_own && (done.recorder->growth().has_growth() || has_diverged);
  if (root != nullptr && has_question && begins) begins();
  Aftermath after =
      is_own ? Aftermath{.inquiry = {.owner = GrowthOwner::system}} : look_back(root, system, done, interrupted);
  RunWitness witness = find_witness(std::move(verdict), system, done, after);
  return {std::move(witness), std::move(after.explanation)};
}

void add_findings(const RunFindings& findings, Json& json, RunRecord& record) {
  add_witness(findings.witness, json);
  add_witness(findings.witness, record);
  if (!findings.explanation) return;
  json["explanation"] = to_json(*findings.explanation);
  add_explanation(*findings.explanation, record);
}

void add_note(std::string_view note, Json& json, RunRecord& record) {
  json["notes"].push_back(note);
  record.notes.push_back(printable(note));
}

void add_warning(std::string_view warning, Json& json, RunRecord& record) {
  if (warning.empty()) return;
  json["warning"] = warning;
  add_note(warning, json, record);
}

}  // namespace oldham
