// SPDX-License-Identifier: MIT
#include "oldham/study/alarm.hpp"

#include <algorithm>

namespace oldham {
namespace {

using Growth = GrowthWatch::Growth;

// of a growth rate that was seen: that of a mode which explains it
constexpr double least_explaining = 0.4, most_explaining = 2.5;
// of the energy that passed in the whole run: an error of an eighth of the amplitudes. In a few steps more may be made,
// as where a run begins, and be gone soon after
constexpr double large_share = 0.25;

constexpr double coarse_grid = 0.5;  // of a step: the shorter steps that are tried begin there
// of the energy made or taken, in the second half of the run: where it grows by e^(g t), this is reached as g t passes
// 2 ln 3. In a run that settles, most of it is made at the start, and results are only less precise
constexpr double late_share = 0.75;

/// Variables that the trials show to grow by the coupling; all, where they show nothing of single ones.
std::vector<Growth> grown_by_coupling(const std::vector<Growth>& growths, const GrowthInquiry& inquiry) {
  std::vector<Growth> all;
  for (const Growth& growth : growths)
    if (std::ranges::any_of(inquiry.trials, [&](const GrowthTrial& trial) {
          return std::ranges::find(trial.differing, growth.variable) != trial.differing.end();
        }))
      all.push_back(growth);
  return all.empty() ? growths : all;
}

/// Of a variable that another step shows to grow at the same rate, also where that run ended before others grew.
bool is_alike(const Growth& growth, const GrowthInquiry& inquiry) {
  return std::ranges::any_of(inquiry.trials, [&](const GrowthTrial& trial) {
    return trial.change.kind == SchemeChange::Kind::step &&
           std::ranges::find(trial.alike, growth.variable) != trial.alike.end();
  });
}

bool is_explained(const CouplingVerdict& verdict, const Growth& growth) {
  const double share = verdict.mode.growth_rate / growth.rate();
  return share >= least_explaining && share <= most_explaining;
}

bool has_coarse_grid(const CouplingVerdict& check) {
  return std::ranges::any_of(check.subsystems, [&](const SubsystemEvidence& evidence) {
    return evidence.grid && *evidence.grid > coarse_grid * check.step;
  });
}

template <class Report>
void describe_growth(std::vector<Growth> growths, const std::vector<std::string>& names, Report& report) {
  std::ranges::stable_sort(growths, [](const Growth& a, const Growth& b) { return a.factor() > b.factor(); });
  report.factor = growths.front().factor();
  report.begin = growths.front().bounds.front();
  report.end = growths.front().bounds.back();
  for (const Growth& growth : growths) report.variables.push_back(names[growth.variable]);
}

}  // namespace

std::string_view word_of(Alarm::Kind kind) {
  return kind == Alarm::Kind::growth ? "growth" : kind == Alarm::Kind::energy ? "energy" : "limit";
}

bool explains(const CouplingVerdict& verdict, const std::vector<Growth>& growths) {
  if (!verdict.is_unstable()) return false;
  if (growths.empty()) return true;
  return std::ranges::any_of(growths, [&](const Growth& growth) { return is_explained(verdict, growth); });
}

bool explains_all(const CouplingVerdict& verdict, const std::vector<Growth>& growths) {
  return verdict.is_unstable() &&
         std::ranges::all_of(growths, [&](const Growth& growth) { return is_explained(verdict, growth); });
}

void add_alarms(const EnergyLedger& ledger, const std::vector<Growth>& growths, GrowthInquiry inquiry,
                const std::vector<std::string>& names, RunWitness& witness) {
  if (const auto& energy = ledger.alarm()) {
    const EnergyLedger::Account& total = ledger.total();
    if (total.absolute <= large_share * total.passed || ledger.late() < late_share * total.absolute) {
      witness.energy_event = {energy->time, energy->share, total.absolute / total.passed};
    } else {
      Alarm alarm{.kind = Alarm::Kind::energy, .time = energy->time};
      alarm.share = energy->share;
      if (const auto& bond = ledger.first_bond()) alarm.variables = {bond->name};
      witness.alarms.push_back(std::move(alarm));
    }
  }
  if (growths.empty()) return;
  // steps that are all far outside the stable range may grow alike; of foreign subsystems it is not known how they grow
  // by themselves
  const std::optional<CouplingVerdict>& check = witness.verdict.coupling;
  const bool is_by_mode = inquiry.owner != GrowthOwner::coupling && check && check->is_blown_up_by_coupling() &&
                          check->probe_steps == 0 && explains(*check, growths);
  if (is_by_mode) inquiry.owner = GrowthOwner::coupling;
  const bool is_known = inquiry.owner != GrowthOwner::unknown;
  std::vector<Growth> reported = growths;
  // an FMU with a grid makes the same steps in runs with shorter ones, so that these grow alike whatever causes it
  if (inquiry.owner == GrowthOwner::system && check && has_coarse_grid(*check)) inquiry.owner = GrowthOwner::unknown;
  witness.inquiry = inquiry;
  if (inquiry.owner == GrowthOwner::system) {
    describe_growth(growths, names, witness.own_growths.emplace_back());
    return;
  }
  if (is_known)
    reported = grown_by_coupling(growths, inquiry);
  else if (!(check && check->is_blown_up_by_coupling() && explains(*check, growths)))
    std::erase_if(reported, [&](const Growth& growth) {
      if (is_alike(growth, inquiry) && !(check && has_coarse_grid(*check))) return true;
      return growth.total < (inquiry.trials.empty() ? certain_growth : unresolved_growth);
    });
  if (reported.empty()) {
    OpenGrowth& open = witness.open_growths.emplace_back();
    describe_growth(growths, names, open.growth);
    open.is_asked = !inquiry.trials.empty();
    return;
  }
  Alarm alarm{.kind = Alarm::Kind::growth, .time = reported.front().seen};
  for (const Growth& growth : reported) alarm.time = std::min(alarm.time, growth.seen);
  if (is_known) alarm.evidence = is_by_mode ? Alarm::Evidence::mode : Alarm::Evidence::runs;
  describe_growth(std::move(reported), names, alarm);
  witness.alarms.push_back(std::move(alarm));
}

void add_alarm(const std::vector<AlternationWatch::Alternation>& alternations, const GrowthInquiry& inquiry,
               const std::vector<std::string>& names, RunWitness& witness) {
  if (alternations.empty() || inquiry.owner != GrowthOwner::coupling) return;
  Alarm alarm{.kind = Alarm::Kind::limit, .time = alternations.front().begin};
  alarm.evidence = Alarm::Evidence::runs;
  alarm.begin = alternations.front().begin;
  for (const auto& alternation : alternations) {
    alarm.time = alarm.begin = std::min(alarm.begin, alternation.begin);
    alarm.end = std::max(alarm.end, alternation.end);
    alarm.variables.push_back(names[alternation.variable]);
  }
  witness.alarms.push_back(std::move(alarm));
}

}  // namespace oldham
