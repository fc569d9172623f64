// SPDX-License-Identifier: MIT
#include "oldham/analysis/equilibrium.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <cmath>

namespace oldham {
namespace {

constexpr int most_iterations = 60;
constexpr double smallest_share = 1e-6;  // of a correction
constexpr double tolerance = 1e-11;      // on the last correction, over the size of a state or 1
constexpr double rate_tolerance = 1e-7;  // on rates, over how strongly they answer to the states or 1

using Vector = Eigen::VectorXd;

/// f, and the constraints with their rates below it.
class Residual {
 public:
  Residual(const CoupledEquations<double>& equations, double t) : equations_(equations), t_(t) {}

  int rows() const { return equations_.state_size() + 2 * equations_.constraints(); }
  Vector operator()(const std::vector<double>& x) const {
    const int n = equations_.state_size(), g = equations_.constraints();
    Vector f(rows());
    equations_.derivative(t_, x, {}, {f.data(), static_cast<std::size_t>(n)});
    if (g > 0)
      equations_.constraint_values(t_, x, {}, {f.data() + n, static_cast<std::size_t>(g)},
                                   {f.data() + n + g, static_cast<std::size_t>(g)});
    return f;
  }
  Eigen::MatrixXd jacobian(std::vector<double> x) const {
    Eigen::MatrixXd J(rows(), equations_.state_size());
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double at = x[j], width = 6e-6 * std::max(1.0, std::abs(at));  // ε^⅓
      x[j] = at + width;
      const Vector ahead = (*this)(x);
      x[j] = at - width;
      J.col(static_cast<int>(j)) = (ahead - (*this)(x)) / (2 * width);
      x[j] = at;
    }
    return J;
  }

 private:
  const CoupledEquations<double>& equations_;
  double t_;
};

}  // namespace

EquilibriumReport find_equilibrium(const CoupledEquations<double>& equations, double t, std::vector<double>& x) {
  EquilibriumReport report;
  const Residual residual(equations, t);
  const auto moved = [&](const Vector& d, double share) {
    std::vector<double> at = x;
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += share * d[static_cast<int>(i)];
    return at;
  };
  Vector f = residual(x);
  double last = 1;
  for (; report.iterations < most_iterations; ++report.iterations) {
    const Eigen::MatrixXd J = residual.jacobian(x);
    if (!J.allFinite() || !f.allFinite()) {
      report.trouble = "the equations are not finite on the way there";
      return report;
    }
    // rates of positions and of velocities do not compare: each row by its largest entry
    const Vector answers = J.cwiseAbs().rowwise().maxCoeff(), scale = answers.cwiseMax(1e-12).cwiseInverse();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> inverse;
    inverse.setThreshold(1e-9);  // entries by differences are good to ten digits
    inverse.compute(scale.asDiagonal() * J);
    const Vector d = inverse.solve(-scale.cwiseProduct(f));
    report.correction = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      report.correction = std::max(report.correction, std::abs(d[static_cast<int>(i)]) / std::max(1.0, std::abs(x[i])));
    // converged, or as near as rounding lets it
    if (report.correction <= tolerance || (report.correction < 1e-8 && report.correction > last / 2)) {
      x = moved(d, 1);
      f = residual(x);
      // what no state answers to remains
      double worst = 1;
      for (int i = 0; i < f.size(); ++i) {
        const double size = std::abs(f[i]) / (rate_tolerance * std::max(1.0, answers[i]));
        if (!(size > worst)) continue;
        worst = size;
        report.worst_state = i;
      }
      if (report.worst_state >= 0) report.trouble = "nothing balances it";
      return report;
    }
    last = report.correction;
    double share = 1;
    for (;; share /= 2) {
      if (share < smallest_share) {
        report.trouble = fmt::format("Newton's method found none near the start: after {} corrections none helps",
                                     report.iterations);
        return report;
      }
      const Vector tried = residual(moved(d, share));
      if (!tried.allFinite()) continue;
      const double next = inverse.solve(scale.cwiseProduct(tried)).norm();
      if (next > (1 - share / 2) * d.norm() && report.correction > 1e-8) continue;
      f = tried;
      break;
    }
    x = moved(d, share);
  }
  report.trouble = fmt::format("Newton's method found none near the start: the last of {} corrections was {:.1e}",
                               report.iterations, report.correction);
  return report;
}

}  // namespace oldham
