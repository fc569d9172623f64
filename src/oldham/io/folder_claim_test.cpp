// SPDX-License-Identifier: MIT
#include "oldham/io/folder_claim.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <csignal>
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

TEST_F(Claimed, CannotBeAFile) {
  fs::create_directories(folder().parent_path());
  fclose(fopen(folder().c_str(), "w"));
  EXPECT_THAT(refusal(), testing::HasSubstr("this is a file, not a folder"));
}

}  // namespace
}  // namespace oldham
