// SPDX-License-Identifier: MIT
#include "oldham/present/json/stability_json.hpp"

#include <string_view>

#include "oldham/io/verdict_text.hpp"

namespace oldham {
namespace {

/// What a search for the largest step came to.
std::string_view outcome_of(const LargestStep& found) {
  return found.is_left_open           ? "inconclusive"
         : !found.largest_stable_step ? "none"
         : found.stable_throughout    ? "stable throughout"
         : found.is_range             ? "range"
                                      : "crossing";
}

Json to_json(const StepInterval& interval) {
  Json json = Json::object();
  json["from"] = interval.from;
  json["to"] = interval.to;
  json["stable"] = interval.stable;
  return json;
}

/// Of a search among steps that may be left open.
void add_certainty(const LargestStep& found, Json& json) {
  json["largest_step_outcome"] = outcome_of(found);
  json["stable_up_to"] = found.stable_up_to;
  json["unstable_from"] = found.unstable_from;
  if (found.error) json["largest_step_error"] = *found.error;
  json["largest_step_confidence"] = word_of(found.confidence);
  json["steps_judged"] = static_cast<std::int64_t>(found.steps - found.steps_left_open);
  json["steps_not_judged"] = static_cast<std::int64_t>(found.steps_left_open);
}

}  // namespace

Json to_json(const StabilityAnswer& answer) {
  Json json = Json::object();
  if (answer.published) json["recurrence"] = "published";
  json["spectral_radius"] = answer.spectral_radius;
  json["stable"] = answer.stable;
  if (!answer.digits.empty()) json["spectral_radius_digits"] = answer.digits;
  Json moduli = Json::array();
  for (const auto& e : answer.eigenvalues) moduli.push_back(e.modulus());
  json["eigenvalues"] = std::move(moduli);
  if (!answer.eigenvalues.empty()) {
    Json dominating = Json::object();
    dominating["real"] = answer.eigenvalues.front().real;
    dominating["imaginary"] = answer.eigenvalues.front().imaginary;
    json["dominating_eigenvalue"] = std::move(dominating);
  }
  json["linearity_defect"] = answer.linearity_defect;
  json["step"] = answer.step;
  json["margin"] = answer.margin;
  const std::optional<ZeroVerdict>& zero = answer.zero;
  Json limit = Json::object();
  limit["spectral_radius"] = zero ? Json(zero->limit.spectral_radius) : Json();
  limit["stable"] = zero ? Json(zero->limit.stable) : Json();
  if (zero && zero->closed_form) limit["closed_form"] = *zero->closed_form;
  if (!zero) limit["reason"] = answer.zero_problem;
  json["zero_stability"] = std::move(limit);
  if (answer.growth) json["system_growth_rate"] = *answer.growth;
  if (answer.linearised_at) {
    json["linearised_at"] = *answer.linearised_at;
    if (answer.reached_with != answer.step) json["reached_with_step"] = answer.reached_with;
  }
  if (!answer.warning.empty()) json["warning"] = answer.warning;
  if (answer.verdict) add_verdict(*answer.verdict, json);
  if (!answer.largest) return json;
  json["largest_stable_step"] = answer.largest->largest_stable_step;
  if (answer.growth_taken_off) json["growth_taken_off"] = *answer.growth;
  json["stable_throughout"] = answer.largest->stable_throughout;
  if (answer.largest->steps > 0) add_certainty(*answer.largest, json);
  Json crossings = Json::array();
  for (const Crossing& c : answer.largest->crossings) {
    Json entry = Json::object();
    entry["step"] = c.step;
    entry["direction"] = c.upward ? "up" : "down";
    crossings.push_back(std::move(entry));
  }
  json["crossings"] = std::move(crossings);
  const auto about = interval_about(answer.step, answer.intervals);
  json["interval"] = about ? to_json(*about) : Json();
  if (answer.largest->is_budget_over) json["budget_over"] = true;
  return json;
}

}  // namespace oldham
