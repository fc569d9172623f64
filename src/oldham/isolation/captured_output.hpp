// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "oldham/isolation/descriptor.hpp"

namespace oldham {

/// Whatever processes write from now on also goes to this descriptor, line by line, except for what is passed on to
/// standard error; −1: nowhere.
void pass_output_to(int descriptor);

/// The end of what a process has written to standard output and error.
class CapturedOutput {
 public:
  CapturedOutput() = default;
  /// `pipe` does not block.
  explicit CapturedOutput(Descriptor pipe) : pipe_(std::move(pipe)) {}

  /// From now on, whole lines that begin so also go to this program's standard error.
  void pass_on(std::string beginning) { beginning_ = std::move(beginning); }
  /// Takes what has been written since; true when there was any.
  bool drain();
  /// The last of it, at most `kept` bytes.
  const std::string& text() const { return text_; }
  /// The last lines, short enough for a message.
  std::string last_words() const;

  static constexpr std::size_t kept = 1 << 14;

 private:
  void pass_lines(std::string_view written);
  void pass_line(std::string_view line) const;

  Descriptor pipe_;
  std::string text_;
  std::string beginning_;  // empty: nothing is passed on
  std::string line_;       // as far as it is written
};

}  // namespace oldham
