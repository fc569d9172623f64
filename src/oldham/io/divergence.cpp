// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/run_check.hpp"
#include "oldham/io/verdict_text.hpp"

// Why a run diverged, and what would have helped.

namespace oldham {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double patience = 3;               // s, for all of it
constexpr double patience_to_go_back = 1.5;  // s, for the way to where things were good
constexpr int window = 50;                   // steps before an alarm that it tells of
constexpr double shorter_steps[] = {0.5, 0.2, 0.1, 0.01};

/// A change of the scheme, as --set says it.
struct Candidate {
  std::string setting;
  Value tree;
  double step;
};

std::vector<Candidate> candidates(const Value& root, CouplingJudge& judge) {
  const Cosimulation<double>& system = *judge.system().cosimulation;
  const Scheme& scheme = system.scheme();
  const double step = judge.system().step;
  std::vector<Candidate> all;
  const auto add = [&](const char* key, Value value, const std::string& text) {
    Value tree = root;
    make_place(tree, key) = std::move(value);
    all.push_back({fmt::format("{}={}", key, text), std::move(tree), step});
  };
  if (!system.corrects() && judge.can_correct()) add("scheme.correction", Value("semi-implicit"), "semi-implicit");
  if (scheme.order > 0) add("scheme.order", Value(0), "0");
  const auto& members = system.assembly().subsystems;
  if (scheme.schedule.kind == Schedule::Kind::jacobi && members.size() > 1) {
    add("scheme.schedule", Value("gauss-seidel"), "gauss-seidel");
    if (members.size() == 2) {
      Value::Array groups;
      std::string text;
      for (auto member = members.rbegin(); member != members.rend(); ++member) {
        const std::string& name = (*member)->description().name;
        groups.emplace_back(Value::Array{Value(name)});
        text += fmt::format("{}[\"{}\"]", text.empty() ? "" : ",", name);
      }
      add("scheme.schedule", Value(std::move(groups)), fmt::format("[{}]", text));
    }
  }
  for (const double share : shorter_steps)
    all.push_back({fmt::format("scheme.step={:g}", share * step), root, share * step});
  return all;
}

/// Where a nonlinear run was still good: before the window that raised the alarm.
std::optional<double> good_time(const System<double>& system, const RunSummary& summary, const EnergyLedger& ledger,
                                double seconds_per_step) {
  if (system.cosimulation->plan().is_linear) return {};
  const double bad = ledger.alarm() ? ledger.alarm()->time : summary.time;
  const double steps = std::floor((bad - system.start) / system.step) - window;
  if (!(steps > 0) || steps * seconds_per_step > patience_to_go_back) return {};
  return system.start + steps * system.step;
}

std::string words(const CouplingVerdict& verdict) {
  const std::string where = verdict.time > 0 ? fmt::format("at t = {:g} s ", verdict.time) : "";
  if (verdict.follows)
    return fmt::format("{}the system itself grows at {:.3g} /s, whatever the scheme: {}", where, verdict.own_growth,
                       verdict.mode.name);
  if (verdict.kind == CouplingVerdict::Kind::unstable)
    return fmt::format("{}{} grows at {:.3g} /s, carried by {}", where, verdict.mode.name, verdict.mode.growth_rate,
                       shares_text(verdict.mode.shares));
  return fmt::format("{}the coupling was {}; what grew is not in the step linearised there", where, describe(verdict));
}

}  // namespace

Explanation explain_divergence(const Value& root, const System<double>& system, const RunSummary& summary,
                               const EnergyLedger& ledger, double seconds_per_step,
                               const std::atomic<bool>* interrupted) {
  Explanation found;
  found.bond = ledger.first_bond();
  const auto begin = Clock::now();
  const auto is_late = [&] { return std::chrono::duration<double>(Clock::now() - begin).count() > patience; };
  if (2 * system.cosimulation->vector_size() * seconds_per_step > patience / 2) {
    found.mode = "not looked for: it would take too long; ask 'oldham stability'";
    return found;
  }
  try {
    int fmus = 0;
    const Value tree = with_isolated_fmus(root, fmus);
    const Value& judged = has_open_fmus(*system.cosimulation, fmus) ? tree : root;
    CouplingJudge judge(tree, {.at = good_time(system, summary, ledger, seconds_per_step), .interrupted = interrupted});
    found.verdict = judge.judge(judged, system.step);
    found.mode = words(*found.verdict);
    if (!found.verdict->is_blown_up_by_coupling()) return found;
    found.has_looked_for_changes = true;
    bool is_shortened = false;
    for (const Candidate& candidate : candidates(judged, judge)) {
      if (is_late() || (interrupted && *interrupted)) break;
      const bool is_step = candidate.step != system.step;
      if (is_step && is_shortened) continue;
      try {
        const CouplingVerdict verdict = judge.judge(candidate.tree, candidate.step, false);
        if (verdict.kind != CouplingVerdict::Kind::stable && !verdict.follows) continue;
        found.changes.push_back({candidate.setting, verdict.mode.growth_rate});
        is_shortened = is_shortened || is_step;
      } catch (const Error&) {
        // not with this system
      }
    }
  } catch (const Error& error) {
    if (found.mode.empty()) found.mode = fmt::format("not found: {}", error.what());
  }
  return found;
}

std::vector<std::string> lines_of(const Explanation& explanation) {
  std::vector<std::string> lines;
  if (const auto& bond = explanation.bond)
    lines.push_back(fmt::format(
        "energy: bond '{}' was the first to make or take more than a tenth of what passed, {} "
        "by t = {:g} s",
        bond->name, std::isfinite(bond->share) ? fmt::format("{:.0f} %", 100 * bond->share) : "all", bond->time));
  if (!explanation.mode.empty()) lines.push_back("mode: " + explanation.mode);
  if (!explanation.has_looked_for_changes) return lines;
  if (explanation.changes.empty()) {
    lines.emplace_back("change: none of the simple ones makes it stable; see 'oldham stability'");
    return lines;
  }
  std::string text;
  for (const Explanation::Change& change : explanation.changes)
    text += fmt::format("{}--set {}", text.empty() ? "" : ", or ", change.setting);
  lines.push_back("change: stable with " + text + "; then compare, for stable is not yet right");
  return lines;
}

Json to_json(const Explanation& explanation) {
  Json json = Json::object();
  if (const auto& bond = explanation.bond) {
    Json first = Json::object();
    first["bond"] = bond->name;
    first["time"] = bond->time;
    first["share"] = bond->share;
    json["energy"] = std::move(first);
  }
  json["mode"] = explanation.mode;
  if (explanation.verdict) {
    Json verdict = Json::object();
    add_verdict(*explanation.verdict, verdict);
    json["verdict"] = std::move(verdict);
  }
  Json changes = Json::array();
  for (const Explanation::Change& change : explanation.changes) {
    Json entry = Json::object();
    entry["set"] = change.setting;
    entry["growth_rate"] = change.growth_rate;
    changes.push_back(std::move(entry));
  }
  json["changes"] = std::move(changes);
  return json;
}

}  // namespace oldham
