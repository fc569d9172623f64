// SPDX-License-Identifier: MIT
#include "oldham/model/rod/hinge.hpp"

#include <gtest/gtest.h>

#include "oldham/core/scalar.hpp"
#include "oldham/model/rod/turn.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using Number = Multiprecision;
using Vector = Vector3<Number>;

RodDescription hinged_rod(double damping) {
  RodDescription description = test::full_rod(3, EndKind::revolute, EndKind::revolute);
  description.start.axis = {1, -2, 0.5};
  description.end.axis = {0.3, 1, 2};
  description.strain_retardation = description.curvature_retardation = damping;
  return description;
}

/// Whatever moves, and with damping: nothing turns what holds the hinge about its axis.
TEST(RevoluteHinge, PassesOnNoMomentAboutItsAxis) {
  const RodDescription description = hinged_rod(0.4);
  const Rod<Number> rod(description);
  for (unsigned seed = 0; seed < 20; ++seed) {
    const test::RandomRodState<Number> at(rod, seed);
    const Vector start = rod.start_reaction(at.state.data(), at.inputs).moment,
                 end = rod.end_reaction(at.state.data(), at.inputs).moment;
    EXPECT_GT(to_double(Number(start.norm())), 1e-3);
    EXPECT_GT(to_double(Number(end.norm())), 1e-3);
    EXPECT_LT(to_double(Number(abs(start.dot(multibody::make_vector<Number>(description.start.axis))))), 1e-150);
    EXPECT_LT(to_double(Number(abs(end.dot(multibody::make_vector<Number>(description.end.axis))))), 1e-150);
  }
}

/// Forces are derivatives of the energy, which does not change when the holder turns about the axis.
TEST(RevoluteHinge, MomentsAreDerivativesOfTheEnergy) {
  RodDescription description = hinged_rod(0);
  description.loads = {};
  const Rod<Number> rod(description);
  const Number width("1e-40");  // errs by 1e-80
  for (unsigned seed = 0; seed < 10; ++seed) {
    const test::RandomRodState<Number> at(rod, seed);
    const auto energy = [&](const std::vector<Number>& state, const RodInputs<Number>& inputs) {
      return rod.energy(state.data(), inputs).elastic;
    };
    std::vector<Number> still = at.state, f(rod.unknown_count());
    std::fill(still.begin() + rod.position_count(), still.end(), Number(0));  // no gyroscopic moments
    rod.forces(still.data(), at.inputs, f.data());
    for (const int e : {0, 2})
      for (int i = 0; i < 3; ++i) {
        const auto moved = [&](const Number& by) {
          std::vector<Number> state = still;
          const Vector turn = by * Vector::Unit(i);
          multibody::turn_quaternion(rod.frame(state.data(), e), turn.data());
          return energy(state, at.inputs);
        };
        const Number slope = (moved(width) - moved(-width)) / (2 * width);
        EXPECT_LT(to_double(Number(abs(f[6 * e + 3 + i] + slope))), 1e-70);
      }
    // the same for what holds it, by virtual turns of its frame; a large one about the axis changes nothing
    const Reaction<Number> reaction = rod.start_reaction(still.data(), at.inputs);
    for (int i = 0; i < 3; ++i) {
      const auto moved = [&](const Number& by) {
        RodInputs<Number> inputs = at.inputs;
        inputs.start.p = inputs.start.p * quaternion_of_turn<Number>(by * Vector::Unit(i));
        return energy(still, inputs);
      };
      EXPECT_LT(to_double(Number(abs(reaction.moment[i] + (moved(width) - moved(-width)) / (2 * width)))), 1e-70);
    }
    RodInputs<Number> turned = at.inputs;
    turned.start.p =
        turned.start.p * quaternion_of_turn<Number>(multibody::make_vector<Number>(description.start.axis));
    turned.end.p = turned.end.p * quaternion_of_turn<Number>(multibody::make_vector<Number>(description.end.axis));
    EXPECT_LT(to_double(Number(abs(energy(still, turned) - energy(still, at.inputs)))), 1e-150);
  }
}

/// What it dissipates is what the moments take: K' is the rate of K.
TEST(RevoluteHinge, RateIsThatOfItsCurvature) {
  const RodDescription description = hinged_rod(0);
  const Number width("1e-40");
  const Rod<Number> rod(description);
  const test::RandomRodState<Number> at(rod, 3);
  const Law<Number> law{Vector::Ones(), Vector::Zero()}, viscous{Vector::Zero(), Vector::Ones()};
  const Spacing<Number> spacing{Number(1), Number(1)};
  const Vector axis = Vector(Number(2), Number(-1), Number(2)) / Number(3), zero = Vector::Zero();
  const auto p = Quaternion<Number>::from(rod.frame(at.state.data(), 0));
  const Vector w0 = at.inputs.start.w, w1(Number("0.3"), Number("-0.8"), Number("1.1"));
  for (const int sign : {-1, 1}) {
    // stress = strain, or its rate: moments of both are the same map of them
    const auto moment = [&](const Law<Number>& by, const Number& time) {
      const auto before = at.inputs.start.p * quaternion_of_turn<Number>(time * w0),
                 behind = p * quaternion_of_turn<Number>(time * w1);
      return HingeBend<Number>(by, spacing, zero, {axis, Number(sign)}, before, behind, w0, w1);
    };
    const Number ahead = moment(law, width).energy(), back = moment(law, -width).energy();
    const auto now = moment(law, Number(0));
    // d/dt ½ KᵀK/c = Kᵀ K'/c = −(moments · velocities)
    const Number power = now.moment_before().dot(w0) + now.moment_behind().dot(w1);
    EXPECT_LT(to_double(Number(abs((ahead - back) / (2 * width) + power))), 1e-70);
    const auto damper = moment(viscous, Number(0));
    const Number lost = damper.moment_before().dot(w0) + damper.moment_behind().dot(w1);
    EXPECT_LT(to_double(Number(abs(lost + damper.dissipated_power()))), 1e-150);
    // and no moment is left over in space
    const Vector sum = rotation(at.inputs.start.p) * now.moment_before() + rotation(p) * now.moment_behind();
    EXPECT_LT(to_double(Number(sum.norm())), 1e-150);
  }
}

}  // namespace
}  // namespace oldham::rod
