// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
