// SPDX-License-Identifier: MIT
#include "oldham/interface/reaction_force.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

namespace oldham {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

// of a mover and of what it moves, symmetric and positive definite; and their free accelerations
const Matrix mover{{0.5, 0.1}, {0.1, 0.4}}, moved{{2.0, -0.3}, {-0.3, 1.5}};
const Vector of_mover{{3.0, -1.0}}, of_moved{{-2.0, 0.5}};

std::vector<double> numbers_of(const Matrix& W) { return {W.data(), W.data() + W.size()}; }

struct Asked {
  bool reads_mover, reads_moved, in_parts;
};

/// The law and its arguments, with mobilities read along where asked for.
struct Case {
  explicit Case(const Asked& asked)
      : law(2, asked.reads_mover ? std::vector<double>() : numbers_of(mover),
            asked.reads_moved ? std::vector<double>() : numbers_of(moved), asked.in_parts) {
    const auto add = [&](const Vector& a, const Matrix& W, bool reads) {
      y.insert(y.end(), a.data(), a.data() + 2);
      if (reads) y.insert(y.end(), W.data(), W.data() + 4);
    };
    const Vector part = asked.in_parts ? Vector{{0.75, 4.0}} : Vector::Zero(2);
    add(of_mover - part, mover, asked.reads_mover);
    add(of_moved, moved, asked.reads_moved);
    if (asked.in_parts) add(part, mover, false);
  }
  ReactionForce<double> law;
  std::vector<double> y;
};

class ReactionForceCase : public testing::TestWithParam<int> {
 protected:
  Asked asked_{(GetParam() & 1) != 0, (GetParam() & 2) != 0, (GetParam() & 4) != 0};
  Case case_{asked_};
};
INSTANTIATE_TEST_SUITE_P(All, ReactionForceCase, testing::Range(0, 8));

TEST_P(ReactionForceCase, MakesBothSidesAccelerateAlike) {
  ASSERT_EQ(case_.law.argument_count(), static_cast<int>(case_.y.size()));
  EXPECT_EQ(case_.law.is_linear(), !asked_.reads_mover && !asked_.reads_moved);
  Vector force(2);
  case_.law.evaluate(case_.y.data(), force.data());
  EXPECT_GT(force.norm(), 1);
  // the force is taken from the mover and given to the moved; two rows of condition 4
  EXPECT_LT(((of_mover - mover * force) - (of_moved + moved * force)).norm(), 1e-14);
}

TEST_P(ReactionForceCase, HasTheJacobianThatDifferencesShow) {
  const int n = case_.law.argument_count();
  std::vector<double> J(2 * n);
  case_.law.jacobian(case_.y.data(), J.data());
  const double width = 1e-5;
  for (int j = 0; j < n; ++j) {
    Vector plus(2), minus(2);
    std::vector<double> at = case_.y;
    at[j] += width;
    case_.law.evaluate(at.data(), plus.data());
    at[j] -= 2 * width;
    case_.law.evaluate(at.data(), minus.data());
    // central differences err by width² times third derivatives of about 1, and by rounding over the width: 1e-10
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(J[i * n + j], (plus(i) - minus(i)) / (2 * width), 1e-8) << i << j;
  }
}

}  // namespace
}  // namespace oldham
