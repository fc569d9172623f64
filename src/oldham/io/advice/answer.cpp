// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

#include "oldham/io/advice/advice.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/io/tree.hpp"

namespace oldham::advice {
namespace {

constexpr std::size_t most_rows = 12;

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

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

/// Cheaper than the first, and behind it all the same.
bool is_outweighed(const Advice& advice, const Entry& entry) {
  return entry.standing == Standing::reaches && entry.cost.value_or(0) < advice.ranked.front().cost.value_or(0);
}

/// Why an entry stands where it does.
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
  json["cost_per_second"] = entry.cost;
  json["reason"] = reason_of(advice, entry);
  return json;
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

std::string table(const Advice& advice, bool all) {
  std::vector<std::array<std::string, 7>> rows = {{"", "scheme", "step (s)", "largest (s)", "error", "cost (s/s)", ""}};
  int number = 0;
  for (const Entry& entry : advice.ranked) {
    if (!all && (entry.standing == Standing::refused || rows.size() > most_rows)) break;
    const bool is_good = entry.standing == Standing::reaches;
    ++number;
    rows.push_back({fmt::format("{}", number), entry.label, entry.step ? fmt::format("{:g}", *entry.step) : "-",
                    limit_text(entry), entry.error ? percent(*entry.error) : "-",
                    entry.cost ? fmt::format("{:.3g}", *entry.cost) : "-",
                    is_good && entry.reason.empty() && !is_outweighed(advice, entry) ? "" : reason_of(advice, entry)});
  }
  std::array<std::size_t, 7> width{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    std::string line = fmt::format("  {:>{}}  {:<{}}", row[0], width[0], row[1], width[1]);
    for (std::size_t i = 2; i < 6; ++i) line += fmt::format("  {:>{}}", row[i], width[i]);
    if (!row[6].empty()) line += "  " + row[6];
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
  if (advice.is_own_stable && own.error) text += fmt::format(", error {}", percent(*own.error));
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
  for (const Setting& setting : settings) {
    const std::vector<std::string> parts = split_path(setting.path);
    if (parts.size() != 3) continue;  // LIST.NAME.KEY
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
  json["reference"] = advice.reference.empty() ? Json() : Json(advice.reference);
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
    if (advice.is_own_stable && advice.own.cost && best.cost)
      text += fmt::format(": {:.2f} times as fast as the file as it is", *advice.own.cost / *best.cost);
    text += "\n";
  } else {
    text = "nothing that was tried reaches the accuracy within the budget: lower --accuracy, or raise --budget\n";
  }
  text += fmt::format("  accuracy    {} to be reached{}", percent(advice.accuracy),
                      advice.is_accuracy_own ? ", that of the file as it is" : "");
  text += advice.reference.empty()
              ? "; nothing to compare with could be had: errors are not known\n"
              : fmt::format("; errors against {}, {:g} to {:.4g} s{}\n", advice.reference, advice.start, advice.window,
                            advice.window < advice.end ? fmt::format(" of {:g} s", advice.end) : "");
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
