// SPDX-License-Identifier: MIT
#include "oldham/coupling/scheme.hpp"

namespace oldham {

const std::vector<NamedCorrection>& correction_catalogue() {
  static const std::vector<NamedCorrection> rows = {
      {"explicit", "one sweep, nothing corrected", {}},
      {"semi-implicit", "exactly one Newton correction", {.least = 1, .most = 1, .keep = Correction::Keep::used}},
      {"implicit",
       "Newton corrections until the residual is within tolerance",
       {.least = 1, .most = 20, .to_tolerance = true, .keep = Correction::Keep::used}},
      {"fixed-point",
       "relaxed successive substitution until the residual is within tolerance",
       {.kind = Correction::Kind::fixed_point,
        .least = 1,
        .most = 200,
        .to_tolerance = true,
        .relaxation = 1.0,
        .keep = Correction::Keep::used}},
      {"aitken",
       "successive substitution with Aitken's relaxation until the residual is within tolerance",
       {.kind = Correction::Kind::aitken,
        .least = 1,
        .most = 100,
        .to_tolerance = true,
        .keep = Correction::Keep::used}},
  };
  return rows;
}

const std::vector<NamedStabilisation>& stabilisation_catalogue() {
  using Kind = Stabilisation::Kind;
  static const std::vector<NamedStabilisation> rows = {
      {"index-2", "positions and velocities fulfil the constraint; the multiplier has two samples per step",
       Kind::index_2},
      {"index-1", "positions, velocities and accelerations do; three samples per step", Kind::index_1},
      {"baumgarte", "a decaying combination of all three vanishes", Kind::baumgarte},
      {"weighted", "the mean of the multipliers that the three ask for", Kind::weighted},
      {"projection", "one level vanishes, then positions and velocities are moved onto the constraint",
       Kind::projection},
      {"index-3", "positions alone; not stable beyond order 0, for comparison", Kind::index_3},
  };
  return rows;
}

const std::vector<NamedSchedule>& schedule_catalogue() {
  static const std::vector<NamedSchedule> rows = {
      {"jacobi", "all subsystems advance side by side", Schedule::Kind::jacobi},
      {"gauss-seidel", "one after another, in the order of the file; later ones see what earlier ones produced",
       Schedule::Kind::gauss_seidel},
  };
  return rows;
}

}  // namespace oldham
