// SPDX-License-Identifier: MIT
#include "oldham/io/toml_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "message_of.hpp"
#include "oldham/core/reader.hpp"

namespace oldham {
namespace {

constexpr std::string_view sample = R"(title = "two \"masses\"\n\ttab"
system = "two-mass"

[scheme]
step = 0.01
order = 2
weights = [1.0, 2.5e-300, -0.1]

[[subsystem]]
name = "chassis"
fmu = "Chassis.fmu"
[subsystem.parameters]
"a.b[1]" = 3
flag = false
tiny = 1e-7

[[subsystem]]
name = "wheel"
start = {x = [0, 1], R = [[1, 0], [0, 1]]}

[[connect]]
from = "chassis.velocity"
)";

TEST(Toml, ValuesKnowTheirLineAndKeepTheOrderOfTheFile) {
  const Value root = parse_toml(sample, "x.toml");
  EXPECT_EQ(find_place(root, "scheme.step")->origin().text(), "x.toml:5");
  EXPECT_EQ(find_place(root, "scheme")->origin().text(), "x.toml:4");
  EXPECT_EQ(find_place(root, "subsystem.wheel")->origin().text(), "x.toml:17");
  EXPECT_EQ(root.origin().text(), "x.toml");
  std::string keys;
  for (const Value::Entry& entry : *root.get<Value::Table>()) keys += entry.key + " ";
  EXPECT_EQ(keys, "title system scheme subsystem connect ");
}

TEST(Toml, MessagesOfTheReaderPointIntoTheFile) {
  const Value root = parse_toml("[scheme]\nstep = 0.1\nordr = 2\n", "examples/x.toml");
  Reader scheme(*root.find("scheme"), "scheme");
  scheme.number("step", "s");
  scheme.integer("order", 0, {0, 3});
  EXPECT_EQ(message_of([&] { scheme.finish(); }), "examples/x.toml:3: scheme.ordr: unknown key; did you mean 'order'?");
}

TEST(Toml, WrittenTreesReadBackEqual) {
  const Value root = parse_toml(sample, "x.toml");
  EXPECT_EQ(parse_toml(to_toml(root), "again"), root) << to_toml(root);
  const Value odd =
      parse_toml("a = [{x = 1}, 2]\nb = []\n[c]\n[d.\"e f\".g]\n[[d.h]]\n[[d.h]]\nn = -inf\n'' = 1.0\n", "y");
  EXPECT_EQ(parse_toml(to_toml(odd), "again"), odd) << to_toml(odd);
}

TEST(Toml, SyntaxErrorsSayWhereAndWhat) {
  EXPECT_EQ(message_of([] { parse_toml("[scheme]\ncorrection = explicit\n", "x.toml"); }).find("x.toml:2:"), 0u);
  EXPECT_NE(message_of([] {
              parse_toml("[scheme]\ncorrection = explicit\n", "x.toml");
            }).find("; a text needs quotation marks: correction = \"explicit\""),
            std::string::npos);
  EXPECT_NE(message_of([] { parse_toml("a = 1\na = 2\n", "x.toml"); }).find("write the key or table once only"),
            std::string::npos);
  EXPECT_EQ(message_of([] { parse_toml("x = [1,\n\n", "x.toml"); }).find("x.toml:"), 0u);
}

TEST(Toml, TablesWithoutEndAreRefused) {
  // following each dot by a call of its own would exhaust the stack, also where the text is wrong further on
  const auto keys = [](int count) {
    std::string text = "a";
    for (int i = 1; i < count; ++i) text += ".a";
    return text;
  };
  const std::string what = "tables are nested more than 200 deep here; ";
  for (const std::string& text :
       {keys(200'000) + " = 1\n", "[" + keys(200'000) + "]\nb = \n", "b = {" + keys(300) + " = 1}\n"})
    EXPECT_EQ(message_of([&] { parse_toml(text, "x.toml"); }).find("x.toml:1: " + what), 0u) << text.substr(0, 20);
  std::string mixed = "b = [\n";
  for (int i = 0; i < 30; ++i) mixed += "{" + keys(10) + " = [\n";
  EXPECT_EQ(message_of([&] { parse_toml(mixed, "x.toml"); }).find("x.toml:20: " + what), 0u);
  EXPECT_NE(message_of([&] { parse_toml_value("{" + keys(300) + " = 1}", {}); }).find(what), std::string::npos);
  // quotation marks in keys hide nothing, and dots elsewhere are no tables
  std::string quoted = "'['";
  for (int i = 0; i < 300; ++i) quoted += ".\"\\\"=\"";
  EXPECT_NE(message_of([&] { parse_toml(quoted + " = 1\n", "x.toml"); }).find(what), std::string::npos);
  std::string numbers = "# " + keys(300) + "\ns = \"" + keys(300) + "\"\nt = \"\"\"" + keys(300) + "\n\"\"\"\nx = [0.5";
  for (int i = 0; i < 300; ++i) numbers += ", 1.5";
  EXPECT_EQ(parse_toml(numbers + "]\n[" + keys(100) + "]\n", "x").find("x")->get<Value::Array>()->size(), 301u);
}

TEST(Toml, LettersBeyondAsciiNeedQuotationMarks) {
  // the parser would take it for granted that there are none
  for (const char* text : {"\n[schem\u00e4]\n", "a = 1\n\uFEDF = 2\n", "a = 1\nb = \u00e4\n"})
    EXPECT_EQ(message_of([&] { parse_toml(text, "x.toml"); }),
              "x.toml:2: there is a letter beyond ASCII outside of quotation marks; put the key or text into quotation "
              "marks");
  EXPECT_EQ(*parse_toml("\uFEFF\"\u00e4\" = '\u00f6' # \u00fc\n", "x").find("\u00e4"), Value("\u00f6"));
  EXPECT_EQ(parse_toml_value("Gr\u00f6\u00dfe", {}), Value("Gr\u00f6\u00dfe"));
}

TEST(Toml, TextsBeginAndEndWhereTheyCan) {
  // or the parser would read letters as if they were outside, for which it is not prepared
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"day =00-E\"E\uFEDF\n", "x.toml:1: there is a quotation mark where no text can begin"},
           {"a = 1\nday =00-E\"E\uFEDF\"\n", "x.toml:2: there is a quotation mark where no text can begin"},
           {"a = 'b'\u0020'\u00e4'\n", "x.toml:1: there is a quotation mark where no text can begin"},
           {"a = 1\nb = \"\u00e4\nc = 2\n", "x.toml:2: a text is not closed on its line; close it by \""},
           {"a = 1\nb = '\u00e4", "x.toml:2: a text is not closed on its line; close it by '"},
           {"a = 1\nb = \"\"\"\u00e4\n\"\"\nc = 1\n", "x.toml:2: a text of several lines is never closed"},
           {"a = \"\"\"b\\\n \u00e4\"\"\"\n", "x.toml:2: there is a letter beyond ASCII behind a backslash"}})
    EXPECT_EQ(message_of([&, text = text] { parse_toml(text, "x.toml"); }).find(message), 0u) << text;
  EXPECT_NE(message_of([] { parse_toml_value("1\"\u00e4", {}); }).find("no text can begin"), std::string::npos);
  const Value good = parse_toml(
      "a.\"b\" = [ 'c',\n\"d\" , {'e' = \"\"} ]\nf = \"\"\"\"\u00e4\" \\\\\u00e4\\\n  g\"\"\"\"\" # \"\nh = "
      "''''\u00e4''''\n",
      "x");
  EXPECT_EQ(*good.find("f"), Value("\"\u00e4\" \\\u00e4g\"\""));
  EXPECT_EQ(*good.find("h"), Value("'\u00e4'"));
  EXPECT_EQ(good.find("a")->find("b")->get<Value::Array>()->size(), 3u);
}

TEST(Toml, DatesAreRefused) {
  EXPECT_EQ(message_of([] { parse_toml("\nday = 2020-01-31\n", "x.toml"); }),
            "x.toml:2: dates and times have no meaning here; write times as numbers in s, or put the date in quotation "
            "marks");
}

TEST(Toml, AnEmptyFileIsAnEmptyTable) { EXPECT_TRUE(parse_toml("", "x").get<Value::Table>()->empty()); }

TEST(Toml, MissingFileListsItsNeighbours) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "toml_file_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "system.toml") << "a = 1\n";
  const std::string there = (folder / "system.toml").string();
  EXPECT_EQ(*read_toml(there).find("a")->get<std::int64_t>(), 1);
  EXPECT_EQ(read_toml(there).find("a")->origin().text(), there + ":1");
  const std::string gone = (folder / "sytem.toml").string();
  EXPECT_EQ(message_of([&] { read_toml(gone); }), gone + ": there is no such file; nearby: " + there);
  EXPECT_EQ(message_of([&] { read_toml(folder); }),
            folder.string() + ": is a folder, not a system file; nearby: " + there);
  EXPECT_NE(message_of([&] { read_toml(folder / "no" / "x.toml"); }).find("there is no folder"), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(Override, ValuesAreTomlOrBareWords) {
  const auto parsed = [](std::string_view text) { return parse_toml_value(text, {}); };
  EXPECT_EQ(parsed("2"), Value(2));
  EXPECT_EQ(parsed("-1e-3"), Value(-1e-3));
  EXPECT_EQ(parsed(".5"), Value(0.5));
  EXPECT_EQ(parsed("1."), Value(1.0));
  EXPECT_EQ(parsed("true"), Value(true));
  EXPECT_EQ(parsed("\"two words\""), Value("two words"));
  EXPECT_EQ(parsed("[1, 2.5]"), Value(Value::Array{1, 2.5}));
  for (const char* word : {"explicit", "gauss-seidel", "semi-implicit", "ali3p", "models/Wheel.fmu", "3d"})
    EXPECT_EQ(parsed(word), Value(word));
  for (const char* wrong : {"", "two words", "1, 2", "[1", "1\nother = 2", "\"open"})
    EXPECT_NE(message_of([&] { parsed(wrong); }), "no error") << wrong;
}

TEST(Override, ReachesTablesAndNamedElements) {
  Value root = parse_toml(sample, "x.toml");
  for (const char* assignment :
       {"scheme.order=3", "new.inner.key=word", "subsystem.wheel.start.x=[2, 3]", "subsystem.engine={order = 1}",
        "subsystem.chassis.parameters.\"a.b[1]\"=4", "subsystem.wheel.start.R.1.0=7", "group.fast.members=[\"wheel\"]"})
    apply_override(root, assignment);
  EXPECT_EQ(*find_place(root, "scheme.order"), Value(3));
  EXPECT_EQ(*find_place(root, "new.inner.key"), Value("word"));
  EXPECT_EQ(*find_place(root, "subsystem.1.start.x"), Value(Value::Array{2, 3}));
  EXPECT_EQ(*find_place(root, "subsystem.2.name"), Value("engine"));
  EXPECT_EQ(*find_place(root, "subsystem.0.parameters.'a.b[1]'"), Value(4));
  EXPECT_EQ(*find_place(root, "subsystem.wheel.start.R.1.0"), Value(7));
  EXPECT_EQ(*find_place(root, "group.0.name"), Value("fast"));
  apply_override(root, "subsystem.wheel={fmu = \"W.fmu\"}");
  EXPECT_EQ(*find_place(root, "subsystem.wheel.fmu"), Value("W.fmu"));
}

TEST(Override, WrongAssignmentsShowTheForm) {
  Value root = parse_toml(sample, "x.toml");
  const auto set = [&](std::string_view assignment) { return message_of([&] { apply_override(root, assignment); }); };
  EXPECT_EQ(set("scheme.order"),
            "--set scheme.order: there is no '='; write --set PATH=VALUE, for example --set scheme.order=2");
  EXPECT_EQ(set("=2").find("--set =2: there is no path before '='; write --set PATH=VALUE"), 0u);
  EXPECT_EQ(set("scheme.order="), "--set scheme.order=: the value is missing; write \"\" for an empty text");
  EXPECT_EQ(
      set("scheme.order.x=1"),
      "--set scheme.order.x=1: scheme.order is the number 2, not a table; write scheme.order=VALUE to replace it");
  EXPECT_EQ(set("subsystem.wheel=3"),
            "--set subsystem.wheel=3: subsystem.wheel is a table; set subsystem.wheel.KEY instead");
  root.get<Value::Table>()->erase("system");  // a ready-made one would look for the name itself
  EXPECT_EQ(set("subsystem.whel.order=3"),
            "--set subsystem.whel.order=3: there is no subsystem 'whel'; did you mean 'wheel'?");
}

TEST(Override, UnknownKeysAreReportedAsTheOption) {
  Value root = parse_toml(sample, "x.toml");
  apply_override(root, "scheme.ordr=2");
  Reader scheme(*root.find("scheme"), "scheme");
  for (const char* key : {"step", "order", "weights"}) scheme.value(key);
  EXPECT_EQ(message_of([&] { scheme.finish(); }), "--set scheme.ordr=2: unknown key; did you mean 'order'?");
}

}  // namespace
}  // namespace oldham
