// SPDX-License-Identifier: MIT
#include "oldham/fmi/platform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oldham::fmi {
namespace {

using testing::ElementsAre;

std::vector<ArchiveEntry> entries_of(std::vector<std::string> names) {
  std::vector<ArchiveEntry> entries;
  for (std::string& name : names) entries.push_back({std::move(name), 1, 1});
  return entries;
}

std::string own(const std::string& rest) { return std::string("binaries/") + own_platform(Standard::fmi2) + rest; }

ModelDescription description() {
  ModelDescription description;
  description.interfaces.push_back({.model_identifier = "Pump"});
  return description;
}

std::vector<std::string> violations_of(const std::vector<ArchiveEntry>& entries) {
  std::vector<std::string> texts;
  for (const Violation& violation : find_binary_violations(description(), entries)) texts.push_back(text_of(violation));
  return texts;
}

TEST(Platform, IsAFolderWithLibraries) {
  const std::vector<Platform> platforms =
      find_platforms(entries_of({"binaries/win64/Pump.dll", "binaries/win64/helper.dll", "binaries/win32/",
                                 "binaries/linux64/Pump.so", "binaries/linux64/deep/other.so", "binaries/readme.txt",
                                 "binaries/linux64/notes.txt", "resources/linux64/Pump.so", "binaries/stray.so"}));
  ASSERT_EQ(platforms.size(), 2u);
  EXPECT_EQ(platforms[0].name, "win64");
  EXPECT_THAT(platforms[0].libraries, ElementsAre("Pump.dll", "helper.dll"));
  EXPECT_EQ(platforms[1].name, "linux64");
  EXPECT_THAT(platforms[1].libraries, ElementsAre("Pump.so"));
}

TEST(Platform, TheOnlyLibraryIsMeantWhateverItsName) {
  const Interface interface = description().interfaces.front();
  const auto library = [&](const std::vector<std::string>& names) {
    return find_library(find_platforms(entries_of(names)), Standard::fmi2, interface);
  };
  EXPECT_EQ(library({own("/Pump.so"), own("/helper.so")}), "Pump.so");
  EXPECT_EQ(library({own("/model.so")}), "model.so");
  EXPECT_EQ(library({own("/a.so"), own("/b.so")}), std::nullopt);
  EXPECT_EQ(library({"binaries/win64/Pump.dll"}), std::nullopt);
}

TEST(Platform, WhatLacksIsTold) {
  EXPECT_THAT(violations_of(entries_of({own("/Pump.so")})), testing::IsEmpty());
  EXPECT_THAT(violations_of(entries_of({"binaries/win64/Pump.dll"})),
              ElementsAre("information: " + own("") + ": has no library, so it cannot be run here [platform]"));
  EXPECT_THAT(violations_of(entries_of({"sources/all.c"})), ElementsAre(testing::HasSubstr("its sources are there")));
  EXPECT_THAT(violations_of(entries_of({own("/model.so")})),
              ElementsAre("information: " + own("") +
                          ": has no 'Pump.so' for CoSimulation; 'model.so' is the only "
                          "library, and taken for it [library-name]"));
  EXPECT_THAT(violations_of(entries_of({own("/a.so"), own("/b.so")})), ElementsAre(testing::HasSubstr("error: ")));
}

}  // namespace
}  // namespace oldham::fmi
