// SPDX-License-Identifier: MIT
#include "oldham/model/rod/rod_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/model/rod/turn.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using testing::HasSubstr;
using Number = Multiprecision;

RodDescription driven_rod(EndKind start, EndKind end) {
  RodDescription description = test::full_rod(4, start, end);
  description.start.driven = description.end.driven = true;
  description.initial = InitialShape::natural;
  const RodInputs<double> natural = Rod<double>(description).natural_inputs();
  for (int i = 0; i < 3; ++i) description.end.position[i] = natural.end.x[i];
  return description;
}

/// Inputs near the natural shape, moving: those of the start, then those of the end.
template <class T>
std::vector<T> inputs_of(const RodDescription& description, unsigned seed) {
  const Rod<T> rod(description);
  const RodInputs<T> natural = rod.natural_inputs();
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<T> u;
  for (const auto& [end, motion] :
       {std::pair(&description.start, &natural.start), std::pair(&description.end, &natural.end)}) {
    if (end->kind == EndKind::free) {
      for (int i = 0; i < 6; ++i) u.push_back(T(number(random)));
      continue;
    }
    for (int i = 0; i < 3; ++i) {
      u.push_back(motion->x[i] + T(0.1 * number(random)));
      u.push_back(T(number(random)));
      u.push_back(T(number(random)));
    }
    if (!holds_frame(end->kind)) continue;
    u.insert(u.end(), {motion->p.s, motion->p.v[0], motion->p.v[1], motion->p.v[2]});
    for (int i = 0; i < 3; ++i) u.push_back(T(0.3 * number(random)));
    for (int i = 0; i < 3; ++i) u.push_back(T(number(random)));
  }
  return u;
}

/// A state off the natural one, quaternions of unit length.
template <class T>
std::vector<T> shaken(const RodModel<T>& model, const std::vector<T>& u, unsigned seed) {
  std::vector<T> x = model.initial_state();
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  for (T& value : x) value += T(0.1 * number(random));
  StepOutcome outcome = model.settle(T(0), u.data(), x.data());
  EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
  return x;
}

const IntegratorSettings rk4{.kind = IntegratorKind::rk4};
const IntegratorSettings own{.kind = IntegratorKind::linear_implicit};

TEST(RodModel, JacobianEqualsDifferences) {
  const Number width("1e-40");  // errs by 1e-80 in 160 digits
  for (const EndKind start : test::all_kinds)
    for (const EndKind end : test::all_kinds) {
      const RodDescription description = driven_rod(start, end);
      const RodModel<Number> model(description, rk4);
      const std::vector<Number> u = inputs_of<Number>(description, 1);
      std::vector<Number> x = shaken(model, u, 2);
      const std::size_t n = x.size();
      std::vector<Number> J(n * n), plus(n), minus(n);
      model.jacobian(Number(0), x.data(), u.data(), J.data());
      for (std::size_t j = 0; j < n; ++j) {
        const Number at = x[j];
        x[j] = at + width;
        model.derivative(Number(0), x.data(), u.data(), plus.data());
        x[j] = at - width;
        model.derivative(Number(0), x.data(), u.data(), minus.data());
        x[j] = at;
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_LT(Number(abs(J[i * n + j] - (plus[i] - minus[i]) / (2 * width))), Number("1e-60"))
              << i << ' ' << j << ' ' << int(start) << int(end);
      }
    }
}

/// p = q exp(φ/2), w = T(φ) φ': the same clamp told in one frame or in another, where the step began.
TEST(RodModel, ClampIsWhereFrameAndTurnPutIt) {
  const RodDescription description = driven_rod(EndKind::clamped, EndKind::free);
  const RodModel<double> model(description, rk4);
  std::vector<double> u = inputs_of<double>(description, 3);
  const std::vector<double> x = shaken(model, u, 4);
  std::vector<double> turned(make_boundary(description)->outputs.size()), direct(turned.size());
  model.output(0, x.data(), u.data(), turned.data());

  const Vector3<double> turn(u[13], u[14], u[15]), rate(u[16], u[17], u[18]), w = spin_of_turn(turn, rate);
  (Quaternion<double>::from(&u[9]) * quaternion_of_turn(turn)).write(&u[9]);
  for (int i = 0; i < 3; ++i) {
    u[13 + i] = 0;
    u[16 + i] = w[i];
  }
  for (int i = 9; i < 13; ++i) u[i] *= -3;  // length and sign of a quaternion mean nothing
  model.output(0, x.data(), u.data(), direct.data());
  for (std::size_t i = 0; i < turned.size(); ++i) EXPECT_NEAR(direct[i], turned[i], 1e-12) << i;
}

TEST(RodModel, HeldEndsFeedThroughAndForcesOnFreeOnesDoNot) {
  RodDescription description = test::full_rod(4, EndKind::clamped, EndKind::free);
  EXPECT_FALSE(make_boundary(description)->feedthrough);
  description.end.driven = true;
  EXPECT_FALSE(make_boundary(description)->feedthrough);
  description.start.driven = true;
  EXPECT_TRUE(make_boundary(description)->feedthrough);
}

int port_at(const std::vector<Port>& ports, const std::string& name) {
  for (std::size_t i = 0; i < ports.size(); ++i)
    if (ports[i].name == name) return static_cast<int>(i);
  ADD_FAILURE() << "no port " << name;
  return 0;
}

/// F = f_int + m₀ g − m₀ a; `inner` is the part without the last.
TEST(RodModel, InnerForceLeavesOutTheInertiaOfTheEnd) {
  for (const EndKind kind : {EndKind::hinged, EndKind::clamped}) {
    const RodDescription description = driven_rod(kind, kind);
    const RodModel<double> model(description, rk4);
    std::vector<double> u = inputs_of<double>(description, 5);
    const std::vector<double> x = shaken(model, u, 6);
    const auto boundary = make_boundary(description);
    std::vector<double> y(boundary->outputs.size()), still(y.size());
    model.output(0, x.data(), u.data(), y.data());
    const double m0 = 1.3 * 1.5 / 4 / 2;
    for (const std::string end : {"start", "end"})
      for (const std::string axis : {"x", "y", "z"}) {
        const int force = port_at(boundary->outputs, end + "." + axis + ".force"),
                  inner = port_at(boundary->outputs, end + "." + axis + ".inner"),
                  a = port_at(boundary->inputs, end + "." + axis + ".acceleration");
        EXPECT_NEAR(y[force], y[inner] - m0 * u[a], 1e-12);
        u[a] = 0;
        model.output(0, x.data(), u.data(), still.data());
        EXPECT_NEAR(still[force], y[inner], 1e-12);
      }
  }
}

/// Reactions look at the end elements alone, with the same bits as a walk along the whole rod.
TEST(RodModel, ReactionsAreThoseOfAllElementsBitwise) {
  for (unsigned seed = 0; seed < 16; ++seed) {
    const Rod<double> rod(test::full_rod(5, test::all_kinds[1 + seed % 3], test::all_kinds[1 + seed / 3 % 3]));
    test::RandomRodState<double> at(rod, seed);
    at.inputs.start.a = at.inputs.end.a = Vector3<double>::Zero();
    std::vector<double> f(rod.unknown_count());
    rod.forces(at.state.data(), at.inputs, f.data());
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(rod.start_reaction(at.state.data(), at.inputs).force[i], f[i]);
      EXPECT_EQ(rod.end_reaction(at.state.data(), at.inputs).force[i], f[rod.unknown_count() - 3 + i]);
    }
  }
}

TEST(RodModel, ScaledInertiaKeepsTheWeight) {
  RodDescription description = test::full_rod(4, EndKind::clamped, EndKind::free);
  const Rod<double> plain(description);
  description.inertia_scale = 2.5;
  const Rod<double> heavy(description);
  const test::RandomRodState<double> at(plain, 1);
  std::vector<double> f(plain.unknown_count()), scaled(f.size());
  std::vector<double> state = at.state;
  for (int e = 0; e < 4; ++e)
    for (int i = 0; i < 3; ++i) plain.velocity(state.data(), 2 * e + 1)[i] = 0;  // no gyroscopic moments
  plain.forces(state.data(), at.inputs, f.data());
  heavy.forces(state.data(), at.inputs, scaled.data());
  EXPECT_EQ(f, scaled);
  for (std::size_t i = 0; i < f.size(); ++i) EXPECT_DOUBLE_EQ(heavy.masses()[i], 2.5 * plain.masses()[i]);
  const auto energy = plain.energy(state.data(), at.inputs), other = heavy.energy(state.data(), at.inputs);
  EXPECT_EQ(energy.gravity, other.gravity);
  EXPECT_NEAR(other.kinetic, 2.5 * energy.kinetic, 1e-12);
  const Vector3<double> missing =
      plain.start_reaction(state.data(), at.inputs).force - heavy.start_reaction(state.data(), at.inputs).force;
  EXPECT_NEAR((missing - 1.5 * 1.3 * 1.5 / 8 * at.inputs.start.a).norm(), 0, 1e-12);
}

/// Micro steps are those of the banded method, each with the inputs of its end.
TEST(RodModel, OwnStepsTakeTheInputsOfTheirEnds) {
  const RodDescription description = driven_rod(EndKind::hinged, EndKind::free);
  IntegratorSettings settings = own;
  settings.micro_step = 0.01;
  const RodModel<double> model(description, settings);
  const Rod<double> rod(description);
  const std::vector<double> first = inputs_of<double>(description, 7);
  const auto inputs_at = [&](double t) {
    std::vector<double> u = first;
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += 0.1 * t * double(i);
    return u;
  };
  std::vector<double> u, x = model.initial_state();
  ASSERT_TRUE(model
                  .advance(
                      {0.5, 0.03},
                      [&](const double& t) {
                        u = inputs_at(t);
                        return u.data();
                      },
                      x.data())
                  .is_accepted());
  std::vector<double> state = rod.natural_state();
  LinearImplicitEuler<double> euler(rod);
  for (int k = 1; k <= 3; ++k) {
    RodInputs<double> inputs = rod.described_inputs();
    u = inputs_at(k == 3 ? 0.53 : 0.5 + 0.01 * k);
    read_inputs(description, u.data(), inputs);
    ASSERT_TRUE(euler.step(rod, inputs, 0.01, state.data()).is_accepted());
  }
  // the state without its first node
  const auto tail = [](const std::vector<double>& all, int from, int count) {
    return std::vector<double>(all.begin() + from, all.begin() + from + count);
  };
  const int positions = rod.position_count() - 3, velocities = rod.unknown_count() - 3;
  ASSERT_EQ(x.size(), std::size_t(positions + velocities));
  for (int i = 0; i < positions; ++i) EXPECT_NEAR(x[i], tail(state, 3, positions)[i], 1e-13);
  for (int i = 0; i < velocities; ++i)
    EXPECT_NEAR(x[positions + i], tail(state, rod.position_count() + 3, velocities)[i], 1e-11);
}

TEST(RodModel, SaysWhyAStepWentWrong) {
  RodDescription description = test::rubber_cable(6);
  description.start.kind = EndKind::clamped;
  description.end.driven = true;
  const auto subsystem = make_rod<double>("cable", description, own);
  const auto reason = [&](const std::vector<double>& force, double length) {
    subsystem->initialize(0);
    const double breaks[] = {0, 1};
    return subsystem->advance({0, length}, {6, 0, breaks, force.data()}).reason;
  };
  const double nan = std::nan("");
  EXPECT_EQ(reason({0, 0, 0, 0, 0, 0}, 0.01), "");
  EXPECT_THAT(reason({nan, 0, 0, 0, 0, 0}, 0.01), HasSubstr("not finite"));
  EXPECT_THAT(reason({0, 0, 100, 0, 0, 0}, 0.1), HasSubstr("take smaller steps"));
  // E I/l = 0.0147 N m: three times that on the last edge folds the cable there
  std::string why;
  subsystem->initialize(0);
  const std::vector<double> moment = {0, 0, 0, 0, -0.045, 0};
  const double breaks[] = {0, 1};
  for (int n = 0; n < 2000 && why.empty(); ++n)
    why = subsystem->advance({0.001 * n, 0.001}, {6, 0, breaks, moment.data()}).reason;
  EXPECT_THAT(why, HasSubstr("E I/l = 0.0147 N m"));
  EXPECT_THAT(why, HasSubstr("raise N"));
}

TEST(RodModel, BeginsWhereItsDescriptionHoldsIt) {
  RodDescription description = test::rubber_cable(6);
  description.start.kind = description.end.kind = EndKind::clamped;
  description.initial = InitialShape::natural;
  EXPECT_THAT(message_of([&] { make_rod<double>("cable", description, own); }),
              HasSubstr("ends at (1.000000, 0.000000, 0.000000)"));
  description.end.position = {1, 0, 0};
  EXPECT_EQ(message_of([&] { make_rod<double>("cable", description, own); }), "no error");
}

}  // namespace
}  // namespace oldham::rod
