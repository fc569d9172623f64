// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>

#include "oldham/coupling/reconstruction.hpp"

// Signals with samples inside the step: what is rebuilt from them, and how they are predicted.

namespace oldham {
namespace {

constexpr double H = 0.4, lengths[] = {0.25, 1.0, 0.5};  // the step to come, and those before it, newest first

const std::vector<SampleKind> half_kinds = {SampleKind::half_end, SampleKind::half_middle};
const std::vector<SampleKind> third_kinds = {SampleKind::third_end, SampleKind::third_first, SampleKind::third_second};

struct Case {
  bool thirds;
  int order;
  SignalKinds inner;  // thirds or halves, or both: the pieces then are those of their union
  const std::vector<SampleKind>& kinds() const { return thirds ? third_kinds : half_kinds; }
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << (c.thirds ? "thirds" : "halves") << (c.inner.halves && c.inner.thirds ? "_united" : "") << "_order_"
             << c.order;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (bool thirds : {false, true})
    for (bool united : {false, true})
      for (int order = 0; order <= (thirds && !united ? 3 : 2); ++order)
        all.push_back({thirds, order, {.halves = !thirds || united, .thirds = thirds || united}});
  return all;
}

class InnerReconstruction : public testing::TestWithParam<Case> {
 protected:
  InnerReconstruction() : reconstruction_(GetParam().order, GetParam().inner) {}

  /// Samples of a function of t, T_N = 0, as steps of uneven lengths leave them.
  template <class F>
  SampleHistory<double> history_of(const F& f, int rows = 3) const {
    SampleHistory<double> history(static_cast<int>(kinds().size()), 4);
    for (int age = rows - 1; age >= 0; --age) {
      double end = 0;
      for (int i = 0; i < age; ++i) end -= lengths[i];
      double* row = history.push(lengths[age]);
      for (std::size_t s = 0; s < kinds().size(); ++s)
        row[s] = f(end - lengths[age] * (1 - node_of<double>(kinds()[s])));
    }
    return history;
  }

  /// The signal at θ in a piece, from z = f at the nodes of the step.
  template <class F>
  double rebuilt(const F& f, const SampleHistory<double>& history, int piece, double theta) const {
    double w = 0;
    for (int p = 0; p <= reconstruction_.degree(); ++p)
      for (std::size_t s = 0; s < kinds().size(); ++s) {
        const SampleKind kind = kinds()[s];
        double c = reconstruction_.unknown_weight(kind, piece, p) * f(node_of<double>(kind) * H);
        for (int age = 0; age < reconstruction_.past_terms(kind); ++age)
          c += reconstruction_.past_weight(kind, piece, p, age) * history.row(age)[s];
        w += c * std::pow(theta, p);
      }
    return w;
  }

  template <class F>
  void expect_rebuilt(const F& f, const F& expected) {
    const SampleHistory<double> history = history_of(f);
    reconstruction_.prepare(history, H);
    for (int piece = 0; piece < reconstruction_.pieces(); ++piece)
      for (double share : {0.0, 0.3, 1.0}) {
        const double begin = reconstruction_.breaks()[piece], end = reconstruction_.breaks()[piece + 1];
        const double theta = begin + share * (end - begin);
        // at the border of two pieces the value belongs to the piece: look a little inside
        const double inside = std::min(std::max(theta, begin + 1e-9), end - 1e-9) * H;
        // weights up to 27/2, values up to 3, a dozen roundings; 1e-9 beside the border with slopes up to 20
        EXPECT_NEAR(rebuilt(f, history, piece, theta), expected(inside), 1e-13 + (inside == theta * H ? 0 : 2e-8))
            << "piece " << piece << ", theta " << theta;
      }
  }

  const std::vector<SampleKind>& kinds() const { return GetParam().kinds(); }
  Reconstruction<double> reconstruction_;
};
INSTANTIATE_TEST_SUITE_P(All, InnerReconstruction, testing::ValuesIn(cases()), testing::PrintToStringParamName());

using Function = std::function<double(double)>;

Function polynomial(int degree) {
  return [degree](double t) { return degree == 0 ? 2.0 : 2.0 + std::pow(t, degree) - 0.5 * t; };
}

TEST_P(InnerReconstruction, RebuildsAPolynomialOfItsDegree) {
  expect_rebuilt(polynomial(GetParam().order), polynomial(GetParam().order));
}

TEST_P(InnerReconstruction, IsWhatItsNameSaysBetweenTheSamples) {
  // any function: of order 0 the steps, of order 1 the broken line, of order 2 and 3 the polynomial through its samples
  const Function f = [](double t) { return std::exp(2 * t) + std::sin(9 * t); };
  std::vector<double> nodes = {0};
  for (std::size_t s = 1; s <= kinds().size(); ++s) nodes.push_back(node_of<double>(kinds()[s % kinds().size()]) * H);
  const int order = GetParam().order, last = static_cast<int>(nodes.size()) - 1;
  const Function expected = [&](double t) {
    const int after = static_cast<int>(std::lower_bound(nodes.begin() + 1, nodes.end() - 1, t) - nodes.begin());
    // nodes of the polynomial that holds here
    const int begin = order == 0 ? after : order == 1 ? after - 1 : last - order;
    double sum = 0;
    for (int i = begin; i <= begin + order; ++i) {
      double weight = f(nodes[i]);
      for (int j = begin; j <= begin + order; ++j)
        if (j != i) weight *= (t - nodes[j]) / (nodes[i] - nodes[j]);
      sum += weight;
    }
    return sum;
  };
  expect_rebuilt(f, expected);
}

TEST_P(InnerReconstruction, PredictsAPolynomialOfItsDegreeOnUnevenSteps) {
  const Function f = polynomial(GetParam().order);
  const SampleHistory<double> history = history_of(f);
  reconstruction_.prepare(history, H);
  for (SampleKind kind : kinds()) {
    double z = 0, size = 0;
    for (const auto& term : reconstruction_.prediction(kind)) {
      z += term.weight * history.row(term.age)[term.sample];
      size += std::abs(term.weight * history.row(term.age)[term.sample]);
    }
    EXPECT_NEAR(z, f(node_of<double>(kind) * H), 16 * 0x1p-53 * size);  // a dozen roundings in a weight
  }
}

TEST_P(InnerReconstruction, PredictsTheOnlySampleThereIs) {
  const SampleHistory<double> history = history_of(polynomial(0), 1);
  reconstruction_.prepare(history, H);
  for (SampleKind kind : kinds()) {
    ASSERT_EQ(reconstruction_.prediction(kind).size(), 1u);
    EXPECT_EQ(reconstruction_.prediction(kind)[0].sample, 0);
    EXPECT_EQ(reconstruction_.prediction(kind)[0].age, 0);
    EXPECT_EQ(reconstruction_.prediction(kind)[0].weight, 1.0);
  }
}

TEST_P(InnerReconstruction, HasAPieceForEveryBreakOfItsSamples) {
  const bool halves = GetParam().inner.halves, thirds = GetParam().inner.thirds;
  const int pieces = GetParam().order >= 2 ? 1 : halves && thirds ? 4 : thirds ? 3 : 2;
  EXPECT_EQ(reconstruction_.pieces(), pieces);
  EXPECT_TRUE(std::is_sorted(reconstruction_.breaks().begin(), reconstruction_.breaks().end()));
  EXPECT_EQ(reconstruction_.breaks().front(), 0.0);
  EXPECT_EQ(reconstruction_.breaks().back(), 1.0);
}

TEST(InnerReconstruction, LeavesPlainSignalsBesideItAsTheyAre) {
  // the same weights with and without samples inside, on every piece
  SampleHistory<double> history(1, 4);
  for (double length : {0.5, 1.0, 0.25}) *history.push(length) = length;
  for (int order = 0; order <= 3; ++order) {
    Reconstruction<double> alone(order, {}), beside(order, {.halves = order < 3, .thirds = true});
    alone.prepare(history, H);
    beside.prepare(history, H);
    ASSERT_EQ(beside.past_terms(SampleKind::plain), alone.past_terms(SampleKind::plain));
    for (int piece = 0; piece < beside.pieces(); ++piece)
      for (int p = 0; p <= beside.degree(); ++p) {
        EXPECT_EQ(beside.unknown_weight(SampleKind::plain, piece, p), alone.unknown_weight(SampleKind::plain, 0, p));
        for (int age = 0; age < alone.past_terms(SampleKind::plain); ++age)
          EXPECT_EQ(beside.past_weight(SampleKind::plain, piece, p, age),
                    alone.past_weight(SampleKind::plain, 0, p, age));
      }
  }
}

}  // namespace
}  // namespace oldham
