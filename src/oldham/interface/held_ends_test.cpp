// SPDX-License-Identifier: MIT
#include "oldham/interface/held_ends.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace oldham {
namespace {

/// Arguments of two ends on a body system with a random positive mobility.
struct TwoEnds {
  TwoEnds() : W(12, 12), y(law.argument_count()) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> pick(-1, 1);
    Eigen::MatrixXd root(12, 12);
    for (double& entry : root.reshaped()) entry = pick(random);
    W = root * root.transpose();
    for (double& entry : y) entry = pick(random);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 12; ++j) y[6 + 12 * i + j] = W(row(i), j);
  }
  static int row(int i) { return 6 * (i / 3) + i % 3; }  // of a place among forces and moments
  HeldEnds<double> law{{{0.3, false}, {2.0, true}}};
  Eigen::MatrixXd W;  // of all, by end: three places, three turns
  std::vector<double> y;
};

TEST(HeldEnds, EndMassesMoveAlongWithTheBodies) {
  const TwoEnds ends;
  std::vector<double> F(6);
  ends.law.evaluate(ends.y.data(), F.data());
  const double *inner = ends.y.data() + 6 + 72,
               *moments = inner + 6;  // of the second end, the only one that is clamped
  for (int i = 0; i < 6; ++i) {
    double a = ends.y[i];
    for (int j = 0; j < 6; ++j)
      a += ends.W(TwoEnds::row(i), TwoEnds::row(j)) * F[j] +
           (j < 3 ? 0.0 : ends.W(TwoEnds::row(i), TwoEnds::row(j) + 3) * moments[j - 3]);
    EXPECT_NEAR(F[i], inner[i] - (i < 3 ? 0.3 : 2.0) * a, 1e-13);
  }
}

TEST(HeldEnds, JacobianIsTheDerivative) {
  const TwoEnds ends;
  const int count = ends.law.argument_count();
  std::vector<double> J(6 * count), ahead(6), behind(6);
  ends.law.jacobian(ends.y.data(), J.data());
  for (int k = 0; k < count; ++k) {
    std::vector<double> y = ends.y;
    y[k] += 1e-6;
    ends.law.evaluate(y.data(), ahead.data());
    y[k] -= 2e-6;
    ends.law.evaluate(y.data(), behind.data());
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(J[i * count + k], (ahead[i] - behind[i]) / 2e-6, 1e-8) << i << " " << k;
  }
}

}  // namespace
}  // namespace oldham
