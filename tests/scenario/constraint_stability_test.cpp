// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "program.hpp"

// Zero-stability of the stabilisations: for H → 0 springs and dampers vanish, and the relative motion of the masses is
// g'' = λ, in units where the step and the reduced mass are 1. What remains is a small recurrence, written down here.

namespace oldham::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using nlohmann::json;

/// How the end of a step answers to the samples of λ, first those the step adds, then the past ones: sums over samples
/// for s = ∫ λ and g = ∫ (1 − θ) λ.
struct Response {
  int unknown;
  std::vector<double> speed, place;
};

/// λ through `nodes` of [0, 1] or before it; one polynomial, or (`pieces`) constant or linear between the nodes.
Response respond(const std::vector<double>& nodes, int unknown, int degree, bool pieces) {
  Response r{unknown, std::vector<double>(nodes.size(), 0.0), std::vector<double>(nodes.size(), 0.0)};
  const auto add = [&](double from, double to, const std::vector<int>& through) {
    // three points of Gauss: exact to degree 5
    for (const auto& [x, w] : {std::pair{-std::sqrt(0.6), 5.0 / 9}, {0.0, 8.0 / 9}, {std::sqrt(0.6), 5.0 / 9}}) {
      const double theta = from + (to - from) * (1 + x) / 2, weight = w * (to - from) / 2;
      for (int i : through) {
        double L = weight;
        for (int j : through)
          if (j != i) L *= (theta - nodes[j]) / (nodes[i] - nodes[j]);
        r.speed[i] += L;
        r.place[i] += L * (1 - theta);
      }
    }
  };
  if (!pieces) {
    std::vector<int> all;
    for (int i = 0; i <= degree; ++i) all.push_back(i);
    add(0, 1, all);
    return r;
  }
  // nodes are given from the end backwards
  for (std::size_t i = 0; i < nodes.size() && nodes[i] > 0; ++i) {
    const double from = i + 1 < nodes.size() ? nodes[i + 1] : 0;
    add(from, nodes[i], degree == 0 ? std::vector<int>{int(i)} : std::vector<int>{int(i), int(i) + 1});
  }
  return r;
}

struct Case {
  std::string stabilisation;
  int order;
  std::array<double, 3> weights = {0.2, 0.4, 0.4};
  int level = 2;
  double alpha = 1, beta = 1;
};

Response response_of(const Case& c) {
  const int samples = c.stabilisation == "index-1" ? 3 : c.stabilisation == "index-2" ? 2 : 1;
  std::vector<double> nodes;
  for (int i = 0; i < samples; ++i) nodes.push_back(1 - static_cast<double>(i) / samples);
  for (int i = samples; i < std::max(samples, c.order + 1); ++i) nodes.push_back(static_cast<double>(samples - i));
  if (samples > 1 && c.order == 1) nodes.push_back(0);
  return respond(nodes, samples, c.order, samples > 1 && c.order < 2);
}

/// One step of (g, s, past λ): what the conditions make of it.
VectorXd step(const Case& c, const Response& r, const VectorXd& z) {
  const int n = r.unknown;
  double g = z(0) + z(1), s = z(1);
  for (std::size_t i = n; i < r.speed.size(); ++i) {
    g += r.place[i] * z(2 + static_cast<long>(i) - n);
    s += r.speed[i] * z(2 + static_cast<long>(i) - n);
  }
  // rows: place, speed and acceleration at the end, by unknown samples
  MatrixXd levels = MatrixXd::Zero(3, n);
  for (int i = 0; i < n; ++i) {
    levels(0, i) = r.place[i];
    levels(1, i) = r.speed[i];
  }
  levels(2, 0) = 1;
  const Eigen::Vector3d without(g, s, 0);
  VectorXd lambda(n);
  if (c.stabilisation == "baumgarte") {
    const Eigen::RowVector3d row(c.beta * c.beta, 2 * c.alpha, 1);
    lambda(0) = -row.dot(without) / (row * levels)(0);
  } else if (c.stabilisation == "weighted") {
    lambda(0) = 0;
    for (int level = 0; level < 3; ++level) lambda(0) -= c.weights[level] * without(level) / levels(level, 0);
  } else if (c.stabilisation == "projection") {
    lambda(0) = -without(c.level) / levels(c.level, 0);
  } else {
    lambda = -levels.topRows(n).fullPivLu().solve(without.head(n));
  }
  const VectorXd end = without + levels * lambda;
  VectorXd next = VectorXd::Zero(z.size());
  if (c.stabilisation != "projection") next.head(2) = end.head(2);
  for (long i = 2; i < z.size(); ++i) next(i) = i == 2 ? lambda(0) : z(i - 1);
  return next;
}

double parasitic_radius(const Case& c) {
  const Response r = response_of(c);
  const auto size = 2 + static_cast<long>(r.speed.size()) - r.unknown;
  MatrixXd map(size, size);
  for (long j = 0; j < size; ++j) map.col(j) = step(c, r, VectorXd::Unit(size, j));
  return map.eigenvalues().cwiseAbs().maxCoeff();
}

class ZeroStability : public Scenario {
 protected:
  json ask(const Case& c, const Arguments& more = {}) const {
    Arguments arguments = {"stability", constraint_file()};
    const auto set = [&](const std::string& setting) { arguments.insert(arguments.end(), {"--set", setting}); };
    set("scheme.stabilisation=" + c.stabilisation);
    set(fmt::format("scheme.order={}", c.order));
    static const char* levels[] = {"position", "velocity", "acceleration"};
    if (c.stabilisation == "projection") set(fmt::format("scheme.level={}", levels[c.level]));
    if (c.stabilisation == "baumgarte") {
      set(fmt::format("scheme.alpha={:.17g}", c.alpha));
      set(fmt::format("scheme.beta={:.17g}", c.beta));
    }
    if (c.stabilisation == "weighted")
      set(fmt::format("scheme.weights=[{:.17g}, {:.17g}, {:.17g}]", c.weights[0], c.weights[1], c.weights[2]));
    arguments.insert(arguments.end(), more.begin(), more.end());
    return answer(arguments).at("zero_stability");
  }

  void expect_recurrence(const Case& c) const {
    const json found = ask(c);
    const double expected = parasitic_radius(c), radius = found.at("spectral_radius");
    const std::string name = fmt::format("{} order {} level {}", c.stabilisation, c.order, c.level);
    if (expected < 1e-3) {
      // zero up to fourfold: eps^{1/4} here, and 1e-47^{1/4} of the program's limit
      EXPECT_LT(radius, 1e-9) << name;
    } else {
      EXPECT_NEAR(radius, expected, 1e-9 * expected) << name;  // the limit is taken at 1e-45 of the step
    }
    EXPECT_EQ(found.at("stable"), expected <= 1 + 1e-6) << name;
  }
};

TEST_F(ZeroStability, OfTheIndexFormsIsThatOfTheirRecurrence) {
  for (int order = 0; order <= 2; ++order)
    for (const char* stabilisation : {"index-1", "index-2", "index-3"}) expect_recurrence({stabilisation, order});
  for (const char* stabilisation : {"index-1", "index-3"}) expect_recurrence({stabilisation, 3});
}

TEST_F(ZeroStability, OfProjectionIsThatOfItsRecurrence) {
  for (int order = 0; order <= 3; ++order)
    for (int level = 0; level < 3; ++level)
      expect_recurrence({.stabilisation = "projection", .order = order, .level = level});
}

TEST_F(ZeroStability, OfBaumgarteAndTheWeightedMultiplierIsThatOfTheirRecurrence) {
  for (int order = 0; order <= 2; ++order) {
    for (const auto& [alpha, beta] : {std::pair{1.0, 1.0}, {0.3, 2.0}, {2.0, 0.5}})
      expect_recurrence({.stabilisation = "baumgarte", .order = order, .alpha = alpha, .beta = beta});
    for (const std::array<double, 3>& weights :
         {std::array{0.2, 0.4, 0.4}, std::array{0.5, 0.25, 0.25}, std::array{0.0, 0.0, 1.0}})
      expect_recurrence({.stabilisation = "weighted", .order = order, .weights = weights});
  }
}

TEST_F(ZeroStability, HasItsClosedFormsAndPublishedVerdicts) {
  const auto radius = [&](const Case& c) { return ask(c).at("spectral_radius").get<double>(); };
  const auto stable = [&](const Case& c) { return ask(c).at("stable").get<bool>(); };
  // characteristic polynomials by hand: μ² − μ + 2/7, and for index-3 of order 1: μ² + 4 μ + 1
  EXPECT_NEAR(radius({"baumgarte", 0}), std::sqrt(2.0 / 7), 1e-9);
  EXPECT_NEAR(radius({"weighted", 0}), std::sqrt(0.4), 1e-9);
  EXPECT_NEAR(radius({"weighted", 1}), std::sqrt(0.2), 1e-9);
  EXPECT_NEAR(radius({"weighted", 2}), 0.589, 5e-4);  // three digits of the independent program
  EXPECT_NEAR(radius({"index-3", 0}), 1, 1e-9);
  EXPECT_NEAR(radius({"index-3", 1}), 2 + std::sqrt(3.0), 1e-8);
  EXPECT_NEAR(radius({"index-3", 2}), 5.34, 5e-3);
  const std::array<double, 3> thirds = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  EXPECT_NEAR(radius({"weighted", 2, thirds}), 1.13, 5e-3);
  EXPECT_FALSE(stable({"weighted", 2, thirds}));
  EXPECT_TRUE(stable({"weighted", 1, thirds}));
  EXPECT_FALSE(stable({.stabilisation = "projection", .order = 2, .level = 1}));
  EXPECT_TRUE(stable({.stabilisation = "projection", .order = 1, .level = 1}));
  for (int order = 1; order <= 3; ++order)
    EXPECT_FALSE(stable({.stabilisation = "projection", .order = order, .level = 0})) << order;
}

TEST_F(ZeroStability, DoesNotDependOnMassesOrSprings) {
  for (const char* parameter : {"m2=1e6", "m2=1e-6", "c1=1e6", "d2=500.0"})
    EXPECT_NEAR(
        ask({"weighted", 1}, {"--set", std::string("parameters.") + parameter}).at("spectral_radius").get<double>(),
        std::sqrt(0.2), 1e-9)
        << parameter;
}

}  // namespace
}  // namespace oldham::test
