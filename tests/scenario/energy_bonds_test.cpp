// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "program.hpp"

// What counts as a bond, and when the alarm sounds: as users see it.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class EnergyBonds : public Scenario {
 protected:
  /// A mass that moves another one, and feels a constant force besides.
  std::string pair(double offset, const std::string& more = "") const {
    return write("pair.toml", fmt::format(R"([simulation]
end = 1.0
[scheme]
step = 1e-3
order = 1
[[subsystem]]
name = "mover"
model = "oscillator"
parameters = {{mass = 2.0, stiffness = 50.0}}
[[subsystem]]
name = "moved"
model = "driven-oscillator"
inputs = {{acceleration = 0.0}}
parameters = {{mass = 0.0001, stiffness = 30.0, damping = 0.1}}
[[connect]]
from = "mover.position"
to = "moved.position"
[[connect]]
from = "mover.velocity"
to = "moved.velocity"
[[connect]]
from = "moved.force"
to = "mover.force"
offset = {}
{})",
                                          offset, more));
  }
  json residual(double offset) const {
    return answer({"run", pair(offset), "--out", "out"}).at("energy_residual").at("total");
  }
  std::string refusal(const std::string& bond) const {
    const Ended ended = run({"run", pair(20, "[[bond]]\nname = \"b\"\n" + bond), "--out", "out"});
    EXPECT_EQ(ended.exit_code, 2) << ended.out;
    return ended.err;
  }
  const std::string crane = OLDHAM_SOURCE "/examples/crane/single.toml",
                    double_crane = OLDHAM_SOURCE "/examples/crane/double.toml";
};

TEST_F(EnergyBonds, DoNotCountAForceThatAConnectionAdds) {
  // 20 N over some 0.4 m are 8 J; the coupling makes a thousandth of a joule
  const json with = residual(20);
  EXPECT_LT(std::abs(with.at("signed").get<double>()), 0.02);
  EXPECT_GT(std::abs(with.at("absolute").get<double>()), 0);
}

TEST_F(EnergyBonds, RefuseWhatIsNoPower) {
  EXPECT_THAT(refusal("a = [\"mover.force\", \"mover.velocity\"]\nb = [\"moved.force\", \"moved.velocity\"]\n"),
              HasSubstr("is no power"));
  EXPECT_THAT(refusal("a = [\"mover.position\", \"mover.force\"]\nb = [\"moved.position\", \"moved.force\"]\n"),
              HasSubstr("is no power"));
  EXPECT_THAT(refusal("a = [\"mover.velocity\", \"mover.force\"]\nb = [\"mover.velocity\", \"mover.force\"]\n"),
              HasSubstr("the same variable as 'a'"));
  const std::string good = "a = [\"mover.velocity\", \"mover.force\"]\nb = [\"moved.velocity\", \"moved.force\"]\n";
  EXPECT_THAT(refusal(good + "scale = 0.0\n"), HasSubstr("scale 0"));
  EXPECT_THAT(refusal(good + "[[bond]]\nname = \"c\"\n" + good), HasSubstr("bond 'b' has the same variables"));
}

TEST_F(EnergyBonds, NoAlarmWhereACraneCreepsToAHalt) {
  const json found = answer({"run", crane, "--out", "out", "--set", "scheme.order=0"});
  EXPECT_EQ(found.at("status"), "completed");
  EXPECT_FALSE(found.at("energy_residual").contains("alarm")) << found.at("energy_residual");
}

TEST_F(EnergyBonds, AnAlarmAlsoWhereTheRunEndsWithinAFewSteps) {
  const Ended ended =
      run({"run", double_crane, "--json", "--out", "out", "--set", "scheme.interface=polynomial", "--set",
           "scheme.order=2", "--set", "subsystem.mechanism.formulation=ali3p", "--set", "scheme.step=3e-3"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.json().at("energy_residual").contains("alarm"));
}

// ---- what a step that is too large does further on ----

TEST_F(EnergyBonds, AVerdictAlsoWhereTheRunDoesNotGetThere) {
  const json found = answer({"stability", crane, "--at", "2", "--set", "scheme.step=5e-3"});
  EXPECT_EQ(found.at("stable"), false);
  EXPECT_GT(found.at("spectral_radius").get<double>(), 1.1);
  EXPECT_LT(found.at("reached_with_step").get<double>(), 5e-3);
}

TEST_F(EnergyBonds, EachCircuitOfACraneHasItsOwnMicroStep) {
  const Ended ended = run({"describe", "crane-double", "--expand", "--set", "subsystem.circuit1.micro_step=5e-5",
                           "--set", "scheme.interface=model"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("micro_step = 5e-05"));
  EXPECT_THAT(ended.out, HasSubstr("micro_step = 0.0001"));
  EXPECT_THAT(ended.out, HasSubstr("step = 5e-05"));  // of the group: the shorter one
}

}  // namespace
}  // namespace oldham::test
