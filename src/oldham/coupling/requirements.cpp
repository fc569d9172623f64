// SPDX-License-Identifier: MIT
#include "oldham/coupling/requirements.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

template <class T>
void require(const Assembly<T>& assembly, bool Capabilities::*capability, const char* needs, const char* remedy) {
  for (const auto& subsystem : assembly.subsystems) {
    const SubsystemDescription& d = subsystem->description();
    if (!(d.capabilities.*capability))
      throw_missing_capability(
          assembly.name, fmt::format("{}, but subsystem '{}' ({}) declares none", needs, d.name, d.boundary->model),
          remedy);
  }
}

template <class T>
void require_for_extension(const Assembly<T>& assembly, const Scheme& scheme) {
  if (scheme.correction.least == 0 || scheme.order > 2)
    throw_wrong_input(assembly.name, "extended conditions are made for corrected schemes of order 0 to 2",
                      "set scheme.correction = \"semi-implicit\" or \"implicit\", and scheme.order below 3");
  if (scheme.extension == Extension::derivative)
    require(assembly, &Capabilities::equations, "the derivative extension needs equations for the rates of outputs",
            "use extension = \"none\", or a model that declares its equations");
  else
    require(assembly, &Capabilities::output_integrals, "the integral extension needs integrals of outputs",
            "use extension = \"derivative\", or a model that declares them");
}

template <class T>
void require_for_constraints(const Assembly<T>& assembly, const Scheme& scheme) {
  const std::string& where =
      assembly.constraints.front().where.empty() ? assembly.name : assembly.constraints.front().where;
  if (scheme.correction.least == 0 || scheme.correction.kind != Correction::Kind::newton)
    throw_wrong_input(where, "the multipliers of constraints are found by Newton's method only",
                      "set scheme.correction = \"semi-implicit\" or \"implicit\"");
  const int highest = scheme.stabilisation.samples() == 2 ? 2 : highest_order;
  if (scheme.order > highest)
    throw_wrong_input(where,
                      fmt::format("scheme.order = {} is not defined for stabilisation = \"index-2\"", scheme.order),
                      "use an order of 0 to 2");
  if (scheme.extension == Extension::integral && scheme.stabilisation.uses_accelerations())
    throw_wrong_input(where, "integrals of outputs and accelerations cannot both be asked for",
                      "use extension = \"derivative\", or stabilisation = \"index-2\"");
  require(assembly, &Capabilities::equations, "constraints need equations for the multipliers at the start",
          "join it by a spring-damper instead, or use a model that declares its equations");
}

template <class T>
void require_for_input_correction(const Assembly<T>& assembly, const Scheme& scheme) {
  const auto refuse = [&](const char* what, const char* remedy) {
    const std::string& where = scheme.input_correction.where;
    throw_wrong_input(where.empty() ? assembly.name : where, fmt::format("scheme.input_correction {}", what), remedy);
  };
  if (!assembly.constraints.empty())
    refuse("gives back what extrapolated signals lack, and multipliers of constraints are solved for", "leave it out");
  if (scheme.correction.least > 0)
    refuse("gives back what extrapolated signals lack, and those of a corrected scheme are not extrapolated",
           "leave it out, or set scheme.correction = \"explicit\"");
  if (!assembly.motions.empty() || !assembly.turns.empty())
    refuse("would move prescribed positions away from their velocities", "leave it out of kinematic couplings");
}

}  // namespace

template <class T>
void require_abilities(const Assembly<T>& assembly, const Scheme& scheme) {
  if (scheme.correction.least > 0)
    require(assembly, &Capabilities::rollback, "a corrected scheme needs rollback",
            "use correction = \"explicit\", or a model that can be rolled back");
  if (scheme.extension != Extension::none) require_for_extension(assembly, scheme);
  if (!assembly.constraints.empty()) require_for_constraints(assembly, scheme);
  if (scheme.input_correction.share != 0) require_for_input_correction(assembly, scheme);
}

void require_mechanical(const std::string& where, const std::string& constraint, const Port& position,
                        const Port& velocity, const Port& force) {
  struct Kind {
    Unit position, velocity, force;
  };
  static const Kind kinds[] = {{parse_unit("m"), parse_unit("m/s"), parse_unit("N")},
                               {parse_unit("rad"), parse_unit("rad/s"), parse_unit("N.m")}};
  for (const Kind& kind : kinds)
    if (same_dimensions(position.unit, kind.position) && same_dimensions(velocity.unit, kind.velocity) &&
        same_dimensions(force.unit, kind.force))
      return;
  throw_wrong_input(
      where,
      fmt::format("the constraint '{}' joins '{}' in {}, '{}' in {} and '{}' in {}", constraint, position.name,
                  position.unit.text, velocity.name, velocity.unit.text, force.name, force.unit.text),
      "a position (m or rad), its rate and its force (N or N.m) belong together");
}

template void require_abilities(const Assembly<double>&, const Scheme&);
template void require_abilities(const Assembly<Multiprecision>&, const Scheme&);

}  // namespace oldham
