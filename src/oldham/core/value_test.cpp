// SPDX-License-Identifier: MIT
#include "oldham/core/value.hpp"

#include <gtest/gtest.h>

#include "message_of.hpp"

namespace oldham {
namespace {

TEST(Value, KeepsTheKindItWasMadeFrom) {
  EXPECT_TRUE(Value("text").is<std::string>());  // a pointer must not become a bool
  EXPECT_TRUE(Value(3).is<std::int64_t>());
  EXPECT_TRUE(Value(3.0).is<double>());
  EXPECT_TRUE(Value(true).is<bool>());
}

TEST(Value, AssignKeepsTheOrigin) {
  Value value(1.0, Origin::named("a.toml"));
  value.assign(2.0);
  EXPECT_EQ(*value.get<double>(), 2.0);
  EXPECT_EQ(value.origin().text(), "a.toml");
}

TEST(Value, CopiesAreIndependent) {
  Value root{Value::Table()};
  make_place(root, "parameters.m") = 1.0;
  Value copy = root;
  make_place(copy, "parameters.m").assign(2.0);
  EXPECT_EQ(*find_place(root, "parameters.m")->get<double>(), 1.0);
  EXPECT_EQ(*find_place(copy, "parameters.m")->get<double>(), 2.0);
}

TEST(Value, EqualityIgnoresOriginAndOrderOfKeys) {
  Value a{Value::Table()}, b{Value::Table(), Origin::named("b.toml")};
  make_place(a, "x") = 1;
  make_place(a, "y") = "two";
  make_place(b, "y") = "two";
  make_place(b, "x") = 1;
  EXPECT_EQ(a, b);
  make_place(b, "x") = 1.0;
  EXPECT_FALSE(a == b);
}

TEST(Value, TablesKeepTheOrderOfWriting) {
  Value::Table table;
  for (const char* key : {"z", "a", "m"}) table[key] = key;
  std::string order;
  for (const Value::Entry& entry : table) order += entry.key;
  EXPECT_EQ(order, "zam");
  EXPECT_TRUE(table.erase("a"));
  EXPECT_EQ(table.size(), 2u);
}

TEST(Origin, SaysFileAndLine) {
  Origin origin = Origin::named("path/system.toml");
  origin.line = 12;
  EXPECT_EQ(origin.text(), "path/system.toml:12");
  EXPECT_EQ(origin.whole().text(), "path/system.toml");
  EXPECT_EQ(Origin().text(), "");
}

TEST(Path, QuotedPartsMayContainDots) {
  EXPECT_EQ(split_path("a.\"b.c[1]\".d"), (std::vector<std::string>{"a", "b.c[1]", "d"}));
  EXPECT_EQ(split_path("a"), (std::vector<std::string>{"a"}));
  for (const char* wrong : {"", ".", "a.", ".a", "a..b", "'a'b"})
    EXPECT_NE(message_of([&] { split_path(wrong); }).find("not a path"), std::string::npos) << wrong;
  EXPECT_NE(message_of([] { split_path("a.'b"); }).find("not closed"), std::string::npos);
}

TEST(Path, NamedElementsAreFoundOrAppendedWhole) {
  Value root{Value::Table()};
  make_place(root, "subsystem.crane.formulation") = "ali3p";
  make_place(root, "subsystem.crane.order") = 2;
  Value::Table pump;
  pump["name"] = "pump";
  make_place(root, "subsystem.pump") = Value(pump);
  make_place(root, "subsystem.pump.order") = 1;
  ASSERT_EQ(root.find("subsystem")->get<Value::Array>()->size(), 2u);
  EXPECT_EQ(*find_place(root, "subsystem.0.name")->get<std::string>(), "crane");
  EXPECT_EQ(*find_place(root, "subsystem.pump.order")->get<std::int64_t>(), 1);
  EXPECT_EQ(find_place(root, "subsystem.valve.order"), nullptr);
}

TEST(Path, KeysOfElementsThatAreNotThereAreRefused) {
  Value root{Value::Table()};
  make_place(root, "subsystem.crane.order") = 2;
  EXPECT_EQ(message_of([&] { make_place(root, "subsystem.crne.order"); }),
            "subsystem.crne.order: there is no subsystem 'crne'; did you mean 'crane'?");
  EXPECT_EQ(root.find("subsystem")->get<Value::Array>()->size(), 1u);
  // a ready-made system has subsystems that the file does not show
  make_place(root, "system") = "crane-double";
  make_place(root, "subsystem.circuit1.micro_step") = 1e-4;
  EXPECT_EQ(*find_place(root, "subsystem.1.name"), Value("circuit1"));
}

TEST(Path, ElementsOfSubsystemsAreFoundNotAppended) {
  Value root{Value::Table()};
  Value::Table bar;
  bar["name"] = "bar";
  make_place(root, "subsystem.arm.body") = Value::Array{Value(bar)};
  make_place(root, "subsystem.arm.body.bar.mass") = 2.0;
  EXPECT_EQ(*find_place(root, "subsystem.arm.body.0.mass")->get<double>(), 2.0);
  EXPECT_EQ(message_of([&] { make_place(root, "subsystem.arm.body.baz.mass"); }),
            "subsystem.arm.body.baz.mass: subsystem.arm.body has no 'baz'; did you mean 'bar'?");
  EXPECT_EQ(root.find("subsystem")->get<Value::Array>()->size(), 1u);
  EXPECT_EQ(find_place(root, "subsystem.arm.body")->get<Value::Array>()->size(), 1u);
  // a ready-made system has bodies that the file does not show
  make_place(root, "system") = "four-bar";
  make_place(root, "subsystem.arm.body.baz.mass") = 1.0;
  EXPECT_EQ(*find_place(root, "subsystem.arm.body.1.name"), Value("baz"));
}

TEST(Path, NamesAreOneWordOnOneLine) {
  for (const char* name : {"bar", "bar 1", "Stab-2", "größe"}) EXPECT_TRUE(is_name(name)) << name;
  for (const char* text : {"", "a.b", "a\nb", "a\tb", "\x7f"}) EXPECT_FALSE(is_name(text)) << text;
  EXPECT_EQ(quoted_name("a\nb\x01"), "'a\\nb\\u0001'");
}

TEST(Path, ArraysWithoutNamesGoByIndex) {
  Value root{Value::Table()};
  make_place(root, "parameters.m") = Value::Array{1.0, 2.0};
  make_place(root, "parameters.m.1") = 5.0;
  EXPECT_EQ(*find_place(root, "parameters.m.1")->get<double>(), 5.0);
  EXPECT_EQ(message_of([&] { make_place(root, "parameters.m.2"); }),
            "parameters.m.2: parameters.m is an array of 2 values without names; '2' is none of them; "
            "write an index from 0 to 1");
}

}  // namespace
}  // namespace oldham
