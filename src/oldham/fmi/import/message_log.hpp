// SPDX-License-Identifier: MIT
#pragma once

#include <cstdarg>
#include <deque>
#include <string>
#include <string_view>

namespace oldham::fmi {

/// What the function of an FMU says of how it went; in the order of the standard's versions.
enum class Status { ok, warning, discard, error, fatal, pending };

inline bool is_good(Status status) { return status == Status::ok || status == Status::warning; }
const char* word_of(Status status);

/// The messages of one instance: shown with its name as they come, the last ones kept for whoever reports a failure.
class MessageLog {
 public:
  /// `owner` is another address that the FMU may be given for it.
  explicit MessageLog(std::string name, const void* owner = nullptr);
  ~MessageLog();
  MessageLog(const MessageLog&) = delete;
  MessageLog& operator=(const MessageLog&) = delete;

  /// The log that an FMU means: it is to pass back the address it was given, but some pass others, which must not be
  /// used. Then the one of that name, else the newest; null where there is none.
  static MessageLog* find(const void* address, const char* name);

  void add(Status status, std::string_view category, std::string_view text);
  /// As printf would write it, or word for word where printf cannot be trusted with it.
  void add_formatted(Status status, const char* category, const char* format, std::va_list arguments);

  /// What a number that the FMU gave means; one beyond the last that its standard has is an error, and told.
  Status hear(int number, Status last = Status::pending) {
    return number >= 0 && number <= static_cast<int>(last) ? static_cast<Status>(number) : hear_unknown(number);
  }

  /// From now on messages are kept and not shown.
  void mute() { is_muted_ = true; }
  const std::string& name() const { return name_; }
  /// "; it says: ...", or nothing when it said nothing since the last time.
  std::string take_last_words();

 private:
  Status hear_unknown(int number);

  static constexpr int most_shown = 200;
  static constexpr std::size_t most_kept = 3;

  std::string name_;
  const void* owner_;
  std::deque<std::string> kept_;
  int shown_ = 0;
  bool is_muted_ = false;
};

}  // namespace oldham::fmi
