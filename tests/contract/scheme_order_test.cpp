// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contract/scheme_contract.hpp"

// A reconstruction of degree k errs by O(H^{k+1}) inside a step, extrapolated or interpolated; this perturbs velocities
// by O(H^{k+2}) per step, hence everything by O(H^{k+1}) at the end. [Li2017] section 3.2.3

namespace oldham {
namespace {

class SchemeOrder : public testing::TestWithParam<ContractCase> {
 protected:
  /// Errors down to 1e-9 are measured: what corrections leave must be smaller.
  std::vector<SchemeCase> schemes() const {
    ContractCase row = GetParam();
    row.more = "tolerance = 1e-13";
    std::vector<SchemeCase> all = schemes_of(row, {0, 1, 2, 3});
    // the reference of a nonlinear system is costly, and in force-force form all schedules are one
    if (!row.system.is_linear) std::erase_if(all, [](const SchemeCase& s) { return s.schedule != "jacobi"; });
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(All, SchemeOrder, testing::ValuesIn(contract_cases()), testing::PrintToStringParamName());

/// The first step after a single sample has degree 0, whatever comes later: O(H²), once.
int expected_order(const SystemCase& system, const SchemeCase& scheme) {
  return system.starts_from_one_sample ? std::min(scheme.order + 1, 2) : scheme.order + 1;
}

void expect_order(const SystemCase& system, const SchemeCase& scheme, double coarsest) {
  const ConvergenceStudy s = study(system, scheme, {coarsest, coarsest / 2, coarsest / 4});
  const int expected = expected_order(system, scheme);
  // the next term of the error expansion is smaller by ω H/4 < 0.05 for the motion that is seen (fast modes have died
  // out at the start) and moves the exponent by about as much
  EXPECT_NEAR(s.orders.back().position, expected, 0.2) << "error " << s.errors.back().position;
  EXPECT_NEAR(s.orders.back().velocity, expected, 0.2) << "error " << s.errors.back().velocity;
}

TEST_P(SchemeOrder, IsDegreePlusOne) {
  for (const SchemeCase& scheme : schemes()) {
    SCOPED_TRACE(text_of(scheme));
    expect_order(GetParam().system, scheme, GetParam().system.step);
  }
}

TEST_P(SchemeOrder, ReachesTheMonolithicSolution) {
  // much finer the error still follows H^p, down to what rounding and the reference leave
  const SystemCase& system = GetParam().system;
  const double ratio = system.is_linear ? 16 : 4, floor = system.is_linear ? 1e-10 : 1e-8;
  for (const SchemeCase& scheme : schemes()) {
    SCOPED_TRACE(text_of(scheme));
    const ConvergenceStudy s = study(system, scheme, {system.step, system.step / ratio});
    const double reduction = std::pow(ratio, -0.9 * expected_order(system, scheme));
    EXPECT_LE(s.errors[1].position, s.errors[0].position * reduction + floor);
    EXPECT_LE(s.errors[1].velocity, s.errors[0].velocity * reduction + floor);
  }
}

// The theory of the schedules: the least accurate reconstruction counts, and explicitly at least one of them is an
// extrapolation. Interpolating the others lowers the constant, not the order.

TEST(GaussSeidel, KeepsTheOrderInForceDisplacementForm) {
  for (int k = 0; k <= highest_order; ++k) {
    SCOPED_TRACE(k);
    expect_order(system_named("force_displacement"), {"gauss-seidel", "explicit", k, ""}, 0.004);
  }
}

TEST(GaussSeidel, KeepsTheOrderAlongAThreeBodyChain) {
  for (int k = 0; k <= highest_order; ++k) {
    SCOPED_TRACE(k);
    expect_order(system_named("chain_force_displacement"), {"gauss-seidel", "explicit", k, ""}, 0.004);
  }
}

TEST(MixedGroups, KeepTheOrder) {
  for (int k = 0; k <= highest_order; ++k) {
    SCOPED_TRACE(k);
    expect_order(system_named("chain_force_displacement"), {"groups", "explicit", k, ""}, 0.004);
  }
}

TEST(Startup, FromOneSampleLimitsTheOrderToTwo) {
  SystemCase system = system_named("force_force");
  system.starts_from_one_sample = true;
  for (int k = 1; k <= highest_order; ++k) {
    SCOPED_TRACE(k);
    expect_order(system, {"jacobi", "explicit", k, ""}, 0.002);
  }
}

}  // namespace
}  // namespace oldham
