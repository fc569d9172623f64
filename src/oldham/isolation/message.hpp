// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "oldham/core/error.hpp"
#include "oldham/core/interval.hpp"
#include "oldham/isolation/shared_channel.hpp"
#include "oldham/signal/input_signal.hpp"

namespace oldham {

/// What a host asks of the process that has the subsystem.
enum class Operation : std::int64_t {
  make,  // kind and order
  initialize,
  apply_inputs,
  begin,
  restart,
  expect_return,
  advance,
  read_outputs,
  read_state,
  write_state,
  assume_past,
  write_bytes,  // of a kept state
  read_bytes,   // into a kept state
  read_equation_state,
  derivative,
  output,
  output_rate,
  follow,
  switches,
  next_kink,
  respond,
  carry_integrals,
  read_integrals,
  tell,  // notes, and outputs that are no numbers
  quit,
};

/// How an answer begins.
enum class Answer : std::int64_t { done, threw };

/// What precedes the arguments of every request. A state is kept and brought back before the rest is done, so that
/// neither costs a message.
struct Request {
  Operation operation = Operation::quit;
  std::int64_t keep = -1;        // the state as it is, under this number; −1: none
  std::int64_t bring_back = -1;  // the state of this number; −1: none
  std::int64_t tells_state = 0;  // 1: the state after it, as bytes, at the end of the answer
};

/// Writes a message. Everything fills whole words, so that numbers can be read where they are.
class MessageWriter {
 public:
  explicit MessageWriter(SharedChannel& channel) : channel_(&channel) { channel.set_length(0); }
  /// Goes on with the message that is there.
  static MessageWriter append_to(SharedChannel& channel) { return MessageWriter(&channel); }

  template <class T>
  requires(std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0) void put(const T& value) {
    put_raw(&value, sizeof(T));
  }
  void put_count(std::size_t count) { put(static_cast<std::int64_t>(count)); }
  void put_flag(bool flag) { put_count(flag ? 1 : 0); }
  void put_values(std::span<const double> values) {
    put_count(values.size());
    put_raw(values.data(), values.size_bytes());
  }
  void put_bytes(std::span<const std::byte> bytes) {
    put_count(bytes.size());
    put_raw(bytes.data(), bytes.size());
  }
  void put_text(std::string_view text) { put_bytes(std::as_bytes(std::span(text))); }
  void put_signal(const InputSignal<double>& signal) {
    put_count(static_cast<std::size_t>(signal.inputs));
    put_count(static_cast<std::size_t>(signal.degree));
    put_values(signal.breaks);
    const auto pieces = static_cast<std::size_t>(signal.pieces());
    put_values({signal.coefficients, pieces * static_cast<std::size_t>((signal.degree + 1) * signal.inputs)});
  }

 private:
  explicit MessageWriter(SharedChannel* channel) : channel_(channel) {}
  void put_raw(const void* from, std::size_t size) {
    const std::size_t at = channel_->length(), end = at + (size + 7) / 8 * 8;
    if (end > channel_->capacity()) channel_->grow(end);
    if (size > 0) std::memcpy(channel_->message() + at, from, size);
    channel_->set_length(end);
  }

  SharedChannel* channel_;
};

/// Reads a message in the order it was written. What it returns by reference lives until the next message is written.
class MessageReader {
 public:
  explicit MessageReader(SharedChannel& channel) : at_(channel.message()), end_(at_ + channel.length()) {}

  template <class T>
  requires(std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0) T take() {
    T value;
    std::memcpy(&value, take_raw(sizeof(T)), sizeof(T));
    return value;
  }
  std::size_t take_count() { return static_cast<std::size_t>(take<std::int64_t>()); }
  bool take_flag() { return take_count() != 0; }
  std::span<const double> take_values() {
    const std::size_t count = take_count();
    if (count > left() / sizeof(double)) throw_nonsense();
    return {reinterpret_cast<const double*>(take_raw(count * sizeof(double))), count};
  }
  void take_values_into(std::span<double> values) {
    const std::span<const double> taken = take_values();
    if (taken.size() != values.size()) throw_nonsense();
    std::copy(taken.begin(), taken.end(), values.begin());
  }
  std::span<const std::byte> take_bytes() {
    const std::size_t count = take_count();
    if (count > left()) throw_nonsense();
    return {take_raw(count), count};
  }
  std::string_view take_text() {
    const std::span<const std::byte> bytes = take_bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  InputSignal<double> take_signal() {
    InputSignal<double> signal;
    signal.inputs = static_cast<int>(take_count());
    signal.degree = static_cast<int>(take_count());
    signal.breaks = take_values();
    signal.coefficients = take_values().data();
    return signal;
  }

 private:
  [[noreturn]] static void throw_nonsense() {
    throw Error(ErrorKind::failure, "memory shared with the process of a subsystem was overwritten");
  }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  const std::byte* take_raw(std::size_t size) {
    const std::size_t whole = (size + 7) / 8 * 8;
    if (whole > left()) throw_nonsense();
    const std::byte* taken = at_;
    at_ += whole;
    return taken;
  }

  const std::byte* at_;
  const std::byte* end_;
};

/// Writes and reads nothing: for questions and answers without numbers.
inline constexpr auto no_words = [](auto&) {};

}  // namespace oldham
