// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <complex>

#include "program.hpp"

// Two masses joined rigidly, the second one moved by the first: it answers with f = −(m2 a1 + d2 v1 + c2 x1).

namespace oldham::test {
namespace {

using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
using nlohmann::json;

struct Masses {
  double m1 = 1, c1 = 100, d1 = 10, m2 = 1, c2 = 100, d2 = 10;
};

/// Spectral radius of the corrected scheme of degree k. The first mass moves under f of degree k through f_{N+1}, f_N,
/// …:
///
///   p_{N+1} = Φ p_N + Σ_j γ_j f_j,   γ_j = ∫ e^{A H (1−θ)} (0, 1/m1)ᵀ L_j(θ) H dθ
///
/// and with a1 = (f − c1 x1 − d1 v1)/m1 at the end f_{N+1} = r p_{N+1}. For k = 0 that is (I − γ r) p_{N+1} = Φ p_N.
double radius_of(const Masses& m, int k, double H) {
  Matrix2d A, Phi = Matrix2d::Identity();
  A << 0, H, -m.c1 / m.m1 * H, -m.d1 / m.m1 * H;
  // Γ_p = H Σ_j A^j b p!/(j + p + 1)!
  std::vector<Vector2d> Gamma(k + 1, Vector2d::Zero());
  Matrix2d power = Matrix2d::Identity();
  for (int j = 0; j < 60; ++j) {
    if (j > 0) {
      power *= A;
      Phi += power / std::tgamma(j + 1.0);
    }
    for (int p = 0; p <= k; ++p) Gamma[p] += H * power.col(1) / m.m1 * std::tgamma(p + 1.0) / std::tgamma(j + p + 2.0);
  }
  // Lagrange polynomials through 1, 0, …, 1 − k by their Vandermonde matrix
  MatrixXd V(k + 1, k + 1);
  for (int i = 0; i <= k; ++i)
    for (int p = 0; p <= k; ++p) V(i, p) = std::pow(1.0 - i, p);
  const MatrixXd L = V.inverse();  // column i: coefficients of the i-th
  const double mu = m.m2 / m.m1;
  const Eigen::RowVector2d r = Eigen::RowVector2d(mu * m.c1 - m.c2, mu * m.d1 - m.d2) / (1 + mu);

  const int size = 2 + k;
  MatrixXd map = MatrixXd::Zero(size, size);
  std::vector<Vector2d> gamma(k + 1, Vector2d::Zero());
  for (int i = 0; i <= k; ++i)
    for (int p = 0; p <= k; ++p) gamma[i] += Gamma[p] * L(p, i);
  MatrixXd known = MatrixXd::Zero(2, size);
  known.leftCols(2) = Phi;
  for (int i = 1; i <= k; ++i) known.col(1 + i) = gamma[i];
  const Matrix2d implicit = Matrix2d::Identity() - gamma[0] * r;
  map.topRows(2) = implicit.inverse() * known;
  if (k > 0) map.row(2) = r * map.topRows(2);
  for (int i = 3; i < size; ++i) map(i, i - 1) = 1;
  return map.eigenvalues().cwiseAbs().maxCoeff();
}

class PrescribedMotion : public Scenario {
 protected:
  Arguments command(const std::string& name, const std::string& correction, int k, const Arguments& more) const {
    Arguments arguments = {name,    constraint_file(),
                           "--set", "scheme.decomposition=force-displacement",
                           "--set", fmt::format("scheme.order={}", k),
                           "--set", "scheme.correction=" + correction};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  std::string file_of(const Masses& m, const std::string& correction, int k, double H) const {
    return write("pair.toml", fmt::format("system = \"two-mass-constraint\"\n[scheme]\ndecomposition = "
                                          "\"force-displacement\"\ncorrection = \"{}\"\norder = {}\nstep = {}\n"
                                          "[parameters]\nm1 = {}\nc1 = {}\nd1 = {}\nm2 = {}\nc2 = {}\nd2 = {}\n",
                                          correction, k, H, m.m1, m.c1, m.d1, m.m2, m.c2, m.d2));
  }
};

TEST_F(PrescribedMotion, HasTheRadiusOfItsRecurrence) {
  for (const Masses& m : {Masses{}, Masses{1, 100, 1, 2, 40, 3}, Masses{3, 20, 0.5, 0.5, 400, 0}})
    for (const char* correction : {"semi-implicit", "implicit"})
      for (int k = 0; k <= 3; ++k)
        for (double H : {0.01, 0.2}) {
          const json found = answer({"stability", file_of(m, correction, k, H)});
          const double expected = radius_of(m, k, H);
          // simple eigenvalues of matrices of order one: some hundred roundings
          EXPECT_NEAR(found.at("spectral_radius").get<double>(), expected, 1e-11 * expected)
              << correction << " " << k << " " << H << " m2 = " << m.m2;
          EXPECT_EQ(found.at("stable"), expected <= 1 + 1e-6);
        }
}

TEST_F(PrescribedMotion, HasTheChartOfItsRecurrence) {
  // dimensionless: H = 1, m1 = 1, c = |Λ|² m, d = −2 Re Λ m
  const int n = 12;
  for (int k : {0, 2}) {
    const json found =
        answer(command("map", "implicit", k,
                       {"--x", fmt::format("parameters.Lr1=-2:0.5:{}", n), "--y",
                        fmt::format("parameters.Li1=0:6:{}", n), "--set", "parameters.alpha_m21=3", "--set",
                        "parameters.alpha_Lr21=0.5", "--set", "parameters.alpha_Li21=2", "--out", "out"}));
    int stable = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double Lr = -2 + 2.5 * (i + 0.5) / n, Li = 6 * (j + 0.5) / n;
        const double Lr2 = 0.5 * Lr, Li2 = 2 * Li;
        const Masses m{1, Lr * Lr + Li * Li, -2 * Lr, 3, 3 * (Lr2 * Lr2 + Li2 * Li2), 3 * -2 * Lr2};
        stable += radius_of(m, k, 1) <= 1 + 1e-6 ? 1 : 0;
      }
    EXPECT_EQ(found.at("stable"), stable) << k;
    EXPECT_GT(stable, 0);
    EXPECT_LT(stable, n * n) << "a chart of one colour shows nothing";
  }
}

TEST_F(PrescribedMotion, ConvergesWithOneOrderMoreThanItsDegree) {
  for (int k = 0; k <= 3; ++k) {
    const json found = answer(command("converge", "implicit", k,
                                      {"--steps", "0.005,0.0025", "--set", "parameters.m2=2", "--set",
                                       "parameters.c2=40", "--set", "scheme.startup=exact", "--out", "out"}));
    // f is rebuilt with degree k; the next term is smaller by ω H = 0.03
    for (const char* kind : {"position", "velocity"})
      EXPECT_NEAR(found.at("orders").at(kind).back().get<double>(), k + 1, 0.1) << k << kind;
  }
}

TEST_F(PrescribedMotion, ExplicitIsAFeedThroughLoopOfTheRatioOfMasses) {
  // a1 = f̂/m1 and f = −m2 â for H → 0: the loop gain is −m2/m1; extrapolated values of w ~ μ^n are q w with
  // q = 1 − (1 − 1/μ)^{k+1}, and both are extrapolated: −(m2/m1) q² = 1, hence 1 − 1/μ is a root of 1 ± i √(m1/m2)
  for (double ratio : {0.5, 0.9, 1.1, 2.0})
    for (int k = 0; k <= 2; ++k) {
      double expected = 0;
      for (double sign : {-1.0, 1.0})
        for (int i = 0; i <= k; ++i) {
          const std::complex<double> power(1, sign / std::sqrt(ratio));
          const auto root = std::pow(power, 1.0 / (k + 1)) * std::polar(1.0, 2 * M_PI * i / (k + 1));
          expected = std::max(expected, 1 / std::abs(1.0 - root));
        }
      const json found = answer(command("stability", "explicit", k, {"--set", fmt::format("parameters.m2={}", ratio)}))
                             .at("zero_stability");
      EXPECT_NEAR(found.at("spectral_radius").get<double>(), expected, 1e-9 * expected) << ratio << " " << k;
      EXPECT_EQ(found.at("stable"), expected <= 1 + 1e-6) << ratio << " " << k;
      if (k == 0) {
        EXPECT_NEAR(expected, std::sqrt(ratio), 1e-12);
        EXPECT_EQ(found.at("stable"), ratio <= 1) << "the heavier mass must not be the one that is moved";
      }
    }
}

TEST_F(PrescribedMotion, IsOneBodyInTheMonolithicSolution) {
  const Masses m{1, 100, 1, 2, 40, 3};
  const std::string cut = file_of(m, "implicit", 1, 0.01);
  const json moved = answer({"monolithic", cut, "--out", "a"}).at("outputs");
  const json joined =
      answer({"monolithic", cut, "--set", "scheme.decomposition=force-force", "--out", "b"}).at("outputs");
  // two routes to x'' = −(c1 + c2)/(m1 + m2) x − …: rounding
  for (const char* output : {"x1", "v1", "x2", "v2"})
    EXPECT_NEAR(moved.at(output).get<double>(), joined.at(output).get<double>(), 1e-12) << output;
}

}  // namespace
}  // namespace oldham::test
