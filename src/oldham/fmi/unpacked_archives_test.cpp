// SPDX-License-Identifier: MIT
#include "oldham/fmi/unpacked_archives.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "archives.hpp"
#include "oldham/fmi/archive.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;

class UnpackedTest : public ArchiveTest {
 protected:
  fs::path unpack(const std::string& content) {
    const fs::path file = folder_ / "a.fmu";
    write_zip(file, {{"a", content}, {"b/c", "34"}});
    return Archive(file).unpack(cache_);
  }
  static void age(const fs::path& folder, int days) {
    fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::hours(24 * days));
  }
  fs::path cache_ = folder_ / "cache";
};

TEST_F(UnpackedTest, AreCountedAndRemoved) {
  EXPECT_EQ(count_unpacked(cache_).count, 0u) << "where there is no folder yet";
  const fs::path one = unpack("12"), other = unpack("345");
  EXPECT_EQ(count_unpacked(cache_).count, 2u);
  EXPECT_EQ(count_unpacked(cache_).bytes, 9u);
  EXPECT_EQ(remove_unpacked(cache_, 0).bytes, 9u);
  EXPECT_FALSE(fs::exists(one) || fs::exists(other));
  EXPECT_EQ(unpack("12"), one) << "and comes again when it is needed";
}

TEST_F(UnpackedTest, ThoseThatAreUsedStay) {
  const fs::path one = unpack("12"), other = unpack("345");
  age(one, 40);
  age(other, 40);
  unpack("12");
  EXPECT_EQ(remove_unpacked(cache_, 30).count, 1u);
  EXPECT_TRUE(fs::exists(one));
  EXPECT_FALSE(fs::exists(other));
}

TEST_F(UnpackedTest, NothingElseIsTouched) {
  unpack("12");
  fs::create_directory(cache_ / "mine");
  fs::create_directory(cache_ / ".unpacking-a1b2c3");
  fs::create_directory_symlink(folder_, cache_ / std::string(64, 'a'));
  write_bytes(cache_ / std::string(64, 'b'), "a file");
  EXPECT_EQ(remove_unpacked(cache_, 0).count, 2u);
  EXPECT_TRUE(fs::exists(cache_ / "mine"));
  EXPECT_TRUE(fs::exists(folder_ / "a.fmu")) << "behind the link";
  EXPECT_TRUE(fs::exists(cache_ / std::string(64, 'b')));
  EXPECT_FALSE(fs::exists(cache_ / ".unpacking-a1b2c3"));
}

}  // namespace
}  // namespace oldham::fmi
