// SPDX-License-Identifier: MIT
#include "oldham/io/circuit_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit_texts.hpp"
#include "message_of.hpp"

namespace oldham {
namespace {

using namespace hydraulics;
using test::crane;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(CircuitReader, ReadsWhatIsWritten) {
  const CircuitDescription c = test::read(crane + "force = false\n");
  EXPECT_EQ(c.fluid.density, 850);
  EXPECT_EQ(c.fluid.root_width, 2e4);
  ASSERT_EQ(c.volumes.size(), 3u);
  EXPECT_EQ(c.volumes[1].name, "rod_side");
  EXPECT_EQ(c.volumes[1].where, "lift.toml:9");
  EXPECT_EQ(c.volumes[1].pressure, 2e6);
  EXPECT_EQ(c.volumes[1].volume, 0);
  ASSERT_EQ(c.volumes[1].hoses.size(), 1u);
  EXPECT_EQ(c.volumes[1].hoses[0].volume, 7.85e-5);
  EXPECT_EQ(c.volumes[1].hoses[0].bulk_modulus, 0.15e9);
  EXPECT_EQ(c.sources[1].name, "tank");
  EXPECT_EQ(c.throttles[0].from, 2);
  EXPECT_EQ(c.throttles[0].to, 0);
  EXPECT_EQ(c.throttles[0].area, 1.5e-6);
  EXPECT_FALSE(c.throttles[0].coefficient);
  const ValveDescription& v = c.valves[0];
  EXPECT_THAT((std::array{v.pump, v.tank, v.a, v.b}), ElementsAre(3, 4, 2, 1));
  EXPECT_EQ(v.bandwidth, 35);
  EXPECT_EQ(v.command->points.size(), 14u);
  const CylinderDescription& l = c.cylinders[0];
  EXPECT_THAT(l.chambers, ElementsAre(0, 1));
  EXPECT_TRUE(l.has_diameters);
  EXPECT_THAT(l.sizes, ElementsAre(0.080, 0.035));
  EXPECT_THAT(l.lengths, ElementsAre(0.05, 0.25));
  EXPECT_EQ(l.start, 0.5);
  EXPECT_EQ(*l.bulk_modulus, 31.5e9);
  EXPECT_EQ(l.damper_stiffness, 1e7);
  EXPECT_FALSE(l.gives_force);
  EXPECT_FALSE(c.publish_flows);
}

TEST(CircuitReader, CallsThrottlesAfterTheirEnds) {
  const CircuitDescription c = test::read(test::with(crane, "name = \"throttle\"\n", ""));
  EXPECT_EQ(c.throttles[0].name, "line-piston_side");
}

TEST(CircuitReader, NewtonStopsAtAThousandthOfAPascalUnlessTheFileSaysOtherwise) {
  const auto settings = [](const std::string& text) {
    const Value tree = parse_toml(text, "lift.toml");
    Reader entry(tree, "subsystem 'lift'");
    return read_circuit_integrator(entry);
  };
  EXPECT_EQ(settings("").kind, IntegratorKind::trapezoidal);
  EXPECT_EQ(settings("").absolute_tolerance, 1e-3);
  EXPECT_EQ(settings("").relative_tolerance, 0);
  EXPECT_EQ(settings("absolute_tolerance = 2.0").absolute_tolerance, 2);
  EXPECT_EQ(settings("relative_tolerance = 1e-5").relative_tolerance, 1e-5);
  // adaptive solvers judge spools by the same numbers
  EXPECT_EQ(settings("integrator = \"cvode\"").absolute_tolerance, IntegratorSettings{}.absolute_tolerance);
}

struct Slip {
  std::string what, instead;
  std::vector<std::string> answers;
};

TEST(CircuitReader, RefusesWithPlaceAndRemedy) {
  const Slip slips[] = {
      {"[\"line\", \"piston_side\"]",
       "[\"line\", \"piston_sid\"]",
       {"lift.toml:25", "between", "no volume or source 'piston_sid'", "did you mean 'piston_side'"}},
      {"[\"line\", \"piston_side\"]", "[\"line\", \"line\"]", {"joins 'line' to itself"}},
      {"[\"line\", \"piston_side\"]", "[\"line\"]", {"expected the names of two", "found 1"}},
      {"area = 1.5e-6\n", "", {"coefficient", "throttle"}},
      {"area = 1.5e-6\n", "area = 1.5e-6\ncoefficient = 1e-8\n", {"say the same thing twice"}},
      {"area = 1.5e-6\n", "coefficient = 1e-8\n", {"discharge", "leave it out"}},
      {"area = 1.5e-6", "area = 0.0", {"area"}},
      {"pump = \"pump\"", "pump = \"pomp\"", {"lift.toml:30", "pump", "'pomp'", "did you mean 'pump'"}},
      {"a = \"line\"", "a = \"tank\"", {"'tank' is at 'tank' of this valve already", "four different"}},
      {"bandwidth = 35.0", "bandwidth = 35.0\ntime_constant = 0.1", {"say the same thing twice"}},
      {"bandwidth = 35.0\n", "", {"time_constant", "bandwidth"}},
      {"bandwidth = 35.0", "band_width = 35.0\ntime_constant = 0.1", {"band_width", "bandwidth"}},
      {"name = \"valve\"", "name = \"line\"", {"there is a volume 'line' already", "lift.toml:13"}},
      {"name = \"tank\"", "name = \"pump\"", {"there is a source 'pump' already"}},
      {"name = \"valve\"", "name = \"a.b\"", {"is no name"}},
      {"diameters = [0.080, 0.035]", "diameters = [0.035, 0.080]", {"a rod of 0.08 m in a piston of 0.035 m"}},
      {"diameters = [0.080, 0.035]", "areas = [0.0, 0.0]", {"areas", "above 0"}},
      {"diameters = [0.080, 0.035]\n", "", {"diameters of piston and rod"}},
      {"lengths = [0.05, 0.25]", "lengths = [-0.05, 0.25]", {"lengths", "piston's side begins with -0.05 m"}},
      {"lengths = [0.05, 0.25]\n", "", {"lengths of both chambers"}},
      {"start = 0.5\n", "", {"start"}},
      {"length = 0.008, stiffness = 1e7, friction = 5e3", "length = 0.008", {"neither stiffness nor friction"}},
      {"length = 0.008", "length = 0.16", {"dampers of 0.16 m at both ends meet"}},
      {"hoses = [{volume = 7.85e-7, bulk_modulus = 0.15e9}]\n", "", {"lift.toml:13", "'line' has no volume", "hoses"}},
      {"hoses = [{volume = 7.85e-7,", "hoses = [{", {"hoses", "volume"}},
      {"pressure = 2.0e6\n", "", {"pressure", "rod_side"}},
      {"[\"piston_side\", \"rod_side\"]", "[\"piston_side\", \"rodside\"]", {"chambers", "did you mean 'rod_side'"}},
  };
  for (const Slip& slip : slips) {
    const std::string message = message_of([&] { test::read(test::with(crane, slip.what, slip.instead)); });
    for (const std::string& answer : slip.answers) EXPECT_THAT(message, HasSubstr(answer)) << slip.instead;
    EXPECT_THAT(message, HasSubstr("lift.toml"));
  }
}

TEST(CircuitReader, RefusesNodesThatNothingIsConnectedTo) {
  const std::string lonely = "[[volume]]\nname = \"lonely\"\npressure = 1e5\nvolume = 1e-5\n";
  EXPECT_THAT(message_of([&] { test::read(crane + lonely); }),
              AllOf(HasSubstr("lift.toml:46"), HasSubstr("nothing is connected to the volume 'lonely'")));
  const std::string spare = "[[source]]\nname = \"spare\"\npressure = 1e5\n";
  EXPECT_THAT(message_of([&] { test::read(crane + spare); }), HasSubstr("nothing is connected to the source 'spare'"));
  EXPECT_THAT(message_of([&] { test::read("[fluid]\ndensity = 800.0\n"); }), HasSubstr("has no volume"));
}

}  // namespace
}  // namespace oldham
