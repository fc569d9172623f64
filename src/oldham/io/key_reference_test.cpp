// SPDX-License-Identifier: MIT
#include "oldham/io/key_reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "oldham/core/key_recording.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/ready_made.hpp"

namespace oldham {
namespace {

const KeyEntry* find(const std::vector<KeySection>& sections, const std::string& table, const std::string& key) {
  for (const KeySection& section : sections)
    for (const KeyEntry& entry : section.keys)
      if (section.id == table && entry.key == key) return &entry;
  return nullptr;
}

TEST(KeyReference, EveryKeyThatIsAskedForHasAMeaningAndEveryMeaningAKey) {
  EXPECT_THAT(key_reference_problems(), testing::IsEmpty());
}

TEST(KeyReference, NoTableIsEmpty) {
  for (const KeySection& section : key_reference()) EXPECT_FALSE(section.keys.empty()) << section.id;
}

TEST(KeyReference, KindsUnitsAndDefaultsAreThoseOfTheReaders) {
  const std::vector<KeySection> sections = key_reference();
  const KeyEntry* step = find(sections, "scheme", "step");
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->kind, "a number, positive");
  EXPECT_EQ(step->unit, "s");
  EXPECT_EQ(step->fallback, "required");
  const KeyEntry* extension = find(sections, "scheme", "extension");
  ASSERT_NE(extension, nullptr);
  EXPECT_EQ(extension->kind, "\"none\", \"derivative\", \"integral\"");
  EXPECT_EQ(extension->fallback, "\"none\"");
  const KeyEntry* mass = find(sections, "subsystem:oscillator.parameters", "mass");
  ASSERT_NE(mass, nullptr);
  EXPECT_EQ(mass->unit, "kg");
  EXPECT_EQ(mass->fallback, "1");
}

// the tables that 'oldham describe' prints are written beside the readers, and could be forgotten
TEST(KeyReference, ParametersOfReadyMadeSystemsAreThoseThatTheyAskFor) {
  for (const SystemHelp& help : system_help()) {
    KeyRecording recording;
    build_system<double>(parse_toml("system = \"" + help.name + "\"", help.name), {.threads = 1});
    for (const AskedKey& asked : recording.keys()) {
      if (asked.table != "parameters" || asked.key == "NAME") continue;
      const bool is_told = std::ranges::any_of(help.parameters, [&](const ParameterHelp& p) {
        return p.name == asked.key || p.name.starts_with(asked.key + ".");
      });
      EXPECT_TRUE(is_told) << "'" << asked.key << "' of " << help.name;
    }
  }
}

TEST(KeyRecording, TakesRequestsForAKeyTogether) {
  KeyRecording recording;
  const Value root = parse_toml("name = \"a\"\nsize = 1\n", "x");
  Reader reader(root, "subsystem 'rod'.path[3]");
  reader.has("width");
  reader.optional_number("width", "m");
  reader.has("forbidden");
  reader.text("name", "");
  reader.text("name");
  reader.value("size");
  reader.number("size", "kg");
  const std::vector<AskedKey> keys = recording.keys();
  ASSERT_EQ(keys.size(), 3u);  // what only its presence was asked of is none
  EXPECT_EQ(keys[0].table, "subsystem.path");
  EXPECT_EQ(keys[0].entry, "rod");
  EXPECT_EQ(keys[0].need, KeyRequest::Need::optional);
  EXPECT_EQ(keys[1].need, KeyRequest::Need::required);
  EXPECT_EQ(keys[2].kinds, (std::vector<std::string>{"a value", "a number"}));
  EXPECT_EQ(keys[2].unit, "kg");
  EXPECT_EQ(keys[2].need, KeyRequest::Need::optional);  // its number is required where it is there
}

TEST(KeyRecording, EndsWithItsScope) {
  { const KeyRecording recording; }
  EXPECT_EQ(KeyRecording::current(), nullptr);
}

}  // namespace
}  // namespace oldham
