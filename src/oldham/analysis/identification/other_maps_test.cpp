// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "black_box.hpp"
#include "oldham/analysis/identification/identify.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

Identified identify_with(const IntegratorSettings& integrator, double H) {
  BlackBox box(
      with_integrator<double>("box", oscillator_boundary(0), Oscillator<double>{1, 5000, 20, 0.01, 0, {}}, integrator));
  const OperatingPoint point = make_initial_point(box, 0, std::vector<double>{-400.0});
  return identify(box, point, H, 0);
}

TEST(OtherMaps, AreKeptWhereAnswersDoNotDecide) {
  const IntegratorSettings loose{
      .kind = IntegratorKind::cvode, .relative_tolerance = 1e-4, .absolute_tolerance = 1e-12};
  int kept = 0;
  for (const double H : {5e-5, 8e-5, 3e-4, 1e-3}) {
    const Identified found = identify_with(loose, H);
    ASSERT_EQ(found.problem, "");
    for (const OtherMap& other : found.others) {
      EXPECT_EQ(other.map.states, other.order);
      EXPECT_EQ(other.map.step, H);
      EXPECT_EQ(other.map.outputs, found.map.outputs);
      EXPECT_LE(other.residual, 10 * found.residual) << H;
    }
    kept += static_cast<int>(found.others.size());
  }
  EXPECT_GT(kept, 0);
}

TEST(OtherMaps, CostNoSteps) {
  const Identified found = identify_with({.kind = IntegratorKind::exact}, 1e-3);
  EXPECT_EQ(found.order, 2);
  // one of another order needs none, and one of another pulse was made anyway
  EXPECT_LE(found.others.size(), 2);
}

}  // namespace
}  // namespace oldham
