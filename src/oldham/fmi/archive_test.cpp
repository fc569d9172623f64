// SPDX-License-Identifier: MIT
#include "oldham/fmi/archive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "archives.hpp"
#include "message_of.hpp"
#include "oldham/fmi/content_hash.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class ArchiveFile : public ArchiveTest {
 protected:
  fs::path pack(const std::vector<PackedFile>& entries) const {
    const fs::path file = folder_ / "pump.fmu";
    write_zip(file, entries);
    return file;
  }
  /// What a file is told; it must name the file and say something to do.
  std::string refusal(const fs::path& file, const ArchiveLimits& limits = {}) const {
    const std::string message = message_of([&] { Archive(file, limits); });
    EXPECT_THAT(message, AllOf(HasSubstr(file.string()), HasSubstr("; ")));
    return message;
  }
  std::string refusal_of_name(const std::string& name) const { return refusal(pack({{name, "content"}})); }
};

TEST_F(ArchiveFile, ListsAndReadsItsEntries) {
  const Archive archive(pack({{"modelDescription.xml", "<fmi/>"}, {"resources/", ""}, {"resources/a b.txt", "12"}}));
  ASSERT_EQ(archive.entries().size(), 3u);
  EXPECT_TRUE(archive.entries()[1].is_folder());
  EXPECT_EQ(archive.find("resources/a b.txt")->size, 2u);
  EXPECT_EQ(archive.find("resources/c.txt"), nullptr);
  EXPECT_EQ(archive.read("modelDescription.xml", 100), "<fmi/>");
  EXPECT_THAT(message_of([&] { archive.read("modelDescription.xml", 5); }),
              AllOf(HasSubstr("pump.fmu: entry 'modelDescription.xml'"), HasSubstr("more than the 5 bytes allowed")));
  EXPECT_THAT(message_of([&] { archive.read("fmu.xml", 5); }), HasSubstr("pump.fmu: the archive has no 'fmu.xml'"));
}

TEST_F(ArchiveFile, NamesThatLeadElsewhereAreRefused) {
  EXPECT_THAT(refusal_of_name("/etc/passwd"), HasSubstr("entry '/etc/passwd': the path is absolute"));
  EXPECT_THAT(refusal_of_name("../evil"), HasSubstr("leads out of the archive"));
  EXPECT_THAT(refusal_of_name("resources/../../evil"), HasSubstr("leads out of the archive"));
  EXPECT_THAT(refusal_of_name("resources/.."), HasSubstr("leads out of the archive"));
  EXPECT_THAT(refusal_of_name("C:/Windows/evil.dll"), HasSubstr("drive letter"));
  EXPECT_THAT(refusal_of_name("c:evil.dll"), HasSubstr("drive letter"));
  EXPECT_THAT(refusal_of_name("resources\\..\\evil"), HasSubstr("backslash"));
  EXPECT_THAT(refusal_of_name("resources//a"), HasSubstr("empty part"));
  EXPECT_THAT(refusal_of_name("a/./b"), HasSubstr("empty part"));
  EXPECT_THAT(refusal_of_name("./../a"), HasSubstr("leads out"));
  EXPECT_THAT(refusal_of_name("a\nb"), AllOf(HasSubstr("control characters"), HasSubstr("\\n")));
  EXPECT_THAT(refusal_of_name(std::string(300, 'a')), HasSubstr("too long"));
  // dots that are part of a name lead nowhere
  EXPECT_EQ(Archive(pack({{"resources/..hidden/a...b", ""}})).entries().size(), 1u);
}

TEST_F(ArchiveFile, PathsMayBeginWithTheFolderTheyAreIn) {
  const Archive archive(pack({{"./", ""}, {"./resources/a", "content"}}));
  EXPECT_EQ(archive.read("resources/a", 100), "content");
  EXPECT_TRUE(fs::is_regular_file(archive.unpack(folder_ / "cache") / "resources" / "a"));
}

TEST_F(ArchiveFile, LinksAndSpecialFilesAreRefused) {
  EXPECT_THAT(refusal(pack({{"resources/link", "/etc/passwd", S_IFLNK | 0777}})),
              HasSubstr("entry 'resources/link': it is a link or a special file"));
  EXPECT_THAT(refusal(pack({{"pipe", "", S_IFIFO | 0644}})), HasSubstr("link or a special file"));
  // archives of other systems have no kinds
  EXPECT_EQ(Archive(pack({{"a", "", 0644}})).entries().size(), 1u);
}

TEST_F(ArchiveFile, EncryptedEntriesAreRefused) {
  EXPECT_THAT(refusal(pack({{"secret.bin", "content", S_IFREG | 0644, true}})),
              HasSubstr("entry 'secret.bin': it is encrypted; export the FMU without a password"));
}

TEST_F(ArchiveFile, AmbiguousNamesAreRefused) {
  // libzip does not write a name twice, so one is changed afterwards
  const auto pack_twice = [&](const char* first, const char* second) {
    const fs::path file = pack({{"same1", first}, {"same2", second}});
    std::string bytes = bytes_of(file);
    for (std::size_t at = bytes.find("same2"); at != std::string::npos; at = bytes.find("same2")) bytes[at + 4] = '1';
    write_bytes(file, bytes);
    return file;
  };
  EXPECT_THAT(refusal(pack_twice("a", "b")), HasSubstr("entry 'same1': the name stands twice"));
  EXPECT_THAT(refusal(pack_twice("a", "aa")), HasSubstr("entry 'same1': the name stands twice"));
  // some tools pack a file twice, which says nothing else than once
  EXPECT_EQ(Archive(pack_twice("a", "a")).read("same1", 10), "a");
  EXPECT_THAT(refusal(pack({{"a/b", ""}, {"a", ""}})), HasSubstr("entry 'a': the name stands for a file and"));
}

TEST_F(ArchiveFile, BombsAreRefused) {
  const fs::path file = pack({{"zeros", std::string(100'000, '\0')}, {"noise", std::string(50'000, 'x')}});
  EXPECT_THAT(refusal(file, {.entry_bytes = 60'000}),
              HasSubstr("entry 'zeros': unpacked it has 100000 bytes, more than the 60000 bytes allowed"));
  EXPECT_THAT(refusal(file, {.total_bytes = 120'000}), HasSubstr("unpacked it has more than 120000 bytes"));
  EXPECT_THAT(refusal(file, {.ratio = 100, .ratio_from = 1000}), HasSubstr("more than 100 times as much"));
  EXPECT_THAT(refusal(file, {.entries = 1}), HasSubstr("the archive has 2 entries, more than 1"));
  EXPECT_EQ(Archive(file, {.entry_bytes = 100'000, .total_bytes = 150'000}).entries().size(), 2u);
}

TEST_F(ArchiveFile, EntriesThatShareTheirBytesAreCountedTogether) {
  // many entries of the directory that all lead to the same packed bytes: libzip would not write that
  const fs::path file = pack({{"a00", std::string(100'000, '\0')}});
  const std::string bytes = bytes_of(file);
  const std::size_t directory = bytes.find("PK\x01\x02"), end = bytes.find("PK\x05\x06");
  ASSERT_NE(end, std::string::npos);
  std::string entry = bytes.substr(directory, end - directory), many = bytes.substr(0, directory);
  constexpr int count = 100;
  for (int i = 0; i < count; ++i) {
    entry[47] = static_cast<char>('0' + i / 10);
    entry[48] = static_cast<char>('0' + i % 10);
    many += entry;
  }
  std::string tail = bytes.substr(end);
  tail[8] = tail[10] = count;
  const std::size_t size = entry.size() * count;
  tail[12] = static_cast<char>(size % 256);
  tail[13] = static_cast<char>(size / 256);
  write_bytes(file, many + tail);
  EXPECT_EQ(Archive(file).entries().size(), 100u);
  EXPECT_THAT(refusal(file, {.ratio_from = 200'000}), HasSubstr("bytes unpack into 10 MiB, more than 300 times as"));
}

TEST_F(ArchiveFile, AnEntryThatHidesItsSizeIsNotReadBeyondIt) {
  // the size in the central directory, the last place where the name stands, is made 10 instead of 100000
  const fs::path file = pack({{"zeros", std::string(100'000, '\0')}});
  std::string bytes = bytes_of(file);
  const std::size_t header = bytes.rfind("PK\x01\x02");
  ASSERT_NE(header, std::string::npos);
  const char size[] = {10, 0, 0, 0};
  bytes.replace(header + 24, 4, size, 4);
  write_bytes(file, bytes);
  const Archive archive(file);
  EXPECT_THAT(message_of([&] { archive.read("zeros", 1000); }), HasSubstr("entry 'zeros': it "));
  EXPECT_THAT(message_of([&] { archive.unpack(folder_ / "cache"); }), HasSubstr("entry 'zeros': it "));
  EXPECT_TRUE(fs::is_empty(folder_ / "cache"));
}

TEST_F(ArchiveFile, FilesThatAreNoArchivesAreToldApart) {
  EXPECT_THAT(refusal(folder_ / "none.fmu"), HasSubstr("there is no such file"));
  EXPECT_THAT(refusal(folder_), HasSubstr("found a folder"));
  const fs::path file = folder_ / "text.fmu";
  write_bytes(file, "");
  EXPECT_THAT(refusal(file), HasSubstr("the file is empty"));
  write_bytes(file, "<fmiModelDescription/>");
  EXPECT_THAT(refusal(file), HasSubstr("found something else"));
  const std::string bytes = bytes_of(pack({{"a", std::string(1000, 'a')}, {"b", "b"}}));
  for (const std::size_t size : {40u, 100u, static_cast<unsigned>(bytes.size()) - 1}) {
    write_bytes(file, bytes.substr(0, size));
    EXPECT_THAT(refusal(file), HasSubstr("cut off or damaged")) << size;
  }
}

TEST_F(ArchiveFile, DamagedContentIsFoundWhileReading) {
  std::string noise;
  for (unsigned i = 0; i < 1000; ++i) noise += static_cast<char>((i * i * 31 + i) >> 3);
  const fs::path file = pack({{"a", noise}});
  std::string bytes = bytes_of(file);
  bytes[200] = static_cast<char>(bytes[200] ^ 0x55);
  write_bytes(file, bytes);
  EXPECT_THAT(message_of([&] { Archive(file).read("a", 1000); }), HasSubstr("pump.fmu: entry 'a': it is damaged ("));
}

using Unpacking = ArchiveFile;

TEST_F(Unpacking, PutsTheContentIntoAFolderNamedByItsHash) {
  const fs::path file = pack({{"modelDescription.xml", "<fmi/>"}, {"empty/", ""}, {"resources/deep/a.txt", "12"}});
  const fs::path place = Archive(file).unpack(folder_ / "cache");
  EXPECT_EQ(place, folder_ / "cache" / hash_file(file));
  EXPECT_EQ(bytes_of(place / "resources/deep/a.txt"), "12");
  EXPECT_TRUE(fs::is_directory(place / "empty"));
  EXPECT_EQ(fs::status(place / "resources/deep/a.txt").permissions(), fs::perms::owner_all);
  // nothing but the result stays behind
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "cache"), {}), 1);
}

TEST_F(Unpacking, UsesWhatIsThereAndMendsWhatIsNot) {
  const Archive archive(pack({{"a", "12"}, {"b", "34"}}));
  const fs::path place = archive.unpack(folder_ / "cache");
  write_bytes(place / "a", "xy");  // of the same size: seen only if it is used again
  archive.unpack(folder_ / "cache");
  EXPECT_EQ(bytes_of(place / "a"), "xy");
  fs::remove(place / "b");
  EXPECT_EQ(archive.unpack(folder_ / "cache"), place);
  EXPECT_EQ(bytes_of(place / "a") + bytes_of(place / "b"), "1234");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "cache"), {}), 1);
}

TEST_F(Unpacking, ManyAtOnceAgreeOnOneFolder) {
  const fs::path file = pack({{"a", std::string(100'000, 'a')}, {"b/c", "34"}});
  std::vector<std::thread> threads;
  std::vector<fs::path> places(8);
  for (fs::path& place : places)
    threads.emplace_back([&] {
      place = Archive(file).unpack(folder_ / "cache");
      EXPECT_EQ(fs::file_size(place / "a"), 100'000u);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(places, testing::Each(places.front()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "cache"), {}), 1);
}

TEST_F(Unpacking, SaysWhereItCannotWrite) {
  const fs::path file = pack({{"a", "12"}});
  write_bytes(folder_ / "cache", "a file where the folder should be");
  try {
    Archive(file).unpack(folder_ / "cache");
    FAIL() << "unpacked into a file";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::failure);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("pump.fmu: cannot be unpacked into"), HasSubstr("choose another")));
  }
}

TEST_F(Unpacking, TheDefaultFolderFollowsTheEnvironment) {
  const auto cache_with = [](const char* xdg, const char* home) {
    setenv("XDG_CACHE_HOME", xdg, 1);
    setenv("HOME", home, 1);
    return default_cache();
  };
  const std::string home_before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  EXPECT_EQ(cache_with("/x", "/h"), "/x/oldham/fmu");
  EXPECT_EQ(cache_with("relative", "/h"), "/h/.cache/oldham/fmu");
  setenv("TMPDIR", folder_.c_str(), 1);
  const fs::path shared = cache_with("", "");
  EXPECT_EQ(shared.parent_path().parent_path(), folder_);
  // addresses with %20 are more than many FMUs understand
  EXPECT_EQ(cache_with("/my cache", "/h"), shared);
  EXPECT_EQ(cache_with("", "/home/ü"), shared);
  // a folder that others can write to is no place for programs
  fs::permissions(shared.parent_path(), fs::perms::all);
  EXPECT_THAT(message_of([&] { default_cache(); }), HasSubstr("is not yours alone; set XDG_CACHE_HOME"));
  unsetenv("TMPDIR");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", home_before.c_str(), 1);
}

}  // namespace
}  // namespace oldham::fmi
