// SPDX-License-Identifier: MIT
#include "oldham/io/advice/toml_edit.hpp"

#include <gtest/gtest.h>

#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

constexpr const char* file = R"(# a file of somebody
title = "two [scheme] = masses"   # not a header

[scheme]                        # how
order    = 1                    # degree
schedule = [["a"],              # first
            ["b"]]              # then
# step = 1e-3

[[subsystem]]
name = "a"
micro_step = 1e-4   # s

[[subsystem]]
name = "b"          # the other

[parameters]
m = 2.0
)";

Value expected(const char* text, const std::vector<Setting>& settings) {
  return changed(parse_toml(text, "file"), settings);
}

std::string edited(const char* text, const std::vector<Setting>& settings) {
  return edit_toml(text, settings, expected(text, settings)).value_or("none");
}

TEST(TomlEdit, AValueIsReplacedAndItsCommentStaysInItsColumn) {
  const std::string text = edited(file, {{"scheme.order", Value(2)}});
  EXPECT_NE(text.find("order    = 2                    # degree\n"), std::string::npos) << text;
  EXPECT_EQ(text.size(), std::string(file).size());
}

TEST(TomlEdit, AValueOverSeveralLinesIsReplacedAsAWhole) {
  const std::string text = edited(file, {{"scheme.schedule", Value("jacobi")}});
  EXPECT_NE(text.find("schedule = \"jacobi\" # then\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("# first"), std::string::npos) << text;
}

TEST(TomlEdit, ANewKeyJoinsItsTable) {
  const std::string text = edited(file, {{"scheme.step", Value(5e-4)}, {"parameters.mech.mh", Value(3.5)}});
  EXPECT_NE(text.find("# then\nstep     = 0.0005\n# step = 1e-3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("m = 2.0\nmech.mh = 3.5\n"), std::string::npos) << text;
}

TEST(TomlEdit, ElementsOfListsAreFoundByTheirNames) {
  const std::string text =
      edited(file, {{"subsystem.a.micro_step", Value(1e-3)}, {"subsystem.b.formulation", Value("ali3p")}});
  EXPECT_NE(text.find("micro_step = 0.001  # s\n"), std::string::npos) << text;
  EXPECT_NE(text.find("name = \"b\"          # the other\nformulation = \"ali3p\"\n"), std::string::npos) << text;
}

TEST(TomlEdit, WhatIsNotThereIsAppended) {
  const std::string text =
      edited("title = \"x\"\nsystem = \"crane\"", {{"scheme.order", Value(2)}, {"subsystem.c.k", Value(1)}});
  EXPECT_EQ(text, "title = \"x\"\nsystem = \"crane\"\n\n[scheme]\norder = 2\n\n[[subsystem]]\nname = \"c\"\nk = 1\n");
}

TEST(TomlEdit, WhatCannotBeDoneByLinesIsNotDone) {
  // an inline table has no lines of its own
  const char* inline_table = "scheme = {order = 1}\n";
  const std::vector<Setting> settings = {{"scheme.order", Value(2)}};
  EXPECT_FALSE(edit_toml(inline_table, settings, expected(inline_table, settings)));
}

TEST(TomlEdit, ConnectionsGoByTheirNumbers) {
  const char* text =
      "[[connect]]\nfrom = \"a.y\"   # one\nto = \"b.u\"\n\n[[connect]]\nfrom = \"b.y\"   # two\nto = \"a.u\"\n";
  const std::string changed_text = edited(text, {{"connect.1.order", Value(static_cast<std::int64_t>(2))}});
  EXPECT_NE(changed_text.find("# two\nto = \"a.u\"\norder = 2\n"), std::string::npos) << changed_text;
}

}  // namespace
}  // namespace oldham::advice
