// SPDX-License-Identifier: MIT
#include "oldham/analysis/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/core/few_digits.hpp"

namespace oldham {
namespace {

// above these nothing is concluded
constexpr double largest_residual = 5e-2;
constexpr double largest_asymmetry = 5e-2;
constexpr double rounding = 1e-14;  // relative error of a map that is known to the last digits
constexpr double neutral_factor = 10;
constexpr double neutral_by_differences = 1e-4;  // of the radius: differences of equations err by less
constexpr double lone_share = 0.999;             // of a mode, from which on it is that of one subsystem

double log_modulus(const Eigenvalue<double>& eigenvalue) { return std::log(eigenvalue.modulus()); }

double distance_from_one(const Eigenvalue<double>& e) { return std::hypot(e.real - 1, e.imaginary); }

/// The loosest of the adaptive solvers; 0 where there is none.
double solver_tolerance(const Cosimulation<double>& system) {
  double noise = 0;
  for (const auto& subsystem : system.assembly().subsystems) noise = std::max(noise, subsystem->description().noise);
  return noise;
}

/// Relative error of a map that no black box is in: rounding, or what central differences leave.
double own_error(const Cosimulation<double>& system) {
  if (system.plan().is_linear) return rounding;
  const double noise = std::max(std::numeric_limits<double>::epsilon(), solver_tolerance(system));
  return std::max(rounding, std::cbrt(noise * noise));
}

Confidence confidence_of(double residual) {
  return residual <= 1e-4 ? Confidence::high : residual <= 1e-2 ? Confidence::medium : Confidence::low;
}

std::string why_inconclusive(const CouplingVerdict& verdict) {
  for (const SubsystemEvidence& s : verdict.subsystems)
    if (!s.problem.empty()) return fmt::format("'{}': {}", s.name, s.problem);
  for (const SubsystemEvidence& s : verdict.subsystems) {
    if (!(s.residual <= largest_residual))
      return fmt::format("'{}': its answers are not those of a linear map, they differ by {:.2g} %", s.name,
                         100 * s.residual);
    if (!(s.asymmetry <= largest_asymmetry))
      return fmt::format("'{}': its answers to opposite changes differ by {:.2g} %: it is not linear enough there",
                         s.name, 100 * s.asymmetry);
  }
  if (!(verdict.linearity_defect <= largest_residual))
    return fmt::format("the step is not linear enough: it differs from its map by {} %",
                       few_digits(100 * verdict.linearity_defect, 2));
  return {};
}

/// Nothing where there are no eigenvectors to be found: a verdict does without.
std::optional<Participation> try_participation(const OneStepMap<double>& map, const Eigenvalue<double>& eigenvalue) {
  try {
    return compute_participation(map.matrix, map.size, eigenvalue);
  } catch (const Error&) {
    return {};
  }
}

CouplingMode make_mode(const Cosimulation<double>& system, const Eigenvalue<double>& eigenvalue, double step_length,
                       const std::optional<Participation>& participation) {
  CouplingMode mode{.eigenvalue = eigenvalue,
                    .growth_rate = log_modulus(eigenvalue) / step_length,
                    .frequency = mode_frequency(eigenvalue, step_length)};
  if (participation) mode.shares = share_mode(system, *participation);
  mode.name = name_mode(mode.shares, eigenvalue, step_length);
  return mode;
}

/// Whether the mode is that of one black box, with which no other has to do.
bool is_lone(const CouplingMode& mode, const std::vector<SubsystemEvidence>& subsystems) {
  const std::vector<Share>& shares = mode.shares.subsystems;
  for (std::size_t s = 0; s < std::min(shares.size(), subsystems.size()); ++s)
    if (subsystems[s].is_identified && shares[s].share > lone_share) return true;
  return false;
}

}  // namespace

std::string_view word_of(CouplingVerdict::Kind kind) {
  using Kind = CouplingVerdict::Kind;
  return kind == Kind::stable      ? "stable"
         : kind == Kind::unstable  ? "unstable"
         : kind == Kind::too_close ? "too close"
                                   : "inconclusive";
}

CouplingVerdict::Kind told_kind(const CouplingVerdict& verdict, bool is_radius_stable) {
  using Kind = CouplingVerdict::Kind;
  if (verdict.probe_steps > 0 || verdict.kind == Kind::inconclusive) return verdict.kind;
  if (is_radius_stable) return Kind::stable;
  // a mode at 1 that is a little above it, as differences of an FMU's equations err, neither grows nor decays
  if (verdict.kind == Kind::stable && verdict.spectral_radius - 1 < neutral_by_differences &&
      !verdict.neutral_modes.empty())
    return Kind::stable;
  return verdict.kind == Kind::too_close ? Kind::too_close : Kind::unstable;
}

std::string_view word_of(Confidence confidence) {
  return confidence == Confidence::high ? "high" : confidence == Confidence::medium ? "medium" : "low";
}

CouplingVerdict judge_map(const Cosimulation<double>& system, const OneStepMap<double>& map, double step_length,
                          std::vector<SubsystemEvidence> subsystems, const VerdictSettings& settings) {
  using Kind = CouplingVerdict::Kind;
  CouplingVerdict verdict;
  verdict.step = step_length;
  verdict.own_growth = settings.own_growth;
  verdict.linearity_defect = map.linearity_defect;
  verdict.subsystems = std::move(subsystems);
  verdict.eigenvalues = compute_eigenvalues(map.matrix, map.size);
  verdict.spectral_radius = spectral_radius(verdict.eigenvalues);
  verdict.residual = map.linearity_defect;
  bool is_exact = true;
  double drift = own_error(system);  // what an integrator may be off by in a step
  for (const SubsystemEvidence& s : verdict.subsystems) {
    verdict.residual = std::max(verdict.residual, s.residual);
    verdict.asymmetry = std::max(verdict.asymmetry, s.asymmetry);
    is_exact = is_exact && !s.is_identified;
    if (s.is_identified) drift = std::max(drift, s.residual / std::max(1, s.horizon));
  }
  verdict.confidence = confidence_of(verdict.residual);

  // eigenvalues at 1, which a small error of the map moves away from it: by its root where two of them are one mode
  const Eigenvalue<double>* dominating = nullptr;
  std::optional<Participation> participation;
  double condition = 1;
  for (const Eigenvalue<double>& e : verdict.eigenvalues) {
    const double distance = distance_from_one(e);
    const bool may_be_neutral = distance < neutral_factor * std::sqrt(drift);
    participation.reset();
    condition = 1;
    if (may_be_neutral || settings.names_modes) participation = try_participation(map, e);
    if (participation) condition = participation->condition;
    if (may_be_neutral && distance < neutral_factor * drift * condition) {
      if (e.imaginary >= 0) verdict.neutral_modes.push_back(make_mode(system, e, step_length, participation));
      continue;
    }
    // what one black box does by itself says nothing of the coupling, and may be an error of its probes
    if (!is_exact && verdict.subsystems.size() > 1 && e.modulus() > 1) {
      if (!participation) participation = try_participation(map, e);
      if (CouplingMode mode = make_mode(system, e, step_length, participation); is_lone(mode, verdict.subsystems)) {
        if (e.imaginary >= 0) verdict.lone_modes.push_back(std::move(mode));
        continue;
      }
    }
    dominating = &e;
    break;
  }
  if (dominating == nullptr) {
    verdict.kind = Kind::stable;
    verdict.mode.name = "no mode that could grow";
    verdict.mode.growth_rate = -HUGE_VAL;
  } else {
    verdict.mode = make_mode(system, *dominating, step_length, participation);
    // an eigenvalue that moves easily is known less well
    verdict.margin = std::max(2 * verdict.residual * distance_from_one(*dominating), rounding * condition);
    const double growth = log_modulus(*dominating);
    const double tolerance = is_exact ? settings.tolerance : 0;
    verdict.kind = growth > std::max(verdict.margin, tolerance)             ? Kind::unstable
                   : growth < -verdict.margin || verdict.margin < tolerance ? Kind::stable
                                                                            : Kind::too_close;
    verdict.follows = verdict.kind == Kind::unstable && settings.own_growth > 0 &&
                      growth - settings.own_growth * step_length <= std::max(verdict.margin, settings.tolerance);
  }
  // where a solver only keeps a tolerance, what seems neutral may grow
  if (is_exact && verdict.kind == Kind::stable && std::log(verdict.spectral_radius) > settings.tolerance &&
      solver_tolerance(system) > settings.tolerance) {
    verdict.kind = Kind::too_close;
    verdict.mode = verdict.neutral_modes.front();
    verdict.margin = solver_tolerance(system);
    verdict.confidence = Confidence::low;
  }
  if (!verdict.lone_modes.empty() && verdict.kind != Kind::unstable) {
    const CouplingMode& mode = verdict.lone_modes.front();
    verdict.kind = Kind::inconclusive;
    verdict.reason = fmt::format(
        "{} grows at {:.3g} /s with no other taking part: by itself, or as its probes err; of "
        "the coupling nothing grows",
        mode.name, mode.growth_rate);
  }
  if (std::string reason = why_inconclusive(verdict); !reason.empty()) {
    verdict.kind = Kind::inconclusive;
    verdict.reason = std::move(reason);
    verdict.follows = false;
    verdict.lone_modes.clear();
  }
  return verdict;
}

void hear(const CouplingVerdict& other, CouplingVerdict& verdict) {
  using Kind = CouplingVerdict::Kind;
  const bool is_certain = verdict.kind == Kind::stable || verdict.kind == Kind::unstable;
  // nothing of the coupling grows where one subsystem alone does
  const bool stands_alone = other.kind == Kind::inconclusive && !other.lone_modes.empty();
  const Kind said = stands_alone ? Kind::stable : other.kind;
  if (!is_certain || said == verdict.kind || said == Kind::inconclusive) return;
  verdict.kind = Kind::too_close;
  verdict.follows = false;
  const double growth = std::abs(verdict.mode.growth_rate),
               apart = std::abs(verdict.mode.growth_rate - other.mode.growth_rate);
  const double uncertain = std::max(std::isfinite(growth) ? growth : 0, std::isfinite(apart) ? apart : 0);
  verdict.margin = std::max(verdict.margin, uncertain * verdict.step);
}

CouplingVerdict leave_open(double step_length, std::vector<SubsystemEvidence> subsystems) {
  CouplingVerdict verdict;
  verdict.step = step_length;
  verdict.spectral_radius = std::numeric_limits<double>::quiet_NaN();
  verdict.confidence = CouplingVerdict::Confidence::low;
  verdict.subsystems = std::move(subsystems);
  verdict.reason = why_inconclusive(verdict);
  return verdict;
}

std::string describe(const CouplingVerdict& verdict) {
  using Kind = CouplingVerdict::Kind;
  std::string text = fmt::format("{} at step {:g} s: ", word_of(verdict.kind), verdict.step);
  if (verdict.kind == Kind::inconclusive) return text + verdict.reason;
  const CouplingMode& mode = verdict.mode;
  if (!std::isfinite(mode.growth_rate)) return text + "what changes is gone after a few steps";
  text += fmt::format("{} {} at {:.3g} /s", mode.name, mode.growth_rate > 0 ? "grows" : "decays",
                      std::abs(mode.growth_rate));
  if (verdict.kind == Kind::too_close)
    text += fmt::format(", known within {:.2g} /s only", verdict.margin / verdict.step);
  if (verdict.follows) text += ", as the system itself does";
  return text;
}

}  // namespace oldham
