// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "oldham/io/advice/advice.hpp"
#include "oldham/io/advice/answer_parts.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/io/tree.hpp"

namespace oldham::advice {
namespace {

/// How much faster the recommended scheme is than the file as it is.
std::string compared_cost(double factor) {
  return factor < 1 ? fmt::format(": {:.3g} times as expensive as the file as it is", 1 / factor)
                    : fmt::format(": {:.2f} times as fast as the file as it is", factor);
}

Json json_of(const Value& value) {
  if (const bool* flag = value.get<bool>()) return *flag;
  if (const std::int64_t* integer = value.get<std::int64_t>()) return *integer;
  if (const double* number = value.get<double>()) return *number;
  if (const std::string* text = value.get<std::string>()) return *text;
  Json list = Json::array();
  if (const Value::Array* array = value.get<Value::Array>())
    for (const Value& element : *array) list.push_back(json_of(element));
  return list;
}

/// What the file has under [scheme], laid over by what a candidate chooses.
Value::Table scheme_table(const Value& root, const std::vector<Setting>& settings) {
  Value tree = changed(root, settings);
  Value::Table* table = tree.find("scheme") == nullptr ? nullptr : tree.find("scheme")->get<Value::Table>();
  return table == nullptr ? Value::Table() : std::move(*table);
}

const char* word(Standing standing) {
  switch (standing) {
    case Standing::reaches:
      return "reaches the accuracy";
    case Standing::unproven:
      return "not known";
    case Standing::misses:
      return "misses the accuracy";
    case Standing::untried:
      return "not run";
    case Standing::unstable:
      return "unstable";
    case Standing::refused:
      break;
  }
  return "refused";
}

Json entry_json(const Advice& advice, const Value& root, const Entry& entry) {
  Json json = Json::object(), scheme = Json::object(), settings = Json::object();
  // what the file leaves open is told, too
  for (std::size_t i = 0; i < advice.choices.size(); ++i)
    if (advice.choices[i].kind != Choice::Kind::other && entry.candidate[i] == 0)
      scheme[advice.choices[i].name] = json_of(parse_toml_value(advice.choices[i].options[0].word, {}));
  for (const auto& [key, value] : scheme_table(root, entry.settings)) scheme[key] = json_of(value);
  for (const Setting& setting : entry.settings) settings[setting.path] = json_of(setting.value);
  json["scheme"] = std::move(scheme);
  json["settings"] = std::move(settings);
  json["label"] = entry.label;
  json["standing"] = word(entry.standing);
  json["step"] = entry.step;
  json["largest_stable_step"] = entry.limit.largest;
  json["stable_throughout"] = entry.limit.is_whole_range;
  if (entry.limit.is_cut) json["largest_stable_step_is_at_least_that"] = true;
  if (entry.limit.is_local) json["about_the_start"] = true;
  if (entry.limit.undecided_to) {
    json["too_close_up_to"] = *entry.limit.undecided_to;
    json["too_close_because"] = entry.limit.undecided_because;
  }
  if (entry.limit.zero_radius) json["zero_stability_radius"] = *entry.limit.zero_radius;
  Json crossings = Json::array();
  for (const Crossing& crossing : entry.limit.crossings) {
    Json one = Json::object();
    one["step"] = crossing.step;
    one["direction"] = crossing.upward ? "up" : "down";
    crossings.push_back(std::move(one));
  }
  json["crossings"] = std::move(crossings);
  json["error_estimate"] = entry.error;
  json["error_rms"] = entry.rms;
  json["error_output"] = entry.error && !entry.worst.empty() ? Json(entry.worst) : Json();
  json["cost_per_second"] = entry.cost;
  json["reason"] = reason_of(advice, entry);
  return json;
}

/// Whether more is known of its stability than that it runs.
bool is_judged(const Entry& own) { return own.limit.is_predicted || own.limit.why_not.empty(); }

std::string own_text(const Advice& advice) {
  const Entry& own = advice.own;
  std::string text = fmt::format("  the file    {}, step {:g} s: ", own.label, own.step.value_or(0));
  const Limit& limit = own.limit;
  if (limit.zero_radius)
    text += "ZERO-UNSTABLE, no step helps";
  else
    text += !advice.is_own_stable   ? limit.largest ? "UNSTABLE, stable" : "UNSTABLE"
            : is_judged(advice.own) ? "stable"
                                    : fmt::format("runs; not judged, as {}", limit.why_not);
  if (limit.largest && !limit.zero_radius) {
    const bool is_more = advice.is_own_stable && (limit.is_whole_range || limit.is_cut);
    text += fmt::format(" up to {}{:.4g} s{}", is_more ? "more than " : "", *limit.largest,
                        limit.is_local ? " about the start" : "");
    if (limit.undecided_to)
      text += fmt::format(", too close to call up to {:.4g} s ({})", *limit.undecided_to, limit.undecided_because);
  }
  if (advice.is_own_stable && own.error)
    text += fmt::format(", error {}{} (rms {})", percent(*own.error),
                        own.worst.empty() ? "" : fmt::format(" in '{}'", own.worst), percent(own.rms.value_or(0)));
  if (advice.is_own_stable && own.cost) text += fmt::format(", {:.3g} s for a simulated second", *own.cost);
  text += "\n";
  if (!advice.cures.empty()) {
    text += "  cured by    ";
    for (std::size_t i = 0; i < advice.cures.size(); ++i)
      text += fmt::format("{}{}", i == 0 ? "" : i + 1 == advice.cures.size() ? ", or " : ", ", advice.cures[i]);
    text += "\n";
  }
  if (advice.limiting) {
    const CouplingMode& mode = advice.limiting->mode;
    text += fmt::format("  limited by  {}; {} {} it at {:.3g} /s at {:.3g} s\n", mode.name, own.label,
                        mode.growth_rate > 0 ? "grows" : "damps", std::abs(mode.growth_rate), advice.limiting->step);
  }
  return text;
}

}  // namespace

std::string scheme_block(const Value& root, const std::vector<Setting>& settings) {
  Value::Table block;
  block["scheme"] = Value(scheme_table(root, settings));
  std::map<std::string, Value::Table> connections;  // by their numbers in the file
  for (const Setting& setting : settings) {
    const std::vector<std::string> parts = split_path(setting.path);
    if (parts.size() != 3) continue;  // LIST.NAME.KEY
    if (parts[0] == "connect") {
      const Value* given = find_place(root, fmt::format("connect.{}", parts[1]));
      Value::Table& entry = connections[parts[1]];
      if (given != nullptr && entry.find("from") == nullptr) entry = *given->get<Value::Table>();
      entry[parts[2]] = setting.value;
      continue;
    }
    Value* list = block.find(parts[0]);
    if (list == nullptr) {
      block[parts[0]] = Value(Value::Array());
      list = block.find(parts[0]);
    }
    Value::Array& entries = *list->get<Value::Array>();
    auto found = std::ranges::find_if(entries, [&](const Value& e) { return text_of(e, "name") == parts[1]; });
    if (found == entries.end()) {
      Value::Table entry;
      entry["name"] = Value(parts[1]);
      entries.emplace_back(std::move(entry));
      found = std::prev(entries.end());
    }
    (*found->get<Value::Table>())[parts[2]] = setting.value;
  }
  Value::Array list;
  for (auto& [number, entry] : connections) list.emplace_back(std::move(entry));
  if (!list.empty()) block["connect"] = Value(std::move(list));
  return to_toml(Value(std::move(block)));
}

Json to_json(const Advice& advice, const Value& root, bool all) {
  Json json = Json::object();
  Json ranked = Json::array();
  for (const Entry& entry : advice.ranked)
    if (all || entry.standing != Standing::refused) ranked.push_back(entry_json(advice, root, entry));
  json["ranked"] = std::move(ranked);
  if (advice.is_recommended) {
    Json recommended = entry_json(advice, root, advice.ranked.front());
    recommended["toml"] = scheme_block(root, advice.ranked.front().settings);
    json["recommended"] = std::move(recommended);
  } else {
    json["recommended"] = Json();
    json["reason"] = why_nothing(advice);
  }
  Json own = entry_json(advice, root, advice.own);
  own["stable"] = advice.is_own_stable && !is_judged(advice.own) ? Json() : Json(advice.is_own_stable);
  json["file"] = std::move(own);
  json["accuracy"] = advice.accuracy;
  json["accuracy_of_file"] = advice.is_accuracy_own;
  if (!advice.cures.empty()) json["cures"] = advice.cures;
  if (advice.limiting) {
    const CouplingMode& mode = advice.limiting->mode;
    Json limiting = Json::object();
    limiting["step"] = advice.limiting->step;
    limiting["growth_rate"] = mode.growth_rate;
    limiting["frequency"] = mode.frequency;
    std::vector<std::string> carriers;
    for (const Share& share : mode.shares.carriers)
      if (share.share > 0) carriers.push_back(share.name);
    limiting["subsystems"] = carriers;
    limiting["text"] = mode.name;
    json["limiting_mode"] = std::move(limiting);
  }
  json["reference"] = reference_json(advice);
  if (!advice.isolated.empty()) json["isolated"] = advice.isolated;
  json["window"] = std::vector<double>{advice.start, advice.window};
  json["runs"] = advice.runs;
  json["wall_s"] = advice.seconds;
  json["budget_spent"] = advice.is_budget_over;
  return json;
}

std::string to_text(const Advice& advice, const Value& root, bool all) {
  std::string text;
  if (advice.is_recommended) {
    const Entry& best = advice.ranked.front();
    text = fmt::format("recommended: {}, step {:g} s\n", best.label, *best.step);
    text += fmt::format("  cost        {:.3g} s for a simulated second", best.cost.value_or(0));
    if (advice.is_own_stable && advice.own.cost && best.cost) text += compared_cost(*advice.own.cost / *best.cost);
    text += "\n";
  } else {
    text = fmt::format("nothing is recommended: {}\n", why_nothing(advice));
  }
  text += fmt::format("  accuracy    {} to be reached{}, the largest error of any output relative to its range\n",
                      percent(advice.accuracy), advice.is_accuracy_own ? ", that of the file as it is" : "");
  text += reference_text(advice);
  text += own_text(advice) + "\n" + table(advice, all);
  text += fmt::format("  {} runs in {:.1f} s{}", advice.runs, advice.seconds,
                      advice.is_interrupted   ? ", interrupted: what was known by then"
                      : advice.is_budget_over ? "; more time may find more: --budget"
                                              : "");
  if (advice.is_recommended) text += "\n\n" + scheme_block(root, advice.ranked.front().settings);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace oldham::advice
