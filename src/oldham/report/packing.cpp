// SPDX-License-Identifier: MIT
#include "oldham/report/packing.hpp"

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

namespace oldham {
namespace {

template <class Unsigned>
std::string packed_bits(std::span<const Unsigned> words) {
  static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned group = 0;
  int filled = 0;
  const auto add = [&](unsigned byte) {
    group = group << 8 | byte;
    if (++filled < 3) return;
    for (int shift = 18; shift >= 0; shift -= 6) text += digits[group >> shift & 63];
    group = 0;
    filled = 0;
  };
  for (const Unsigned word : words)
    for (std::size_t byte = 0; byte < sizeof(Unsigned); ++byte) add(static_cast<unsigned>(word >> 8 * byte & 0xff));
  // a group that is not full ends in one '=' for every byte it lacks
  if (const int missing = (3 - filled) % 3; missing > 0) {
    for (int i = 0; i < missing; ++i) add(0);
    text.replace(text.size() - static_cast<std::size_t>(missing), std::string::npos, static_cast<std::size_t>(missing),
                 '=');
  }
  return text;
}

}  // namespace

std::string packed(std::span<const double> numbers) {
  std::vector<std::uint64_t> words;
  for (const double number : numbers) words.push_back(std::bit_cast<std::uint64_t>(number));
  return packed_bits<std::uint64_t>(words);
}

std::string packed(std::span<const float> numbers) {
  std::vector<std::uint32_t> words;
  for (const float number : numbers) words.push_back(std::bit_cast<std::uint32_t>(number));
  return packed_bits<std::uint32_t>(words);
}

std::string packed(std::span<const std::int8_t> numbers) {
  std::vector<std::uint8_t> words;
  for (const std::int8_t number : numbers) words.push_back(std::bit_cast<std::uint8_t>(number));
  return packed_bits<std::uint8_t>(words);
}

}  // namespace oldham
