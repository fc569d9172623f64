// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/symmetric_system.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace oldham::multibody {
namespace {

/// A random sparse positive definite matrix of blocks, as the system has it and dense.
struct Example {
  std::vector<int> sizes;
  std::vector<int> offset{0};
  SymmetricSystem<double> system;
  Eigen::MatrixXd dense;

  static std::vector<SymmetricSystem<double>::Pair> pairs(int blocks, int reach) {
    std::vector<SymmetricSystem<double>::Pair> list;
    for (int i = 0; i < blocks; ++i)
      for (int j = 0; j < i; ++j)
        if ((i * 7 + j * 3) % reach == 0) list.push_back({i, j});  // either order is allowed
    return list;
  }
  Example(std::vector<int> given, int reach)
      : sizes(given), system(given, pairs(static_cast<int>(given.size()), reach)) {
    for (int size : sizes) offset.push_back(offset.back() + size);
    dense = Eigen::MatrixXd::Zero(offset.back(), offset.back());
    std::mt19937 random(static_cast<unsigned>(reach));
    std::uniform_real_distribution<double> number(-1, 1);
    auto list = pairs(static_cast<int>(sizes.size()), reach);
    for (int i = 0; i < static_cast<int>(sizes.size()); ++i) list.push_back({i, i});
    for (auto [i, j] : list) {
      const int low = std::min(i, j), high = std::max(i, j);
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> block(sizes[low], sizes[high]);
      for (int k = 0; k < block.size(); ++k) block.data()[k] = number(random);
      if (low == high) block = (block + block.transpose()).eval() + 20 * Eigen::MatrixXd::Identity(sizes[i], sizes[i]);
      system.add(system.find(low, high), block.data());
      dense.block(offset[low], offset[high], sizes[low], sizes[high]) = block;
      dense.block(offset[high], offset[low], sizes[high], sizes[low]) = block.transpose();
    }
  }
};

TEST(SymmetricSystem, SolvesAndMultipliesLikeTheDenseMatrix) {
  for (int reach : {2, 3, 5}) {
    Example example({3, 1, 2, 5, 1, 3, 2}, reach);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(example.system.size(), -1, 2);
    Eigen::VectorXd b(x.size());
    example.system.multiply(x.data(), b.data());
    EXPECT_LT((b - example.dense * x).norm(), 1e-13 * b.norm());
    ASSERT_EQ(example.system.factorise(1e-12), -1);
    example.system.solve(b.data());
    EXPECT_LT((b - x).norm(), 1e-13 * x.norm());
  }
}

TEST(SymmetricSystem, NamesTheRowThatDependsOnEarlierOnes) {
  SymmetricSystem<double> system({2, 1, 1}, {{0, 1}, {0, 2}, {1, 2}}, false);
  // rows 0, 1 and 3 independent, row 2 = row 0 + row 1: the Gram matrix of (1,0,0), (0,1,0), (1,1,0), (0,0,1)
  const double a[] = {1, 0, 0, 1}, b[] = {1, 1}, two = 2, one = 1, none[] = {0, 0}, zero = 0;
  system.add(system.find(0, 0), a);
  system.add(system.find(0, 1), b);
  system.add(system.find(1, 1), &two);
  system.add(system.find(0, 2), none);
  system.add(system.find(1, 2), &zero);
  system.add(system.find(2, 2), &one);
  EXPECT_EQ(system.factorise(1e-12), 2);
}

TEST(SymmetricSystem, CanBeFilledAgain) {
  Example example({2, 3, 1}, 2);
  const std::vector<double> b = {1, 2, 3, 4, 5, 6};
  std::vector<double> first = b, second = b;
  ASSERT_EQ(example.system.factorise(0), -1);
  example.system.solve(first.data());
  ASSERT_EQ(example.system.factorise(0), -1);  // the matrix is kept
  example.system.solve(second.data());
  EXPECT_EQ(first, second);
  example.system.clear();
  EXPECT_GE(example.system.factorise(0), 0) << "a matrix of zeros is singular";
}

}  // namespace
}  // namespace oldham::multibody
