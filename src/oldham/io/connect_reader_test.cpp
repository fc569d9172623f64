// SPDX-License-Identifier: MIT
#include "oldham/io/connect_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A signal that jumps from 0 to 2 at half time, and the integral of what is made of it: x' = u, over 1 s.
std::string file(const std::string& connect, const std::string& scheme = "", const std::string& unit = "1") {
  return fmt::format(R"(
[simulation]
end = 1.0
[scheme]
step = 0.125
{}
[[subsystem]]
name = "a"
model = "signal"
parameters = {{value = {{step = {{time = 0.5, before = 0.0, after = 2.0}}}}, unit = "{}"}}
[[subsystem]]
name = "b"
model = "linear"
[subsystem.parameters]
inputs = ["u [m]"]
outputs = ["x [m.s]"]
A = [[0.0]]
B = [[1.0]]
C = [[1.0]]
x0 = [0.0]
[[connect]]
from = "a.value"
to = "b.u"
{}
)",
                     scheme, unit, connect);
}

double integral(const std::string& text) {
  System<double> system = build_system<double>(parse_toml(text, "jump.toml"));
  MacroState<double> state = make_initial_state(system, system.step);
  (void)run(*system.cosimulation, state, {.start = system.start, .end = system.end, .step = system.step},
            [](const MacroState<double>&) {});
  const PortRef ref = system.cosimulation->assembly().output("b.x", "here");
  return state.outputs[system.cosimulation->plan().output_offset[ref.subsystem] + ref.port];
}

std::string connect_refusal(const std::string& text) {
  return message_of([&] { (void)build_system<double>(parse_toml(text, "jump.toml")); });
}

TEST(ConnectReader, PassesNumbersOnWithoutUnits) {
  EXPECT_THAT(connect_refusal(file("", "", "N")), HasSubstr("'a.value' is in N"));
  // 3 · 2 + 1 over half a second, 1 before it; held inputs are exact under jumps at communication points
  EXPECT_DOUBLE_EQ(integral(file("convert_units = false\nscale = 3.0\noffset = 1.0", "order = 0", "N")), 4);
  EXPECT_DOUBLE_EQ(integral(file("convert_units = false", "order = 0", "mm")), 1);
  EXPECT_DOUBLE_EQ(integral(file("", "order = 0", "mm")), 1e-3);
}

TEST(ConnectReader, LooksValuesUp) {
  EXPECT_DOUBLE_EQ(integral(file("map = [[0, 3], [2, -1]]", "order = 0")), 1);
  EXPECT_DOUBLE_EQ(integral(file("map = [[2, -1]]", "order = 0")), -0.5) << "what is not in the table stays";
  EXPECT_DOUBLE_EQ(integral(file("map = [[2, -1]]\nscale = 2.0\noffset = 1.0", "order = 0")), 0);
}

TEST(ConnectReader, HoldsValuesOfTables) {
  // a parabola through gears would make gears that do not exist
  EXPECT_DOUBLE_EQ(integral(file("map = [[0, 3], [2, -1]]", "order = 2")), 1);
  // whoever comes later in the schedule knows the value at the end of the step, and so the jump one step of 1/8 s
  // earlier
  EXPECT_DOUBLE_EQ(integral(file("map = [[0, 3], [2, -1]]", "order = 1\nschedule = \"gauss-seidel\"")),
                   3 * 3 / 8.0 - 5 / 8.0);
}

TEST(ConnectReader, ChecksTables) {
  EXPECT_THAT(connect_refusal(file("map = [[0, 3, 1]]")),
              HasSubstr("connect[0].map: expected rows of two values, found 3"));
  EXPECT_THAT(connect_refusal(file("map = [[0, 3], [0, 1]]")), HasSubstr("0 stands twice in the table"));
  EXPECT_THAT(connect_refusal(file("map = [[0, 3]]\norder = 1")), HasSubstr("order"));
  EXPECT_THAT(connect_refusal(file("map = [[0, 3]]\n[[connect]]\nfrom = \"a.value\"\nto = \"b.u\"\nmap = [[0, 3]]")),
              HasSubstr("input 'b.u' has two sources"));
  EXPECT_THAT(
      connect_refusal(file("convert_units = false\n[[connect]]\nfrom = \"a.value\"\nto = \"b.u\"\nmap = [[0, 3]]")),
      HasSubstr("input 'b.u' has two sources"));
}

TEST(Publish, TellsConvertedOutputs) {
  const std::string published =
      "order = 0\n[publish]\nlength = {from = \"a.value\", scale = 1000.0, offset = 2.0, unit = \"mm\"}\n"
      "gear = {from = \"a.value\", map = [[2, 7]]}\n";
  const System<double> system = build_system<double>(parse_toml(file("convert_units = false", published), "jump.toml"));
  const Assembly<double>& assembly = system.cosimulation->assembly();
  ASSERT_EQ(assembly.variable_aliases.size(), 2u);
  EXPECT_EQ(assembly.variable_aliases[0].name, "length");
  EXPECT_EQ(assembly.variable_aliases[0].unit, "mm");
  const auto value = [&](int law, double y) {
    double w = 0;
    assembly.measured[law].equations->evaluate(&y, &w);
    return w;
  };
  EXPECT_EQ(value(0, 2), 2002);
  EXPECT_EQ(value(1, 2), 7);
  EXPECT_EQ(value(1, 3), 3);
  EXPECT_THAT(connect_refusal(file("convert_units = false", "[publish]\nlength = {from = \"a.valu\"}")),
              HasSubstr("did you mean 'value'"));
  EXPECT_THAT(connect_refusal(file("convert_units = false", "[publish]\nlength = {from = \"a.value\", scal = 2}")),
              HasSubstr("did you mean 'scale'"));
}

TEST(Notes, OfAFileAreToldWithTheAnswer) {
  const System<double> system = build_system<double>(
      parse_toml("notes = [\"the step was chosen\"]\n" + file("convert_units = false"), "jump.toml"));
  EXPECT_THAT(system.cosimulation->assembly().notes, ElementsAre("the step was chosen"));
}

}  // namespace
}  // namespace oldham
