// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/io/advice/answer_parts.hpp"

namespace oldham::advice {
namespace {

/// An accuracy to ask for that this error reaches, in two digits.
std::string accuracy_for(double error) {
  const double unit = std::pow(10.0, std::floor(std::log10(error)) - 1);
  return fmt::format("{:.2g}", std::ceil(error / unit * (1 - 1e-9)) * unit);
}

/// What would show more of the solution.
std::string remedy(const Advice& advice) {
  const auto& reference = advice.reference;
  if (reference && reference->grid && !reference->can_improve)
    return fmt::format(
        "use FMUs with a softer coupling, or with inner steps shorter than {:.3g} s (shorter steps of the "
        "scheme "
        "show no more)",
        *reference->grid);
  return advice.is_budget_over || (reference && reference->can_improve) ? "raise --budget"
                                                                        : "start from a smaller scheme.step";
}

/// The entry that comes first with this standing; null without one.
const Entry* first_with(const Advice& advice, Standing standing) {
  const auto found = std::ranges::find_if(advice.ranked, [&](const Entry& e) { return e.standing == standing; });
  return found == advice.ranked.end() ? nullptr : &*found;
}

std::string sentence(const std::string& text) { return text.empty() ? text : fmt::format(" ({})", text); }

}  // namespace

std::string why_nothing(const Advice& advice) {
  const auto& reference = advice.reference;
  if (!reference)
    return fmt::format("errors are not known: {}",
                       advice.no_reference.empty() ? "no scheme ran to compare with" : advice.no_reference);
  if (!reference->is_known && !reference->runs.empty())
    return fmt::format("errors are not known, as the references do not agree: {}; {}",
                       reference->remarks.empty() ? "no two of them approach each other" : reference->remarks,
                       remedy(advice));
  if (reference->largest > advice.accuracy) {
    return fmt::format("the reference is known to {} only{}, not to {}; ask for --accuracy {}, or {}",
                       percent(reference->largest), sentence(reference->remarks), percent(advice.accuracy),
                       accuracy_for(2 * reference->largest), remedy(advice));
  }
  if (const Entry* entry = first_with(advice, Standing::unproven); entry != nullptr && entry->error)
    return fmt::format("{}, step {:g} s reaches the accuracy with an error of {}, but {}", entry->label,
                       entry->step.value_or(0), percent(*entry->error), entry->reason);
  const Entry* best = nullptr;
  for (const Entry& entry : advice.ranked)
    if (entry.standing == Standing::misses && entry.error && (best == nullptr || *entry.error < *best->error))
      best = &entry;
  if (best == nullptr && advice.is_budget_over)
    return fmt::format("the budget was spent before a scheme was compared that reaches {}; raise --budget",
                       percent(advice.accuracy));
  if (best == nullptr) return "no scheme that was tried runs and is stable; start from a smaller scheme.step";
  std::string text = fmt::format("no scheme that was tried reaches {}: the smallest error is {}, of {}, step {:g} s",
                                 percent(advice.accuracy), percent(*best->error), best->label, best->step.value_or(0));
  if (!reference->is_exact && reference->largest > 0.3 * *best->error)
    text +=
        fmt::format(", as the reference itself ({}) is known to {}", reference->made_by, percent(reference->largest));
  return text + fmt::format("; ask for --accuracy {}, or {}", accuracy_for(*best->error), remedy(advice));
}

Json reference_json(const Advice& advice) {
  const auto& reference = advice.reference;
  Json json = Json::object();
  Json runs = Json::array();
  if (reference)
    for (const ReferenceLabel& run : reference->runs) {
      Json one = Json::object();
      one["scheme"] = run.scheme;
      one["step"] = run.step;
      one["finding"] = run.remark;
      runs.push_back(std::move(one));
    }
  json["made_by"] = reference ? Json(reference->made_by) : Json();
  json["exact"] = reference && reference->is_exact;
  json["runs"] = std::move(runs);
  const bool is_known = reference && reference->is_known;
  json["uncertainty"] = is_known ? Json(reference->largest) : Json();
  json["uncertainty_rms"] = is_known ? Json(reference->rms) : Json();
  json["remarks"] = !reference ? advice.no_reference : reference->remarks;
  return json;
}

std::string reference_text(const Advice& advice) {
  const auto& reference = advice.reference;
  std::string text = "  reference   ";
  if (!reference) {
    text += fmt::format("none; errors are not known: {}\n", advice.no_reference);
  } else if (reference->is_exact) {
    text += fmt::format("errors against {}, {:g} to {:.4g} s{}\n", reference->made_by, advice.start, advice.window,
                        advice.window < advice.end ? fmt::format(" of {:g} s", advice.end) : "");
  } else {
    text += reference->is_known ? fmt::format("{}, known to {}", reference->made_by, percent(reference->largest))
                                : "not known: errors cannot be given";
    text += sentence(reference->remarks) + "\n";
    std::string last;
    for (const ReferenceLabel& run : reference->runs) {
      if (run.scheme == last) {
        text.pop_back();
        text += fmt::format(", {:g} s\n", run.step);
      } else {
        text += fmt::format("              {} ({}): {:g} s\n", run.scheme, run.remark, run.step);
      }
      last = run.scheme;
    }
  }
  if (!advice.isolated.empty()) {
    text += "  isolated    ";
    for (std::size_t i = 0; i < advice.isolated.size(); ++i)
      text += fmt::format("{}{}", i == 0 ? "" : ", ", advice.isolated[i]);
    text += ": the FMU can be instantiated only once per process; costs are those of processes\n";
  }
  return text;
}

}  // namespace oldham::advice
