// SPDX-License-Identifier: MIT
#include "oldham/interface/frame_turn.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

std::array<double, 4> numbers(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

Eigen::Quaterniond turned_by(const Eigen::Vector3d& turn) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
}

const Eigen::Quaterniond base(0.1, -0.7, 0.5, 0.5);

TEST(FrameTurn, TurnsTheFirstFrameIntoTheSecond) {
  for (const Eigen::Vector3d& turn :
       {Eigen::Vector3d(0.3, -0.2, 0.9), Eigen::Vector3d(1e-9, 2e-9, -1e-9), Eigen::Vector3d(2.0, -2.0, 1.0)}) {
    const auto b = numbers(base), q = numbers(base.normalized() * turned_by(turn));
    Eigen::Vector3d found;
    relative_turn(b.data(), q.data(), found.data());
    EXPECT_LE((found - turn).norm(), 4e-16 + 4e-15 * turn.norm());
  }
}

TEST(FrameTurn, GoesTheShortWayWhateverTheSigns) {
  const Eigen::Vector3d turn(0.4, 0.1, -0.2);
  const auto b = numbers(base);
  auto q = numbers(base * turned_by(turn));
  for (double& entry : q) entry *= -3;
  Eigen::Vector3d found;
  relative_turn(b.data(), q.data(), found.data());
  EXPECT_LE((found - turn).norm(), 1e-15);
}

TEST(FrameTurn, IsZeroForTheSameFrame) {
  const auto b = numbers(base);
  Eigen::Vector3d found(1, 1, 1);
  relative_turn(b.data(), b.data(), found.data());
  EXPECT_LE(found.norm(), 1e-16);
}

TEST(FrameTurn, IsAsPreciseAsItsNumbers) {
  // half the angle about z: its sine over its cosine, for an angle that rounds to nothing in double precision
  const Multiprecision angle("1e-60"), half = angle / 2;
  const Multiprecision b[4] = {1, 0, 0, 0}, q[4] = {cos(half), 0, 0, sin(half)};
  Multiprecision turn[3];
  relative_turn(b, q, turn);
  EXPECT_LE(to_double(abs(turn[2] / angle - 1)), 1e-90);
}

TEST(FrameTurn, JacobianIsTheDerivativeOfTheTurn) {
  const auto b = numbers(base);
  double J[12];
  FrameTurn<double>().jacobian(b.data(), J);
  for (int k = 0; k < 4; ++k) {
    auto ahead = b, behind = b;
    ahead[k] += 1e-5;
    behind[k] -= 1e-5;
    Eigen::Vector3d plus, minus;
    relative_turn(b.data(), ahead.data(), plus.data());
    relative_turn(b.data(), behind.data(), minus.data());
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(J[4 * i + k], (plus[i] - minus[i]) / 2e-5, 1e-9);
  }
}

}  // namespace
}  // namespace oldham
