// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace oldham::fmi {

/// SHA-256 of bytes that come piece by piece (FIPS 180-4). A hash that can be forged would let one file pass for
/// another in a cache of programs.
class ContentHash {
 public:
  void add(std::string_view bytes);
  static constexpr std::size_t digit_count = 64;
  /// So many hexadecimal digits; nothing can be added after it.
  std::string finish();

 private:
  void compress(const unsigned char* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  std::size_t filled_ = 0;    // bytes of the block that is not complete yet
  std::uint64_t length_ = 0;  // bytes so far
};

/// The hash of a file's content; one that cannot be read is an error.
std::string hash_file(const std::filesystem::path& file);

/// The same, made once per process as long as the file is not written to: systems are built many times.
std::string hash_unchanged_file(const std::filesystem::path& file);

}  // namespace oldham::fmi
