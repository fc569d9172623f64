// SPDX-License-Identifier: MIT
#include "oldham/io/advice/limit_search.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "black_box.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/own_parts.hpp"
#include "oldham/model/registry.hpp"

namespace oldham::advice {
namespace {

/// Two oscillators with a stiff shaft between them.
Value shaft(const std::string& model, double step) {
  const auto member = [&](const char* name, double mass) {
    return fmt::format(
        "[[subsystem]]\nname = \"{}\"\nmodel = \"{}\"\nparameters = {{mass = {}, stiffness = 50.0, damping = 0.5}}\n",
        name, model, mass);
  };
  return parse_toml(fmt::format("[simulation]\nend = 1.0\n[scheme]\nstep = {}\norder = 1\n{}{}[[interface]]\nname = "
                                "\"shaft\"\nlaw = \"spring-damper\"\nbetween = [\"left\", \"right\"]\n"
                                "stiffness = 4e4\ndamping = 5.0\n",
                                step, member("left", 1), member("right", 4)),
                    "test");
}

class LimitOfBoxes : public testing::Test {
 protected:
  /// Of boxes that take these lengths of steps only.
  static Limit find(double near, double longest, std::function<bool(double)> takes) {
    add_own_model("choosy", {{}, [=](const std::string& name, Reader& parameters, const IntegratorSettings&) {
                               auto inside = make_subsystem<double>("oscillator", name, parameters,
                                                                    {.kind = IntegratorKind::exact}, "");
                               return std::make_unique<BlackBox>(std::move(inside), Habits{.takes = takes});
                             }});
    const Value tree = shaft("choosy", near);
    BoxJudge boxes(tree);
    return find_limit(tree, {near, longest, 0, &boxes}, Budget(60, nullptr));
  }

  // of the models themselves
  const double largest_ = *find_limit(shaft("oscillator", 1e-3), {1e-3, 0.1, 0, nullptr}, Budget(60, nullptr)).largest;
};

TEST_F(LimitOfBoxes, IsThatOfTheModelsInThem) {
  for (const double share : {0.2, 0.9, 1.1, 8.0}) {
    const Limit limit = find(share * largest_, 20 * largest_, {});
    ASSERT_TRUE(limit.largest) << share;
    EXPECT_NEAR(*limit.largest, largest_, 5e-3 * largest_) << share;
    EXPECT_FALSE(limit.undecided_to) << share;
    EXPECT_TRUE(limit.is_local) << "boxes are known where they start";
  }
}

TEST_F(LimitOfBoxes, PassesOverStepsThatCannotBeJudged) {
  const double near = 0.2 * largest_;
  const Limit limit = find(near, 20 * largest_, [=](double step) { return step < 1.3 * near || step > 1.7 * near; });
  ASSERT_TRUE(limit.largest);
  EXPECT_NEAR(*limit.largest, largest_, 5e-3 * largest_);
}

TEST_F(LimitOfBoxes, IsLeftOpenWhereNoLongerStepCanBeJudged) {
  const double near = 0.2 * largest_;
  const Limit limit = find(near, 2 * largest_, [=](double step) { return step < 1.3 * near; });
  ASSERT_TRUE(limit.largest);
  EXPECT_EQ(*limit.largest, near);
  EXPECT_EQ(limit.undecided_to, 2 * largest_);
  EXPECT_FALSE(limit.undecided_because.empty());
  EXPECT_FALSE(limit.is_whole_range);
}

TEST_F(LimitOfBoxes, IsNotPredictedWhereNoShorterStepCanBeJudged) {
  const double near = 2 * largest_;
  const Limit limit = find(near, 20 * largest_, [=](double step) { return step > 0.9 * near; });
  EXPECT_FALSE(limit.is_predicted);  // that is not unstable at every step
  EXPECT_NE(limit.why_not.find("could be judged"), std::string::npos) << limit.why_not;
}

}  // namespace
}  // namespace oldham::advice
