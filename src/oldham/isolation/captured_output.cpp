// SPDX-License-Identifier: MIT
#include "oldham/isolation/captured_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>

namespace oldham {
namespace {

constexpr std::size_t most_bytes = 800, most_lines = 10;  // of last words

std::atomic<int> sink{-1};

/// Whether a character of UTF-8 goes on with this byte.
bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

void pass_output_to(int descriptor) { sink = descriptor; }

bool CapturedOutput::drain() {
  std::array<char, 1 << 14> buffer;
  bool any = false;
  for (ssize_t count; (count = read(pipe_.number(), buffer.data(), buffer.size())) > 0; any = true) {
    const std::string_view written(buffer.data(), static_cast<std::size_t>(count));
    if (!beginning_.empty() || sink >= 0) pass_lines(written);
    text_.append(written);
    if (text_.size() > kept) text_.erase(0, text_.size() - kept);
  }
  return any;
}

void CapturedOutput::pass_lines(std::string_view written) {
  for (std::size_t end; (end = written.find('\n')) != std::string_view::npos; written.remove_prefix(end + 1)) {
    line_.append(written.substr(0, end));
    pass_line(line_);
    line_.clear();
  }
  if (line_.size() < kept) line_.append(written);
}

void CapturedOutput::pass_line(std::string_view line) const {
  if (!beginning_.empty() && line.starts_with(beginning_)) {
    fmt::print(stderr, "{}\n", line);
    return;
  }
  if (sink < 0) return;
  const std::string whole = std::string(line) + '\n';
  for (std::string_view rest = whole; !rest.empty();) {
    const ssize_t count = write(sink, rest.data(), rest.size());
    if (count <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string CapturedOutput::last_words() const {
  std::string_view words = text_;
  while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == ' '))
    words.remove_suffix(1);
  std::size_t begin = words.size();
  for (std::size_t lines = 0; begin > 0 && words.size() - begin < most_bytes; --begin)
    if (words[begin - 1] == '\n' && ++lines == most_lines) break;
  while (begin > 0 && begin < words.size() && goes_on(words[begin])) ++begin;
  return std::string(words.substr(begin));
}

}  // namespace oldham
