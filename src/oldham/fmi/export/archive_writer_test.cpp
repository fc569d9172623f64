// SPDX-License-Identifier: MIT
#include "oldham/fmi/export/archive_writer.hpp"

#include "archives.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/archive.hpp"

namespace oldham::fmi {
namespace {

using ArchiveWriter = ArchiveTest;

TEST_F(ArchiveWriter, PacksWhatReadsBack) {
  write_archive(folder_ / "a.fmu", {{"resources/b.txt", "two"}, {"a.txt", ""}});
  const Archive archive(folder_ / "a.fmu");
  ASSERT_EQ(archive.entries().size(), 2u);
  EXPECT_EQ(archive.entries()[0].name, "a.txt") << "sorted";
  EXPECT_EQ(archive.read("resources/b.txt", 100), "two");
}

TEST_F(ArchiveWriter, BytesDoNotDependOnOrderOrTime) {
  write_archive(folder_ / "a.fmu", {{"a", "1"}, {"b", "2"}});
  write_archive(folder_ / "b.fmu", {{"b", "2"}, {"a", "1"}});
  EXPECT_TRUE(bytes_of(folder_ / "a.fmu") == bytes_of(folder_ / "b.fmu"));
}

TEST_F(ArchiveWriter, PacksFmusInsideNoSecondTime) {
  const std::string content(10'000, 'x');
  write_archive(folder_ / "a.ssp", {{"resources/a.fmu", content}, {"a.txt", content}});
  const Archive archive(folder_ / "a.ssp");
  EXPECT_EQ(archive.find("resources/a.fmu")->packed_size, content.size());
  EXPECT_LT(archive.find("a.txt")->packed_size, content.size() / 10);
  EXPECT_EQ(archive.read("resources/a.fmu", content.size()), content);
}

TEST_F(ArchiveWriter, ReplacesAFile) {
  write_archive(folder_ / "a.fmu", {{"a", "1"}, {"b", "2"}});
  write_archive(folder_ / "a.fmu", {{"c", "3"}});
  EXPECT_EQ(Archive(folder_ / "a.fmu").entries().size(), 1u);
}

TEST_F(ArchiveWriter, SaysWhereItCannotWrite) {
  try {
    write_archive(folder_ / "none" / "a.fmu", {{"a", "1"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::failure);
    EXPECT_NE(std::string(error.what()).find("none/a.fmu: cannot be written"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace oldham::fmi
