// SPDX-License-Identifier: MIT
#include "oldham/fmi/content_hash.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace oldham::fmi {
namespace {

std::string hash_of(std::string_view text) {
  ContentHash hash;
  hash.add(text);
  return hash.finish();
}

TEST(ContentHash, HasTheDigitsOfTheStandardsExamples) {
  // FIPS 180-4, the examples published with it: nothing, one block, two blocks
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(ContentHash, DoesNotDependOnThePieces) {
  const std::string text(1000, 'a');
  for (const std::size_t size : {1u, 7u, 63u, 64u, 65u, 999u}) {
    ContentHash hash;
    for (std::size_t at = 0; at < text.size(); at += size) hash.add(std::string_view(text).substr(at, size));
    EXPECT_EQ(hash.finish(), hash_of(text)) << "in pieces of " << size;
  }
}

TEST(ContentHash, OfAFileThatIsWrittenToIsMadeAgain) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "content_hash_test";
  for (const char* text : {"abc", "abd", "abc"}) {  // of one size, at nearly one time
    std::ofstream(file) << text;
    EXPECT_EQ(hash_unchanged_file(file), hash_of(text));
    EXPECT_EQ(hash_unchanged_file(file), hash_of(text));
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace oldham::fmi
