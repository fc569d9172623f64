// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/library.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "archives.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/platform.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

/// The library of an FMU in the folder where the build has made it.
fs::path library_of(const std::string& name) {
  return fs::path(OLDHAM_FMUS) / (name + "-2") / "content/binaries" / own_platform(Standard::fmi2) / (name + ".so");
}

std::string refusal(const fs::path& file) {
  try {
    const Library library(file);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::missing_capability);
    return error.what();
  }
  return "no error";
}

/// Behind the last byte of the file that is mapped when it is loaded.
std::size_t end_of_segments(const std::string& bytes) {
  std::size_t end = 0;
  ElfW(Ehdr) header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (int i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type == PT_LOAD) end = std::max<std::size_t>(end, segment.p_offset + segment.p_filesz);
  }
  return end;
}

class LibraryFile : public ArchiveTest {};

TEST_F(LibraryFile, FindsWhatItHasAndNothingElse) {
  const Library library(library_of("Oscillator"));
  EXPECT_NE(library.find("fmi2DoStep"), nullptr);
  EXPECT_EQ(library.find("fmi3DoStep"), nullptr);
}

TEST_F(LibraryFile, SaysWhatIsWrongWithAFileThatIsNone) {
  EXPECT_THAT(refusal(folder_ / "missing.so"), AllOf(HasSubstr("missing.so"), HasSubstr("cannot be loaded")));
  write_bytes(folder_ / "text.so", "this is a text");
  EXPECT_THAT(refusal(folder_ / "text.so"), AllOf(HasSubstr("text.so"), HasSubstr("made for this system")));
}

// the loader maps it without looking at its size, and whoever touches what is not there is ended by a signal
TEST_F(LibraryFile, RefusesOneThatIsCutOff) {
  const std::string whole = bytes_of(library_of("Oscillator"));
  const fs::path file = folder_ / "cut.so";
  // not behind what is mapped: nobody needs sections and notes for debuggers to run it
  const std::size_t mapped = end_of_segments(whole);
  ASSERT_GT(mapped, 1000u);
  for (std::size_t size = 70; size < mapped; size += mapped / 40) {
    write_bytes(file, whole.substr(0, size));
    EXPECT_THAT(refusal(file),
                AllOf(HasSubstr("cut.so: the library of the FMU cannot be loaded"),
                      HasSubstr(fmt::format("the file ends after {} bytes", size)), HasSubstr("came over whole")))
        << size;
  }
}

TEST_F(LibraryFile, RefusesOneWhoseTablesAreNowhere) {
  std::string bytes = bytes_of(library_of("Oscillator"));
  const fs::path file = folder_ / "damaged.so";
  ElfW(Ehdr) header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (int i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type != PT_DYNAMIC) continue;
    for (std::size_t at = segment.p_offset; at < segment.p_offset + segment.p_filesz; at += sizeof(ElfW(Dyn))) {
      ElfW(Dyn) entry;
      std::memcpy(&entry, bytes.data() + at, sizeof entry);
      if (entry.d_tag != DT_SYMTAB) continue;
      entry.d_un.d_ptr = 0x7000'0000;
      std::memcpy(bytes.data() + at, &entry, sizeof entry);
    }
  }
  write_bytes(file, bytes);
  EXPECT_THAT(refusal(file), HasSubstr("a table is said to be at 0x70000000, where there is nothing"));
}

TEST_F(LibraryFile, NamesALibraryThatIsMissing) {
  EXPECT_THAT(refusal(library_of("LacksLibrary")),
              AllOf(HasSubstr("needs the library 'libcompanion.so'"), HasSubstr("not on this machine")));
}

// tools pack what their library needs beside it, and leave it to the importer to find it there
TEST_F(LibraryFile, FindsWhatLiesBesideIt) {
  fs::copy_file(library_of("LacksLibrary"), folder_ / "LacksLibrary.so");
  fs::copy_file(fs::path(OLDHAM_FMUS) / "libcompanion.so", folder_ / "libcompanion.so");
  const Library library(folder_ / "LacksLibrary.so");
  EXPECT_NE(library.find("fmi2DoStep"), nullptr);
}

}  // namespace
}  // namespace oldham::fmi
