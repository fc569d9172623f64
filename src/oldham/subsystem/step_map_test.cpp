// SPDX-License-Identifier: MIT
#include "oldham/subsystem/step_map.hpp"

#include <gmock/gmock.h>

#include <array>

#include "black_box.hpp"
#include "oldham/analysis/one_step_map.hpp"
#include "oldham/core/error.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"
#include "outputs_of.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;

const std::array<double, 2> whole = {0, 1};

/// The exact map of an oscillator, outputs (x, ẋ), for inputs of this degree.
StepMap oscillator_map(double H, int degree) {
  const Oscillator<double> model{1.5, 120, 2, 0.8, -3, {}};
  const LinearEquations<double> e = model.linear_equations();
  const Propagator<double> exact = compute_propagator(e.A, e.B, 2, 1, H, degree);
  StepMap map = make_step_map(H, 2, 1, 2, degree);
  map.a = map.c = exact.phi;
  map.b = map.d = exact.gamma;
  return map;
}

TEST(StepMap, OfManyStepsIsTheExactMapOfTheLongStep) {
  const StepMap composed = compose(oscillator_map(0.01, 2), 7), exact = oscillator_map(0.07, 2);
  EXPECT_DOUBLE_EQ(composed.step, 0.07);
  // rounding of seven products of entries of up to c/m H = 5.6
  for (std::size_t i = 0; i < exact.a.size(); ++i) EXPECT_NEAR(composed.a[i], exact.a[i], 1e-13);
  for (std::size_t i = 0; i < exact.b.size(); ++i) EXPECT_NEAR(composed.b[i], exact.b[i], 1e-14);
  for (std::size_t i = 0; i < exact.d.size(); ++i) EXPECT_NEAR(composed.d[i], exact.d[i], 1e-14);
  for (std::size_t i = 0; i < exact.c.size(); ++i) EXPECT_NEAR(composed.c[i], exact.c[i], 1e-13);
}

TEST(StepMap, OfOneStepIsItself) {
  const StepMap base = oscillator_map(0.01, 1), one = compose(base, 1);
  EXPECT_EQ(one.a, base.a);
  EXPECT_EQ(one.b, base.b);
  EXPECT_EQ(one.d, base.d);
  EXPECT_THROW((void)compose(base, 0), Error);
}

TEST(StepMapSubsystem, StepsAboutItsOperatingPoint) {
  StepMap map = make_step_map(0.5, 1, 1, 1, 1);
  map.a = {0.5};
  map.b = {2, 3};
  map.c = {10};
  map.d = {1, -1};
  map.offset = {100};
  map.held = {7};
  StepMapSubsystem subsystem("it", plain_boundary(1, 1), map);
  EXPECT_EQ(outputs_of(subsystem), std::vector<double>{100});
  subsystem.write_state(std::vector<double>{4});
  const std::vector<double> alpha = {8, 5};
  ASSERT_TRUE(subsystem.advance({0, 0.5}, {1, 1, whole, alpha.data()}).is_accepted());
  EXPECT_EQ(outputs_of(subsystem), std::vector<double>{100 + 10 * 4 + 1 * 1 - 1 * 5});
  std::vector<double> x(1);
  subsystem.read_state(x);
  EXPECT_EQ(x[0], 0.5 * 4 + 2 * 1 + 3 * 5);

  // made again from a saved state it is the same; lower degrees leave the higher coefficients at zero
  Snapshot<double> saved;
  subsystem.save(saved);
  ASSERT_TRUE(subsystem.advance({0.5, 0.5}, {1, 0, whole, alpha.data()}).is_accepted());
  const std::vector<double> first = outputs_of(subsystem);
  EXPECT_EQ(first, std::vector<double>{100 + 10 * 19 + 1});
  subsystem.restore(saved);
  ASSERT_TRUE(subsystem.advance({0.5, 0.5}, {1, 0, whole, alpha.data()}).is_accepted());
  EXPECT_EQ(outputs_of(subsystem), first);
}

TEST(StepMapSubsystem, RefusesStepsThatItsMapIsNotMadeFor) {
  StepMapSubsystem subsystem("it", plain_boundary(1, 2), oscillator_map(0.1, 1));
  const std::vector<double> c = {1, 2, 3, 4, 5, 6};
  const std::array<double, 3> halves = {0, 0.5, 1};
  EXPECT_THAT(subsystem.advance({0, 0.2}, {1, 1, whole, c.data()}).reason, HasSubstr("step of 0.1 s"));
  EXPECT_THAT(subsystem.advance({0, 0.1}, {1, 2, whole, c.data()}).reason, HasSubstr("degree 1"));
  EXPECT_THAT(subsystem.advance({0, 0.1}, {1, 1, halves, c.data()}).reason, HasSubstr("several pieces"));
  EXPECT_TRUE(subsystem.advance({0, 0.1 * (1 + 1e-12)}, {1, 1, whole, c.data()}).is_accepted());
}

TEST(StepMapSubsystem, RefusesAMapOfOtherSizes) {
  const auto boundary = plain_boundary(2, 2);
  EXPECT_THROW(StepMapSubsystem("it", boundary, oscillator_map(0.1, 1)), Error);
  StepMap map = make_step_map(0.1, 2, 2, 2, 0);
  map.b.pop_back();
  EXPECT_THROW(StepMapSubsystem("it", boundary, map), Error);
}

/// Two of these oscillators joined by a spring and damper.
std::vector<double> map_of_pair(bool by_maps, const Correction& correction, Schedule::Kind schedule, int order) {
  const double H = 0.05;
  Assembly<double> a;
  a.name = "pair";
  const Oscillator<double> model{1.5, 120, 2, 0.8, -3, {}};
  for (const char* name : {"a", "b"}) {
    if (by_maps)
      a.subsystems.push_back(
          std::make_unique<StepMapSubsystem>(name, oscillator_boundary(0), oscillator_map(H, order)));
    else
      a.subsystems.push_back(
          std::make_unique<LinearSubsystem<double>>(name, oscillator_boundary(0), model.linear_equations()));
  }
  a.laws.push_back({"spring",
                    std::make_unique<SpringDamper<double>>(40, 3),
                    {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                    {{{0, 0}, 0, 1.0}, {{1, 0}, 0, -1.0}},
                    ""});
  Scheme scheme;
  scheme.correction = correction;
  scheme.schedule.kind = schedule;
  scheme.order = order;
  scheme.threads = 1;
  Cosimulation<double> system(std::move(a), scheme);
  EXPECT_TRUE(system.plan().is_linear);
  return compute_one_step_map(system, state_to_analyse(system, 0.0, H), H).matrix;
}

// here x of the map is that of the oscillator, so that even the matrix is the same
TEST(StepMapSubsystem, GivesACoupledSystemTheOneStepMapOfWhatItStandsFor) {
  Correction semi_implicit;
  semi_implicit.least = semi_implicit.most = 1;
  for (const Correction& correction : {Correction{}, semi_implicit})
    for (const auto schedule : {Schedule::Kind::jacobi, Schedule::Kind::gauss_seidel})
      for (int order = 0; order <= 2; ++order) {
        const std::vector<double> native = map_of_pair(false, correction, schedule, order);
        const std::vector<double> mapped = map_of_pair(true, correction, schedule, order);
        ASSERT_EQ(native.size(), mapped.size());
        // entries of up to 1e3, and rounding
        for (std::size_t i = 0; i < native.size(); ++i) EXPECT_NEAR(mapped[i], native[i], 1e-11) << i;
      }
}

}  // namespace
}  // namespace oldham
