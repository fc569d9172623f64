// SPDX-License-Identifier: MIT
#include "oldham/isolation/shared_channel.hpp"

#include <fmt/format.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <new>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

constexpr std::size_t first_size = 1 << 16;
constexpr int looks_before_yielding = 24;                    // about a microsecond
constexpr auto spinning = std::chrono::microseconds(50);     // what a wake-up costs, several times over
constexpr auto taken_away = std::chrono::microseconds(100);  // by then others of one's own kind have had their look
constexpr int longest_patience = 1 << 12;                    // messages: some hundredths of a second

/// Tells the processor that this is a loop that waits.
inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

[[noreturn]] void throw_no_memory(const char* what) {
  throw Error(ErrorKind::failure,
              fmt::format("memory to share with the process of a subsystem: {}: {}", what, std::strerror(errno)));
}

}  // namespace

struct SharedChannel::Header {
  std::atomic<std::uint32_t> turn{0};                     // whose turn it is
  std::array<std::atomic<std::uint32_t>, 2> asleep = {};  // per side: must be woken
  std::uint64_t size = 0;                                 // of the whole block
  std::uint64_t length = 0;                               // of the message
};

SharedChannel::SharedChannel() : block_(memfd_create("oldham", MFD_CLOEXEC)) {
  static_assert(sizeof(Header) <= message_offset && std::atomic<std::uint32_t>::is_always_lock_free);
  if (block_.number() < 0) throw_no_memory("memfd_create");
  if (ftruncate(block_.number(), first_size) != 0) throw_no_memory("ftruncate");
  map(first_size);
  new (address_) Header;
  header().size = first_size;
}

SharedChannel::SharedChannel(Descriptor block) : block_(std::move(block)), side_(Side::worker) {
  map(first_size);
  follow_growth();
}

SharedChannel::~SharedChannel() { munmap(address_, size_); }

SharedChannel::Header& SharedChannel::header() const { return *std::launder(reinterpret_cast<Header*>(address_)); }

void SharedChannel::map(std::size_t size) {
  void* mapped = address_ ? mremap(address_, size_, size, MREMAP_MAYMOVE)
                          : mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, block_.number(), 0);
  if (mapped == MAP_FAILED) throw_no_memory("mmap");
  address_ = static_cast<std::byte*>(mapped);
  size_ = size;
}

void SharedChannel::grow(std::size_t capacity) {
  std::size_t size = size_;
  while (size < capacity + message_offset) size *= 2;
  if (size == size_) return;
  if (ftruncate(block_.number(), static_cast<off_t>(size)) != 0) throw_no_memory("ftruncate");
  map(size);
  header().size = size;
}

void SharedChannel::follow_growth() {
  const std::size_t size = header().size;
  if (size == size_) return;
  // a process gone mad may have written anything here
  struct stat block = {};
  if (fstat(block_.number(), &block) != 0 || size < size_ || static_cast<std::size_t>(block.st_size) < size)
    throw Error(ErrorKind::failure, "memory shared with the process of a subsystem was overwritten");
  map(size);
}

std::size_t SharedChannel::length() const {
  const std::size_t length = header().length;
  return length < capacity() ? length : capacity();
}

void SharedChannel::set_length(std::size_t length) { header().length = length; }

bool SharedChannel::is_ours() const {
  return header().turn.load(std::memory_order_acquire) == static_cast<std::uint32_t>(side_);
}

void SharedChannel::pass() {
  // in one order for all: either the other side sees the turn before it sleeps, or it is seen to sleep
  const std::uint32_t other = 1 - static_cast<std::uint32_t>(side_);
  header().turn.store(other, std::memory_order_seq_cst);
  if (header().asleep[other].load(std::memory_order_seq_cst) != 0)
    syscall(SYS_futex, &header().turn, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

bool SharedChannel::spin() {
  using Clock = std::chrono::steady_clock;
  if (spins_left_out_ > 0) {
    --spins_left_out_;
    return false;
  }
  const auto look = [&] {
    for (int n = 0; n < looks_before_yielding; ++n, pause())
      if (is_ours()) return true;
    return false;
  };
  bool came = look();
  if (!came) {
    auto now = Clock::now();
    for (const auto end = now + spinning; !came && now < end;) {
      // the other side may be waiting for this very processor; so may strangers, who do not give it back so soon
      const auto before = now;
      sched_yield();
      now = Clock::now();
      came = look();
      if (now - before < taken_away) continue;
      spins_left_out_ = patience_;
      patience_ = std::min(2 * patience_, longest_patience);
      break;
    }
  }
  if (came) follow_growth();
  return came;
}

bool SharedChannel::sleep(std::chrono::nanoseconds limit) {
  const std::uint32_t me = static_cast<std::uint32_t>(side_);
  const timespec time = {static_cast<time_t>(limit.count() / 1'000'000'000), limit.count() % 1'000'000'000};
  header().asleep[me].store(1, std::memory_order_seq_cst);
  if (header().turn.load(std::memory_order_seq_cst) != me)
    syscall(SYS_futex, &header().turn, FUTEX_WAIT, 1 - me, &time, nullptr, 0);
  header().asleep[me].store(0, std::memory_order_seq_cst);
  if (!is_ours()) return false;
  follow_growth();
  return true;
}

}  // namespace oldham
