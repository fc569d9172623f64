// SPDX-License-Identifier: MIT
#include "oldham/study/advice/reference_quality.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace oldham::advice {
namespace {

constexpr double equal = 1e-9;              // of the range: rounding, not the step, is the difference
constexpr double far = 1;                   // of the range
constexpr double least_ratio = 1.33;        // of successive distances of a scheme that converges
constexpr double most_ratio = 2;            // that is used: a higher order is not relied upon
constexpr double two_runs_share = 2;        // of their distance; right for an order of 0.6
constexpr double safety = 1.25;             // on an error by observed order
constexpr double unconfirmed = 3;           // on an error that no scheme of another family confirms
constexpr double consistent = 1.5;          // on the sum of two errors
constexpr double spread_share = 2;          // where the runs do not fit together
constexpr double highest_extrapolated = 8;  // ratio: three orders

/// The smallest range that a scheme gives each output: a run that grows makes no error small.
std::vector<double> common_ranges(const std::vector<ReferenceRun>& runs, const std::vector<SchemeFinding>& schemes) {
  std::vector<double> ranges;
  for (const SchemeFinding& scheme : schemes) {
    const std::vector<double> own = find_ranges(runs[scheme.runs.back()].outputs);
    if (ranges.empty()) ranges = own;
    for (std::size_t i = 0; i < ranges.size() && i < own.size(); ++i)
      if (own[i] > 0 && (ranges[i] == 0 || own[i] < ranges[i])) ranges[i] = own[i];
  }
  return ranges;
}

/// Of two runs, at the points of the one with the longer step.
Distance distance_of(const ReferenceRun& a, const ReferenceRun& b, const std::vector<double>& ranges) {
  return a.step < b.step ? find_distance(b.outputs, a.outputs, ranges) : find_distance(a.outputs, b.outputs, ranges);
}

void examine(const std::vector<ReferenceRun>& runs, const std::vector<double>& ranges, SchemeFinding& found) {
  using Kind = SchemeFinding::Kind;
  std::vector<std::size_t> counting = {found.runs.front()};
  std::vector<Distance> distances;
  for (std::size_t k = 1; k < found.runs.size(); ++k) {
    const ReferenceRun &before = runs[counting.back()], &next = runs[found.runs[k]];
    const Distance d = distance_of(before, next, ranges);
    // rounding is relative to what the run itself reaches, which may have grown
    if (distance_of(before, next, find_ranges(before.outputs)).largest <= equal) {
      found.equal_below = runs[counting.back()].step;
      continue;
    }
    found.equal_below.reset();
    counting.push_back(found.runs[k]);
    distances.push_back(d);
  }
  const bool had_several = found.runs.size() > 1;
  found.runs = std::move(counting);
  if (distances.empty()) {
    found.kind = had_several ? Kind::equal : Kind::too_few;
    return;
  }
  found.last = distances.back();
  if (found.last.largest > far) {
    found.kind = Kind::far_apart;
    return;
  }
  if (distances.size() == 1) {
    found.kind = Kind::two_runs;
    found.largest = two_runs_share * found.last.largest;
    found.rms = two_runs_share * found.last.rms;
    return;
  }
  found.ratio = distances[distances.size() - 2].largest / found.last.largest;
  found.kind = found.ratio >= least_ratio ? Kind::converges : Kind::stagnates;
  const double share = 1 / (std::clamp(found.ratio, least_ratio, most_ratio) - 1);
  found.largest = share * found.last.largest;
  found.rms = share * found.last.rms;
}

bool has_error(const SchemeFinding& scheme) {
  return scheme.kind == SchemeFinding::Kind::converges || scheme.kind == SchemeFinding::Kind::two_runs;
}

/// The largest distance among the last two runs of all schemes whose runs differ, and not by more than outputs move.
void find_spread(const std::vector<ReferenceRun>& runs, ReferenceQuality& quality) {
  std::vector<std::size_t> last;
  for (const SchemeFinding& scheme : quality.schemes)
    if (scheme.runs.size() > 1 && scheme.kind != SchemeFinding::Kind::far_apart)
      last.insert(last.end(), scheme.runs.end() - 2, scheme.runs.end());
  for (std::size_t a = 0; a < last.size(); ++a)
    for (std::size_t b = a + 1; b < last.size(); ++b) {
      const Distance d = distance_of(runs[last[a]], runs[last[b]], quality.ranges);
      if (runs[last[a]].scheme != runs[last[b]].scheme) quality.spread_rms = std::max(quality.spread_rms, d.rms);
      if (d.largest <= quality.spread) continue;
      quality.spread = d.largest;
      quality.one = last[a];
      quality.two = last[b];
      quality.output = d.output;
    }
}

/// By the scheme of another family with the smallest error.
void confirm(const std::vector<ReferenceRun>& runs, const SchemeFinding& best, ReferenceQuality& quality) {
  const Family family = runs[best.runs.back()].family;
  const SchemeFinding* other = nullptr;
  for (const SchemeFinding& scheme : quality.schemes)
    if (has_error(scheme) && runs[scheme.runs.back()].family != family &&
        (other == nullptr || scheme.largest < other->largest))
      other = &scheme;
  if (other == nullptr) {
    if (best.kind != SchemeFinding::Kind::converges) return;
    quality.is_known = true;
    // what schemes that cannot confirm it differ by is an error of one of them
    quality.largest = std::max(unconfirmed * best.largest, spread_share * quality.spread);
    quality.rms = std::max(unconfirmed * best.rms, spread_share * quality.spread_rms);
    return;
  }
  quality.is_known = quality.is_confirmed = true;
  quality.other = other->runs.back();
  const ReferenceRun &a = runs[best.runs.back()], &b = runs[*quality.other];
  Distance apart = distance_of(a, b, quality.ranges);
  quality.is_consistent = apart.largest <= consistent * (best.largest + other->largest);
  if (!quality.is_consistent) {
    quality.largest = std::max(spread_share * quality.spread, best.largest);
    quality.rms = std::max(spread_share * quality.spread_rms, best.rms);
    return;
  }
  if (other->kind == SchemeFinding::Kind::converges) {
    // where the other scheme leads is known better than its last run, whose error may hide that of the best
    const Trajectory limit = extrapolate(runs[other->runs[other->runs.size() - 2]].outputs, b.outputs,
                                         std::min(other->ratio, highest_extrapolated));
    apart = find_distance(limit, a.outputs, quality.ranges);
  } else {
    apart.largest += other->largest;
    apart.rms += other->rms;
  }
  quality.largest = std::max(safety * best.largest, apart.largest);
  quality.rms = std::max(safety * best.rms, apart.rms);
}

}  // namespace

ReferenceQuality assess(const std::vector<ReferenceRun>& runs) {
  using Kind = SchemeFinding::Kind;
  ReferenceQuality quality;
  std::map<std::size_t, SchemeFinding> found;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    found[runs[r].scheme].scheme = runs[r].scheme;
    found[runs[r].scheme].runs.push_back(r);
  }
  for (auto& [scheme, finding] : found) {
    std::ranges::sort(finding.runs, [&](std::size_t a, std::size_t b) { return runs[a].step > runs[b].step; });
    quality.schemes.push_back(std::move(finding));
  }
  quality.ranges = common_ranges(runs, quality.schemes);
  for (SchemeFinding& scheme : quality.schemes) examine(runs, quality.ranges, scheme);
  find_spread(runs, quality);

  const SchemeFinding *best = nullptr, *least = nullptr;
  for (const SchemeFinding& scheme : quality.schemes) {
    if (has_error(scheme) && (best == nullptr || scheme.largest < best->largest)) best = &scheme;
    if (scheme.kind == Kind::stagnates && (least == nullptr || scheme.last.largest < least->last.largest))
      least = &scheme;
  }
  if (best != nullptr) {
    quality.best = best->runs.back();
    confirm(runs, *best, quality);
    // what stagnates near by is a witness, too: rounding, or the tolerance of a solver
    return quality;
  }
  if (least != nullptr) {
    quality.best = least->runs.back();
    const auto count = std::ranges::count_if(quality.schemes, [](const auto& s) { return s.kind == Kind::stagnates; });
    if (count < 2) return quality;
    quality.is_known = true;
    quality.largest = quality.rms = spread_share * quality.spread;
    return quality;
  }
  // nothing depends on the step: that is right only where correcting changes nothing either
  const SchemeFinding *corrected = nullptr, *uncorrected = nullptr;
  for (const SchemeFinding& scheme : quality.schemes)
    if (scheme.kind == Kind::equal)
      (runs[scheme.runs.back()].family == Family::corrected ? corrected : uncorrected) = &scheme;
  if (corrected == nullptr) return quality;
  quality.best = corrected->runs.back();
  if (uncorrected == nullptr) return quality;
  quality.other = uncorrected->runs.back();
  const Distance apart = distance_of(runs[*quality.best], runs[*quality.other], quality.ranges);
  quality.spread = apart.largest;
  quality.one = *quality.best, quality.two = *quality.other;
  quality.output = apart.output;
  quality.is_known = quality.is_confirmed = quality.is_consistent = apart.largest <= equal;
  return quality;
}

}  // namespace oldham::advice
