// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

namespace oldham {

/// Degree of the highest polynomial the coupling variables are rebuilt with.
inline constexpr int highest_order = 3;

/// In which order subsystems advance: groups one after another, the members of a group side by side.
struct Schedule {
  enum class Kind { jacobi, gauss_seidel, groups };
  Kind kind = Kind::jacobi;
  std::vector<std::vector<std::string>> groups;  // kind groups: every subsystem once, by name
  std::string where;                             // for messages: file and line
};

/// Whether and how the residual of the coupling conditions is driven to zero.
struct Correction {
  enum class Kind { newton, fixed_point, aitken };
  enum class Jacobian { every_step, reuse };
  enum class Keep { returned, used };
  Kind kind = Kind::newton;
  int least = 0;                             // corrections made in any case
  int most = 0;                              // corrections after which a residual above tolerance is a failure
  bool to_tolerance = false;                 // false: exactly `least` corrections, whatever the residual
  double tolerance = 1e-9;                   // on |residual|, relative to max(nominal, |w|); Newton's method that
                                             // stalls near it, at the rounding of stiff terms, counts as converged
  double relaxation = 0.5;                   // first factor of Aitken's sequence; factor of the fixed-point iteration
  Keep keep = Keep::returned;                // samples of T_{N+1} for later steps: those the outputs say, or those used
  Jacobian jacobian = Jacobian::every_step;  // reuse: until the iteration fails to converge with it
};

/// Further conditions that a step fulfils, with one sample more per variable, in its middle. [Li2017] section 3.4
enum class Extension {
  none,
  derivative,  // the rebuilt signal has the right slope at the end of the step
  integral,    // the rebuilt signal has the right mean over the step
};

/// How a rigid constraint g = 0 between subsystems is held by its multiplier λ: what must vanish at the end of a step.
/// [Li2017] chapter 4
struct Stabilisation {
  enum class Kind {
    baumgarte,   // g̈ + 2 (α/H) ġ + (β/H)² g
    weighted,    // the mean of the three λ that g, ġ and g̈ ask for
    projection,  // one level alone; positions and velocities then are moved onto the constraint
    index_1,     // g, ġ and g̈, with λ sampled three times in a step
    index_2,     // g and ġ, with λ sampled twice
    index_3,     // g alone
  };
  Kind kind = Kind::index_2;
  double alpha = 1, beta = 1;                       // baumgarte
  std::array<double, 3> weights = {0.2, 0.4, 0.4};  // weighted: of position, velocity and acceleration level
  int level = 2;                                    // projection: 0 position, 1 velocity, 2 acceleration

  /// Samples of λ that a step adds.
  int samples() const { return kind == Kind::index_1 ? 3 : kind == Kind::index_2 ? 2 : 1; }
  /// Whether accelerations take part in the conditions.
  bool uses_accelerations() const {
    return kind == Kind::baumgarte || kind == Kind::index_1 || (kind == Kind::projection && level == 2) ||
           (kind == Kind::weighted && weights[2] != 0);
  }
};

/// How a motion that one subsystem prescribes to another is rebuilt, and which values the answering force is made of.
/// [Schneider2017] sections 3 and 4
struct MotionCoupling {
  enum class Velocity { automatic, derivative, sampled };
  enum class Outputs { automatic, actual, extrapolated };
  enum class Loop { jacobi, updated_acceleration, updated_force };
  int order = 0;                            // degree s of the polynomials of motions
  Velocity velocity = Velocity::automatic;  // derivative of the position's polynomial, or from its own samples;
                                            // automatic: derivative for s ≥ 1, where it is no constant zero
  Outputs outputs = Outputs::automatic;     // at T_{N+1} forces see the actual motion, or the extrapolated one;
                                            // automatic: actual unless corrected
  Loop loop = Loop::jacobi;                 // which acceleration (force) enters the force (acceleration) at T_{N+1}
};

/// Explicit schemes: how much of what the signals of a step lacked in area is given back in the next one.
struct InputCorrection {
  double share = 0;   // γ, from 0 (off) to 1
  std::string where;  // for messages: file and line
};

/// Before the first step there are no past samples; where to take them from.
enum class Startup {
  ramp,      // step n uses order min(k, n)
  constant,  // past samples = the first one
  exact,     // past samples handed in, from the monolithic solution
};

/// A coupling scheme is data: which pieces the one loop works with.
struct Scheme {
  Schedule schedule;
  Correction correction;
  int order = 0;          // degree k of the polynomials
  MotionCoupling motion;  // of prescribed motions, where there are any
  Extension extension = Extension::none;
  Stabilisation stabilisation;  // of constraints, where there are any
  InputCorrection input_correction;
  bool solves_algebraic_loops = true;  // of FMUs, at communication points, where nothing is corrected
  Startup startup = Startup::ramp;
  double divergence_limit = 1e30;  // an output beyond it counts as diverged
  int threads = 0;                 // for advancing the members of a group; 0 = as many as there are cores
};

/// The corrections by the names of the system file.
struct NamedCorrection {
  const char* name;
  const char* meaning;
  Correction correction;
};
const std::vector<NamedCorrection>& correction_catalogue();

struct NamedStabilisation {
  const char* name;
  const char* meaning;
  Stabilisation::Kind kind;
};
const std::vector<NamedStabilisation>& stabilisation_catalogue();

struct NamedSchedule {
  const char* name;
  const char* meaning;
  Schedule::Kind kind;
};
const std::vector<NamedSchedule>& schedule_catalogue();

}  // namespace oldham
