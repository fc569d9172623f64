// SPDX-License-Identifier: MIT
#include "oldham/io/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace oldham {
namespace {

TEST(Json, WritesSeventeenDigitsSoThatReadingGivesTheSameNumber) {
  EXPECT_EQ(Json(0.1).dump(), "0.10000000000000001");
  EXPECT_EQ(Json(1.0).dump(), "1");
  EXPECT_EQ(Json(1e300).dump(), "1.0000000000000001e+300");
  for (const double value : {1.0 / 3.0, -2.5e-308, 5e-324, 1.7976931348623157e308, -0.0}) {
    const double back = std::strtod(Json(value).dump().c_str(), nullptr);
    EXPECT_EQ(back, value);
    EXPECT_EQ(std::signbit(back), std::signbit(value));
  }
}

TEST(Json, WritesNullForWhatJsonCannotExpress) {
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).dump(), "null");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(), "null");
  EXPECT_EQ(Json(-std::numeric_limits<double>::infinity()).dump(), "null");
  EXPECT_EQ(Json(std::optional<double>()).dump(), "null");
  EXPECT_EQ(Json().dump(), "null");
}

TEST(Json, KeepsTypesApart) {
  EXPECT_EQ(Json(true).dump(), "true");
  EXPECT_EQ(Json(0).dump(), "0");
  EXPECT_EQ(Json(std::size_t{18446744073709551615u}).dump(), "18446744073709551615");
  EXPECT_EQ(Json(std::numeric_limits<long>::min()).dump(), "-9223372036854775808");
  EXPECT_EQ(Json("word").dump(), "\"word\"");
  EXPECT_EQ(Json(std::string_view("word")).dump(), "\"word\"");
  EXPECT_EQ(Json(std::optional<int>(3)).dump(), "3");
}

TEST(Json, KeepsTheOrderOfInsertion) {
  Json answer = Json::object();
  answer["time"] = 1.5;
  answer["status"] = "completed";
  answer["errors"]["max"] = 2;
  answer["steps"] = std::vector<double>{0.5, 0.25};
  answer["flags"] = std::vector<bool>{true, false};
  answer["time"] = 2.5;
  EXPECT_EQ(answer.dump(),
            R"({"time":2.5,"status":"completed","errors":{"max":2},"steps":[0.5,0.25],"flags":[true,false]})");
  EXPECT_EQ(answer.size(), 5u);
  EXPECT_EQ(answer.find("nothing"), nullptr);
}

TEST(Json, MembersStayWhereTheyAre) {
  Json answer;
  Json& first = answer["first"];
  for (int i = 0; i < 1000; ++i) answer.add("member" + std::to_string(i), i);
  first = "still there";
  EXPECT_EQ(answer.find("first")->dump(), "\"still there\"");
}

TEST(Json, IndentsWhenAsked) {
  Json answer;
  answer["a"] = 1;
  answer["b"].push_back(2);
  answer["b"].push_back(Json::object());
  answer["c"] = Json::array();
  EXPECT_EQ(answer.dump(2), "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    {}\n  ],\n  \"c\": []\n}");
}

TEST(Json, EscapesWhatMustBeEscapedAndKeepsUtf8) {
  EXPECT_EQ(Json("a\"b\\c\nd\te\rf\x01").dump(), R"("a\"b\\c\nd\te\rf\u0001")");
  EXPECT_EQ(Json("λ µ € 𝜑").dump(), "\"λ µ € 𝜑\"");
  EXPECT_EQ(Json(std::string(1, '\0')).dump(), "\"\\u0000\"");
}

TEST(Json, ReplacesBytesThatAreNotUtf8) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(Json("a\xFFz").dump(), "\"a" + mark + "z\"");
  EXPECT_EQ(Json("\xE2\x82").dump(), '"' + mark + mark + '"');             // cut short
  EXPECT_EQ(Json("\xC0\xAF").dump(), '"' + mark + mark + '"');             // overlong
  EXPECT_EQ(Json("\xED\xA0\x80").dump(), '"' + mark + mark + mark + '"');  // surrogate
  EXPECT_EQ(Json("\xF4\x90\x80\x80").dump().size(), 2 + 4 * mark.size());  // beyond U+10FFFF
}

TEST(Json, RefusesMembersOfANumber) {
  Json number = 1.0;
  EXPECT_THROW(number["x"], std::logic_error);
  EXPECT_THROW(number.push_back(1), std::logic_error);
}

}  // namespace
}  // namespace oldham
