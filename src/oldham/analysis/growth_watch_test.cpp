// SPDX-License-Identifier: MIT
#include "oldham/analysis/growth_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "oldham/analysis/scatter.hpp"

namespace oldham {
namespace {

using Growth = GrowthWatch::Growth;
using Signal = std::function<double(double n)>;  // over the number of steps

constexpr int steps = 4000;

std::optional<Growth> watch(const Signal& signal, int count = steps, double step = 0.01, bool is_counted = true) {
  GrowthWatch growth({1, is_counted ? count : 0});
  for (int n = 0; n <= count; ++n) {
    const double value = signal(n);
    growth.observe(n * step, &value);
  }
  const auto all = growth.growths();
  EXPECT_EQ(growth.has_growth(), !all.empty());
  return all.empty() ? std::nullopt : std::optional(all.front());
}

double wave(double n, double period) { return std::sin(2 * std::numbers::pi * n / period + 0.3); }

TEST(GrowthWatch, FindsGeometricGrowthOfAnyPeriodWithItsRate) {
  for (const double period : {2.0, 7.0, 30.0, 300.0, 3000.0})
    for (const double factor : {1e3, 1e6, 1e20}) {
      const double rate = std::log(factor) / (steps * 0.01);
      const auto found = watch([&](double n) { return std::exp(rate * 0.01 * n) * wave(n, period); });
      ASSERT_TRUE(found) << period << ' ' << factor;
      // over less than two periods the envelope is that of the turning points
      EXPECT_NEAR(found->rate(), rate, (period > 1000 ? 0.5 : 0.15) * rate) << period << ' ' << factor;
      EXPECT_GE(found->bounds.front(), 0);
      EXPECT_LE(found->seen, steps * 0.01);
    }
}

TEST(GrowthWatch, KnowsWhenGrowthWasTenfold) {
  // windows of 16 steps, 0.16 s: m_k = m_0 e^(0.8 k) is ten times m_0 from k = 3 on, at the end of window k + 1
  const auto fast = watch([](double n) { return std::exp(0.05 * n) * wave(n, 2); });
  ASSERT_TRUE(fast);
  EXPECT_NEAR(fast->seen, 9 * 0.16, 1e-12);
  EXPECT_NEAR(fast->tenfold, 5 * 0.16, 1e-12);
  // less than that until it was noticed: e^(0.27 * 7) = 6.6
  const auto slow = watch([](double n) { return std::exp(0.017 * n) * wave(n, 2); });
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->tenfold, slow->seen);
}

TEST(GrowthWatch, DoesNotDependOnUnitsOrOffsets) {
  const auto plain = watch([](double n) { return std::exp(0.005 * n) * wave(n, 30); });
  ASSERT_TRUE(plain);
  const auto scaled = watch([](double n) { return 0x1p-40 * std::exp(0.005 * n) * wave(n, 30); });
  ASSERT_TRUE(scaled);
  EXPECT_EQ(scaled->factor(), plain->factor());
  const auto lifted = watch([](double n) { return 1e6 + std::exp(0.005 * n) * wave(n, 30); });
  ASSERT_TRUE(lifted);
  // 1e6 leaves 1e-10 of the first variations
  EXPECT_NEAR(lifted->factor(), plain->factor(), 1e-6 * plain->factor());
}

TEST(GrowthWatch, FindsGrowthInAShortRunAndLateInALongOne) {
  // doubled with changing sign in each of 16 steps
  const auto quick = watch([](double n) { return std::pow(-2, n); }, 16);
  ASSERT_TRUE(quick);
  EXPECT_NEAR(quick->rate(), std::log(2) / 0.01, 1e-6 * quick->rate());  // Δ_n = 3/2 · 2^n: exact but for rounding
  const auto late =
      watch([](double n) { return wave(n, 40) + (n < 3500 ? 0 : 1e-4 * std::exp(0.05 * (n - 3500)) * wave(n, 20)); });
  ASSERT_TRUE(late);
  EXPECT_GT(late->bounds.front(), 35);
  EXPECT_LT(late->bounds.front(), 39);
}

TEST(GrowthWatch, FindsGrowthThatSettlesInALimit) {
  EXPECT_TRUE(watch([](double n) { return std::tanh(1e-6 * std::exp(0.01 * n)) * wave(n, 25); }));
}

TEST(GrowthWatch, KnowsNoStepsBeforehand) {
  EXPECT_TRUE(watch([](double n) { return std::exp(0.005 * n) * wave(n, 30); }, steps, 0.01, false));
}

struct Harmless {
  const char* name;
  Signal signal;
};

TEST(GrowthWatch, IsSilentAboutGrowthThatIsNotGeometric) {
  double walk = 0;
  const Harmless all[] = {
      {"constant", [](double) { return 3.0; }},
      {"zero", [](double) { return 0.0; }},
      {"oscillation", [](double n) { return wave(n, 37); }},
      {"resonance", [](double n) { return n * wave(n, 37); }},
      {"slow resonance", [](double n) { return n * wave(n, 900); }},
      {"ramp", [](double n) { return n; }},
      {"parabola", [](double n) { return n * n; }},
      {"cubic", [](double n) { return n * n * n; }},
      {"held ramp", [](double n) { return std::clamp(n - 500, 0.0, 1000.0); }},
      {"smooth ramp",
       [](double n) { return n < 500    ? 0
                             : n > 1500 ? 1
                                        : 0.5 - 0.5 * std::cos(std::numbers::pi * (n - 500) / 1000); }},
      {"step from rest",
       [](double n) { return n < 1000 ? 0 : 1 - std::exp(-(n - 1000) / 50) * std::cos((n - 1000) / 7); }},
      {"charging", [](double n) { return 1 - std::exp(-n / 300); }},
      {"saturating oscillation", [](double n) { return (1 - std::exp(-n / 500)) * wave(n, 37); }},
      {"decay", [](double n) { return std::exp(-n / 100) * wave(n, 37); }},
      {"beat", [](double n) { return wave(n, 37) * (1 + 0.5 * wave(n, 740)); }},
      {"slow switching", [](double n) { return wave(n, 800) > 0 ? 1.0 : -1.0; }},
      {"quick switching", [](double n) { return std::fmod(n, 2) < 1 ? 1.0 : -1.0; }},
      {"switched integrator", [walk](double n) mutable { return walk += wave(n, 1900) > 0 ? 0.01 : -0.01; }},
      {"one pulse", [](double n) { return n == 2000 ? 1e6 : wave(n, 37); }},
      {"levels", [](double n) { return std::pow(10, std::floor(n / 1000)); }},
      {"noise", [](double n) { return scatter(static_cast<int>(n)); }},
      {"sum of noise", [walk](double n) mutable { return walk += scatter(static_cast<int>(n)); }},
      {"faster and faster", [](double n) { return std::sin(n * n / 40000); }},
      {"rounding", [](double n) { return 1e6 + 1e-9 * std::exp(0.001 * n) * wave(n, 30); }},
  };
  for (const auto& [name, signal] : all) {
    const auto found = watch(signal);
    EXPECT_FALSE(found) << name << ": by " << (found ? found->factor() : 0) << " from "
                        << (found ? found->bounds[0] : 0) << " s";
  }
}

TEST(GrowthWatch, TakesGrowingStepsForNoGrowth) {
  // a steady oscillation, seen by steps that become longer by 1 % each
  GrowthWatch growth({1, 0});
  double time = 0, step = 1e-6;
  for (int n = 0; n < 900; ++n) {
    const double value = std::sin(time);
    growth.observe(time, &value);
    time += step;
    step *= 1.01;
  }
  EXPECT_FALSE(growth.has_growth());
}

TEST(GrowthWatch, TellsVariablesApart) {
  GrowthWatch growth({3, steps});
  for (int n = 0; n <= steps; ++n) {
    const double values[] = {wave(n, 30), std::exp(0.004 * n) * wave(n, 30), 1.0 * n};
    growth.observe(0.01 * n, values);
  }
  ASSERT_EQ(growth.growths().size(), 1);
  EXPECT_EQ(growth.growths().front().variable, 1);
}

TEST(GrowthWatch, HasNothingToSayWithoutVariablesOrNumbers) {
  GrowthWatch empty({0, 100});
  for (int n = 0; n <= 100; ++n) empty.observe(n, nullptr);
  EXPECT_FALSE(empty.has_growth());
  EXPECT_FALSE(watch([](double n) { return n < 2000 ? wave(n, 30) : NAN; }));
}

// Adaptive runs have few steps, and nobody knows how many: at least 60 here.
TEST(GrowthWatch, FindsGrowthInFewStepsOfUnequalLength) {
  GrowthWatch growth({1, 60, false});
  double time = 0;
  for (int n = 0; n < 60; ++n) {
    const double value = std::exp(2 * time) * (n % 2 == 0 ? 1 : -1);
    growth.observe(time, &value);
    time += 0.1 + 0.02 * (n % 3);
  }
  ASSERT_TRUE(growth.has_growth());
  EXPECT_NEAR(growth.growths().front().rate(), 2, 0.3);  // 2 /s, but for windows of one step
}

// x = t^2 with steps that become longer by half each: variations grow by 2.25 from step to step.
TEST(GrowthWatch, AStartUpByLongerAndLongerStepsIsNone) {
  GrowthWatch growth({1, 60, false});
  double time = 0, step = 1e-5;
  for (int n = 0; n < 60; ++n) {
    const double value = time * time;
    growth.observe(time, &value);
    step = std::min(1.5 * step, 0.1);
    time += step;
  }
  EXPECT_FALSE(growth.has_growth());
}

// What adaptive solvers leave: little of the variable, gone in the end. The same growth counts where it stays.
TEST(GrowthWatch, SmallGrowthThatFadesIsNone) {
  const auto bump = [](double size, bool fades) {
    return watch([=](double n) {
      const double after = fades ? std::max(0.0, n - 2000) : 0;
      return 90 + size * std::exp(0.005 * (std::min(n, 2000.0) - 2000 - after)) * wave(n, 30);
    });
  };
  EXPECT_FALSE(bump(0.02, true));
  EXPECT_TRUE(bump(0.02, false));
  EXPECT_TRUE(bump(2, true));  // and where it is large
}

TEST(GrowthWatch, BurstsAreNotOneGrowth) {
  const auto found = watch([](double n) {
    const double m = std::fmod(n, 2000);
    return (n < 2000 ? 1e-3 : 1.0) * std::exp(0.012 * std::min(m, 400.0) - 0.012 * std::max(0.0, m - 500)) * wave(n, 8);
  });
  ASSERT_TRUE(found);
  EXPECT_LT(found->total, 1e3);  // e^4.8 = 122, but for the windows
}

TEST(GrowthWatch, KnowsHowMuchAVariableGrewInAll) {
  const auto found = watch([](double n) { return std::exp(0.005 * n) * wave(n, 30); });
  ASSERT_TRUE(found);
  EXPECT_GE(found->total, found->factor());
  EXPECT_GT(found->total, 1e6);  // e^20 = 5e8 in 4000 steps, but for the first and last windows
}

}  // namespace
}  // namespace oldham
