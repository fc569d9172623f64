// SPDX-License-Identifier: MIT
#include "contract/subsystem_contract.hpp"
#include "oldham/model/rod/rod_model.hpp"

namespace oldham {
namespace {

/// A soft rod of a few edges with forces on its free end, and a start that is clamped or moved by its hinge.
std::unique_ptr<Subsystem<double>> make_soft_rod(rod::EndKind start, IntegratorKind solver) {
  rod::RodDescription description;
  description.name = "rod";
  description.edges = 3;
  description.length = 6;
  description.section = rod::GeneralSection{{20, 30, 40}, {30, 40, 20}, 1.5, {0.8, 0.9, 1.7}};
  description.strain_retardation = 0.02;
  description.curvature_retardation = 0.03;
  description.gravity = {0, 0, -1};
  description.natural_curvature = {0.02, -0.01, 0.03};
  description.start.kind = start;
  description.start.driven = start == rod::EndKind::hinged;
  description.end.driven = true;
  description.initial = rod::InitialShape::natural;
  return rod::make_rod<double>(
      "rod", description,
      {.kind = solver, .micro_step = contract_micro_step, .relative_tolerance = 1e-12, .absolute_tolerance = 1e-14});
}

}  // namespace

std::vector<SubsystemCase> rod_rows() {
  using enum IntegratorKind;
  std::vector<SubsystemCase> rows;
  struct Row {
    const char* name;
    IntegratorKind solver;
    double drift;
  };
  // quaternions are made of unit length at the end of a step, not where its signal is cut: what the method lets them
  // drift in 5 ms at 2 rad/s; an adaptive solver owes its tolerance
  for (const Row& r : {Row{"own_step", linear_implicit, 0}, Row{"rk4", rk4, 1e-9},
                       Row{"trapezoidal", trapezoidal, 1e-9}, Row{"bdf", cvode, 1e-9}})
    for (const rod::EndKind start : {rod::EndKind::clamped, rod::EndKind::hinged})
      rows.push_back(
          {std::string(start == rod::EndKind::clamped ? "clamped_rod_" : "moved_rod_") + r.name,
           [=] { return make_soft_rod(start, r.solver); },
           {.rollback = true, .state_access = true, .equations = true, .output_integrals = r.solver != linear_implicit},
           r.drift});
  return rows;
}

}  // namespace oldham
