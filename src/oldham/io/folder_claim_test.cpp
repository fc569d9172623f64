// SPDX-License-Identifier: MIT
#include "oldham/io/folder_claim.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "message_of.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

class Claimed : public testing::Test {
 protected:
  Claimed() {
    std::string name = (fs::temp_directory_path() / "oldham-claimed-XXXXXX").string();
    above_ = mkdtemp(name.data());
  }
  ~Claimed() override { fs::remove_all(above_); }

  fs::path folder() const { return above_ / "results" / "crane"; }
  std::string refusal() const {
    return message_of([&] { FolderClaim second(folder()); });
  }

  fs::path above_;
};

TEST_F(Claimed, BelongsToOneAtATimeAndNothingIsLeftInIt) {
  {
    const FolderClaim first(folder());
    EXPECT_THAT(refusal(), testing::AllOf(testing::StartsWith(folder().string() + ": another run"),
                                          testing::HasSubstr("choose another folder")));
    EXPECT_TRUE(fs::is_empty(folder()));
  }
  EXPECT_EQ(refusal(), "no error");
}

TEST_F(Claimed, VanishesWhereNothingWasWrittenIntoIt) {
  { const FolderClaim claim(folder()); }
  EXPECT_TRUE(fs::is_empty(above_));

  fs::create_directories(folder());
  { const FolderClaim claim(folder()); }
  EXPECT_TRUE(fs::exists(folder()));  // it was there before

  fs::remove_all(folder());
  {
    const FolderClaim claim(folder());
    fs::create_directory(folder() / "inner");
  }
  EXPECT_TRUE(fs::exists(folder() / "inner"));
}

TEST_F(Claimed, LeavesFoldersInsideAndBesideToOthers) {
  const FolderClaim first(folder());
  EXPECT_NO_THROW(FolderClaim(folder() / "inner"));
  EXPECT_NO_THROW(FolderClaim(folder().parent_path()));
}

TEST_F(Claimed, IsFreeAgainWhenItsOwnerWasKilled) {
  const pid_t owner = fork();
  if (owner == 0) {
    const FolderClaim claim(folder());
    fs::create_directory(folder() / "claimed");
    for (;;) pause();
  }
  while (!fs::exists(folder() / "claimed")) usleep(1000);
  EXPECT_NE(refusal(), "no error");
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  EXPECT_EQ(refusal(), "no error");
}

TEST_F(Claimed, LeavesTheFolderToOthersWhereOneFileOfItIsClaimed) {
  const auto refusal_of = [&](const char* file) { return message_of([&] { FolderClaim second(folder(), file); }); };
  {
    const FolderClaim first(folder(), "sweep.csv");
    EXPECT_THAT(refusal_of("sweep.csv"), testing::StartsWith((folder() / "sweep.csv").string() + ": another study"));
    EXPECT_EQ(refusal_of("map.png"), "no error");
    EXPECT_EQ(refusal(), "no error");
    EXPECT_TRUE(fs::exists(folder()));  // none of them took it away
  }
  EXPECT_TRUE(fs::is_empty(above_));
  {
    const FolderClaim claim(folder(), "sweep.csv");
    std::ofstream(folder() / "sweep.csv") << "status";
  }
  { const FolderClaim claim(folder(), "sweep.csv"); }
  EXPECT_EQ(fs::file_size(folder() / "sweep.csv"), 6u);
}

TEST_F(Claimed, CannotBeAFile) {
  fs::create_directories(folder().parent_path());
  fclose(fopen(folder().c_str(), "w"));
  EXPECT_THAT(refusal(), testing::HasSubstr("this is a file, not a folder"));
}

}  // namespace
}  // namespace oldham
