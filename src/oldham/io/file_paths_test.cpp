// SPDX-License-Identifier: MIT
#include "oldham/io/file_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

const std::string* text_at(const Value& tree, const std::string& path) {
  const Value* found = find_place(tree, path);
  return found == nullptr ? nullptr : found->get<std::string>();
}

TEST(FilePaths, CountFromTheFileOrFromTheFolderOneWorksIn) {
  const Value tree = parse_toml("a = \"b/c.fmu\"\nd = \"/e/f.fmu\"\n", "some/where/system.toml");
  EXPECT_EQ(path_from(tree.find("a")->origin(), "b/c.fmu"), "some/where/b/c.fmu");
  EXPECT_EQ(path_from(tree.find("d")->origin(), "/e/f.fmu"), "/e/f.fmu");
  EXPECT_EQ(path_from(Origin::named("--set x=a/b"), "b/c.fmu"), "b/c.fmu");
  EXPECT_EQ(path_from({}, "b/c.fmu"), "b/c.fmu");
}

TEST(FilePaths, AreWholeInWhatIsWrittenElsewhere) {
  Value tree = parse_toml(
      "[[subsystem]]\nname = \"a\"\nfmu = \"../a.fmu\"\n[subsystem.parameters]\ncsv = \"as it is\"\n"
      "[[subsystem]]\nname = \"b\"\nmodel = \"signal\"\n[subsystem.parameters]\nvalue = {csv = \"b.csv\"}\n"
      "[[subsystem]]\nname = \"c\"\nfmu = \"/c.fmu\"\n",
      "some/where/system.toml");
  apply_override(tree, "subsystem.d={fmu = \"d.fmu\"}");
  const Value whole = with_whole_paths(tree);
  EXPECT_EQ(*text_at(whole, "subsystem.a.fmu"), fs::absolute("some/a.fmu"));
  EXPECT_EQ(*text_at(whole, "subsystem.a.parameters.csv"), "as it is");
  EXPECT_EQ(*text_at(whole, "subsystem.b.parameters.value.csv"), fs::absolute("some/where/b.csv"));
  EXPECT_EQ(*text_at(whole, "subsystem.c.fmu"), "/c.fmu");
  EXPECT_EQ(*text_at(whole, "subsystem.d.fmu"), fs::absolute("d.fmu"));
  EXPECT_EQ(with_whole_paths(parse_toml("system = \"two-mass\"\n", "x.toml")),
            parse_toml("system = \"two-mass\"\n", ""));
}

TEST(FilePaths, OfFilesOutsideAFolderAreRefusedWithTheirLine) {
  const ConfinedFolder folder(".");
  const auto refusal = [&](const std::string& text) {
    return message_of([&] { require_within(folder, "deep/system.toml", parse_toml(text, "deep/system.toml")); });
  };
  const std::string fmu = "[[subsystem]]\nname = \"a\"\nfmu = ", table = "[parameters]\nvalue = [{csv = ";
  EXPECT_EQ(refusal(fmu + "\"../a.fmu\"\n"), "no error");
  EXPECT_THAT(refusal(fmu + "\"../../a.fmu\"\n"), testing::StartsWith("deep/system.toml:3: '../../a.fmu' is hidden"));
  EXPECT_THAT(refusal(fmu + "\"/etc/passwd\"\n"), testing::HasSubstr("outside the folder"));
  EXPECT_EQ(refusal(table + "\"a.csv\"}]\n"), "no error");
  EXPECT_THAT(refusal(table + "\"/etc/passwd\"}]\n"), testing::StartsWith("deep/system.toml:2: "));
  // those of an archive were unpacked elsewhere
  const Value unpacked = parse_toml(fmu + "\"/cache/a.fmu\"\n", "deep/rig.ssp");
  EXPECT_NO_THROW(require_within(folder, "deep/rig.ssp", unpacked));
  EXPECT_ANY_THROW(require_within(folder, "../rig.ssp", unpacked));
}

}  // namespace
}  // namespace oldham
