// SPDX-License-Identifier: MIT
#include "oldham/core/unit.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "message_of.hpp"

namespace oldham {
namespace {

struct Case {
  const char* text;
  const char* dimensions;
  double factor;
};

class UnitTable : public testing::TestWithParam<Case> {};

TEST_P(UnitTable, HasDimensionsAndFactor) {
  const auto& [text, dimensions, factor] = GetParam();
  const Unit unit = parse_unit(text);
  EXPECT_EQ(dimension_text(unit), dimensions) << text;
  EXPECT_DOUBLE_EQ(unit.factor, factor) << text;
}

constexpr double pi = std::numbers::pi;

INSTANTIATE_TEST_SUITE_P(
    Units, UnitTable,
    testing::Values(Case{"1", "1", 1}, Case{"", "1", 1}, Case{"%", "1", 0.01}, Case{"m", "m", 1}, Case{"mm", "m", 1e-3},
                    Case{"m/s", "m.s^-1", 1}, Case{"m/s^2", "m.s^-2", 1}, Case{"m/s2", "m.s^-2", 1},
                    Case{"m.s-2", "m.s^-2", 1}, Case{"m/s²", "m.s^-2", 1}, Case{"m/s/s", "m.s^-2", 1},
                    Case{"N", "kg.m.s^-2", 1}, Case{"kN", "kg.m.s^-2", 1e3}, Case{"N.s/m", "kg.s^-1", 1},
                    Case{"N*s/m", "kg.s^-1", 1}, Case{"N m", "kg.m^2.s^-2", 1}, Case{"Nm", "kg.m^2.s^-2", 1},
                    Case{"N.m/rad", "kg.m^2.s^-2.rad^-1", 1}, Case{"rad", "rad", 1}, Case{"deg", "rad", pi / 180},
                    Case{"rad/s", "s^-1.rad", 1}, Case{"rpm", "s^-1.rad", pi / 30}, Case{"Hz", "s^-1", 1},
                    Case{"1/s", "s^-1", 1}, Case{"Pa", "kg.m^-1.s^-2", 1}, Case{"bar", "kg.m^-1.s^-2", 1e5},
                    Case{"MPa", "kg.m^-1.s^-2", 1e6}, Case{"J", "kg.m^2.s^-2", 1}, Case{"W", "kg.m^2.s^-3", 1},
                    Case{"V", "kg.m^2.s^-3.A^-1", 1}, Case{"A", "A", 1}, Case{"K", "K", 1}, Case{"m3/s", "m^3.s^-1", 1},
                    Case{"l/min", "m^3.s^-1", 1e-3 / 60}, Case{"J/(kg.K)", "m^2.s^-2.K^-1", 1},
                    Case{"W/degC", "kg.m^2.s^-3.K^-1", 1}, Case{"km/h", "m.s^-1", 1000.0 / 3600},
                    Case{"mm2", "m^2", 1e-6}, Case{"g", "kg", 1e-3}, Case{"mg", "kg", 1e-6}, Case{"kg.m2", "kg.m^2", 1},
                    Case{"(m/s)^2", "m^2.s^-2", 1}, Case{"µm", "m", 1e-6}, Case{"ms", "s", 1e-3}, Case{"min", "s", 60},
                    Case{"mol/l", "m^-3.mol", 1e3}, Case{"cd", "cd", 1}, Case{"mOhm", "kg.m^2.s^-3.A^-2", 1e-3},
                    Case{"m^(-1)", "m^-1", 1}, Case{"N·m", "kg.m^2.s^-2", 1}));

std::string refusal(std::string_view text) {
  return message_of([&] { parse_unit(text); });
}

TEST(Unit, TemperaturesHaveAnOffset) {
  const Unit celsius = parse_unit("degC");
  EXPECT_DOUBLE_EQ(celsius.to_si(20), 293.15);
  EXPECT_DOUBLE_EQ(celsius.from_si(293.15), 20);
  EXPECT_NEAR(parse_unit("degF").to_si(32), 273.15, 1e-12);  // rounding of 5/9
  EXPECT_EQ(parse_unit("degC/s").offset, 0);
  EXPECT_TRUE(same_dimensions(celsius, parse_unit("K")));
}

TEST(Unit, AnAngleIsNotARatio) {
  // as in the base units of the FMI standard
  EXPECT_FALSE(same_dimensions(parse_unit("rad"), parse_unit("1")));
  EXPECT_FALSE(same_dimensions(parse_unit("rad/s"), parse_unit("Hz")));
  EXPECT_TRUE(same_dimensions(parse_unit("rpm"), parse_unit("deg/s")));
}

TEST(Unit, KeepsItsText) { EXPECT_EQ(parse_unit(" l/min ").text, "l/min"); }

TEST(Unit, UnknownUnitsAreRefusedWithNearMisses) {
  EXPECT_EQ(refusal("Mpa").find("unit 'Mpa': 'Mpa' is not a known unit; did you mean 'MPa'"), 0u) << refusal("Mpa");
  EXPECT_NE(refusal("furlong").find("known here: kg, "), std::string::npos);
  for (const char* wrong : {"m/", "/m", "(m", "m)", "m^", "m^x", "m^(2", "2", "m^1000", "m..s", "kg^99.kg^99"})
    EXPECT_EQ(refusal(wrong).find("unit '"), 0u) << wrong << ": " << refusal(wrong);
}

}  // namespace
}  // namespace oldham
