// SPDX-License-Identifier: MIT
#include "oldham/fmi/content_hash.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <ctime>
#include <fstream>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

constexpr time_t oldest_recent_change = 2;  // s; the times of a file system are coarser than nanoseconds

// the first 32 bits of the fractional parts of the cube roots of the first 64 primes
constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void ContentHash::compress(const unsigned char* block) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t t = 0; t < 16; ++t)
    w[t] = std::uint32_t{block[4 * t]} << 24 | std::uint32_t{block[4 * t + 1]} << 16 |
           std::uint32_t{block[4 * t + 2]} << 8 | std::uint32_t{block[4 * t + 3]};
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += added[i];
}

void ContentHash::add(std::string_view bytes) {
  length_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), block_.size() - filled_);
    std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(filled_));
    filled_ += taken;
    bytes.remove_prefix(taken);
    if (filled_ < block_.size()) return;
    compress(block_.data());
    filled_ = 0;
  }
}

std::string ContentHash::finish() {
  // a one bit, zeros, and the length in bits fill the last block
  const std::uint64_t bits = 8 * length_;
  add(std::string_view("\x80", 1));
  while (filled_ != 56) add(std::string_view("\0", 1));
  std::string length(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<char>(bits >> (56 - 8 * i));
  add(length);
  std::string digits;
  for (const std::uint32_t word : state_) digits += fmt::format("{:08x}", word);
  return digits;
}

std::string hash_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  ContentHash hash;
  std::vector<char> piece(std::size_t{1} << 16);
  while (stream) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    hash.add({piece.data(), static_cast<std::size_t>(stream.gcount())});
  }
  if (!stream.eof())
    throw_wrong_input(file.string(), "the file cannot be read", "check its name and your permission to read it");
  return hash.finish();
}

std::string hash_unchanged_file(const std::filesystem::path& file) {
  struct stat before {};
  if (stat(file.c_str(), &before) != 0) return hash_file(file);
  // nobody can set the time of a change; one of just now may be followed by another within its resolution
  const timespec changed = before.st_ctim;
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_sec - changed.tv_sec < oldest_recent_change) return hash_file(file);
  using Key = std::tuple<dev_t, ino_t, off_t, time_t, long>;
  const Key key(before.st_dev, before.st_ino, before.st_size, changed.tv_sec, changed.tv_nsec);
  static std::mutex mutex;
  static std::map<Key, std::string> known;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(key); found != known.end()) return found->second;
  }
  std::string hash = hash_file(file);
  const std::lock_guard lock(mutex);
  return known.emplace(key, std::move(hash)).first->second;
}

}  // namespace oldham::fmi
