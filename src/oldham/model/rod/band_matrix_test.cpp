// SPDX-License-Identifier: MIT
#include "oldham/model/rod/band_matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <random>

namespace oldham::rod {
namespace {

/// A random band matrix, both ways. Without a diagonal it cannot be factored unless rows are exchanged.
struct Pair {
  BandMatrix<double> band;
  Eigen::MatrixXd dense;

  Pair(int n, unsigned seed, double diagonal) : band(n), dense(Eigen::MatrixXd::Zero(n, n)) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int i = 0; i < n; ++i)
      for (int j = std::max(0, i - 8); j <= std::min(n - 1, i + 8); ++j)
        dense(i, j) = band(i, j) = i == j ? diagonal : number(random);
  }
};

TEST(BandMatrix, SolvesAsADenseMatrixDoes) {
  for (const double diagonal : {20.0, 1.0, 0.0})
    for (const int n : {1, 5, 9, 40, 123}) {
      if (n == 1 && diagonal == 0) continue;
      Pair pair(n, static_cast<unsigned>(n), diagonal);
      const Eigen::VectorXd right = Eigen::VectorXd::LinSpaced(n, 1, 2);
      Eigen::VectorXd product(n), x = right;
      pair.band.multiply(right.data(), product.data());
      EXPECT_LT((product - pair.dense * right).norm(), 1e-13 * product.norm());
      const Eigen::PartialPivLU<Eigen::MatrixXd> lu(pair.dense);
      ASSERT_TRUE(pair.band.factor());
      pair.band.solve(x.data());
      // by the residual: threshold pivoting lets entries grow tenfold now and then
      EXPECT_LT((pair.dense * x - right).norm(), 1e-9 * right.norm()) << n << ", " << diagonal;
      EXPECT_EQ(pair.band.determinant_sign(), lu.determinant() < 0 ? -1 : 1) << n << ", " << diagonal;
    }
}

TEST(BandMatrix, RefusesASingularMatrixAndOneThatIsNotFinite) {
  Pair pair(20, 1, 5.0);
  for (int j = 2; j <= 18; ++j) pair.band(10, j) = 0;
  EXPECT_FALSE(pair.band.factor());
  Pair broken(20, 1, 5.0);
  broken.band(7, 9) = std::nan("");
  EXPECT_FALSE(broken.band.factor());
}

/// Shifted by its lowest eigenvalue the symmetric part is on the border; two negative eigenvalues are seen as one is.
TEST(BandMatrix, IsPositiveAboveItsLowestEigenvalue) {
  for (const int n : {1, 5, 9, 40, 123}) {
    Pair pair(n, static_cast<unsigned>(n), 0);
    const Eigen::MatrixXd symmetric = (pair.dense + pair.dense.transpose()) / 2;
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
    const auto is_positive_above = [&](double shift) {
      BandMatrix<double> shifted = pair.band;
      for (int i = 0; i < n; ++i) shifted(i, i) -= shift;
      return shifted.is_positive_definite();
    };
    EXPECT_TRUE(is_positive_above(values[0] - 1e-9)) << n;
    EXPECT_FALSE(is_positive_above(values[0] + 1e-9)) << n;
    if (n > 2) {
      EXPECT_FALSE(is_positive_above((values[1] + values[2]) / 2)) << n;
    }
  }
}

/// Every further row costs what the last one did.
TEST(BandMatrix, CostsAsMuchForEveryFurtherRow) {
  const auto cost = [](int n) {
    Pair pair(n, 3, 30.0);
    EXPECT_TRUE(pair.band.factor());
    return pair.band.operations();
  };
  const long row = cost(101) - cost(100);
  EXPECT_EQ(row, 8 * 9);
  EXPECT_EQ(cost(1000), cost(100) + 900 * row);
}

}  // namespace
}  // namespace oldham::rod
