// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>

#include "contract/kinematic_contract.hpp"
#include "oldham/analysis/feedthrough_loop.hpp"
#include "oldham/analysis/published_recurrence.hpp"
#include "oldham/analysis/stability.hpp"

// The loop of reduced forces for H → 0, written down from the masses alone: [Schneider2017] eqs. (41a,b) in (54), and
// three ways in which the engine tells it.

namespace oldham::test {
namespace {

using Complex = std::complex<double>;
using Polynomial = std::vector<Complex>;  // highest power first

std::vector<int> rest_of(int n, const std::vector<int>& some) {
  std::vector<int> rest;
  for (int i = 0; i < n; ++i)
    if (std::find(some.begin(), some.end(), i) == some.end()) rest.push_back(i);
  return rest;
}

/// D_F of reduced forces with G_R = 1, G_F = −1: what Λ answers to the accelerations of the mover, (41a,b).
Matrix answer_of(const ChanceMechanics& chance) {
  const Matrix &M_R = chance.M_R, &M_F = chance.M_F;
  const std::vector<int>&c = chance.of_mover, &d = chance.of_moved;  // coupled ones; i and j inner ones
  const std::vector<int> i = rest_of(static_cast<int>(M_R.rows()), c), j = rest_of(static_cast<int>(M_F.rows()), d);
  const auto part = [](const Matrix& M, const std::vector<int>& rows, const std::vector<int>& columns) {
    return Matrix(M(rows, columns));
  };
  const Matrix W_R = part(M_R, c, c).inverse(), W_F = part(M_F, d, d).inverse(), S = (W_R + W_F).inverse();
  Matrix answer(d.size(), M_R.cols());
  answer(Eigen::all, c) = -S * W_F * part(M_F, d, j) * part(M_F, j, j).inverse() * part(M_F, j, d);
  answer(Eigen::all, i) = -S * W_R * part(M_R, c, i);
  return answer;
}

/// D_F D_R: v̇_R answers to Λ with −M_R⁻¹ Λ.
Matrix gain_of(const ChanceMechanics& chance) {
  return -answer_of(chance) * chance.M_R.inverse()(Eigen::all, chance.of_mover);
}

Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  return c;
}

/// μ^{order} Σ α_i μ^{−i}, eq. (50).
Polynomial sum_of(int order) {
  static const std::vector<Polynomial> sums = {{1}, {2, -1}, {3, -3, 1}};
  return sums[order];
}

double largest_root(const Polynomial& p) {
  const auto n = static_cast<Eigen::Index>(p.size()) - 1;
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) companion(0, j) = -p[j + 1] / p[0];
  for (Eigen::Index j = 0; j + 1 < n; ++j) companion(j + 1, j) = 1;
  return companion.eigenvalues().cwiseAbs().maxCoeff();
}

/// (54), one eigenvalue κ of the gain at a time: μ² = κ Σ_r Σ_s; where the moved side comes second, μ = κ Σ_r.
double radius_of(const Matrix& gain, int r, int s, bool motion_is_known) {
  double largest = 0;
  for (const Complex& kappa : gain.eigenvalues()) {
    const Polynomial right = motion_is_known ? sum_of(r) : product(sum_of(r), sum_of(s));
    Polynomial p(right.size() + (motion_is_known ? 1 : 2));  // μ^{r+1} or μ^{r+s+2}
    p[0] = 1;
    for (std::size_t k = 0; k < right.size(); ++k) p[p.size() - right.size() + k] -= kappa * right[k];
    largest = std::max(largest, largest_root(p));
  }
  return largest;
}

class ReducedForceLoop : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, ReducedForceLoop, testing::Range(1u, 21u));

TEST_P(ReducedForceLoop, IsThatOfThePaper) {
  const ChanceMechanics chance(GetParam());
  const Matrix gain = gain_of(chance);
  unsigned variant = 0;
  for (auto schedule : {Schedule::Kind::jacobi, Schedule::Kind::gauss_seidel})
    for (int r = 0; r <= 2; ++r)
      for (int s = 0; s <= 2; ++s) {
        SCOPED_TRACE(fmt::format("r {} s {} schedule {}", r, s, static_cast<int>(schedule)));
        const double expected = radius_of(gain, r, s, schedule != Schedule::Kind::jacobi);
        EXPECT_GT(expected, 1e-3);  // there is a loop
        const KinematicScheme scheme{.force_order = r, .motion_order = s, .schedule = schedule};
        const auto system = chance.couple<Multiprecision>(ForceKind::reduced, scheme.scheme());
        // roots of polynomials of degree six in double, some of them close together
        const double closed_form = to_double(make_feedthrough_loop(*system).value().spectral_radius());
        EXPECT_NEAR(closed_form, expected, 1e-9 * std::max(1.0, expected));
        // eigenvalues in many digits take long: each of the 18 variants with one seed or two
        if (variant++ != GetParam() % 18) continue;
        // the limit is taken at 1e-45 of the step: vanishing eigenvalues keep (1e-47)^{1/5} = 4e-10 of themselves
        const double limit = judge_zero_stability(*system, from_decimal<Multiprecision>(0.01)).spectral_radius;
        EXPECT_NEAR(limit, expected, 1e-9 * std::max(1.0, expected));
        if (r != s || schedule != Schedule::Kind::jacobi) continue;
        // states stand still there: their eigenvalues are 1 to the step
        double published = 0;
        for (const auto& e : make_published_recurrence(*system).eigenvalues(Multiprecision("1e-45")))
          if (std::hypot(to_double(e.real) - 1, to_double(e.imaginary)) > 1e-6)
            published = std::max(published, to_double(e.modulus()));
        EXPECT_NEAR(published, expected, 1e-9 * std::max(1.0, expected));
      }
}

TEST_P(ReducedForceLoop, TakesTheAccelerationsOfThePaper) {
  const ChanceMechanics chance(GetParam());
  const auto system = chance.couple<double>(ForceKind::reduced, KinematicScheme{}.scheme());
  const PublishedForm<double> form = make_published_form(read_kinematic_matrices(*system).value());
  // matrices of up to ten rows and condition below 1e4
  EXPECT_TRUE(form.D_F.rightCols(chance.M_R.cols()).isApprox(answer_of(chance), 1e-10))
      << form.D_F.rightCols(chance.M_R.cols()) << "\n\n"
      << answer_of(chance);
}

}  // namespace
}  // namespace oldham::test
