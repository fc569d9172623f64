// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/planar_body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oldham/core/scalar.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

template <class T>
PlanarBody<T> make_body() {
  return {T(2),
          T(0.5),
          {T(0.25), T(-0.75)},
          {T(30), T(50), T(4)},
          {T(1), T(2), T(0.5)},
          {T(0.5), T(-0.25), T(1)},
          T(9.75),
          {T(0), T(0), T(0)},
          {T(0), T(0), T(0)}};
}

// some state and forces, far from rest and turned far enough that no sine is small
constexpr std::array<double, 6> state = {0.3, -0.2, 2.5, 1.5, -0.7, 4.0};
constexpr std::array<double, 3> forces = {20.0, -35.0, 3.0};

TEST(PlanarBody, JacobianIsTheDerivativeOfTheRates) {
  const auto body = make_body<double>();
  std::array<double, 36> J;
  body.jacobian(0, state.data(), forces.data(), J.data());
  const double width = 1e-5;
  for (int j = 0; j < 6; ++j) {
    std::array<double, 6> x = state, plus, minus;
    x[j] = state[j] + width;
    body.derivative(0, x.data(), forces.data(), plus.data());
    x[j] = state[j] - width;
    body.derivative(0, x.data(), forces.data(), minus.data());
    // rates of 100 are rounded by 1e-14, over a width of 1e-5; the third derivative of 60 adds 60 / 6 · 1e-10
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(J[6 * i + j], (plus[i] - minus[i]) / (2 * width), 1e-8) << i << ' ' << j;
  }
}

TEST(PlanarBody, VelocitiesOfThePointAreTheRatesOfItsPositions) {
  const auto body = make_body<double>();
  std::array<double, 6> dx, x, y, plus, minus;
  body.derivative(0, state.data(), forces.data(), dx.data());
  body.output(0, state.data(), forces.data(), y.data());
  const double width = 1e-5;
  for (double side : {1.0, -1.0}) {
    for (int i = 0; i < 6; ++i) x[i] = state[i] + side * width * dx[i];
    body.output(0, x.data(), forces.data(), (side > 0 ? plus : minus).data());
  }
  // |p| φ̇³ / 6 · width² = 1e-9
  for (int i = 0; i < 6; i += 2) EXPECT_NEAR(y[i + 1], (plus[i] - minus[i]) / (2 * width), 1e-8) << i;
}

TEST(PlanarBody, ForcesDoTheWorkThatThePointSees) {
  // d/dt (kinetic energy) = power of the forces at the point + power of springs, dampers and weight at the centre
  const auto body = make_body<double>();
  std::array<double, 6> dx, y;
  body.derivative(0, state.data(), forces.data(), dx.data());
  body.output(0, state.data(), forces.data(), y.data());
  const double kinetic = body.mass * (state[3] * dx[3] + state[4] * dx[4]) + body.inertia * state[5] * dx[5];
  double power = -body.mass * body.gravity * state[4];
  for (int i = 0; i < 3; ++i) {
    power += forces[i] * y[2 * i + 1];
    power -= (body.stiffness[i] * (state[i] - body.rest[i]) + body.damping[i] * state[3 + i]) * state[3 + i];
  }
  EXPECT_NEAR(kinetic, power, 1e-12);  // a dozen terms of up to 100 W
}

TEST(PlanarBody, FallsInAParabolaWhileItTurns) {
  auto body = make_body<double>();
  body.stiffness = body.damping = {};
  body.velocity = {1.0, 2.0, 3.0};
  auto subsystem = with_integrator<double>("body", planar_body_boundary(), body, {.micro_step = 0.01});
  subsystem->initialize(0);
  const std::array<double, 2> breaks = {0, 1};
  const std::array<double, 3> none = {};
  const double t = 0.4;
  ASSERT_TRUE(subsystem->advance({0, t}, {3, 0, breaks, none.data()}).is_accepted());
  std::array<double, 6> y;
  subsystem->read_outputs(y);
  const double c = std::cos(3 * t), s = std::sin(3 * t);
  const std::array<double, 2> r = {c * 0.25 + s * 0.75, s * 0.25 - c * 0.75};
  // RK4 is exact for parabolas, and the angle grows linearly: rounding only
  EXPECT_NEAR(y[0], t + r[0], 1e-13);
  EXPECT_NEAR(y[1], 1 - 3 * r[1], 1e-13);
  EXPECT_NEAR(y[2], 2 * t - 9.75 / 2 * t * t + r[1], 1e-13);
  EXPECT_NEAR(y[3], 2 - 9.75 * t + 3 * r[0], 1e-13);
  EXPECT_NEAR(y[4], 3 * t, 1e-13);
  EXPECT_NEAR(y[5], 3, 1e-13);
}

TEST(PlanarBody, IsTheSameInBothPrecisions) {
  std::array<Multiprecision, 6> x, dx_exact, y_exact;
  std::array<Multiprecision, 3> u;
  for (int i = 0; i < 6; ++i) x[i] = Multiprecision(state[i]);
  for (int i = 0; i < 3; ++i) u[i] = Multiprecision(forces[i]);
  make_body<Multiprecision>().derivative(0, x.data(), u.data(), dx_exact.data());
  make_body<Multiprecision>().output(0, x.data(), u.data(), y_exact.data());
  std::array<double, 6> dx, y;
  make_body<double>().derivative(0, state.data(), forces.data(), dx.data());
  make_body<double>().output(0, state.data(), forces.data(), y.data());
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(dx[i], to_double(dx_exact[i]), 1e-13);  // ten roundings of terms up to 100
    EXPECT_NEAR(y[i], to_double(y_exact[i]), 1e-14);
  }
}

}  // namespace
}  // namespace oldham
