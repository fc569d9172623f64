// SPDX-License-Identifier: MIT
#include "oldham/io/verdict_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oldham {
namespace {

constexpr double smallest_told = 0.01;  // of a mode
constexpr std::size_t most_told = 6;

Json shares_json(const std::vector<Share>& shares) {
  Json object = Json::object();
  for (const Share& share : shares) object.add(share.name, Json(share.share));
  return object;
}

Json mode_json(const CouplingMode& mode) {
  Json json = Json::object();
  json["real"] = mode.eigenvalue.real;
  json["imaginary"] = mode.eigenvalue.imaginary;
  json["frequency"] = mode.frequency;
  json["mode"] = mode.name;
  return json;
}

Json evidence_json(const SubsystemEvidence& subsystem) {
  Json json = Json::object();
  json["name"] = subsystem.name;
  json["identified"] = subsystem.is_identified;
  json["order"] = subsystem.order;
  if (!subsystem.is_identified) return json;
  json["residual"] = subsystem.residual;
  json["asymmetry"] = subsystem.asymmetry;
  json["composition"] = subsystem.composition;
  json["horizon"] = subsystem.horizon;
  json["grid"] = subsystem.grid ? Json(*subsystem.grid) : Json();
  json["findings"] = subsystem.findings;
  if (!subsystem.problem.empty()) json["problem"] = subsystem.problem;
  return json;
}

}  // namespace

void add_verdict(const CouplingVerdict& verdict, Json& json) {
  json["verdict"] = word_of(verdict.kind);
  if (!verdict.reason.empty()) json["verdict_reason"] = verdict.reason;
  json["verdict_text"] = describe(verdict);
  json["confidence"] = word_of(verdict.confidence);
  json["as_unstable_as_the_system"] = verdict.follows;
  json["mode"] = verdict.mode.name;
  json["frequency"] = verdict.mode.frequency;
  json["growth_rate"] = verdict.mode.growth_rate;
  json["e_folding_time"] = verdict.mode.folding_time();
  json["growth_margin"] = verdict.margin / verdict.step;
  Json participation = Json::object();
  participation["subsystems"] = shares_json(verdict.mode.shares.subsystems);
  participation["variables"] = shares_json(verdict.mode.shares.variables);
  json["participation"] = std::move(participation);
  Json neutral = Json::array();
  for (const CouplingMode& mode : verdict.neutral_modes) neutral.push_back(mode_json(mode));
  json["neutral_modes"] = std::move(neutral);
  Json subsystems = Json::array();
  for (const SubsystemEvidence& subsystem : verdict.subsystems) subsystems.push_back(evidence_json(subsystem));
  json["subsystems"] = std::move(subsystems);
  Json point = Json::object();
  point["time"] = verdict.time;
  if (!verdict.inputs.empty()) point["inputs"] = shares_json(verdict.inputs);
  json["operating_point"] = std::move(point);
  if (verdict.probe_steps == 0) return;
  Json probes = Json::object();
  probes["steps"] = static_cast<std::int64_t>(verdict.probe_steps);
  probes["seconds"] = verdict.probe_seconds;
  json["probes"] = std::move(probes);
}

std::string shares_text(const ModeShares& shares) {
  std::vector<Share> all = shares.subsystems;
  for (const Share& variable : shares.variables)
    all.push_back({fmt::format("samples of {}", variable.name), variable.share});
  std::ranges::stable_sort(all, [](const Share& a, const Share& b) { return a.share > b.share; });
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_told) && all[i].share >= smallest_told; ++i)
    text += fmt::format("{}{} {:.0f} %", i == 0 ? "" : ", ", all[i].name, 100 * all[i].share);
  return text;
}

std::string evidence_text(const CouplingVerdict& verdict) {
  std::string text;
  for (const CouplingMode& mode : verdict.neutral_modes)
    text += fmt::format("  neutral              {}: it neither grows nor decays, as far as can be told\n", mode.name);
  for (const SubsystemEvidence& s : verdict.subsystems) {
    if (!s.is_identified) continue;
    text += fmt::format("  black box            {}: ", s.name);
    if (s.problem.empty())
      text += fmt::format("order {}, residual {:.2g}, asymmetry {:.2g}, {} steps watched{}\n", s.order, s.residual,
                          s.asymmetry, s.horizon, s.grid ? fmt::format(", own steps of {:g} s", *s.grid) : "");
    else
      // the verdict began with the first of them
      text += verdict.reason == fmt::format("'{}': {}", s.name, s.problem) ? "not known, as said above\n"
                                                                           : s.problem + "\n";
    for (const std::string& finding : s.findings)
      if (!s.problem.ends_with(finding)) text += fmt::format("                       {}\n", finding);
  }
  if (verdict.probe_steps > 0) {
    text += fmt::format("  confidence           {}: growth known within {:.2g} /s; {} steps of probes in {:.2g} s\n",
                        word_of(verdict.confidence), verdict.margin / verdict.step, verdict.probe_steps,
                        verdict.probe_seconds);
    text += fmt::format("  valid near           t = {:g} s", verdict.time);
    for (std::size_t i = 0; i < std::min(verdict.inputs.size(), most_told); ++i)
      text += fmt::format(", {} = {:.4g}", verdict.inputs[i].name, verdict.inputs[i].share);
    text += verdict.inputs.size() > most_told ? ", …\n" : "\n";
  }
  return text;
}

}  // namespace oldham
