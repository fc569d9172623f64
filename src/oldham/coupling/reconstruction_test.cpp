// SPDX-License-Identifier: MIT
#include "oldham/coupling/reconstruction.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

/// A polynomial of degree k, sampled at uneven past times.
struct Sampled {
  explicit Sampled(int degree) : degree_(degree), history(1, degree + 1) {
    double length[] = {0.5, 0.25, 1.0, 0.5};
    double t = -1.75;  // the oldest of four
    for (int i = 0; i <= 3; ++i) {
      *history.push(length[i]) = at(t);
      if (i < 3) t += length[i + 1];
    }
  }
  double at(double t) const { return degree_ == 0 ? 2.0 : 2.0 + std::pow(t, degree_) - 0.5 * t; }
  int degree_;
  SampleHistory<double> history;
};

class ReconstructionOfDegree : public testing::TestWithParam<int> {};

TEST_P(ReconstructionOfDegree, PredictsAPolynomialOfItsDegreeExactlyOnUnevenSteps) {
  const Sampled sampled(GetParam());
  const double H = 0.4;
  Reconstruction<double> reconstruction(GetParam(), SignalKinds{});
  reconstruction.prepare(sampled.history, H);
  double z = 0;
  for (int i = 0; i < static_cast<int>(reconstruction.prediction(SampleKind::plain).size()); ++i)
    z += reconstruction.prediction(SampleKind::plain)[i].weight * *sampled.history.row(i);
  EXPECT_NEAR(z, sampled.at(H), 1e-13);  // weights up to 40, rounding 1e-16 each
}

TEST_P(ReconstructionOfDegree, RebuildsAPolynomialOfItsDegreeInsideTheStep) {
  const Sampled sampled(GetParam());
  const double H = 0.4;
  Reconstruction<double> reconstruction(GetParam(), SignalKinds{});
  reconstruction.prepare(sampled.history, H);
  for (double theta : {0.0, 0.3, 1.0}) {
    double w = 0;
    for (int p = 0; p <= reconstruction.degree(); ++p) {
      double c = reconstruction.unknown_weight(SampleKind::plain, 0, p) * sampled.at(H);
      for (int age = 0; age < reconstruction.degree(); ++age)
        c += reconstruction.past_weight(SampleKind::plain, 0, p, age) * *sampled.history.row(age);
      w += c * std::pow(theta, p);
    }
    EXPECT_NEAR(w, sampled.at(theta * H), 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Degrees, ReconstructionOfDegree, testing::Values(0, 1, 2, 3));

TEST(Reconstruction, UsesAsManySamplesAsThereAre) {
  SampleHistory<double> history(1, 4);
  *history.push(0) = 1.0;
  Reconstruction<double> reconstruction(3, SignalKinds{});
  reconstruction.prepare(history, 0.1);
  EXPECT_EQ(reconstruction.degree(), 0);
  *history.push(0.1) = 2.0;
  reconstruction.prepare(history, 0.1);
  EXPECT_EQ(reconstruction.degree(), 1);
  EXPECT_DOUBLE_EQ(reconstruction.prediction(SampleKind::plain)[0].weight, 2.0);
  EXPECT_DOUBLE_EQ(reconstruction.prediction(SampleKind::plain)[1].weight, -1.0);
}

TEST(SampleHistory, DropsTheOldestSampleWhenFull) {
  SampleHistory<double> history(1, 2);
  for (double value : {1.0, 2.0, 3.0}) *history.push(value) = value;
  EXPECT_EQ(history.size(), 2);
  EXPECT_EQ(*history.row(0), 3.0);
  EXPECT_EQ(*history.row(1), 2.0);
  EXPECT_EQ(history.length(1), 2.0);
}

}  // namespace
}  // namespace oldham
