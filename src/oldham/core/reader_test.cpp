// SPDX-License-Identifier: MIT
#include "oldham/core/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "message_of.hpp"

namespace oldham {
namespace {

/// A table whose values stand on consecutive lines of x.toml, from line 8 on.
Value make_table(std::initializer_list<std::pair<const char*, Value>> entries) {
  Origin origin = Origin::named("x.toml");
  origin.line = 7;
  Value table(Value::Table(), origin);
  for (const auto& [key, value] : entries) {
    ++origin.line;
    Value& place = (*table.get<Value::Table>())[key];
    place = value;
    place.set_origin(origin);
  }
  return table;
}

TEST(Reader, ReadsEveryKind) {
  const Value table = make_table({{"step", 0.1},
                                  {"count", 3},
                                  {"on", true},
                                  {"title", "a"},
                                  {"list", Value::Array{1, 2.5}},
                                  {"rows", Value::Array{Value::Array{1, 2}, Value::Array{3, 4}}},
                                  {"words", Value::Array{"p", "q"}}});
  Reader r(table, "scheme");
  EXPECT_EQ(r.number("step", "s", Limits::positive()), 0.1);
  EXPECT_EQ(r.number("count"), 3.0);  // an integer is a number
  EXPECT_EQ(r.integer("count", {0, 3}), 3);
  EXPECT_TRUE(r.boolean("on"));
  EXPECT_EQ(r.text("title"), "a");
  EXPECT_EQ(r.numbers("list"), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(r.matrix("rows")(1, 0), 3);
  EXPECT_EQ(r.texts("words"), (std::vector<std::string>{"p", "q"}));
  EXPECT_NO_THROW(r.finish());
}

TEST(Reader, MissingTableGivesFallbacks) {
  Reader r("scheme", Origin::named("x.toml"));
  EXPECT_EQ(r.number("step", 0.5, "s"), 0.5);
  EXPECT_EQ(r.integer("order", 0, {0, 3}), 0);
  EXPECT_EQ(r.text("name", "none"), "none");
  EXPECT_FALSE(r.optional_number("tolerance").has_value());
  EXPECT_FALSE(r.optional_matrix("R").has_value());
  EXPECT_TRUE(r.table("inner").empty());
  EXPECT_TRUE(r.tables("list").empty());
  EXPECT_TRUE(r.entries().empty());
  EXPECT_NO_THROW(r.finish());
  EXPECT_EQ(message_of([&] { r.number("step", "s"); }),
            "x.toml: scheme.step: missing; it is a number (in s): write for example step = 0.01 under [scheme]");
}

TEST(Reader, UnknownKeyIsRefusedWithWhatWasAskedFor) {
  const Value table = make_table({{"step", 0.1}, {"ordr", 2}});
  Reader r(table, "scheme");
  r.number("step");
  r.integer("order", 0);
  EXPECT_EQ(message_of([&] { r.finish(); }), "x.toml:9: scheme.ordr: unknown key; did you mean 'order'?");
}

TEST(Reader, UnknownKeyFromTheCommandLineNamesTheOption) {
  Value table = make_table({{"ordr", 2}});
  table.find("ordr")->set_origin(Origin::named("--set scheme.ordr=2"));
  Reader r(table, "scheme");
  r.integer("order", 0);
  EXPECT_EQ(message_of([&] { r.finish(); }), "--set scheme.ordr=2: unknown key; did you mean 'order'?");
}

TEST(Reader, MissingKeyPointsAtTheTableAndAtAMisspelling) {
  const Value table = make_table({{"stepp", 0.1}});
  Reader r(table, "scheme");
  EXPECT_EQ(message_of([&] { r.number("step"); }),
            "x.toml:7: scheme.step: missing; it is a number: write for example step = 1.0 under [scheme]; "
            "or is 'stepp' meant to be it?");
}

TEST(Reader, NumbersWithTheirUnitAreWrittenAsTheyShouldBe) {
  const Value table = make_table({{"mass", "500 g"}, {"length", "2"}, {"step", "3 kg"}});
  Reader r(table, "p");
  EXPECT_THAT(message_of([&] { r.number("mass", "kg"); }), testing::EndsWith("write for example mass = 0.5  # kg"));
  EXPECT_THAT(message_of([&] { r.number("length", "m"); }), testing::EndsWith("write for example length = 2  # m"));
  EXPECT_THAT(message_of([&] { r.number("step", "s"); }), testing::EndsWith("write for example step = 0.01"));
}

TEST(Reader, ExamplesAreOfTheSizeThatNumbersHave) {
  const Value table = make_table({{"mass", "heavy"}, {"share", "much"}, {"step", "fast"}, {"margin", "wide"}});
  Reader r(table, "p");
  const auto example = [](const std::string& message) { return message.substr(message.rfind(" = ") + 3); };
  EXPECT_EQ(example(message_of([&] { r.number("mass", "kg"); })), "1.0");
  EXPECT_EQ(example(message_of([&] { r.number("share", "", Limits::between(0.1, 0.5)); })), "0.5");
  EXPECT_EQ(example(message_of([&] { r.number("step", "s"); })), "0.01");
  // what counts without the key says best what is usual
  EXPECT_EQ(example(message_of([&] { r.number("mass", 2.5, "kg"); })), "2.5");
  EXPECT_EQ(example(message_of([&] { r.number("margin", 1e-6); })), "1e-06");
  EXPECT_EQ(example(message_of([&] { r.number("mass", 0.0, "kg"); })), "1.0");
}

TEST(Reader, WrongKindSaysWhatWasFound) {
  const Value table = make_table({{"a", 1}, {"step", "fast"}, {"list", Value::Array{1, "x"}}, {"on", 1}});
  Reader r(table, "scheme");
  EXPECT_EQ(message_of([&] { r.number("step", "s"); }),
            "x.toml:9: scheme.step: expected a number (in s), found the text \"fast\"; write for example step = 0.01");
  EXPECT_EQ(message_of([&] { r.numbers("list", "m"); }),
            "x.toml:10: scheme.list: expected finite numbers (in m), found the text \"x\" among them; "
            "write for example list = [0.1, 0.2]");
  EXPECT_EQ(message_of([&] { r.boolean("on"); }),
            "x.toml:11: scheme.on: expected true or false, found the number 1; write for example on = true");
  EXPECT_EQ(message_of([&] { r.text("a"); }),
            "x.toml:8: scheme.a: expected a text, found the number 1; write for example a = \"some text\"");
  EXPECT_EQ(message_of([&] { r.table("step"); }),
            "x.toml:9: scheme.step: expected a table, found the text \"fast\"; write [scheme.step] above its keys");
  EXPECT_EQ(message_of([&] { r.tables("step"); }),
            "x.toml:9: scheme.step: expected an array of tables, found the text \"fast\"; "
            "write [[scheme.step]] with two brackets above each of them");
}

TEST(Reader, NumbersMustBeFiniteAndWithinTheirLimits) {
  const Value table =
      make_table({{"nan", std::nan("")}, {"inf", HUGE_VAL}, {"minus", -1}, {"half", 2.5}, {"two", 2.0}});
  Reader r(table, "p");
  EXPECT_EQ(message_of([&] { r.number("nan"); }),
            "x.toml:8: p.nan: expected a finite number, found the number nan; write for example nan = 1.0");
  EXPECT_NE(message_of([&] { r.number("inf"); }).find("x.toml:9: p.inf: expected a finite number"), std::string::npos);
  EXPECT_EQ(message_of([&] { r.number("minus", "kg", Limits::positive()); }),
            "x.toml:10: p.minus: expected a number (in kg) that is positive, found -1; write for example minus = 1.0");
  EXPECT_NE(message_of([&] { r.number("minus", "", Limits::non_negative()); }).find("zero or positive"),
            std::string::npos);
  EXPECT_NE(message_of([&] { r.number("half", "", Limits::between(0, 1)); }).find("from 0 to 1, found 2.5"),
            std::string::npos);
  EXPECT_NE(message_of([&] { r.integer("half"); }).find("expected an integer, found the number 2.5"),
            std::string::npos);
  EXPECT_EQ(message_of([&] {
              r.integer("minus", 0, {0, 3});
            }),
            "x.toml:10: p.minus: expected an integer from 0 to 3, found -1; write for example minus = 1");
  EXPECT_EQ(r.integer("two"), 2);  // sweeps write reals
}

TEST(Reader, ChoicesAreWords) {
  enum class Correction { explicit_step, implicit_step };
  const Value table = make_table({{"correction", "implicit"}, {"loop", "jacoby"}});
  Reader r(table, "scheme");
  EXPECT_EQ(r.choice("correction", {{"explicit", 0}, {"implicit", 1}}, 0), 1);
  EXPECT_EQ(r.choice<Correction>("correction",
                                 {{"explicit", Correction::explicit_step}, {"implicit", Correction::implicit_step}}),
            Correction::implicit_step);
  static constexpr std::array<Choice<int>, 2> loops = {{{"jacobi", 4}, {"updated-force", 5}}};
  EXPECT_EQ(r.choice<int>("startup", loops, 7), 7);
  EXPECT_EQ(message_of([&] { r.choice<int>("loop", loops); }),
            "x.toml:9: scheme.loop: unknown value \"jacoby\"; did you mean 'jacobi'?");
  EXPECT_EQ(message_of([&] {
              r.choice<int>("level", {{"position", 0}});
            }),
            "x.toml:7: scheme.level: missing; it is a word: write for example level = \"position\" under [scheme]");
}

TEST(Reader, ArraysMustFit) {
  const Value table = make_table({{"A", Value::Array{1, 2}}, {"R", Value::Array{Value::Array{1, 2}, Value::Array{3}}}});
  Reader r(table, "");
  std::array<double, 2> pair{};
  EXPECT_TRUE(r.read_numbers("A", pair));
  EXPECT_EQ(pair[1], 2);
  EXPECT_FALSE(r.read_numbers("B", pair));
  EXPECT_EQ(message_of([&] { r.numbers("A", "m", 3); }), "x.toml:8: A: expected 3 numbers, found 2; give exactly 3");
  EXPECT_EQ(message_of([&] { r.matrix("R"); }),
            "x.toml:9: R: expected rows of equal length, found 1 elements in row 2 and 2 in row 1; "
            "write for example R = [[1.0, 0.0], [0.0, 1.0]]");
}

TEST(Reader, InnerTablesAreCalledByTheirNames) {
  const Value list(Value::Array{make_table({{"name", "crane"}, {"ordr", 2}}), make_table({{"from", "a.b"}})});
  const Value root = make_table({{"subsystem", list}});
  Reader r(root, "");
  std::vector<Reader> readers = r.tables("subsystem");
  ASSERT_EQ(readers.size(), 2u);
  EXPECT_EQ(readers[1].path(), "subsystem[1]");
  readers[0].text("name");
  readers[0].integer("order", 0);
  EXPECT_EQ(message_of([&] { readers[0].finish(); }),
            "x.toml:9: subsystem 'crane'.ordr: unknown key; did you mean 'order'?");
  readers[1].entries();
  EXPECT_NO_THROW(readers[1].finish());
}

}  // namespace
}  // namespace oldham
