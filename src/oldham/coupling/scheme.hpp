// SPDX-License-Identifier: MIT
#pragma once

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
  int order = 0;  // degree k of the polynomials
  Extension extension = Extension::none;
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

struct NamedSchedule {
  const char* name;
  const char* meaning;
  Schedule::Kind kind;
};
const std::vector<NamedSchedule>& schedule_catalogue();

}  // namespace oldham
