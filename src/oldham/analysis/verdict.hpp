// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/analysis/participation.hpp"
#include "oldham/analysis/stability.hpp"

namespace oldham {

/// How well a subsystem is known that a verdict is about.
struct SubsystemEvidence {
  std::string name;
  bool is_identified = false;    // a black box, found by probing; else the subsystem itself took part, and the rest is
                                 // as it stands here
  int order = 0;                 // states of its map
  double residual = 0;           // v
  double asymmetry = 0;          // ν
  double composition = 0;        // κ
  int horizon = 0;               // K: macro steps that it was watched for
  std::optional<double> grid{};  // s: its own steps
  std::vector<std::string> findings{};  // its habits, in words
  std::string problem{};                // why nothing can be said about it; empty: something can
};

/// One mode of the one-step map.
struct CouplingMode {
  Eigenvalue<double> eigenvalue{0, 0};  // μ
  double growth_rate = 0;               // 1/s: ln|μ|/H; negative: it decays
  double frequency = 0;                 // Hz
  std::string name{};                   // "the 41.6 Hz mode between `crane` and `controller`"
  ModeShares shares{};                  // empty where not asked for

  /// s: in which it grows by e, or decays to 1/e where negative; infinite for one that does neither.
  double folding_time() const { return 1 / growth_rate; }
};

/// Whether a coupling is stable at its step, and why.
///
/// With the dominating μ that is not at 1, the largest residual v of what is known of the subsystems, and
/// m = 2 v |μ − 1|: stable where ln|μ| < −m, unstable where ln|μ| > m, else too close to call.
struct CouplingVerdict {
  enum class Kind { stable, unstable, too_close, inconclusive };
  using Confidence = oldham::Confidence;
  Kind kind = Kind::inconclusive;
  std::string reason{};                           // of an inconclusive one
  double step = 0;                                // s
  double spectral_radius = 0;                     // of the map, neutral modes too
  std::vector<Eigenvalue<double>> eigenvalues{};  // largest modulus first
  CouplingMode mode{};                            // the one that decides
  std::vector<CouplingMode> lone_modes{};         // that grow, each in one black box alone: by itself, or as probes err
  std::vector<CouplingMode> neutral_modes{};      // at μ = 1: they neither grow nor decay as far as can be told
  double residual = 0;                            // v
  double asymmetry = 0;                           // ν
  double margin = 0;                              // m
  Confidence confidence = Confidence::high;
  double own_growth = 0;  // 1/s: of the system itself, without any scheme, where it is known
  bool follows = false;   // unstable, but not more than the system itself
  double linearity_defect = 0;
  std::vector<SubsystemEvidence> subsystems{};
  long probe_steps = 0;         // of black boxes
  double probe_seconds = 0;     // s
  double time = 0;              // s: of the operating point
  std::vector<Share> inputs{};  // of black boxes there: names and values

  bool is_unstable() const { return kind == Kind::unstable; }
  /// Made unstable by the coupling: what a user should hear of.
  bool is_blown_up_by_coupling() const { return is_unstable() && !follows; }
};

std::string_view word_of(CouplingVerdict::Kind kind);
/// What people are told: without black boxes the spectral radius decides, where anything can be concluded from it.
CouplingVerdict::Kind told_kind(const CouplingVerdict& verdict, bool is_radius_stable);
std::string_view word_of(Confidence confidence);

/// What a verdict on a map is made with.
struct VerdictSettings {
  double tolerance = default_margin;  // what ln|μ| of subsystems that are known exactly may exceed 0 by
  double own_growth = 0;              // 1/s
  bool names_modes = true;            // eigenvectors take as long as eigenvalues
};

/// The verdict on a map that was made of a system; `subsystems` tells how well they are known.
CouplingVerdict judge_map(const Cosimulation<double>& system, const OneStepMap<double>& map, double step_length,
                          std::vector<SubsystemEvidence> subsystems, const VerdictSettings& settings = {});

/// A verdict on other maps of the same subsystems, which fit their answers nearly as well: where it says otherwise,
/// both are too close to call.
void hear(const CouplingVerdict& other, CouplingVerdict& verdict);

/// One that cannot be given, for what is not known of these subsystems.
CouplingVerdict leave_open(double step_length, std::vector<SubsystemEvidence> subsystems);

/// One sentence: "unstable at step 0.0002 s: the 41.6 Hz mode between `crane` and `controller` grows at 8.4 /s".
std::string describe(const CouplingVerdict& verdict);

}  // namespace oldham
