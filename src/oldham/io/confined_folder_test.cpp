// SPDX-License-Identifier: MIT
#include "oldham/io/confined_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <iterator>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

/// A folder "mine" beside a file "secret.toml" that nobody may reach from it.
class Confined : public testing::Test {
 protected:
  Confined() {
    std::string name = (fs::temp_directory_path() / "oldham-confined-XXXXXX").string();
    outside_ = fs::canonical(mkdtemp(name.data()));
    fs::create_directories(mine() / "crane");
    std::ofstream(outside_ / "secret.toml") << "secret";
    std::ofstream(mine() / "crane" / "double.toml") << "double";
  }
  ~Confined() override { fs::remove_all(outside_); }

  fs::path mine() const { return outside_ / "mine"; }
  bool refuses(std::string_view name) const {
    try {
      ConfinedFolder(mine()).find(name);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::wrong_input;
    }
    return false;
  }
  static std::string text(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  fs::path outside_;
};

TEST_F(Confined, FindsWhatIsInsideAndWhatMayBeMadeThere) {
  const ConfinedFolder folder(mine());
  EXPECT_EQ(folder.find("crane/double.toml"), mine() / "crane" / "double.toml");
  EXPECT_EQ(folder.find("new/file.toml"), mine() / "new" / "file.toml");
}

TEST_F(Confined, RefusesNamesThatLeadOut) {
  EXPECT_TRUE(refuses("../secret.toml"));
  EXPECT_TRUE(refuses("crane/../../secret.toml"));
  EXPECT_TRUE(refuses("crane/.."));
  EXPECT_TRUE(refuses((outside_ / "secret.toml").string()));
  EXPECT_TRUE(refuses("/etc/passwd"));
}

TEST_F(Confined, RefusesNamesThatAreNone) {
  using namespace std::string_view_literals;
  EXPECT_TRUE(refuses(""));
  EXPECT_TRUE(refuses("."));
  EXPECT_TRUE(refuses("crane/"));
  EXPECT_TRUE(refuses("crane/double.toml\0.png"sv));
  EXPECT_TRUE(refuses("crane\n"));
  EXPECT_TRUE(refuses(".git/config"));
}

TEST_F(Confined, RefusesLinksThatLeadOut) {
  fs::create_symlink(outside_ / "secret.toml", mine() / "file.toml");
  fs::create_directory_symlink(outside_, mine() / "away");
  fs::create_symlink(outside_ / "not-yet.toml", mine() / "dangling.toml");
  EXPECT_TRUE(refuses("file.toml"));
  EXPECT_TRUE(refuses("away/secret.toml"));
  EXPECT_TRUE(refuses("dangling.toml"));
}

TEST_F(Confined, FollowsLinksThatStayInside) {
  fs::create_symlink(mine() / "crane" / "double.toml", mine() / "main.toml");
  EXPECT_EQ(ConfinedFolder(mine()).find("main.toml"), mine() / "crane" / "double.toml");
}

TEST_F(Confined, RefusesAFolderWhoseNameOnlyBeginsAlike) {
  fs::create_directories(outside_ / "mine-too");
  fs::create_directory_symlink(outside_ / "mine-too", mine() / "too");
  EXPECT_TRUE(refuses("too/file.toml"));
}

TEST_F(Confined, HoldsPathsThatEndInside) {
  const ConfinedFolder folder(mine());
  fs::create_symlink(outside_ / "secret.toml", mine() / "file.toml");
  EXPECT_TRUE(folder.holds(mine() / "crane" / "double.toml"));
  EXPECT_TRUE(folder.holds(mine() / "crane" / ".." / "not-yet.toml"));
  EXPECT_FALSE(folder.holds(mine() / ".." / "secret.toml"));
  EXPECT_FALSE(folder.holds(mine() / "file.toml"));
  EXPECT_FALSE(folder.holds(mine() / ".git" / "config"));
  EXPECT_FALSE(folder.holds("/etc/passwd"));
}

TEST_F(Confined, ListsFilesInOrderWithoutHiddenOnesAndResults) {
  for (const char* folder : {".hidden", "results/double", "build"}) {
    fs::create_directories(mine() / folder);
    std::ofstream(mine() / folder / "system.toml") << "";
  }
  std::ofstream(mine() / "another.toml") << "";
  std::ofstream(mine() / ".draft.toml") << "";
  std::ofstream(mine() / "notes.txt") << "";
  EXPECT_THAT(ConfinedFolder(mine()).list(".toml"), ElementsAre("another.toml", "crane/double.toml"));
}

TEST_F(Confined, IsNoFolderThatIsNotThere) {
  EXPECT_THROW(ConfinedFolder(outside_ / "nothing"), Error);
  EXPECT_THROW(ConfinedFolder(outside_ / "secret.toml"), Error);
}

TEST_F(Confined, ReplacesATextAndLeavesNothingElse) {
  const fs::path file = mine() / "deep" / "er" / "file.toml";
  replace_text(file, "one");
  EXPECT_EQ(text(file), "one");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  replace_text(file, "two");
  EXPECT_EQ(text(file), "two");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(file.parent_path()), {}), 1);
}

}  // namespace
}  // namespace oldham
