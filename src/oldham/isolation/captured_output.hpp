// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/isolation/descriptor.hpp"

namespace oldham {

/// The end of what a process has written to standard output and error.
class CapturedOutput {
 public:
  CapturedOutput() = default;
  /// `pipe` does not block.
  explicit CapturedOutput(Descriptor pipe) : pipe_(std::move(pipe)) {}

  /// Takes what has been written since; true when there was any.
  bool drain();
  /// The last of it, at most `kept` bytes.
  const std::string& text() const { return text_; }
  /// The last lines, short enough for a message.
  std::string last_words() const;

  static constexpr std::size_t kept = 1 << 14;

 private:
  Descriptor pipe_;
  std::string text_;
};

}  // namespace oldham
