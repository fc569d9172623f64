// SPDX-License-Identifier: MIT
#include "oldham/model/rod/turn.hpp"

#include <gtest/gtest.h>

#include "oldham/core/scalar.hpp"

namespace oldham::rod {
namespace {

using Number = Multiprecision;

const char* const angles[] = {"0", "1e-50", "1e-12", "1e-4", "0.3", "0.999", "1.001", "3", "5"};

Vector3<Number> turn_by(const char* angle) {
  return Vector3<Number>(Number(2), Number(-1), Number(2)) / Number(3) * Number(angle);
}

/// ω = 2 Im(p* p'), the derivative by differences in 160 digits.
TEST(Turn, SpinIsTheRateOfItsQuaternion) {
  const Number width("1e-45");  // errs by 1e-90 and by roundings of 1e-160 over this
  const Vector3<Number> rate(Number("0.7"), Number("-1.1"), Number("0.4"));
  for (const char* angle : angles) {
    const Vector3<Number> turn = turn_by(angle);
    const auto p = quaternion_of_turn(turn), ahead = quaternion_of_turn<Number>(turn + width * rate),
               back = quaternion_of_turn<Number>(turn - width * rate);
    const Vector3<Number> w = spin_of_turn(turn, rate);
    const Vector3<Number> expected = (p.conjugate() * ahead).v / width - (p.conjugate() * back).v / width;
    EXPECT_LT(Number((w - expected).norm()), Number("1e-85")) << angle;
    // and in double as far as it goes
    const Vector3<double> rounded = spin_of_turn<double>(turn.cast<double>(), rate.cast<double>());
    EXPECT_LT((rounded - w.cast<double>()).norm(), 1e-14) << angle;
  }
}

TEST(Turn, QuaternionsHaveUnitLengthAndTellTheirTurn) {
  for (const char* angle : angles) {
    const Vector3<Number> turn = turn_by(angle);
    const Quaternion<Number> p = quaternion_of_turn(turn);
    EXPECT_LT(Number(abs(p.dot(p) - 1)), Number("1e-155"));
    Vector3<Number> expected = turn;
    if (Number(angle) > pi<Number>()) expected *= Number((Number(angle) - 2 * pi<Number>()) / Number(angle));
    EXPECT_LT(Number((turn_of_quaternion(p) - expected).norm()), Number("1e-150")) << angle;
    // p and −p are one rotation
    EXPECT_LT(Number((turn_of_quaternion<Number>({-p.s, -p.v}) - expected).norm()), Number("1e-150")) << angle;
  }
}

}  // namespace
}  // namespace oldham::rod
