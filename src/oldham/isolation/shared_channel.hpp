// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "oldham/isolation/descriptor.hpp"

namespace oldham {

/// A block of memory without a name in which two processes take turns: one writes a message and passes the turn, the
/// other answers in the same place. It grows with the longest message.
class SharedChannel {
 public:
  enum class Side : std::uint32_t { host, worker };

  /// A new block; the turn is the host's.
  SharedChannel();
  /// The worker's view of the block that its host made.
  explicit SharedChannel(Descriptor block);
  ~SharedChannel();
  SharedChannel(const SharedChannel&) = delete;
  SharedChannel& operator=(const SharedChannel&) = delete;

  int descriptor() const { return block_.number(); }

  /// The message. Only the side whose turn it is may touch it; growing moves it.
  std::byte* message() { return address_ + message_offset; }
  std::size_t capacity() const { return size_ - message_offset; }
  void grow(std::size_t capacity);
  std::size_t length() const;
  void set_length(std::size_t length);

  /// Gives the turn to the other side.
  void pass();
  /// Waits for the turn for some microseconds, ready to answer at once; false: it did not come. On a machine with more
  /// to do than it has processors this is given up for a while, as sleepers are woken sooner there than waiters are let
  /// in.
  bool spin();
  /// Waits without using the processor, not longer than this; false: the turn did not come.
  bool sleep(std::chrono::nanoseconds limit);

 private:
  struct Header;
  static constexpr std::size_t message_offset = 64;  // one line of the cache

  Header& header() const;
  bool is_ours() const;
  /// Maps as much as the other side has made of the block.
  void follow_growth();
  void map(std::size_t size);

  Descriptor block_;
  Side side_ = Side::host;
  std::byte* address_ = nullptr;
  std::size_t size_ = 0;
  int spins_left_out_ = 0;
  int patience_ = 256;  // how many are left out next time
};

}  // namespace oldham
