// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "oldham/core/scalar.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using Number = Multiprecision;

/// A state with one unknown moved; held nodes move in the inputs.
struct Moved {
  std::vector<Number> state;
  RodInputs<Number> inputs;

  Moved(const Rod<Number>& rod, const test::RandomRodState<Number>& at, int i, bool is_rate, const Number& width)
      : state(at.state), inputs(at.inputs) {
    const int block = i / 3, axis = i % 3;
    const Vector3<Number> by = width * Vector3<Number>::Unit(axis);
    if (is_rate) {
      state[rod.position_count() + i] += width;
      if (block == 0) inputs.start.v += by;
      if (block == 2 * rod.edges()) inputs.end.v += by;
    } else if (block % 2 == 0) {
      rod.node(state.data(), block / 2)[axis] += width;
      if (block == 0) inputs.start.x += by;
      if (block == 2 * rod.edges()) inputs.end.x += by;
    } else {
      multibody::turn_quaternion(rod.frame(state.data(), block / 2), by.data());
    }
  }
};

/// Both Jacobians against central differences in 160 digits, for every kind of end.
TEST(RodJacobian, EqualsDifferences) {
  const Number width("1e-20");  // errs by 1e-40
  for (unsigned seed = 0; seed < 16; ++seed) {
    const RodDescription description = test::full_rod(4, test::all_kinds[seed % 4], test::all_kinds[seed / 4]);
    const Rod<Number> rod(description);
    const Rod<double> rounded(description);
    const test::RandomRodState<Number> at(rod, seed);
    const test::RandomRodState<double> near(rounded, seed);
    const int n = rod.unknown_count();
    for (const bool is_rate : {false, true}) {
      BandMatrix<Number> A(n);
      BandMatrix<double> A_rounded(n);
      std::vector<Number> f(n), flow(n), plus(n), minus(n), expected_flow(n, Number(0)), forces(n);
      std::vector<double> f_rounded(n), flow_rounded(n);
      rod.linearise(at.state.data(), at.inputs, Number(is_rate ? 0 : 1), Number(is_rate ? 1 : 0), A, f.data(),
                    flow.data());
      rounded.linearise(near.state.data(), near.inputs, is_rate ? 0 : 1, is_rate ? 1 : 0, A_rounded, f_rounded.data(),
                        flow_rounded.data());
      for (int j = 0; j < n; ++j) {
        const Moved ahead(rod, at, j, is_rate, width), back(rod, at, j, is_rate, -width);
        rod.forces(ahead.state.data(), ahead.inputs, plus.data());
        rod.forces(back.state.data(), back.inputs, minus.data());
        for (int i = 0; i < n; ++i) {
          const Number expected = (plus[i] - minus[i]) / (2 * width);
          const bool inside = std::abs(i - j) <= BandMatrix<double>::reach;
          const Number value = inside ? A(i, j) : Number(0);
          const double value_rounded = inside ? A_rounded(i, j) : 0;
          const double scale = 100 + std::abs(to_double(expected));
          EXPECT_LT(to_double(Number(abs(value - expected))), 1e-35) << i << " by " << j << ", rate " << is_rate;
          EXPECT_NEAR(value_rounded, to_double(expected), 1e-13 * scale) << i << " by " << j << ", rate " << is_rate;
          const bool held = rod.is_held(j / 6) && (j / 3) % 2 == 0;
          if (!held) expected_flow[i] += expected * at.state[rod.position_count() + j];
        }
      }
      rod.forces(at.state.data(), at.inputs, forces.data());
      for (int i = 0; i < n; ++i) {
        EXPECT_LT(to_double(Number(abs(f[i] - forces[i]))), 1e-140);
        EXPECT_NEAR(f_rounded[i], to_double(forces[i]), 1e-12 * (100 + std::abs(f_rounded[i])));
        if (is_rate) continue;
        EXPECT_LT(to_double(Number(abs(flow[i] - expected_flow[i]))), 1e-33);
        EXPECT_NEAR(flow_rounded[i], to_double(expected_flow[i]), 1e-12 * (1000 + std::abs(flow_rounded[i])));
      }
    }
  }
}

}  // namespace
}  // namespace oldham::rod
